import type { CompletionItem } from 'vscode-languageserver';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import type { Schema } from '../../../server/src/catalog/schema.ts';
import { diagnose } from '../../../server/src/checks/check-document.ts';
import { complete } from '../../../server/src/features/completion/completion.ts';
import { schemaAlong } from '../../../server/src/features/completion/enclosing-object.ts';
import { stringField } from '../../../server/src/manifest/fields.ts';
import { parseDocuments, splitDocuments } from '../../../server/src/yaml/documents.ts';
import { LineIndex } from '../../../server/src/yaml/lines.ts';
import type { YamlDocument, YamlNode } from '../../../server/src/yaml/nodes.ts';
import type { Path } from '../../../server/src/yaml/path.ts';
import { fieldName } from '../../../server/src/yaml/tree.ts';
import { messageOf } from '../../support/message.ts';
import { acceptItem } from '../../support/snippets.ts';
import { shownItems } from '../../support/suggest-widget.ts';
import { type Failure, mark } from './check-states.ts';

const word = 'zzzWord';

/** A line to type on, put between two others. */
export interface BlankLine {
  /** Where it is put: the start of a line. */
  readonly offset: number;
  readonly indent: number;
  /** What is typed on it already: nothing, or a dash. */
  readonly typed: '' | '-' | '- ';
}

/** The lines that may be put at a line's start: as deep as the lines around, one step more and one less. */
export function blankLinesAt(text: string, offset: number): BlankLine[] {
  const columns = new Set([0]);
  const lines = [
    text.slice(0, offset).split('\n').findLast(hasContent),
    text.slice(offset).split('\n').find(hasContent),
  ];
  for (const line of lines) {
    if (line === undefined) continue;
    const own = /^ */.exec(line)![0].length;
    const behindDash = /^ *(?:- +)*/.exec(line)![0].length;
    for (const column of [own, behindDash, own + 2, behindDash + 2, own - 2])
      if (column >= 0) columns.add(column);
  }
  return [...columns].flatMap((indent) =>
    (['', '-', '- '] as const).map((typed) => ({ offset, indent, typed })),
  );
}

/**
 * Completes on a line put between two others: what is offered are the fields that a word there would be one of, as YAML
 * is read, and each accepted one leaves no unknown or doubled field, no value of a wrong type and no broken line behind.
 */
export async function checkBlankLine(
  text: string,
  { offset, indent, typed }: BlankLine,
  catalog: Catalog,
  random: (limit: number) => number,
): Promise<{ accepted: number; failures: Failure[] }> {
  const head = text.slice(0, offset) + ' '.repeat(indent) + typed;
  const tail = `\n${text.slice(offset)}`;
  const state = `line with ${typed === '' ? 'nothing' : `"${typed}"`}`;
  const failures: Failure[] = [];
  const fail = (problem: string) => failures.push({ state, problem, marked: `${head}${mark}${tail}` });
  const { items } = await complete({
    text: head + tail,
    uri: 'file:///workspace/app.yaml',
    position: new LineIndex(head + tail).positionAt(head.length),
    catalog,
  });
  const fields = items.filter(({ kind }) => kind === 10).map(({ label }) => label);
  const expected = await expectedFields(head, tail, text, catalog);
  // A dash that belongs nowhere is a fault of its own.
  if (expected === 'no YAML' && typed !== '') return { accepted: 0, failures };
  if (expected && expected !== 'no YAML' && !isSame(expected, fields)) {
    fail(`other fields: expected ${expected.slice(0, 6)}, offered ${fields.slice(0, 6)}`);
  }
  const before = faults(text, catalog);
  const chosen = pick(items, random);
  for (const item of chosen) {
    if (shownItems(head + tail, head.length, [item]).length === 0) fail(`not shown: ${item.label}`);
    const after = acceptItem(head + tail, item, mark).replace(mark, '');
    const more = faults(after, catalog).filter((fault) => !before.includes(fault));
    if (more.length > 0)
      fail(
        `accepting breaks: ${item.label}: ${more[0]}\n${JSON.stringify(after.slice(offset, offset + 200))}`,
      );
  }
  return { accepted: chosen.length, failures };
}

function hasContent(line: string): boolean {
  return /^\s*[^\s#]/.test(line);
}

function pick(items: readonly CompletionItem[], random: (limit: number) => number): CompletionItem[] {
  return items.length === 0 ? [] : [items[0]!, items[random(items.length)]!, items[random(items.length)]!];
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name) => right.includes(name));
}

/** What a `word: 1` at the cursor would be beside; undefined where that is no YAML, or the map has no known fields. */
async function expectedFields(
  head: string,
  tail: string,
  text: string,
  catalog: Catalog,
): Promise<string[] | 'no YAML' | undefined> {
  const space = head.endsWith('-') ? ' ' : '';
  const documents = parseDocuments(`${head}${space}${word}: "1"${tail}`);
  const document = documents.find(({ root }) => root && pathOf(root, []));
  const was = splitDocuments(text).length;
  if (!document?.root || documents.length !== was || document.problems.length > 0) return 'no YAML';
  const { path, beside } = pathOf(document.root, [])!;
  const schema = await schemaOf(document, path, catalog);
  if (!schema || path.length === 0 || schema.propertyNames.length === 0) return undefined;
  return schema.propertyNames.filter((name) => !beside.includes(name));
}

function pathOf(node: YamlNode, path: Path): { path: Path; beside: string[] } | undefined {
  if (node.type === 'scalar') return undefined;
  if (node.type === 'list')
    return first(node.items, ({ value }, index) => value && pathOf(value, [...path, index]));
  const names = node.entries.map(({ key }) => fieldName(key));
  if (names.includes(word)) return { path, beside: names };
  return first(node.entries, ({ key, value }) => value && pathOf(value, [...path, fieldName(key)]));
}

function first<Item, Found>(
  items: readonly Item[],
  find: (item: Item, index: number) => Found | undefined,
): Found | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found) return found;
  }
  return undefined;
}

async function schemaOf({ root }: YamlDocument, path: Path, catalog: Catalog): Promise<Schema | undefined> {
  const kind = catalog.find(stringField(root, 'apiVersion') ?? '', stringField(root, 'kind') ?? '');
  if (!kind || kind.listOf) return undefined;
  await catalog.load(kind);
  return schemaAlong(catalog.schema(kind), path);
}

/** What is wrong with a text and would not be if the right thing had been offered; each by its code and message. */
function faults(text: string, catalog: Catalog): string[] {
  return parseDocuments(text).flatMap((document) => [
    ...document.problems.map(({ code, message }) => `${code} ${message}`),
    ...diagnose(document, { catalog, version: '1.36' })
      .filter(({ code }) => structural.has(code))
      .map((finding) => `${finding.code} ${messageOf(finding)}`),
  ]);
}

const structural = new Set(['unknown-field', 'duplicate-field', 'wrong-type']);
