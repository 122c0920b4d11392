import type { Schema } from '../catalog/schema.ts';
import { closest } from '../checks/closest.ts';
import type { Report } from '../checks/finding.ts';
import { replaceScalar } from '../checks/replace-scalar.ts';
import { checkSchema } from '../checks/schema/check-schema.ts';
import { field, isNull } from '../manifest/fields.ts';
import type { ListItem, ListNode, MapNode, ScalarNode, Span, YamlNode } from '../yaml/nodes.ts';

/**
 * Reports what is wrong with a JSON patch (RFC 6902): its operations, and where their paths lead and what they write, where
 * the schema of the patched objects is known.
 */
export function checkJsonPatch(operations: ListNode, schema: Schema | undefined, report: Report): void {
  for (const item of operations.items) {
    if (item.value?.type === 'map') checkOperation(item.value, schema, report);
    else report(notAnOperation(item));
  }
}

/** The members that an operation has beside `op` and `path`. */
export const jsonPatchMembers: Readonly<Record<string, 'value' | 'from' | undefined>> = {
  add: 'value',
  remove: undefined,
  replace: 'value',
  move: 'from',
  copy: 'from',
  test: 'value',
};

function notAnOperation({ span, value }: ListItem) {
  return {
    code: 'wrong-type',
    severity: 'error',
    message: 'An operation of a JSON patch is a map with `op` and `path`.',
    span: value?.type === 'scalar' ? value.span : span,
  } as const;
}

function checkOperation(operation: MapNode, schema: Schema | undefined, report: Report): void {
  const head = operation.entries[0]?.key.span ?? operation.span;
  const op = textAt(operation, 'op', head, report);
  const path = textAt(operation, 'path', head, report);
  if (op) checkKind(op, operation, head, report);
  for (const pointer of [path, textOf(field(operation, 'from')?.value)]) {
    if (pointer) checkPointer(pointer, report);
  }
  if (!path || !schema || !op || !/^(?:\/|$)/.test(path.text)) return;
  const target = follow(path, schema, report);
  const value = field(operation, 'value');
  const isWritten = op.text === 'add' || op.text === 'replace';
  if (!target || !isWritten || !value?.value || isNull(value.value)) return;
  const place = { mark: value.key, name: nameOf(path) };
  // What the whole object lacks is another operation's to write.
  checkSchema(value.value, target, place, (finding) => {
    if (finding.code !== 'missing-required') report(finding);
  });
}

function checkKind(op: ScalarNode, operation: MapNode, head: Span, report: Report): void {
  if (!Object.hasOwn(jsonPatchMembers, op.text)) {
    const names = Object.keys(jsonPatchMembers);
    const meant = closest(op.text, names);
    report({
      code: 'unsupported-value',
      severity: 'error',
      message: `Unsupported value "${op.text}".${meant ? ` Did you mean "${meant}"?` : ''} Supported: ${names.map((name) => `"${name}"`).join(', ')}.`,
      span: op.span,
      ...(meant && { fix: replaceScalar(op, meant) }),
    });
    return;
  }
  const member = jsonPatchMembers[op.text];
  if (member === undefined || field(operation, member)) return;
  report({
    code: 'missing-required',
    // Without a value null is written.
    severity: member === 'value' ? 'warning' : 'error',
    message: `The operation "${op.text}" lacks "${member}".`,
    span: head,
    missing: member,
  });
}

function textAt(operation: MapNode, name: string, head: Span, report: Report): ScalarNode | undefined {
  const entry = field(operation, name);
  const text = textOf(entry?.value);
  if (text) return text;
  const isThere = entry?.value && !isNull(entry.value);
  report({
    code: isThere ? 'wrong-type' : 'missing-required',
    severity: 'error',
    message: isThere
      ? `"${name}" takes a string.`
      : `An operation of a JSON patch lacks the required field "${name}".`,
    span: isThere ? entry.key.span : head,
    ...(!isThere && { missing: name }),
  });
  return undefined;
}

function checkPointer(pointer: ScalarNode, report: Report): void {
  if (/^(?:\/|$)/.test(pointer.text)) return;
  report({
    code: 'bad-format',
    severity: 'error',
    message: `The path of a JSON patch begins with "/": "/${pointer.text}".`,
    span: pointer.span,
    fix: replaceScalar(pointer, `/${pointer.text}`),
  });
}

/** The schema of what a path leads to; undefined where nothing is said of it, or it leads nowhere, which is reported. */
function follow(path: ScalarNode, root: Schema, report: Report): Schema | undefined {
  let schema = root;
  for (const part of jsonPointerParts(path.text)) {
    if (schema.items) {
      if (!/^(?:-|-?\d+)$/.test(part)) {
        report(
          leadsNowhere(path, `"${part}" is no item of a list: those are 0, 1, ... and "-" behind the last.`),
        );
        return undefined;
      }
      schema = schema.items;
      continue;
    }
    const { values } = schema;
    const next = schema.property(part) ?? values;
    if (next === 'any') return undefined;
    if (!next) {
      if (schema.open || schema.types[0] !== 'object' || schema.propertyNames.length === 0) return undefined;
      const meant = closest(part, schema.propertyNames);
      report(leadsNowhere(path, `Unknown field "${part}".${meant ? ` Did you mean "${meant}"?` : ''}`));
      return undefined;
    }
    schema = next;
  }
  return schema;
}

function leadsNowhere(path: ScalarNode, message: string) {
  return { code: 'unknown-field', severity: 'error', message, span: path.span } as const;
}

/** The names and indexes that a JSON pointer (RFC 6901) is made of. */
export function jsonPointerParts(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescaped);
}

function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function nameOf({ text }: ScalarNode): string {
  return unescaped(text.slice(text.lastIndexOf('/') + 1));
}

function textOf(node: YamlNode | undefined): ScalarNode | undefined {
  return node?.type === 'scalar' && typeof node.value === 'string' ? node : undefined;
}
