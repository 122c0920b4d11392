import { field, stringField, valueAt } from '../../manifest/fields.ts';
import type { YamlNode } from '../../yaml/nodes.ts';
import type { Path } from '../../yaml/path.ts';
import { fieldName } from '../../yaml/tree.ts';
import { entriesOf, type FileObject, labelsOf, podTemplateOf } from './file-objects.ts';

/** What a reference may name: the name, and what has it. */
export interface ReferenceTarget {
  readonly value: string | number;
  readonly detail: string;
}

/** Where a reference stands. */
export interface Reference {
  /** The objects of the file, and behind them those of the files beside it. */
  readonly objects: readonly FileObject[];
  /** The document around the reference, and the path of the field that refers. */
  readonly root: YamlNode | undefined;
  readonly path: Path;
  /** The same document with the half-typed field, without what is far away where it is long. */
  readonly nearby: YamlNode | undefined;
}

/** Finds what a field may refer to. */
export type FindTargets = (reference: Reference) => readonly ReferenceTarget[];

const containerLists: ReadonlySet<string | number> = new Set(['containers', 'initContainers']);

/** What the fields of definitions refer to, by the definition's name without its group and version. */
export const targetsByField: ReadonlyMap<string, FindTargets> = new Map<string, FindTargets>([
  ['ConfigMapKeySelector.name', objectsOfKind('ConfigMap')],
  ['ConfigMapKeySelector.key', keysOf('ConfigMap', 'name')],
  ['ConfigMapEnvSource.name', objectsOfKind('ConfigMap')],
  ['ConfigMapProjection.name', objectsOfKind('ConfigMap')],
  ['ConfigMapVolumeSource.name', objectsOfKind('ConfigMap')],
  ['SecretKeySelector.name', objectsOfKind('Secret')],
  ['SecretKeySelector.key', keysOf('Secret', 'name')],
  ['SecretEnvSource.name', objectsOfKind('Secret')],
  ['SecretProjection.name', objectsOfKind('Secret')],
  ['SecretVolumeSource.secretName', objectsOfKind('Secret')],
  [
    'KeyToPath.key',
    (reference) => [...keysOf('ConfigMap', 'name')(reference), ...keysOf('Secret', 'secretName')(reference)],
  ],
  ['LocalObjectReference.name', objectsOfKind('Secret')],
  ['IngressTLS.secretName', objectsOfKind('Secret')],
  ['PersistentVolumeClaimVolumeSource.claimName', objectsOfKind('PersistentVolumeClaim')],
  ['PersistentVolumeClaimSpec.storageClassName', objectsOfKind('StorageClass')],
  ['PersistentVolumeClaimSpec.volumeName', objectsOfKind('PersistentVolume')],
  ['PersistentVolumeSpec.storageClassName', objectsOfKind('StorageClass')],
  ['PodSpec.serviceAccountName', objectsOfKind('ServiceAccount')],
  [
    'PodSpec.priorityClassName',
    (reference) => [
      ...objectsOfKind('PriorityClass')(reference),
      ...values('of every cluster', 'system-cluster-critical', 'system-node-critical')(reference),
    ],
  ],
  ['PodSpec.runtimeClassName', objectsOfKind('RuntimeClass')],
  ['StatefulSetSpec.serviceName', objectsOfKind('Service')],
  ['IngressServiceBackend.name', objectsOfKind('Service')],
  ['ServiceReference.name', objectsOfKind('Service')],
  ['ServiceBackendPort.name', portsOfService('name')],
  ['ServiceBackendPort.number', portsOfService('port')],
  ['IngressSpec.ingressClassName', objectsOfKind('IngressClass')],
  ['ObjectMeta.namespace', objectsOfKind('Namespace')],
  ['Subject.namespace', objectsOfKind('Namespace')],
  ['RoleRef.name', objectsOfKindBeside],
  ['Subject.name', objectsOfKindBeside],
  ['CrossVersionObjectReference.kind', values('kind that scales', 'Deployment', 'StatefulSet')],
  ['CrossVersionObjectReference.apiVersion', values('version of Deployment and StatefulSet', 'apps/v1')],
  ['CrossVersionObjectReference.name', objectsOfKindBeside],
  ['VolumeMount.name', volumes],
  ['VolumeDevice.name', volumes],
  ['HTTPGetAction.port', portsOfContainer],
  ['TCPSocketAction.port', portsOfContainer],
  [
    'GRPCAction.port',
    (reference) => portsOfContainer(reference).filter(({ value }) => typeof value === 'number'),
  ],
  ['ServicePort.targetPort', portsOfSelected],
  ['ResourceFieldSelector.containerName', containerNames],
]);

/** Objects of a kind in the file. */
function objectsOfKind(...kinds: readonly string[]): FindTargets {
  return ({ objects }) =>
    objects
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ kind, name }) => ({ value: name, detail: kind }));
}

/** Objects of the kind that stands beside the name. */
function objectsOfKindBeside({ objects, nearby, path }: Reference): ReferenceTarget[] {
  const kind = stringField(valueAt(nearby, path.slice(0, -1)), 'kind');
  return objects.filter((object) => object.kind === kind).map(({ name }) => ({ value: name, detail: kind! }));
}

