import { ownField, setField } from '../../../server/src/yaml/own-field.ts';
import { decodeMessage, isWrittenEmpty, zeros } from './decode-message.ts';
import { jsonForms } from './json-forms.ts';
import type { MessageField, ProtobufFacts } from './protobuf-facts.ts';

/**
 * A JSON value that has been decoded as a definition, as Go writes it again: what is empty falls away or is written as the
 * facts say. So an object is the same whether it came as JSON or as protobuf. Fields that the facts do not have stay.
 */
export function inGoForm(value: unknown, definition: string, { messages }: ProtobufFacts): unknown {
  return new GoWriter(messages).form(value, definition);
}

class GoWriter {
  readonly #messages: ProtobufFacts['messages'];

  constructor(messages: ProtobufFacts['messages']) {
    this.#messages = messages;
  }

  form(value: unknown, message: string): unknown {
    const fields = this.#messages[message];
    if (!fields) return value;
    if (jsonForms[message]) return this.#insideForm(value, fields);
    if (!isRecord(value)) return value;
    const result = { ...value };
    this.#formFields(result, fields);
    return result;
  }

  /** What writes its JSON itself may hold messages: the schema of `items`. */
  #insideForm(value: unknown, fields: readonly MessageField[]): unknown {
    const inner = fields.find(({ type }) => this.#messages[type]);
    if (!inner) return value;
    return Array.isArray(value)
      ? value.map((item) => this.form(item, inner.type))
      : this.form(value, inner.type);
  }

  #formFields(result: Record<string, unknown>, fields: readonly MessageField[]): void {
    const { byName, written } = this.#jsonFields(fields);
    // Most fields of a message are not there.
    for (const name of Object.keys(result)) {
      const field = byName.get(name);
      if (!field) continue;
      const before = result[name];
      const value = this.#part(before, field);
      if (value === undefined) delete result[name];
      else if (value !== before) setField(result, name, value);
    }
    for (const field of written) {
      if (ownField(result, field.name) === undefined) setField(result, field.name, this.#empty(field));
    }
  }

  #jsonFields(fields: readonly MessageField[]): JsonFields {
    let known = jsonFields.get(fields);
    if (!known) {
      const all = this.#withEmbedded(fields);
      known = {
        byName: new Map(all.map((field) => [field.name, field])),
        written: all.filter(isWrittenEmpty),
      };
      jsonFields.set(fields, known);
    }
    return known;
  }

  #withEmbedded(fields: readonly MessageField[]): readonly MessageField[] {
    return fields.flatMap((field) =>
      field.name === '' ? this.#withEmbedded(this.#messages[field.type] ?? []) : field,
    );
  }

  #part(value: unknown, field: MessageField): unknown {
    if (value === undefined) return undefined;
    const formed = this.#whole(value, field);
    return field.empty === undefined && isEmpty(formed) ? undefined : formed;
  }

  #whole(value: unknown, { type, many }: MessageField): unknown {
    if (many === 'list' && Array.isArray(value)) return value.map((item) => this.form(item, type));
    if (many !== 'map' || !isRecord(value)) return this.form(value, type);
    const result: Record<string, unknown> = {};
    for (const [key, part] of Object.entries(value)) setField(result, key, this.form(part, type));
    return result;
  }

  #empty({ type }: MessageField): unknown {
    if (this.#messages[type]) return decodeMessage(noBytes, type, { messages: this.#messages }, unbounded);
    return zeros[type];
  }
}

/** The fields of a message as JSON has them, with those of embedded messages. */
interface JsonFields {
  readonly byName: ReadonlyMap<string, MessageField>;
  /** Of which something is written where there is nothing. */
  readonly written: readonly MessageField[];
}

const jsonFields = new WeakMap<readonly MessageField[], JsonFields>();

const noBytes = Buffer.alloc(0);

/** An empty message holds no more than its Go struct. */
const unbounded = { depth: Number.POSITIVE_INFINITY, count: () => undefined };

/** What `omitempty` leaves out. */
function isEmpty(value: unknown): boolean {
  if (value === '' || value === 0 || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.keys(value).length === 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
