import { chapter, long, of } from '../code-entry.ts';
import { claim, configMap, volume } from '../example-parts.ts';

/** Names and metadata. */
export const metadata = chapter('Names and metadata', {
  'object-name': of('The name has not the form that names of this kind have.', 'Service', {
    'metadata/name': 'Web_1',
  }),
  'namespace-name': of(
    'A namespace is named by lower case letters, digits and `-`.',
    'ConfigMap',
    { 'metadata/namespace': 'My_Shop' },
    { 'metadata/namespace': 'my-shop' },
  ),
  'label-key': of(
    'The key of a label is a name of up to 63 characters, with a DNS name and `/` before it or not.',
    'ConfigMap',
    { 'metadata/labels': { 'my app': 'web' } },
    { 'metadata/labels': { app: 'web' } },
  ),
  'label-value': of(
    'The value of a label has up to 63 letters, digits, `-`, `_` and `.`.',
    'ConfigMap',
    { 'metadata/labels': { app: 'my web' } },
    { 'metadata/labels': { app: 'my-web' } },
  ),
  'annotation-key': of(
    "The key of an annotation has the form of a label's key.",
    'ConfigMap',
    { 'metadata/annotations': { 'a b': 'c' } },
    { 'metadata/annotations': { 'a-b': 'c' } },
  ),
  'annotations-size': long(
    'All annotations of an object together have at most 256 KiB. What is larger belongs into `data`, or into an object of its own.',
    configMap(`  annotations:\n    notes: ${'x'.repeat(262_144)}\n`),
    configMap('  annotations:\n    notes: xxxxxxxxxxxx # ... 256 KiB of them\n'),
    configMap('  annotations:\n    notes: xxxxxxxxxxxx\n'),
  ),
  'finalizer-name': of(
    "A finalizer is named like a label's key, with a DNS name before it.",
    'ConfigMap',
    { 'metadata/finalizers': ['a b'] },
    { 'metadata/finalizers': ['example.com/clean'] },
  ),
  'owner-reference': of(
    'An owner is named with its apiVersion, kind, name and uid, and at most one is the controller.',
    'ConfigMap',
    {
      'metadata/ownerReferences': ['a', 'b'].map((name) => ({
        apiVersion: 'v1',
        kind: 'Pod',
        name,
        uid: name,
        controller: true,
      })),
    },
    {
      'metadata/ownerReferences': [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'a', controller: true }],
    },
  ),
  'reserved-name': of(
    "Names that begin with `system-` are those of Kubernetes' own classes.",
    'PriorityClass',
    { 'metadata/name': 'system-mine' },
  ),
  'reference-name': of(
    'A name that refers to another object has not the form that its name can have.',
    'Pod',
    { 'spec/serviceAccountName': 'My Account' },
    { 'spec/serviceAccountName': 'my-account' },
  ),
  'reference-version': of('A reference has an apiVersion that is none.', 'HorizontalPodAutoscaler', {
    'spec/scaleTargetRef/apiVersion': 'a/b/c',
  }),
  'template-metadata': of(
    'The template of a claim takes labels and annotations; a name it does not, as the Pod gives it one.',
    'Pod',
    {
      'spec/volumes': [
        volume('a', { ephemeral: { volumeClaimTemplate: { metadata: { name: 'b' }, spec: claim } } }),
      ],
    },
    { 'spec/volumes': [volume('a', { ephemeral: { volumeClaimTemplate: { spec: claim } } })] },
  ),
});
