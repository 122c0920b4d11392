import { expect, test } from 'vitest';
import type { CompletionItem } from 'vscode-languageserver';
import type { Catalog } from '../../../../server/src/catalog/catalog.ts';
import { complete } from '../../../../server/src/features/completion/completion.ts';
import { parseDocuments } from '../../../../server/src/yaml/documents.ts';
import { atCursor } from '../../../support/cursor.ts';
import { acceptItem } from '../../../support/snippets.ts';
import { withCatalog } from '../../catalog/built-catalog.ts';

let opened: Catalog;
withCatalog('1.36', (catalog) => {
  opened = catalog;
});

/** The bundled catalog of the newest version. */
export function catalog(): Catalog {
  return opened;
}

/** What is offered where `|` stands in the text. */
export async function offered(marked: string, uri = 'file:///workspace/app.yaml'): Promise<CompletionItem[]> {
  const { text, position } = atCursor(marked);
  const documents = parseDocuments(text);
  const { items } = await complete({ text, documents: () => documents, uri, position, catalog: opened });
  return items.toSorted((left, right) => (left.sortText! < right.sortText! ? -1 : 1));
}

/** A test that accepting the item `label` at `|` gives the text `after`, `|` being the cursor. */
export function completes(before: string, label: string, after: string, uri?: string): void {
  test(`${JSON.stringify(before)} + ${label}`, async () => {
    const items = await offered(before, uri);
    const item = items.find((candidate) => candidate.label === label);
    expect(item, `${label} is not among ${items.map((candidate) => candidate.label)}`).toBeDefined();
    expect(acceptItem(atCursor(before).text, item!)).toBe(after);
  });
}

/** A test that exactly these labels are offered at `|`, in this order. */
export function offers(before: string, labels: string[], uri?: string): void {
  test(`${JSON.stringify(before)} offers ${labels.join(' ') || 'nothing'}`, async () => {
    expect((await offered(before, uri)).map(({ label }) => label)).toEqual(labels);
  });
}
