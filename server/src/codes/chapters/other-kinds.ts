import { chapter, of } from '../code-entry.ts';
import { rules } from '../example-parts.ts';

const webhook = (fields: object) => [
  {
    name: 'check.example.com',
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    clientConfig: { url: 'https://example.com/check' },
    rules: rules({}),
    ...fields,
  },
];

/** Other kinds. */
export const otherKinds = chapter('Other kinds', {
  'secret-type': of('A Secret of this type lacks what the type asks for.', 'Secret', {
    type: 'kubernetes.io/tls',
    data: {},
  }),
  'limit-bounds': of('The least, the default and the most of a limit are in this order.', 'LimitRange', {
    'spec/limits': [{ type: 'Container', max: { cpu: '1' }, min: { cpu: '2' } }],
  }),
  'subject-namespace': of(
    'A binding for all namespaces says in which one its account is.',
    'ClusterRoleBinding',
    { subjects: [{ kind: 'ServiceAccount', name: 'reader' }] },
    { subjects: [{ kind: 'ServiceAccount', name: 'reader', namespace: 'shop' }] },
  ),
  wildcard: of(
    '`*` means all, so nothing stands beside it.',
    'ValidatingWebhookConfiguration',
    { webhooks: webhook({ rules: rules({ apiGroups: ['*', 'apps'] }) }) },
    { webhooks: webhook({}) },
  ),
  'webhook-client': of(
    'A webhook is called by a URL or at a Service, by HTTPS.',
    'ValidatingWebhookConfiguration',
    { webhooks: webhook({ clientConfig: { url: 'http://example.com' } }) },
    { webhooks: webhook({}) },
  ),
  'webhook-name': of(
    'A webhook is named like a DNS name of at least three parts.',
    'ValidatingWebhookConfiguration',
    { webhooks: webhook({ name: 'check' }) },
    { webhooks: webhook({}) },
  ),
  'definition-name': of('A CustomResourceDefinition is named `PLURAL.GROUP`.', 'CustomResourceDefinition', {
    'metadata/name': 'widget.example.com',
  }),
  'api-approval': of(
    "Groups below `k8s.io` are Kubernetes' own: a definition in one names its approval.",
    'CustomResourceDefinition',
    { 'metadata/name': 'widgets.example.k8s.io', 'spec/group': 'example.k8s.io' },
  ),
  'structural-schema': of('The schema of a definition is not structural.', 'CustomResourceDefinition', {
    'spec/versions/0/schema/openAPIV3Schema/properties': { size: { description: 'none' } },
  }),
  'custom-default': of(
    'A default in the schema of a definition does not fit the schema, or stands where the server has none.',
    'CustomResourceDefinition',
    {
      'spec/versions/0/schema/openAPIV3Schema/properties': { size: { type: 'integer', default: 'large' } },
    },
    { 'spec/versions/0/schema/openAPIV3Schema/properties': { size: { type: 'integer', default: 3 } } },
  ),
  'custom-schema': of(
    'The schema of a definition uses something that the server does not take.',
    'CustomResourceDefinition',
    {
      'spec/versions/0/schema/openAPIV3Schema/properties': {
        size: { type: 'array', items: { type: 'string' }, uniqueItems: true },
      },
    },
  ),
  'expression-syntax': of(
    'An expression (CEL) cannot be read. Only its form is checked here, not its names and types.',
    'ValidatingWebhookConfiguration',
    { webhooks: webhook({ matchConditions: [{ name: 'mine', expression: 'object.spec.replicas <' }] }) },
    { webhooks: webhook({ matchConditions: [{ name: 'mine', expression: 'object.spec.replicas < 5' }] }) },
  ),
  'certificate-request': of(
    'A CertificateSigningRequest holds a request in PEM, and that in base64.',
    'CertificateSigningRequest',
    { 'spec/request': 'cmVxdWVzdA==' },
  ),
  'trust-bundle': of(
    'A ClusterTrustBundle holds certificates in PEM, each once and nothing else.',
    'ClusterTrustBundle',
    { 'spec/trustBundle': 'certificate' },
  ),
  'event-field': of(
    'An Event of `events.k8s.io` has none of the fields of the old ones.',
    'Event',
    { deprecatedCount: 3 },
    {},
  ),
  'event-namespace': of(
    'An Event is in the namespace of what it is about.',
    'Event',
    { 'metadata/namespace': 'shop', regarding: { kind: 'Node', name: 'a' } },
    {},
  ),
  'unknown-request': of(
    'A ResourceClaim names a request that it does not have.',
    'ResourceClaim',
    { 'spec/devices/config/0/requests': ['cpu'] },
    {},
  ),
  'device-attribute': of(
    'An attribute or capacity of a device has a short name, with or without a domain, and one value.',
    'ResourceSlice',
    { 'spec/devices/0/attributes': { 'full-name': { string: 'a' } } },
    { 'spec/devices/0/attributes': { fullName: { string: 'a' } } },
  ),
  'device-nodes': of(
    'A ResourceSlice says in one way whose devices it lists: `nodeName`, `nodeSelector` or `allNodes`.',
    'ResourceSlice',
    { 'spec/nodeName': undefined },
    {},
  ),
});
