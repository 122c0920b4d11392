import type { KubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import { type FeatureGate, isEnabledByDefault } from '../../../server/src/rules/shared/feature-gates.ts';
import type { KubeObject } from '../object-store.ts';
import type { Resource } from '../resources/resource.ts';

/**
 * Takes away the fields of features that a version has switched off, as kube-apiserver does before it validates an object;
 * what has them already keeps them.
 */
export function dropDisabledFields(
  { storage }: Resource,
  object: KubeObject,
  before: KubeObject | undefined,
  version: KubernetesVersion,
): void {
  for (const { gate, paths } of disabled[`${storage.group}/${storage.plural}`] ?? []) {
    if (gate !== undefined && isEnabledByDefault(gate, version)) continue;
    if (before && paths.some((path) => holdersOf(before, path).length > 0)) continue;
    for (const path of paths) for (const holder of holdersOf(object, path)) delete holder[path.at(-1)!];
  }
}

interface DisabledFields {
  /** Undefined where no version has the feature any more. */
  readonly gate: FeatureGate | undefined;
  readonly paths: readonly (readonly string[])[];
}

const inDevices = (name: string) => ['spec', 'devices', name];
const workload = (...podSpec: string[]): DisabledFields[] => [
  { gate: 'GenericWorkload', paths: [[...podSpec, 'workloadRef']] },
];
const inTemplate = workload('spec', 'template', 'spec');

const disabled: Readonly<Record<string, readonly DisabledFields[]>> = {
  '/nodes': [{ gate: undefined, paths: [['spec', 'configSource']] }],
  '/pods': workload('spec'),
  '/podtemplates': workload('template', 'spec'),
  '/replicationcontrollers': inTemplate,
  'apps/daemonsets': inTemplate,
  'apps/deployments': inTemplate,
  'apps/replicasets': inTemplate,
  'apps/statefulsets': inTemplate,
  'batch/cronjobs': workload('spec', 'jobTemplate', 'spec', 'template', 'spec'),
  'batch/jobs': inTemplate,
  'discovery.k8s.io/endpointslices': [{ gate: undefined, paths: [['endpoints', 'deprecatedTopology']] }],
  'resource.k8s.io/deviceclasses': [
    { gate: 'DRAExtendedResource', paths: [['spec', 'extendedResourceName']] },
  ],
  'resource.k8s.io/resourceslices': [
    {
      gate: 'DRAPartitionableDevices',
      paths: [
        ['spec', 'sharedCounters'],
        ['spec', 'perDeviceNodeSelection'],
        inDevices('consumesCounters'),
        inDevices('nodeName'),
        inDevices('nodeSelector'),
        inDevices('allNodes'),
      ],
    },
  ],
};

/** The maps that have the last field of a path, through every item of the lists on the way. */
function holdersOf(value: unknown, path: readonly string[]): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap((item) => holdersOf(item, path));
  if (typeof value !== 'object' || value === null) return [];
  const [name, ...rest] = path;
  const map = value as Record<string, unknown>;
  if (!Object.hasOwn(map, name!)) return [];
  return rest.length === 0 ? [map] : holdersOf(map[name!], rest);
}
