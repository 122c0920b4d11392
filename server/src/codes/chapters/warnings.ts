import { chapter, of, text } from '../code-entry.ts';
import { bases } from '../example-objects.ts';
import { spread, volume } from '../example-parts.ts';

const preference = (value: string) => ({
  nodeAffinity: {
    preferredDuringSchedulingIgnoredDuringExecution: [
      { weight: 1, preference: { matchExpressions: [{ key: 'zone', operator: 'In', values: [value] }] } },
    ],
  },
});
const files = (one: string, other: string) => ({
  name: 'config',
  items: [
    { key: 'a', path: one },
    { key: 'b', path: other },
  ],
});

/** What the server takes and warns of. */
export const warnings = chapter('What the server takes and warns of', {
  'address-spelling': of(
    'The server takes the address and warns of it: programs read this spelling in different ways, or it is not the usual one. Kubernetes 1.36 refuses some of them.',
    'NetworkPolicy',
    { 'spec/ingress': [{ from: [{ ipBlock: { cidr: '2001:DB8::/32' } }] }] },
    { 'spec/ingress': [{ from: [{ ipBlock: { cidr: '2001:db8::/32' } }] }] },
  ),
  'deprecated-annotation': of(
    'The server warns of an annotation in whose place a field has come, or which does nothing any more.',
    'Ingress',
    { 'metadata/annotations': { 'kubernetes.io~ingress.class': 'nginx' } },
    { 'spec/ingressClassName': 'nginx' },
  ),
  'deprecated-label': of(
    'The server warns of a label of nodes that has another name by now.',
    'Pod',
    { 'spec/nodeSelector': { 'beta.kubernetes.io~os': 'linux' } },
    { 'spec/nodeSelector': { 'kubernetes.io~os': 'linux' } },
  ),
  'finalizer-domain': text(
    'The server warns of a finalizer of a custom resource without a domain and a path: others may use the same name.',
    bases.changed('CustomResourceDefinition', {}) +
      '---\napiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: a\n  finalizers:\n    - cleanup\n',
    bases.changed('CustomResourceDefinition', {}) +
      '---\napiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: a\n  finalizers:\n    - example.com/cleanup\n',
  ),
  'fraction-of-byte': of(
    'The server warns of an amount of bytes that is not whole. Very often `m`, a thousandth, was meant to be `Mi`.',
    'Pod',
    { 'spec/containers/0/resources': { limits: { memory: '100m' } } },
    { 'spec/containers/0/resources': { limits: { memory: '100Mi' } } },
  ),
  'hidden-variable': of(
    'The server warns of an environment variable that is set twice: the last one counts, and `kubectl apply` may drop one.',
    'Pod',
    {
      'spec/containers/0/env': [
        { name: 'A', value: 'one' },
        { name: 'A', value: 'two' },
      ],
    },
    {
      'spec/containers/0/env': [
        { name: 'A', value: 'one' },
        { name: 'A', value: '$(A) two' },
      ],
    },
  ),
  'ignored-field': of(
    'The server warns of a field that does nothing in a Service of this type.',
    'Service',
    { 'spec/externalName': 'example.com' },
    { 'spec/type': 'ExternalName', 'spec/externalName': 'example.com' },
  ),
  'label-never-matches': of(
    'The server warns of a value that no label can have: the preference is never met.',
    'Pod',
    { 'spec/affinity': preference('a b') },
    { 'spec/affinity': preference('a') },
  ),
  'name-as-host-name': of(
    'The server warns of a name with a dot in it, from which host names of Pods are made.',
    'Deployment',
    { 'metadata/name': 'web.v1' },
    { 'metadata/name': 'web-v1' },
  ),
  'no-selector': of(
    'The server warns of a selector that is not there: it matches no Pod.',
    'Pod',
    { 'spec/topologySpreadConstraints': [spread({})] },
    { 'spec/topologySpreadConstraints': [spread({ labelSelector: { matchLabels: { app: 'web' } } })] },
  ),
  'overlapping-path': of(
    'The server warns of two files of a volume at the same path, or one below the other.',
    'Pod',
    { 'spec/volumes': [volume('config', { configMap: files('app', 'app/extra') })] },
    { 'spec/volumes': [volume('config', { configMap: files('app', 'extra') })] },
  ),
  'repeated-item': of(
    'The server warns of an item that is in a list already.',
    'Pod',
    { 'spec/imagePullSecrets': [{ name: 'registry' }, { name: 'registry' }] },
    { 'spec/imagePullSecrets': [{ name: 'registry' }] },
  ),
  'shared-port': of(
    'The server warns of two ports of a Pod with the same number or name.',
    'Pod',
    { 'spec/containers/0/ports': [{ containerPort: 80 }, { containerPort: 80 }] },
    { 'spec/containers/0/ports': [{ containerPort: 80 }, { containerPort: 81 }] },
  ),
  'tls-key-pair': of(
    'The server warns of a Secret for TLS that holds no certificate, or no key.',
    'Secret',
    { type: 'kubernetes.io/tls', stringData: { 'tls.crt': 'certificate', 'tls.key': 'key' } },
    { type: 'Opaque', stringData: { 'tls.crt': 'certificate', 'tls.key': 'key' } },
  ),
  'unknown-format': text(
    'The server warns of a format in the schema of a definition that it does not know, and so does not check.',
    bases.custom({ type: 'string', format: 'semver' }, '1.0.0'),
    bases.custom({ type: 'string', format: 'hostname' }, 'example.com'),
  ),
  'unwise-value': of(
    'The server takes the value and warns of what comes of it.',
    'Deployment',
    { 'spec/template/spec/terminationGracePeriodSeconds': -5 },
    { 'spec/template/spec/terminationGracePeriodSeconds': 5 },
  ),
});
