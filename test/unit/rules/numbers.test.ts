import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { diagnose, loadSchemas } from '../../../server/src/checks/check-document.ts';
import type { JsonObject } from '../../../server/src/defaults/draft.ts';
import { serverMessage } from '../../../server/src/rules/shared/violation.ts';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';
import type { Path } from '../../../server/src/yaml/path.ts';
import { stringify } from '../../../server/src/yaml/stringify.ts';
import { withCatalog } from '../catalog/built-catalog.ts';

/** A number of a good object, and what kube-apiserver 1.35.4 said to others in its place, by their JSON. */
interface Recorded {
  readonly at: Path;
  /** The causes of a refusal (`FIELD: MESSAGE`), none where it was taken. */
  readonly answers: Readonly<Record<string, readonly string[] | 'not decoded'>>;
}

const recorded = JSON.parse(
  readFileSync(new URL('../../fixtures/rules/numbers.json', import.meta.url), 'utf8'),
) as readonly { readonly object: JsonObject; readonly numbers: readonly Recorded[] }[];

const rows = recorded.flatMap(({ object, numbers }) =>
  numbers.flatMap(({ at, answers }) =>
    Object.entries(answers).map(([value, answer]) => ({ object, at, value, answer })),
  ),
);

let catalog: Catalog;
withCatalog('1.35', (opened) => {
  catalog = opened;
});
beforeAll(() => {
  expect(rows.length).toBeGreaterThan(1_500);
});

describe('numbers are judged as a real API server judges them', () => {
  test.each(recorded.map((one) => [one.object.kind, one] as const))('of a %s', async (_kind, { object }) => {
    for (const row of rows)
      if (row.object === object)
        expect(withoutStructs(await judged(row)), nameOf(row)).toEqual(withoutStructs(row.answer));
  });
});

type Row = (typeof rows)[number];

function nameOf({ object, at, value }: Row): string {
  return `${object.kind} ${at.join('.')}: ${value}`;
}

/** How Go prints a whole struct is not held against anyone. */
function withoutStructs(answer: Row['answer']): unknown {
  if (answer === 'not decoded') return answer;
  return answer.map((cause) => cause.replace(/Invalid value: (?:\{.*\}|null): /, ''));
}

/** What the editor says, in the words that the server answers in. */
async function judged({ object, at, value }: Row): Promise<Row['answer']> {
  const documents = parseDocuments(textWith(object, at, value));
  await loadSchemas(documents, catalog);
  const found = documents.flatMap((document) => diagnose(document, { catalog, version: '1.35' }));
  const errors = found.filter(({ severity }) => severity === 'error');
  const violations = errors.flatMap(({ about }) =>
    about.is === 'violation' ? [`${about.violation.field}: ${serverMessage(about.violation)}`] : [],
  );
  return violations.length < errors.length ? 'not decoded' : violations.sort();
}

function textWith(object: JsonObject, at: Path, value: string): string {
  const changed = structuredClone(object);
  let container = changed as Record<string | number, unknown>;
  for (const [index, part] of at.slice(0, -1).entries()) {
    container[part] ??= typeof at[index + 1] === 'number' ? [] : {};
    container = container[part] as Record<string | number, unknown>;
  }
  container[at.at(-1)!] = 'theNumber';
  return stringify(changed).replace('theNumber', value);
}
