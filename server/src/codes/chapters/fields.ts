import { chapter, long, of, stored, text } from '../code-entry.ts';
import { bases } from '../example-objects.ts';
import { configMap } from '../example-parts.ts';

const nodeField = (key: string) => ({
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchFields: [{ key, operator: 'In', values: ['a'] }] }],
    },
  },
});

/** Fields. */
export const fields = chapter('Fields', {
  'unknown-field': of(
    'The kind has no such field there. With strict validation the server refuses it; without, it drops it silently.',
    'Deployment',
    { 'spec/replica': 2 },
    { 'spec/replicas': 2 },
  ),
  'duplicate-field': text(
    'A field is written twice in the same object; the last one would win.',
    configMap('data:\n  a: one\n  a: two\n'),
    configMap('data:\n  a: one\n  b: two\n'),
  ),
  'wrong-type': of(
    'The value has another type than the field, as Kubernetes reads YAML: `yes` is a boolean and `0644` a number unless they stand in quotes.',
    'ConfigMap',
    { 'data/retries': 5 },
    { 'data/retries': '5' },
  ),
  'missing-required': of('The server refuses the object without this field.', 'Deployment', {
    'spec/selector': undefined,
  }),
  'unsupported-value': of(
    'The field takes one of a few words, and this is none of them.',
    'Pod',
    { 'spec/containers/0/imagePullPolicy': 'always' },
    { 'spec/containers/0/imagePullPolicy': 'Always' },
  ),
  'forbidden-field': of(
    'The server refuses the field here because of what stands elsewhere in the object.',
    'LimitRange',
    { 'spec/limits': [{ type: 'Pod', max: { cpu: '2' }, default: { cpu: '1' } }] },
    {},
  ),
  'invalid-value': of(
    'The server refuses the value for a reason that its message names.',
    'Pod',
    { 'spec/affinity': nodeField('name') },
    { 'spec/affinity': nodeField('metadata.name') },
  ),
  'out-of-range': of(
    'A whole number is too large for its field.',
    'Deployment',
    { 'spec/replicas': 3000000000 },
    { 'spec/replicas': 3 },
  ),
  'number-range': of(
    'A number is smaller or larger than the server allows.',
    'Deployment',
    { 'spec/replicas': -1 },
    { 'spec/replicas': 1 },
  ),
  'whole-number': of(
    'A number must have no fraction here.',
    'ResourceQuota',
    { 'spec/hard': { pods: '1.5' } },
    {},
  ),
  'bad-format': of(
    'A text has not the form that its field asks for: a date, base64, a quantity, ...',
    'Secret',
    { 'data/password': 'not base64!' },
    { 'data/password': 'c2VjcmV0' },
  ),
  'bad-pattern': text(
    'The schema of a custom resource asks for another form.',
    bases.custom({ type: 'string', pattern: '^[a-z]+$' }, 'A1'),
    bases.custom({ type: 'string', pattern: '^[a-z]+$' }, 'abc'),
  ),
  'bad-length': text(
    'A text, list or map is longer or shorter than allowed.',
    bases.custom({ type: 'string', maxLength: 3 }, 'abcd'),
    bases.custom({ type: 'string', maxLength: 3 }, 'abc'),
  ),
  'duplicate-item': of(
    'A list in which each item must be another one has one twice.',
    'Pod',
    {
      'spec/resourceClaims': [
        { name: 'gpu', resourceClaimName: 'a' },
        { name: 'gpu', resourceClaimName: 'b' },
      ],
    },
    {
      'spec/resourceClaims': [
        { name: 'a', resourceClaimName: 'a' },
        { name: 'b', resourceClaimName: 'b' },
      ],
    },
  ),
  'deprecated-api-field': of(
    'The API says that the field is deprecated: it still counts and is struck through, a hint. Its page in the reference, which a hover shows, says why.',
    'Pod',
    { 'spec/serviceAccount': 'web' },
    { 'spec/serviceAccountName': 'web' },
  ),
  'immutable-field': stored(
    'The object is written otherwise than the cluster has it that is the target of its folder, in a field that cannot be changed: an apply would be refused until the object is deleted. Only where a person has connected to that cluster, hence a hint. Its fix writes what the cluster has; here that is green. Of a custom resource it is what the definition asks for by the expression `self == oldSelf`.',
    'Deployment',
    {
      'spec/selector/matchLabels/app': 'shop',
      'spec/template/metadata/labels/app': 'shop',
    },
  ),
  'not-checked': long(
    'Something was skipped: a document of more than 4 MB is not checked, of more than 1,000 problems in a file the rest is not shown, of more than 10,000 in one document the rest is not looked for, and of more than 10,000 patterns in a definition the rest is not read. Of other limits, such as 100 faults of YAML, 256 levels and 8 lists in one another, the note says what is left and what to do.',
    configMap(Array.from({ length: 1001 }, (_, index) => `field${index}: true\n`).join('')),
    configMap('field0: true\nfield1: true\n# ... and 1,000 unknown fields more\n'),
    configMap(''),
  ),
});
