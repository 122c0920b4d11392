import { expect, test } from 'vitest';
import { conversionProblem } from '../../../../sandbox/src/apply/conversion-problem.ts';
import { goMap } from '../../../../sandbox/src/apply/go-map.ts';
import { isNamedText } from '../../../../sandbox/src/decode/go-field.ts';

/** What kube-apiserver 1.35 answers to strategic merge patches of a wrong type. */
const problems: readonly (readonly [decoder: string, conversion: string])[] = [
  [
    'json: cannot unmarshal string into Go struct field ObjectMeta.metadata.labels of type map[string]string',
    'cannot restore map from string',
  ],
  [
    'json: cannot unmarshal array into Go struct field ObjectMeta.metadata.labels of type map[string]string',
    'cannot restore map from slice',
  ],
  [
    'json: cannot unmarshal string into Go struct field PodSpec.spec.containers of type []v1.Container',
    'cannot restore slice from string',
  ],
  [
    'json: cannot unmarshal number into Go struct field Pod.spec of type v1.PodSpec',
    'cannot restore struct from: int64',
  ],
  [
    'json: cannot unmarshal number into Go struct field Container.spec.containers.image of type string',
    'cannot convert int64 to string',
  ],
  [
    'json: cannot unmarshal object into Go struct field ObjectMeta.metadata.labels of type string',
    'unrecognized type: string',
  ],
  [
    'json: cannot unmarshal string into Go struct field PodSpec.spec.activeDeadlineSeconds of type int64',
    'unrecognized type: int64',
  ],
  [
    'json: cannot unmarshal number 1.5 into Go struct field PodSpec.spec.activeDeadlineSeconds of type int64',
    'cannot convert float64 to int64',
  ],
  [
    'json: cannot unmarshal number into Go struct field PodSpec.spec.hostNetwork of type bool',
    'unrecognized type: bool',
  ],
  [
    'json: cannot unmarshal array into Go struct field HTTPGetAction.httpGet.port of type intstr.IntOrString',
    'json: cannot unmarshal array into Go value of type int32',
  ],
  ['illegal base64 data at input byte 0', 'error decoding from json: illegal base64 data at input byte 0'],
  [
    'json: cannot unmarshal number into Go struct field NamespaceStatus.status.phase of type v1.NamespacePhase',
    'cannot convert int64 to v1.NamespacePhase',
  ],
  [
    'json: cannot unmarshal object into Go struct field PodSpec.spec.dnsPolicy of type v1.DNSPolicy',
    'unrecognized type: string',
  ],
  [
    'json: cannot unmarshal string into Go struct field ResourceQuotaStatus.status.used of type v1.ResourceList',
    'cannot restore map from string',
  ],
  [
    'json: cannot unmarshal array into Go value of type string',
    'json: cannot unmarshal array into Go value of type string',
  ],
];

test.each(problems)('%s', (decoder, conversion) => {
  expect(conversionProblem(decoder, isNamedText)).toBe(conversion);
});

test('maps are printed with their keys in order', () => {
  expect(goMap({ spec: { b: null, a: [1, { x: 'y' }, true] } })).toBe(
    'map[spec:map[a:[1 map[x:y] true] b:<nil>]]',
  );
});
