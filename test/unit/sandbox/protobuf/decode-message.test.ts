import { describe, expect, test } from 'vitest';
import { decodeMessage } from '../../../../sandbox/src/protobuf/decode-message.ts';
import { inGoForm } from '../../../../sandbox/src/protobuf/go-form.ts';
import { ProtobufError } from '../../../../sandbox/src/protobuf/protobuf-error.ts';
import { ProtobufWriter } from '../../../support/protobuf-body.ts';
import { protobufFacts } from '../../../support/protobuf-facts.ts';
import { fullSample } from '../../../support/protobuf-samples.ts';

const facts = await protobufFacts();
const writer = new ProtobufWriter(facts);
const definitions = Object.keys(facts.messages);
const core = 'io.k8s.api.core.v1';
const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';

describe('all messages', () => {
  test('every field of every message is read as a library writes it', () => {
    for (const definition of definitions) {
      const sample = fullSample(definition, facts);
      const read = decode(writer.message(sample, definition), definition);
      expect([definition, read]).toEqual([definition, inGoForm(sample, definition, facts)]);
    }
  });

  test('without a byte they are what JSON without a field is', () => {
    for (const definition of definitions) {
      const read = decode(Buffer.alloc(0), definition);
      if (typeof read === 'object' && !Array.isArray(read)) {
        expect([definition, read]).toEqual([definition, inGoForm({}, definition, facts)]);
      }
    }
  });

  test('what Go writes of what is empty reads like nothing', () => {
    for (const definition of [`${core}.Pod`, `${core}.Service`, 'io.k8s.api.apps.v1.Deployment']) {
      expect(decode(writer.message({}, definition), definition)).toEqual(decode(Buffer.alloc(0), definition));
    }
  });
});

describe('values', () => {
  test.each<[definition: string, hex: string, json: unknown]>([
    [`${meta}.Time`, '', undefined],
    [`${meta}.Time`, '08001000', '1970-01-01T00:00:00Z'],
    [`${meta}.Time`, '08ffffffffffffffffff01', '1969-12-31T23:59:59Z'],
    [`${meta}.Time`, '080110ff93ebdc03', '1970-01-01T00:00:01Z'],
    [`${meta}.MicroTime`, '0801', '1970-01-01T00:00:01.000000Z'],
    [`${meta}.MicroTime`, '080110ff93ebdc03', '1970-01-01T00:00:01.999999Z'],
    ['io.k8s.apimachinery.pkg.util.intstr.IntOrString', '', 0],
    ['io.k8s.apimachinery.pkg.util.intstr.IntOrString', '080010501a00', 80],
    ['io.k8s.apimachinery.pkg.util.intstr.IntOrString', '080110501a0168', 'h'],
    ['io.k8s.apimachinery.pkg.util.intstr.IntOrString', '080010ffffffffffffffffff01', -1],
    ['io.k8s.apimachinery.pkg.api.resource.Quantity', '', '0'],
    ['io.k8s.apimachinery.pkg.runtime.RawExtension', '', undefined],
    ['io.k8s.apimachinery.pkg.runtime.RawExtension', '0a046e756c6c', undefined],
    ['io.k8s.apimachinery.pkg.runtime.RawExtension', '0a035b315d', [1]],
    // A repeated number may come in one piece.
    [`${core}.PodSecurityContext`, '2203010203', { supplementalGroups: [1, 2, 3] }],
    [`${core}.PodSecurityContext`, '200122020203', { supplementalGroups: [1, 2, 3] }],
    // A pointer keeps what is empty.
    [`${core}.PodSecurityContext`, '10001800', { runAsUser: 0, runAsNonRoot: false }],
    // Of one value the last counts, and parts of one message are put together.
    [`${core}.EnvVar`, '0a01610a0162', { name: 'b' }],
    [`${core}.EnvVarSource`, '0a03120161', { fieldRef: { fieldPath: 'a' } }],
    [`${core}.EnvVarSource`, '0a031201610a030a0162', { fieldRef: { fieldPath: 'a', apiVersion: 'b' } }],
    // An entry may lack its key, its value, or have them in another order.
    [`${core}.ConfigMap`, '12001203120162120612016a0a016b', { metadata: {}, data: { '': 'b', k: 'j' } }],
    [
      `${core}.ConfigMap`,
      '12100a095f5f70726f746f5f5f12036f776e',
      JSON.parse('{"metadata":{},"data":{"__proto__":"own"}}'),
    ],
    [`${core}.ConfigMap`, '12060a0161120 1ff'.replace(' ', ''), { metadata: {}, data: { a: '\ufffd' } }],
    // Nobody knows field 1000 and what is in it.
    [`${core}.EnvVar`, 'c23e026869', { name: '' }],
    [`${core}.EnvVar`, 'c33e0801c43e0a0161', { name: 'a' }],
    [`${core}.EnvVar`, 'c13e0000000000000000c53e00000000c03e01', { name: '' }],
  ])('%s of %s', (definition, hex, json) => {
    expect(decode(Buffer.from(hex, 'hex'), definition)).toEqual(json);
  });
});

describe('faults, in the words of kube-apiserver 1.35.4', () => {
  test.each<[hex: string, problem: string]>([
    ['0801', 'proto: wrong wireType = 0 for field ObjectMeta'],
    ['1001', 'proto: wrong wireType = 0 for field Data'],
    ['0f01', 'proto: wrong wireType = 7 for field ObjectMeta'],
    ['0c01', 'proto: ConfigMap: wiretype end group for non-group'],
    ['0001', 'proto: ConfigMap: illegal tag 0 (wire type 0)'],
    ['7e01', 'proto: illegal wireType 6'],
    ['ffffffffffffffffffffffff', 'proto: integer overflow'],
    ['0affffffffffffffffff01', 'proto: negative length found during unmarshaling'],
    ['0affffffff07', 'unexpected EOF'],
    ['0a', 'unexpected EOF'],
    ['0a02', 'unexpected EOF'],
    ['0a020a01', 'unexpected EOF'],
    ['fb3f0801', 'unexpected EOF'],
    ['f93f00', 'unexpected EOF'],
  ])('%s: %s', (hex, problem) => {
    expect(() => decode(Buffer.from(hex, 'hex'), `${core}.ConfigMap`)).toThrow(new ProtobufError(problem));
  });
});

describe('bounds', () => {
  test('messages deeper than the limit', () => {
    const props = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps';
    // `not` in `not` in ...
    let bytes = Buffer.alloc(0);
    for (let depth = 0; depth < 60; depth++) {
      bytes = Buffer.concat([Buffer.from([0xe2, 0x01]), lengthOf(bytes), bytes]);
    }
    expect(() => decode(bytes, props)).toThrow('exceeded max depth');
  });

  test('every value is counted', () => {
    let count = 0;
    decodeMessage(
      writer.message({ metadata: {}, data: { a: 'b', c: 'd' } }, `${core}.ConfigMap`),
      `${core}.ConfigMap`,
      facts,
      {
        depth: 50,
        count: () => {
          count++;
        },
      },
    );
    expect(count).toBeGreaterThan(4);
  });
});

function decode(bytes: Buffer, definition: string): unknown {
  return decodeMessage(bytes, definition, facts, { depth: 50, count: () => undefined });
}

function lengthOf(bytes: Buffer): Buffer {
  const digits = [];
  let rest = bytes.length;
  for (; rest >= 128; rest >>= 7) digits.push((rest & 127) | 128);
  return Buffer.from([...digits, rest]);
}
