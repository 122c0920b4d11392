import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { diagnose, loadSchemas } from '../../../server/src/checks/check-document.ts';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';
import { toValue } from '../../../server/src/yaml/value.ts';
import { withCatalog } from '../catalog/built-catalog.ts';

/**
 * What kube-apiserver 1.35.4 said to `POST ...?dryRun=All&fieldValidation=Strict` with YAML in the body. `values` stood
 * behind `value: ` in a custom object that may hold anything, with the object it became; `texts` are whole ConfigMaps.
 */
interface Recorded {
  readonly values: {
    readonly accepted: readonly [text: string, fields: Record<string, unknown>][];
    readonly refused: readonly [text: string, message: string][];
  };
  readonly texts: {
    readonly accepted: readonly string[];
    readonly refused: readonly [text: string, message: string][];
    /** Refused as YAML; but every client reads a text that begins with `{` as JSON, which these are. */
    readonly json: readonly [text: string, message: string][];
  };
}

const fixture = new URL('../../fixtures/yaml/kubernetes-1.35.json', import.meta.url);
const { values, texts } = JSON.parse(readFileSync(fixture, 'utf8')) as Recorded;

describe('a value', () => {
  const read = (text: string) => {
    const head = 'apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\n';
    const [document] = parseDocuments(`${head}value: ${text}\n`);
    const { apiVersion, kind, metadata, ...fields } = toValue(document!.root) as Record<string, unknown>;
    return { fields, problems: document!.problems.map(({ code }) => code) };
  };

  test.each(values.accepted)('%j is read as the server reads it', (text, expected) => {
    const { fields, problems } = read(text);
    if (problems.includes('ambiguous-key')) return;
    expect(problems).toEqual([]);
    expect(jsonOf(fields)).toEqual(expected);
  });

  test.each(values.refused)('%j is refused: %s', (text) => {
    expect(read(text).problems).not.toEqual([]);
  });
});

describe('a text', () => {
  let catalog: Catalog;
  withCatalog('1.35', async (opened) => {
    catalog = opened;
    await loadSchemas(parseDocuments('apiVersion: v1\nkind: ConfigMap\n'), catalog);
  });

  /** Of the first document, which is the one that the server reads. */
  const findings = (text: string) => diagnose(parseDocuments(text)[0]!, { catalog, version: '1.35' });
  const errors = (text: string) =>
    findings(text).flatMap(({ code, severity }) => (severity === 'error' ? [code] : []));

  test.each(texts.accepted)('%j has no error', (text) => expect(errors(text)).toEqual([]));

  // Of what `<<` replaces strictness is told, but by no error: what clients send to the server has no `<<` any more.
  test.each(texts.refused)('%j is refused: %s', (text) => {
    expect(/<</.test(text) ? findings(text) : errors(text)).not.toEqual([]);
  });

  test.each(texts.json)('%j is JSON', (text) => expect(errors(text)).toEqual([]));

  test('more JSON behind an object is read by kubectl only, and other text by nobody', () => {
    const object = '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}';
    const told = (text: string) => findings(text).map(({ code, severity }) => `${severity} ${code}`);
    expect(told(`${object}\n${object}`)).toEqual(['warning unread-text']);
    expect(told(`${object} // more`)).toEqual(['error unexpected-text']);
  });
});

/** As a server that answers JSON has it: integers of 64 bits are numbers. */
function jsonOf(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, field: unknown) => (typeof field === 'bigint' ? Number(field) : field)),
  );
}