/** Keys in the data of the object whose name stands at `nameField`, in the reference or around its items. */
function keysOf(kind: string, nameField: string): FindTargets {
  return ({ objects, nearby, path }) => {
    const [beside, around] = [path.slice(0, -1), path.slice(0, -3)].map((at) => valueAt(nearby, at));
    const name = stringField(beside, nameField) ?? stringField(around, nameField);
    return objects
      .filter((object) => object.kind === kind && object.name === name)
      .flatMap(({ root }) =>
        ['data', 'stringData', 'binaryData'].flatMap((data) => namesIn(field(root, data)?.value)),
      )
      .map((value) => ({ value, detail: `key of the ${kind} ${name}` }));
  };
}

function namesIn(node: YamlNode | undefined): string[] {
  return node?.type === 'map' ? node.entries.map(({ key }) => fieldName(key)) : [];
}

/** Volumes of the Pod around, and those that a StatefulSet claims for it. */
function volumes({ root, path }: Reference): ReferenceTarget[] {
  const spec = podSpecAround(root, path);
  const claims = field(valueAt(root, ['spec']), 'volumeClaimTemplates')?.value;
  return [
    ...itemsOf(field(spec, 'volumes')?.value).flatMap((volume) => named(volume, 'name', sourceOf(volume))),
    ...itemsOf(claims).flatMap((claim) => named(field(claim, 'metadata')?.value, 'name', 'volume claim')),
  ];
}

function sourceOf(volume: YamlNode): string {
  const source = namesIn(volume).find((name) => name !== 'name');
  return source === undefined ? 'volume' : `volume: ${source}`;
}

/** Names and numbers of the ports of the container around. */
function portsOfContainer({ nearby, path }: Reference): ReferenceTarget[] {
  const index = path.findLastIndex(
    (part, at) => typeof part === 'number' && containerLists.has(path[at - 1]!),
  );
  return index < 0 ? [] : portsOf(valueAt(nearby, path.slice(0, index + 1)));
}

function portsOf(container: YamlNode | undefined): ReferenceTarget[] {
  return itemsOf(field(container, 'ports')?.value).flatMap((port) => {
    const number = field(port, 'containerPort')?.value;
    const value = number?.type === 'scalar' && typeof number.value === 'number' ? number.value : undefined;
    const detail = stringField(container, 'name') ?? 'container';
    return [
      ...named(port, 'name', `port ${value ?? ''} of ${detail}`),
      ...(value === undefined ? [] : [{ value, detail: `port of ${detail}` }]),
    ];
  });
}

/** Ports of the Pods that the Service around selects; of all Pods of the file while it selects none of them. */
function portsOfSelected({ objects, root }: Reference): ReferenceTarget[] {
  const selector = entriesOf(field(valueAt(root, ['spec']), 'selector')?.value);
  const templates = objects.flatMap(({ root }) => podTemplateOf(root) ?? []);
  const selected = templates.filter((template) => {
    const labels = labelsOf(template);
    return (
      selector.length > 0 &&
      selector.every(([key, value]) => labels.some(([k, v]) => k === key && v === value))
    );
  });
  return (selected.length > 0 ? selected : templates).flatMap((template) =>
    containersOf(field(template, 'spec')?.value).flatMap(portsOf),
  );
}

/** Ports of the Service whose name stands beside the port. */
function portsOfService(fieldOfPort: 'name' | 'port'): FindTargets {
  return ({ objects, nearby, path }) => {
    const name = stringField(valueAt(nearby, path.slice(0, -2)), 'name');
    return objects
      .filter((object) => object.kind === 'Service' && object.name === name)
      .flatMap((service) => itemsOf(field(field(service.root, 'spec')?.value, 'ports')?.value))
      .flatMap((port) => {
        const value = field(port, fieldOfPort)?.value;
        const known = value?.type === 'scalar' && value.value !== null && typeof value.value !== 'boolean';
        return known
          ? [{ value: value.value as string | number, detail: `port of the Service ${name}` }]
          : [];
      });
  };
}

function containerNames({ root, path }: Reference): ReferenceTarget[] {
  return containersOf(podSpecAround(root, path)).flatMap((container) =>
    named(container, 'name', 'container'),
  );
}

function containersOf(spec: YamlNode | undefined): YamlNode[] {
  return [...containerLists].flatMap((list) => itemsOf(field(spec, String(list))?.value));
}

/** The PodSpec that a path leads through: the map that has containers. */
function podSpecAround(root: YamlNode | undefined, path: Path): YamlNode | undefined {
  for (let length = path.length - 1; length >= 0; length--) {
    const node = valueAt(root, path.slice(0, length));
    if (field(node, 'containers')) return node;
  }
  return undefined;
}

function itemsOf(list: YamlNode | undefined): YamlNode[] {
  return list?.type === 'list' ? list.items.flatMap(({ value }) => value ?? []) : [];
}

function named(node: YamlNode | undefined, name: string, detail: string): ReferenceTarget[] {
  const value = stringField(node, name);
  return value ? [{ value, detail }] : [];
}

function values(detail: string, ...names: readonly string[]): FindTargets {
  return () => names.map((value) => ({ value, detail }));
}
