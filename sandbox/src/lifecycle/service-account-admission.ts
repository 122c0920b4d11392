import type { ApiContext } from '../api-context.ts';
import { forbidden } from '../errors.ts';
import type { KubeObject } from '../object-store.ts';
import { generatedSuffix } from '../store/generated-name.ts';
import { jsonCopy } from '../store/json.ts';

const serviceAccounts = { group: '', plural: 'serviceaccounts' };
const pods = { group: '', plural: 'pods' };
const mountPath = '/var/run/secrets/kubernetes.io/serviceaccount';

interface PodSpec extends Record<string, unknown> {
  serviceAccountName?: string;
  serviceAccount?: string;
  automountServiceAccountToken?: boolean;
  imagePullSecrets?: unknown[];
  volumes?: { name: string }[];
  containers?: Container[];
  initContainers?: Container[];
}

interface Container extends Record<string, unknown> {
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[];
}

/**
 * A new Pod as the admission of service accounts makes it: with an account, its pull secrets, and its token mounted in every
 * container that has nothing there. Mirrors of static Pods stay as they are. Throws a 403 where the account is missing.
 */
export function withServiceAccount(api: ApiContext, pod: KubeObject): KubeObject {
  if (pod.metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined) return pod;
  const copy = jsonCopy(pod);
  const spec = (copy.spec ?? {}) as PodSpec;
  const { namespace = '', name = '' } = copy.metadata;
  const accountName = spec.serviceAccountName || 'default';
  spec.serviceAccountName = accountName;
  spec.serviceAccount = accountName;
  const account = api.storage.get(serviceAccounts, namespace, accountName);
  if (!account) {
    const why = `error looking up service account ${namespace}/${accountName}: serviceaccount ${JSON.stringify(accountName)} not found`;
    throw forbidden(pods, name, why);
  }
  if (mountsToken(spec, account)) mountToken(api, spec);
  const { imagePullSecrets } = account as { imagePullSecrets?: unknown[] };
  if (!spec.imagePullSecrets?.length && imagePullSecrets?.length) {
    spec.imagePullSecrets = jsonCopy(imagePullSecrets);
  }
  return copy;
}

function mountsToken(spec: PodSpec, account: KubeObject): boolean {
  return (
    spec.automountServiceAccountToken ?? (account.automountServiceAccountToken as boolean | undefined) ?? true
  );
}

function mountToken(api: ApiContext, spec: PodSpec): void {
  const all = [...(spec.initContainers ?? []), ...(spec.containers ?? [])];
  const without = all.filter(({ volumeMounts = [] }) =>
    volumeMounts.every((mount) => mount.mountPath !== mountPath),
  );
  if (without.length === 0) return;
  const taken = new Set(spec.volumes?.map((volume) => volume.name));
  let name: string;
  do name = `kube-api-access-${generatedSuffix(api.random)}`;
  while (taken.has(name));
  for (const container of without) {
    container.volumeMounts = [...(container.volumeMounts ?? []), { name, readOnly: true, mountPath }];
  }
  spec.volumes = [...(spec.volumes ?? []), tokenVolume(name)];
}

function tokenVolume(name: string) {
  const token = { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } };
  const authority = { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } };
  const namespace = { path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } };
  const sources = [token, authority, { downwardAPI: { items: [namespace] } }];
  return { name, projected: { sources, defaultMode: 420 } };
}
