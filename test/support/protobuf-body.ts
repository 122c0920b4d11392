import protobuf from 'protobufjs';
import type { MessageField, ProtobufFacts } from '../../sandbox/src/protobuf/protobuf-facts.ts';

/** What a body says that it is. */
export interface Identity {
  apiVersion?: string;
  kind?: string;
}

/** Writes bodies as clients in Go do, by a library and the project's facts. */
export class ProtobufWriter {
  readonly #facts: ProtobufFacts;
  readonly #types = new Map<string, protobuf.Type>();

  constructor(facts: ProtobufFacts) {
    this.#facts = facts;
    const root = new protobuf.Root();
    for (const name of Object.keys(facts.messages)) {
      const type = new protobuf.Type(typeName(name));
      this.#types.set(name, type);
      root.add(type);
    }
    for (const [name, fields] of Object.entries(facts.messages)) {
      for (const field of fields) this.#types.get(name)!.add(fieldOf(field, facts));
    }
    root.resolveAll();
  }

  /** A whole body: the object, an envelope that says what it is, and the magic number before it. */
  body(object: Record<string, unknown>, definition: string, identity: Identity = object as Identity): Buffer {
    return envelope(this.message(object, definition), identity);
  }

  /** An object alone. Every field that is no pointer in Go is written, empty or not. */
  message(value: unknown, definition: string): Buffer {
    const type = this.#types.get(definition)!;
    return Buffer.from(type.encode(type.fromObject(this.#plain(value, definition))).finish());
  }

  /** What protobufjs takes for a JSON value. */
  #plain(value: unknown, definition: string): Record<string, unknown> {
    const special = specialMessages[shortName(definition)]?.(value);
    if (special) return special;
    const fields = this.#facts.messages[definition]!;
    const whole = wrappers[shortName(definition)]?.(value) ?? value;
    const plain: Record<string, unknown> = {};
    for (const field of fields) {
      const isWhole = field.name === '';
      const part = isWhole ? whole : (whole as Record<string, unknown>)[field.name];
      const written = this.#part(part ?? undefined, field);
      if (written !== undefined) plain[plainName(field)] = written;
    }
    return plain;
  }

  #part(value: unknown, { type, many, empty }: MessageField): unknown {
    const isMessage = this.#facts.messages[type] !== undefined;
    const one = (part: unknown) => (isMessage ? this.#plain(part, type) : part);
    if (many === 'list') return (value as unknown[] | undefined)?.map(one);
    if (many === 'map') {
      if (value === undefined) return undefined;
      return Object.fromEntries(Object.entries(value as object).map(([key, part]) => [key, one(part)]));
    }
    if (value !== undefined) return one(value);
    if (empty === 'kept' || type === 'bytes') return undefined;
    return isMessage ? this.#plain(emptyOf[shortName(type)] ?? {}, type) : zeros[type];
  }
}

/** The bytes of an object in what says of which kind it is, after the magic number. */
export function envelope(raw: Uint8Array, { apiVersion = '', kind = '' }: Identity): Buffer {
  const writer = protobuf.Writer.create();
  writer.uint32(10).fork().uint32(10).string(apiVersion).uint32(18).string(kind).ldelim();
  writer.uint32(18).bytes(raw).uint32(26).string('').uint32(34).string('');
  return Buffer.concat([Buffer.from('k8s\0'), writer.finish()]);
}

function fieldOf(field: MessageField, { messages }: ProtobufFacts): protobuf.Field | protobuf.MapField {
  const name = plainName(field);
  const type = messages[field.type] ? typeName(field.type) : field.type;
  if (field.many === 'map') return new protobuf.MapField(name, field.number, 'string', type);
  return new protobuf.Field(name, field.number, type, field.many === 'list' ? 'repeated' : 'optional');
}

/** A name that the library takes for an identifier. */
function typeName(definition: string): string {
  return definition.replace(/[^A-Za-z0-9]/g, '_');
}

function plainName({ name, number }: MessageField): string {
  return name === '' || /\W/.test(name) ? `field${number}` : name;
}

function shortName(definition: string): string {
  return definition.slice(definition.lastIndexOf('.') + 1);
}

const zeros: Readonly<Record<string, unknown>> = { string: '', bool: false };
for (const number of ['int32', 'int64', 'double']) Object.assign(zeros, { [number]: 0 });

/** The JSON of what is empty, where it is no object. */
const emptyOf: Readonly<Record<string, unknown>> = { IntOrString: 0, Quantity: '0', Time: '', MicroTime: '' };

/** The messages that are something else in JSON. */
const specialMessages: Readonly<Record<string, (value: unknown) => Record<string, unknown> | undefined>> = {
  Time: moment,
  MicroTime: moment,
  Quantity: (value) => ({ string: String(value) }),
  IntOrString: (value) =>
    typeof value === 'number'
      ? { type: 0, intVal: value, strVal: '' }
      : { type: 1, intVal: 0, strVal: value },
  RawExtension: json('raw'),
  JSON: json('raw'),
  FieldsV1: json('Raw'),
};

/** The messages of which JSON shows only the one field that is set. */
const wrappers: Readonly<Record<string, (value: unknown) => Record<string, unknown>>> = {
  JSONSchemaPropsOrArray: (value) => ({ [Array.isArray(value) ? 'jSONSchemas' : 'schema']: value }),
  JSONSchemaPropsOrStringArray: (value) => ({ [Array.isArray(value) ? 'property' : 'schema']: value }),
  JSONSchemaPropsOrBool: (value) =>
    typeof value === 'boolean' ? { allows: value } : { allows: true, schema: value },
};

function moment(value: unknown): Record<string, unknown> {
  if (value === '') return {};
  const milliseconds = Date.parse(value as string);
  const fraction = /\.(\d+)/.exec(value as string)?.[1] ?? '';
  return { seconds: Math.floor(milliseconds / 1000), nanos: Number(fraction.padEnd(9, '0')) };
}

function json(name: string) {
  return (value: unknown) => ({ [name]: Buffer.from(JSON.stringify(value)) });
}
