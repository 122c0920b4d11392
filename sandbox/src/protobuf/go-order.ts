import { ownField, setField } from '../../../server/src/yaml/own-field.ts';
import type { MessageField, ProtobufFacts } from './protobuf-facts.ts';

/** An object with its fields in the order in which Go writes those of its type, and all else behind them; maps by their keys. */
export function inGoOrder(value: unknown, definition: string, facts: ProtobufFacts): unknown {
  const fields = facts.messages[definition];
  if (Array.isArray(value)) return value.map((item) => inGoOrder(item, definition, facts));
  if (!fields || !isRecord(value)) return value;
  const result: Record<string, unknown> = {};
  for (const field of allFields(fields, facts)) {
    const inner = ownField(value, field.name);
    if (inner !== undefined) setField(result, field.name, fieldInOrder(inner, field, facts));
  }
  for (const [name, inner] of Object.entries(value)) {
    if (!Object.hasOwn(result, name)) setField(result, name, inner);
  }
  return result;
}

function fieldInOrder(value: unknown, { type, many }: MessageField, facts: ProtobufFacts): unknown {
  if (many !== 'map' || !isRecord(value)) return inGoOrder(value, type, facts);
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort()) setField(result, name, inGoOrder(value[name], type, facts));
  return result;
}

/** With those of the messages that JSON has among them. */
function allFields(fields: readonly MessageField[], facts: ProtobufFacts): readonly MessageField[] {
  return fields.flatMap((field) =>
    field.name === '' ? allFields(facts.messages[field.type] ?? [], facts) : [field],
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
