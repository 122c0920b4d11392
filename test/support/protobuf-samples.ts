import type { MessageField, ProtobufFacts } from '../../sandbox/src/protobuf/protobuf-facts.ts';

/** The JSON of a message of which every field is set, each to another value; what is in itself is left out there. */
export function fullSample(definition: string, { messages }: ProtobufFacts): unknown {
  let number = 0;
  const sample = (message: string, within: readonly string[]): unknown => {
    number++;
    const inside = [...within, message];
    const wrapped = propsOf(message);
    const props = () => (within.includes(wrapped) ? { description: `${number}` } : sample(wrapped, inside));
    const special = specialSamples[shortName(message)]?.(number, props);
    if (special !== undefined) return special;
    const fields = messages[message]!;
    if (fields[0]?.name === '' && fields[0].many) return [`item ${number}`, `item ${number + 1}`];
    const json: Record<string, unknown> = {};
    for (const field of fields) {
      if (inside.includes(field.type)) continue;
      if (field.name === '') Object.assign(json, sample(field.type, inside));
      else json[field.name] = values(field, inside);
    }
    return json;
  };
  const one = ({ type }: MessageField, within: readonly string[]): unknown => {
    if (messages[type]) return sample(type, within);
    number++;
    return scalarSamples[type]!(number);
  };
  const values = (field: MessageField, within: readonly string[]): unknown => {
    if (field.many === 'list') return [one(field, within)];
    if (field.many === 'map') return { [`key-${number}`]: one(field, within) };
    return one(field, within);
  };
  return sample(definition, []);
}

function shortName(message: string): string {
  return message.slice(message.lastIndexOf('.') + 1);
}

/** The definition that another one of the same package wraps. */
function propsOf(message: string): string {
  return `${message.slice(0, message.lastIndexOf('.'))}.JSONSchemaProps`;
}

const scalarSamples: Readonly<Record<string, (number: number) => unknown>> = {
  string: (number) => `text ${number} ☂`,
  bytes: (number) => Buffer.from([0, 255, number & 255, number >> 8]).toString('base64'),
  bool: () => true,
  int32: (number) => (number % 2 === 0 ? -number : 2_147_483_000 + (number % 600)),
  int64: (number) => (number % 2 === 0 ? -number : Number.MAX_SAFE_INTEGER - number),
  double: (number) => number + 0.25,
};

const specialSamples: Readonly<Record<string, (number: number, props: () => unknown) => unknown>> = {
  Time: (number) => `20${String(number % 100).padStart(2, '0')}-02-03T04:05:06Z`,
  MicroTime: (number) => `2026-02-03T04:05:06.${String(number % 1_000_000).padStart(6, '0')}Z`,
  Quantity: (number) => `${number}Mi`,
  IntOrString: (number) => (number % 2 === 0 ? number : `${number}%`),
  RawExtension: (number) => ({
    apiVersion: 'example.com/v1',
    kind: 'Any',
    items: [number, null, { a: false }],
  }),
  JSON: (number) => [number, { a: 'b' }],
  FieldsV1: (number) => ({ 'f:metadata': { [`f:${number}`]: {} } }),
  JSONSchemaPropsOrArray: (number, props) => (number % 2 === 0 ? props() : [props()]),
  JSONSchemaPropsOrBool: (number, props) => (number % 2 === 0 ? props() : number % 3 === 0),
  JSONSchemaPropsOrStringArray: (number, props) => (number % 2 === 0 ? props() : [`${number}`]),
};
