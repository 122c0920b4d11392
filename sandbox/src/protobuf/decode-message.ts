import { setField } from '../../../server/src/yaml/own-field.ts';
import { jsonForms } from './json-forms.ts';
import { ProtobufError } from './protobuf-error.ts';
import type { MessageField, ProtobufFacts } from './protobuf-facts.ts';
import { type Tag, WireReader, wireTypes } from './wire-reader.ts';

/** What bounds a message. */
export interface MessageLimits {
  /** How deep messages may be in one another. */
  readonly depth: number;
  /** Is told of every value, and throws where there are too many. */
  count(): void;
}

/**
 * The JSON that Go writes of the struct which it reads a message into: fields that it does not know fall away, and of what is
 * empty there is what the facts say. Undefined where that is `null`.
 * @throws ProtobufError in Go's words, where the bytes are no such message.
 */
export function decodeMessage(
  bytes: Buffer,
  message: string,
  { messages }: Pick<ProtobufFacts, 'messages'>,
  limits: MessageLimits,
): unknown {
  return new MessageDecoder(messages, limits).decode(bytes, message, 0);
}

/** What has been read of a field so far: of one message its bytes, which may come in parts. */
type Read = { parts: Buffer[] } | { value: unknown };

class MessageDecoder {
  readonly #messages: ProtobufFacts['messages'];
  readonly #limits: MessageLimits;

  constructor(messages: ProtobufFacts['messages'], limits: MessageLimits) {
    this.#messages = messages;
    this.#limits = limits;
  }

  decode(bytes: Buffer, message: string, depth: number): unknown {
    if (depth > this.#limits.depth) throw new ProtobufError('exceeded max depth');
    this.#limits.count();
    const fields = this.#messages[message]!;
    const read = this.#readFields(bytes, message, fields, depth);
    const json: Record<string, unknown> = {};
    for (const field of fields) {
      const value = this.#valueOf(read.get(field), field, depth);
      if (value === undefined) continue;
      if (field.name !== '') setField(json, field.name, value);
      else if (field.many) return value;
      else Object.assign(json, value);
    }
    const form = jsonForms[message];
    return form ? form(json, bytes.length === 0 ? 'empty' : 'with bytes') : json;
  }

  #readFields(bytes: Buffer, message: string, fields: readonly MessageField[], depth: number) {
    const read = new Map<MessageField, Read>();
    const reader = new WireReader(bytes);
    const struct = message.slice(message.lastIndexOf('.') + 1);
    while (!reader.atEnd) {
      const tag = reader.tag(struct);
      const field = fields.find(({ number }) => number === tag.number);
      if (field) read.set(field, this.#readField(reader, tag, field, read.get(field), depth));
      else reader.skipField(tag);
    }
    return read;
  }

  #readField(
    reader: WireReader,
    tag: Tag,
    field: MessageField,
    before: Read | undefined,
    depth: number,
  ): Read {
    const isMessage = this.#messages[field.type] !== undefined;
    if (field.many === 'map') {
      checkWireType(tag, wireTypes.bytes, field);
      this.#limits.count();
      const map = (before as { value: object } | undefined)?.value ?? {};
      this.#readEntry(reader.bytes(), field, map, depth);
      return { value: map };
    }
    if (field.many === 'list') {
      const list = (before as { value: unknown[] } | undefined)?.value ?? [];
      this.#readItems(reader, tag, field, list, depth);
      return { value: list };
    }
    if (!isMessage) return { value: this.#scalar(reader, tag, field) };
    checkWireType(tag, wireTypes.bytes, field);
    this.#limits.count();
    const parts = (before as { parts: Buffer[] } | undefined)?.parts ?? [];
    parts.push(reader.bytes());
    return { parts };
  }

  #readItems(reader: WireReader, tag: Tag, field: MessageField, list: unknown[], depth: number): void {
    if (this.#messages[field.type]) {
      checkWireType(tag, wireTypes.bytes, field);
      list.push(this.decode(reader.bytes(), field.type, depth + 1) ?? null);
      return;
    }
    const isPacked = tag.wireType === wireTypes.bytes && wireTypeOf(field.type) !== wireTypes.bytes;
    if (!isPacked) {
      list.push(this.#scalar(reader, tag, field));
      return;
    }
    const packed = new WireReader(reader.bytes());
    const item = { ...tag, wireType: wireTypeOf(field.type) };
    while (!packed.atEnd) list.push(this.#scalar(packed, item, field));
  }

  /** An entry is a message of a key and a value. */
  #readEntry(bytes: Buffer, field: MessageField, map: object, depth: number): void {
    const reader = new WireReader(bytes);
    let key = '';
    let value: unknown;
    while (!reader.atEnd) {
      const tag = reader.tag(upperFirst(field));
      if (tag.number === 1) key = reader.bytes().toString();
      else if (tag.number !== 2) reader.skipField(tag);
      else if (this.#messages[field.type]) value = this.decode(reader.bytes(), field.type, depth + 1);
      else value = this.#scalar(reader, tag, field);
    }
    setField(map, key, value ?? this.#emptyValue(field, depth) ?? null);
  }

  #scalar(reader: WireReader, tag: Tag, field: MessageField): unknown {
    checkWireType(tag, wireTypeOf(field.type), field);
    this.#limits.count();
    switch (field.type) {
      case 'string':
        return reader.bytes().toString();
      case 'bytes':
        return reader.bytes().toString('base64');
      case 'bool':
        return reader.integer() !== 0;
      case 'int32':
        return reader.varint().low;
      case 'int64':
        return reader.integer();
      default:
        return finite(reader.double());
    }
  }

  /** The JSON of a field that was read or was not, undefined where Go writes none. */
  #valueOf(read: Read | undefined, field: MessageField, depth: number): unknown {
    if (read === undefined) {
      return isWrittenEmpty(field) ? this.#emptyValue(field, depth) : undefined;
    }
    if ('parts' in read) return this.decode(joined(read.parts), field.type, depth + 1);
    return field.empty === undefined && isEmpty(read.value) ? undefined : read.value;
  }

  #emptyValue({ type }: MessageField, depth: number): unknown {
    if (this.#messages[type]) return this.decode(Buffer.alloc(0), type, depth + 1);
    return zeros[type];
  }
}

/** Parts of one message, one after the other, are the whole. */
function joined(parts: readonly Buffer[]): Buffer {
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}

function checkWireType({ wireType }: Tag, expected: number, field: MessageField): void {
  if (wireType === expected) return;
  throw new ProtobufError(`proto: wrong wireType = ${wireType} for field ${upperFirst(field)}`);
}

/** The name of a field in Go. */
function upperFirst({ name, goName }: MessageField): string {
  return goName ?? name.charAt(0).toUpperCase() + name.slice(1);
}

function wireTypeOf(scalar: string): number {
  if (scalar === 'string' || scalar === 'bytes') return wireTypes.bytes;
  return scalar === 'double' ? wireTypes.fixed64 : wireTypes.varint;
}

/** Whether Go writes a field of which nothing was sent: no list or map, which are `null` then. */
export function isWrittenEmpty({ empty, many, type }: MessageField): boolean {
  return empty === 'written' && !many && type !== 'bytes';
}

/** What Go writes of a scalar of which nothing was sent. */
export const zeros: Readonly<Record<string, unknown>> = {
  string: '',
  bytes: '',
  bool: false,
  int32: 0,
  int64: 0,
  double: 0,
};

function isEmpty(value: unknown): boolean {
  return value === '' || value === 0 || value === false;
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value;
  const shown = Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  throw new ProtobufError(`json: unsupported value: ${shown}`);
}
