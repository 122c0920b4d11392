import { kubernetesVersions } from '../../catalog/catalog.ts';

/** Labels that Kubernetes itself gives to Nodes or reads, and the values that it knows of them. */
export type WellKnownLabels = ReadonlyMap<string, readonly string[]>;

/** Labels of Nodes, those that Pods are most often placed by first. */
export const labelsOfNodes: WellKnownLabels = new Map([
  ['kubernetes.io/hostname', []],
  ['topology.kubernetes.io/zone', []],
  ['topology.kubernetes.io/region', []],
  ['kubernetes.io/os', ['linux', 'windows']],
  ['kubernetes.io/arch', ['amd64', 'arm64']],
  ['node.kubernetes.io/instance-type', []],
  ['node-role.kubernetes.io/control-plane', ['']],
]);

const levels = ['restricted', 'baseline', 'privileged'];
const policyVersions = ['latest', ...kubernetesVersions.map((version) => `v${version}`).toReversed()];

/** Labels by which a Namespace says how secure its Pods must be. */
export const labelsOfNamespaces: WellKnownLabels = new Map(
  ['enforce', 'audit', 'warn'].flatMap((mode) => [
    [`pod-security.kubernetes.io/${mode}`, levels],
    [`pod-security.kubernetes.io/${mode}-version`, policyVersions],
  ]),
);
