import { isPrinted } from '../yaml/printed.ts';
import { isTransientKind } from './transient-kinds.ts';

/**
 * What a document with this apiVersion and kind is:
 * - `kubernetes`: an object that an API server may serve, known or not;
 * - `client-side`: in the shape of one, but read by a program and never served: a kubeconfig, a Kustomization, what a
 *   webhook is asked, ...
 */
export type ObjectFormat = 'kubernetes' | 'client-side';

/** Tells objects of an API from the configuration files that only look like them. */
export function objectFormat(apiVersion: string, kind: string): ObjectFormat {
  // One that a template prints is that of an object: the configuration of a program has always the same one.
  if (isPrinted(apiVersion)) return 'kubernetes';
  const slash = apiVersion.indexOf('/');
  const group = slash < 0 ? '' : apiVersion.slice(0, slash);
  if (isTransientKind(group, apiVersion.slice(slash + 1), kind)) return 'client-side';
  if (group === '') return isCoreConfiguration(apiVersion, kind) ? 'client-side' : coreFormat(apiVersion);
  return clientGroups.has(group) || ofClients.test(group) ? 'client-side' : 'kubernetes';
}

/** A kubeconfig, and the policy that kube-scheduler read from a file before 1.23. */
function isCoreConfiguration(apiVersion: string, kind: string): boolean {
  return apiVersion === 'v1' && (kind === 'Config' || kind === 'Policy');
}

/** An apiVersion without a group is the core one's; other programs use words such as `builtin` or `v2` there. */
function coreFormat(apiVersion: string): ObjectFormat {
  return /^v\d/.test(apiVersion) ? 'kubernetes' : 'client-side';
}

/** Groups of such kinds by their ends. */
const ofClients = /\.(?:config\.kubernetes|(?:admission|config|imagepolicy)\.k8s)\.io$/;

/** Groups whose kinds are read from files by a program: configuration, not objects. */
const clientGroups = new Set([
  'abac.authorization.kubernetes.io',
  'apiserver.k8s.io',
  'audit.k8s.io',
  'backstage.io',
  'client.authentication.k8s.io',
  'config.k8s.io',
  'config.kubernetes.io',
  'credentialprovider.kubelet.k8s.io',
  'ctlptl.dev',
  'eksctl.io',
  'fn.kpt.dev',
  'imagepolicy.k8s.io',
  'k0sctl.k0sproject.io',
  'k3d.io',
  'kind.x-k8s.io',
  'kind.sigs.k8s.io',
  'kops',
  'kops.k8s.io',
  'kpt.dev',
  'krew.googlecontainertools.github.com',
  'kubeadm.k8s.io',
  'kubectl.config.k8s.io',
  'kustomize.config.k8s.io',
  'kuttl.dev',
  'output.kubeadm.k8s.io',
  'skaffold',
  'tanka.dev',
  'tilt.dev',
  'viaduct.ai',
]);
