import type { Schema } from '../catalog/schema.ts';
import type { About } from '../checks/about.ts';
import { closest } from '../checks/closest.ts';
import type { Finding, Report } from '../checks/finding.ts';
import { replaceScalar } from '../checks/replace-scalar.ts';
import { checkSchema } from '../checks/schema/check-schema.ts';
import { field, isNull } from '../manifest/fields.ts';
import type { ListItem, ListNode, MapNode, ScalarNode, Span, YamlNode } from '../yaml/nodes.ts';
import { ownField } from '../yaml/own-field.ts';

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
    about: { is: 'no-operation' },
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
      about: {
        is: 'unsupported-value',
        field: 'op',
        value: op.text,
        supported: names,
        ...(meant && { meant }),
      },
      span: op.span,
      ...(meant && { fix: replaceScalar(op, meant) }),
    });
    return;
  }
  const member = ownField(jsonPatchMembers, op.text);
  if (member === undefined || field(operation, member)) return;
  report({
    code: 'missing-required',
    // Without a value null is written.
    severity: member === 'value' ? 'warning' : 'error',
    about: { is: 'operation-without', operation: op.text, member },
    span: head,
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
    about: isThere
      ? { is: 'wrong-type', field: name, expected: ['string'] }
      : { is: 'missing-field', field: name, owner: 'operation' },
    span: isThere ? entry.key.span : head,
  });
  return undefined;
}

function checkPointer(pointer: ScalarNode, report: Report): void {
  if (/^(?:\/|$)/.test(pointer.text)) return;
  report({
    code: 'bad-format',
    severity: 'error',
    about: { is: 'relative-pointer', pointer: pointer.text },
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
        report(leadsNowhere(path, { is: 'no-index', part }));
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
      report(leadsNowhere(path, { is: 'unknown-field', field: part, ...(meant && { meant }) }));
      return undefined;
    }
    schema = next;
  }
  return schema;
}

function leadsNowhere(path: ScalarNode, about: About): Finding {
  return { code: 'unknown-field', severity: 'error', about, span: path.span };
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
