import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';
import { seededRandom } from '../../support/random.ts';
import { type BlankLine, blankLinesAt, checkBlankLine } from './check-blank-lines.ts';
import { checkState, type Failure } from './check-states.ts';
import { halfTypedStates } from './half-typed.ts';
import { surroundings } from './surroundings.ts';

/** How a text is checked: at so many places of each document, the same ones for the same seed. */
export interface Checking {
  readonly catalog: Catalog;
  readonly places: number;
  readonly seed: number;
}

/** Takes a text apart in half-typed ways and completes each; gives what went wrong. */
export async function checkText(
  text: string,
  { catalog, places, seed }: Checking,
): Promise<{ checks: number; failures: Failure[] }> {
  const random = seededRandom(seed);
  const failures: Failure[] = [];
  let checks = 0;
  for (const document of parseDocuments(text)) {
    for (const state of sample(await halfTypedStates(text, document, catalog), places, random)) {
      const [name, surround] = around[random(around.length)]!;
      const surrounded = surround(state);
      if (!surrounded) continue;
      checks++;
      const failure = await checkState(surrounded, catalog);
      if (failure) failures.push({ ...failure, state: `${failure.state} (${name})` });
    }
  }
  for (const line of sample(blankLines(text), places, random)) {
    const result = await checkBlankLine(text, line, catalog, random);
    checks += 1 + result.accepted;
    failures.push(...result.failures);
  }
  return { checks, failures };
}

function blankLines(text: string): BlankLine[] {
  if (text.includes('\r')) return [];
  const starts = [...text.matchAll(/^/gm)].map(({ index }) => index);
  return starts.flatMap((offset) => blankLinesAt(text, offset));
}

const around = Object.entries(surroundings);

function sample<Item>(items: readonly Item[], count: number, random: (limit: number) => number): Item[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, () => items[random(items.length)]!);
}
