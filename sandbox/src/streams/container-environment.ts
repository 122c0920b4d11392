import type { Container, Pod } from '../controllers/objects.ts';
import type { ObjectStore } from '../object-store.ts';

interface EnvironmentEntry {
  name: string;
  value?: string;
  valueFrom?: {
    fieldRef?: { fieldPath?: string };
    configMapKeyRef?: { name?: string; key: string };
    secretKeyRef?: { name?: string; key: string };
  };
}

interface EnvironmentSource {
  prefix?: string;
  configMapRef?: { name?: string };
  secretRef?: { name?: string };
}

/** The variables that a container's processes have. What they are taken from and is not there is left out. */
export function environmentOf(store: ObjectStore, pod: Pod, container: Container): Map<string, string> {
  const { namespace } = pod.metadata;
  const variables = new Map([
    ['PATH', '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'],
    ['HOSTNAME', pod.metadata.name ?? ''],
  ]);
  for (const source of (container.envFrom as EnvironmentSource[] | undefined) ?? []) {
    const { prefix = '', configMapRef, secretRef } = source;
    const values = configMapRef
      ? configMapData(store, namespace, configMapRef.name)
      : secretData(store, namespace, secretRef?.name);
    for (const [name, value] of values) variables.set(prefix + name, value);
  }
  for (const { name, value, valueFrom } of (container.env as EnvironmentEntry[] | undefined) ?? []) {
    const found = valueFrom ? referenced(store, pod, valueFrom) : expanded(value ?? '', variables);
    if (found !== undefined) variables.set(name, found);
  }
  for (const [name, value] of kubernetesVariables) variables.set(name, value);
  if (!variables.has('HOME')) variables.set('HOME', '/root');
  return variables;
}

/** The texts of a ConfigMap by their keys; none where it is not there. */
export function configMapData(
  store: ObjectStore,
  namespace: string | undefined,
  name = '',
): Map<string, string> {
  const map = store.get({ group: '', plural: 'configmaps' }, namespace, name);
  return new Map(Object.entries((map?.data as Record<string, string> | undefined) ?? {}));
}

/** The texts of a Secret by their keys, decoded. */
export function secretData(
  store: ObjectStore,
  namespace: string | undefined,
  name = '',
): Map<string, string> {
  const secret = store.get({ group: '', plural: 'secrets' }, namespace, name);
  const entries = Object.entries((secret?.data as Record<string, string> | undefined) ?? {});
  return new Map(entries.map(([key, value]) => [key, Buffer.from(value, 'base64').toString('utf8')]));
}

const serviceAddress = '10.96.0.1';
const kubernetesVariables: readonly (readonly [string, string])[] = [
  ['KUBERNETES_SERVICE_HOST', serviceAddress],
  ['KUBERNETES_SERVICE_PORT', '443'],
  ['KUBERNETES_SERVICE_PORT_HTTPS', '443'],
  ['KUBERNETES_PORT', `tcp://${serviceAddress}:443`],
];

function referenced(
  store: ObjectStore,
  pod: Pod,
  { fieldRef, configMapKeyRef, secretKeyRef }: NonNullable<EnvironmentEntry['valueFrom']>,
): string | undefined {
  const { namespace } = pod.metadata;
  if (configMapKeyRef) return configMapData(store, namespace, configMapKeyRef.name).get(configMapKeyRef.key);
  if (secretKeyRef) return secretData(store, namespace, secretKeyRef.name).get(secretKeyRef.key);
  const path = fieldRef?.fieldPath;
  return path === undefined ? undefined : fields.get(path)?.(pod);
}

const fields = new Map<string, (pod: Pod) => string | undefined>([
  ['metadata.name', ({ metadata }) => metadata.name],
  ['metadata.namespace', ({ metadata }) => metadata.namespace],
  ['metadata.uid', ({ metadata }) => metadata.uid],
  ['spec.nodeName', ({ spec }) => spec.nodeName],
  ['spec.serviceAccountName', ({ spec }) => spec.serviceAccountName as string | undefined],
  ['status.podIP', ({ status }) => status?.podIP],
  ['status.hostIP', ({ status }) => status?.hostIP],
]);

/** `$(NAME)` stands for a variable that was set before, `$$(NAME)` for itself. */
function expanded(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(/\$?\$\(([A-Za-z_.-][\w.-]*)\)/g, (whole, name: string) =>
    whole.startsWith('$$') ? whole.slice(1) : (variables.get(name) ?? whole),
  );
}
