import type { KubernetesVersion } from '../../catalog/catalog.ts';
import { compareKubernetesVersions } from '../../catalog/version.ts';

/** A feature that an API server has switched off, or on, unless it is told otherwise. */
export type FeatureGate = keyof typeof enabledSince;

/**
 * Whether a feature is on by default in a version of Kubernetes. Where it is off, an API server drops the fields that are the
 * feature's before it validates an object: whatever is written there is taken.
 */
export function isEnabledByDefault(gate: FeatureGate, version: KubernetesVersion): boolean {
  const since = enabledSince[gate];
  return since !== 'never' && compareKubernetesVersions(version, since) >= 0;
}

/** Of features that are off unless asked for, those that a server with all beta features has. */
const betaSince: Partial<Record<FeatureGate, KubernetesVersion>> = {
  MaxUnavailableStatefulSet: '1.35',
  PodCertificateRequest: '1.35',
};

/** Whether a server with all beta features has a feature. */
export function isEnabledWithBetas(gate: FeatureGate, version: KubernetesVersion): boolean {
  const since = betaSince[gate];
  if (isEnabledByDefault(gate, version)) return true;
  return since !== undefined && compareKubernetesVersions(version, since) >= 0;
}

/** Since which release, as kube-apiserver 1.34.4, 1.35.4 and 1.36.3 without `--feature-gates` answered. */
const enabledSince = {
  ContainerRestartRules: '1.35',
  DRAExtendedResource: '1.36',
  DRAPartitionableDevices: '1.36',
  EnvFiles: '1.35',
  GenericWorkload: 'never',
  HPAConfigurableTolerance: '1.35',
  HostnameOverride: '1.35',
  ImageVolume: '1.35',
  MaxUnavailableStatefulSet: 'never',
  MutableCSINodeAllocatableCount: '1.35',
  PodCertificateRequest: 'never',
  StrictIPCIDRValidation: '1.36',
} as const;
