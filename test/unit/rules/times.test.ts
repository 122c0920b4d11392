import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { timeProblem } from '../../../server/src/rules/formats/time.ts';

/** What a kube-apiserver 1.35.4 says of a text as a Time and as a MicroTime; nothing where it takes it. */
const recorded = JSON.parse(
  readFileSync(new URL('../../fixtures/times.json', import.meta.url), 'utf8'),
) as readonly { text: string; Time?: string; MicroTime?: string }[];

it.each(recorded.map((row) => [row.text, row] as const))('%j is a time, or is none', (text, row) => {
  expect([timeProblem(text, 'Time'), timeProblem(text, 'MicroTime')]).toEqual([row.Time, row.MicroTime]);
});
