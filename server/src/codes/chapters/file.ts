import { chapter, of, text } from '../code-entry.ts';
import { configMap } from '../example-parts.ts';

const policyBinding = (version: string) =>
  `apiVersion: admissionregistration.k8s.io/${version}\nkind: MutatingAdmissionPolicyBinding\nmetadata:\n  name: labels\nspec:\n  policyName: labels\n`;

/** What the file is. */
export const file = chapter('What the file is', {
  'missing-kind': text(
    'An object has an `apiVersion` and metadata but no `kind`, so nobody can tell what it is.',
    'apiVersion: v1\nmetadata:\n  name: settings\n',
    configMap(''),
  ),
  'missing-api-version': text(
    'An object has a `kind` and metadata but no `apiVersion`.',
    'kind: ConfigMap\nmetadata:\n  name: settings\n',
    configMap(''),
  ),
  'partial-object': {
    ...text(
      'The document has but a part of an object, by what it says (a directive such as `$patch`, the annotation `config.kubernetes.io/local-config`, containers without an image), by its name (`patches/`, `replicas_patch.yaml`), or because it has nothing but what identifies it and was saved like that, or stands among others of its kind or in a file such as `delete.yaml`. What the whole object has to have is then not missed; what is there is checked as ever, and of an object that stays local nothing is told that a server alone would ask for. Told once for an object.',
      'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  template:\n    spec:\n      nodeSelector:\n        disk: ssd\n',
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  disk: ssd\n',
    ),
    file: 'disk_patch.yaml',
  },
  'unknown-kind': of(
    'A group of Kubernetes itself has no such kind in this version. Very often it is misspelt.',
    'ConfigMap',
    { kind: 'ConfigMaps' },
  ),
  'unknown-api-version': of(
    'A group of Kubernetes itself has no such version, or the kind is in another one.',
    'Deployment',
    { apiVersion: 'extensions/v2' },
  ),
  'unknown-group': of(
    'Nothing is known of the kind: it is of no group of Kubernetes, no CustomResourceDefinition in the workspace defines it, and no connected cluster serves it. It may be right all the same, hence a hint. Its quick fixes fetch its schema from a cluster.',
    'ConfigMap',
    { apiVersion: 'example.com/v1', kind: 'Widget' },
  ),
  'removed-api-version': of(
    'The chosen version of Kubernetes does not serve this apiVersion any more. The fix changes it, and moves the fields that are elsewhere in the new one where that is mechanical.',
    'HorizontalPodAutoscaler',
    { apiVersion: 'autoscaling/v2beta2' },
  ),
  'deprecated-api-version': of(
    'The apiVersion is still served, but is to be removed.',
    'IPAddress',
    { apiVersion: 'networking.k8s.io/v1beta1' },
    {},
  ),
  'future-api-version': {
    ...text(
      'The apiVersion comes with a later Kubernetes than the one chosen in `kubewright.kubernetesVersion`: here with 1.36, while 1.35 is chosen.',
      policyBinding('v1'),
      policyBinding('v1beta1'),
    ),
    version: '1.35',
  },
  'not-served-by-cluster': {
    ...text(
      'A connected cluster is of a version that has the apiVersion no more, or not yet: here one of 1.35. Of an older apiVersion the fix writes its replacement, where the cluster has that. What a cluster serves in spite of its version is left alone.',
      policyBinding('v1'),
      policyBinding('v1beta1'),
    ),
    connected: 'v1.35.4',
  },
  'deprecated-in-cluster': {
    ...text(
      'A connected cluster is of a later version than the one chosen in `kubewright.kubernetesVersion`, in which the apiVersion is deprecated: here one of 1.37.',
      policyBinding('v1beta1'),
      policyBinding('v1'),
    ),
    connected: 'v1.37.1',
  },

  'unknown-code': text(
    'A comment `# kubewright-ignore` names a code that no problem has. Very often it is misspelt.',
    configMap('template: true # kubewright-ignore unknown-feild\n'),
    configMap('template: true # kubewright-ignore unknown-field\n'),
  ),
  'unused-ignore': text(
    'A comment `# kubewright-ignore` has nothing left to ignore: what it was for has been mended.',
    configMap('data: {} # kubewright-ignore unknown-field\n'),
    configMap('data: {}\n'),
  ),
});
