import { expect, test } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver';
import { Asking, afterAction, fixesAmong, type Judged } from './asking.ts';

/** What stands before an edit, the code of the problem, what is chosen, and what stands then. */
export type Example = readonly [name: string, before: string, code: string, title: string, after: string];

/** What stands before, the code of the problem, and the titles of all that is offered. */
export type Menu = readonly [name: string, before: string, code: string, titles: readonly string[]];

/**
 * Tests that each example is mended so, with line breaks of either kind and below another document, too; and that nothing
 * that is offered beside it overlaps itself or breaks the text.
 */
export function mends(examples: readonly Example[], judged: () => Judged): void {
  const withCarriageReturns = (text: string) => text.replaceAll('\n', '\r\n');
  const forms: readonly (readonly [prefix: string, form: (text: string) => string])[] = [
    ['', (text) => text],
    ['CRLF: ', withCarriageReturns],
    ['in the second document: ', (text) => first + text],
  ];
  for (const [prefix, form] of forms) {
    test.each(examples)(`${prefix}%s`, async (_, before, code, title, after) => {
      const text = form(before);
      const { offered, asking } = await menuOf(text, code, judged());
      const chosen = offered.find((fix) => fix.title === title);
      expect(chosen, `${title} is not among ${offered.map((fix) => fix.title).join(', ')}`).toBeDefined();
      expect(afterAction(text, chosen!)).toBe(form(after));
      for (const fix of offered) {
        const changed = new Asking(afterAction(text, fix), judged());
        expect(brokenIn(changed), fix.title).toBeLessThanOrEqual(brokenIn(asking));
      }
    });
  }
}

/** Tests that exactly these fixes are offered, in this order. */
export function offers(menus: readonly Menu[], judged: () => Judged): void {
  test.each(menus)('%s', async (_, before, code, titles) => {
    const { offered } = await menuOf(before, code, judged());
    for (const fix of offered) afterAction(before, fix);
    expect(offered.map(({ title, isPreferred }) => (isPreferred ? `* ${title}` : title))).toEqual(titles);
  });
}

/** A document that others stand below; nothing is wrong in it, and nothing refers to it. */
const first =
  'apiVersion: v1\nkind: Pod\nmetadata:\n  name: first\nspec:\n  containers:\n    - name: first\n      image: nginx\n---\n';

async function menuOf(text: string, code: string, judged: Judged) {
  const asking = new Asking(text, judged);
  const problems = await asking.diagnostics();
  const problem = problems.find((one) => one.code === code);
  expect(problem, `${code} is not among ${codesOf(problems)}`).toBeDefined();
  return { asking, offered: fixesAmong(await asking.offered(problem!)) };
}

function codesOf(problems: readonly Diagnostic[]): string {
  return problems.map(({ code }) => code).join(', ');
}

/** How many faults of the syntax there are. */
function brokenIn({ document }: Asking): number {
  return document.documents.flatMap(({ problems }) => problems).length;
}
