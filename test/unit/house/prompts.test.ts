import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const client = resolve(import.meta.dirname, '../../../client/src');

/** Functions of VS Code's `window` by which texts become messages, picks, inputs and progress. */
const prompting =
  /\b(?:show(?:Information|Warning|Error)Message|showQuickPick|createQuickPick|showInputBox|createInputBox|setStatusBarMessage|window\.withProgress)\b/;

test.each([
  { code: 'void window.showErrorMessage(text)', prompts: true },
  { code: 'const pick = window.createQuickPick<Row>()', prompts: true },
  { code: 'await withProgress(title, work)', prompts: false },
  { code: 'window.showTextDocument(document)', prompts: false },
])('$code prompts: $prompts', ({ code, prompts }) => {
  expect(prompting.test(code)).toBe(prompts);
});

test('foreign text meets messages, picks and progress in prompts/ alone', () => {
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  const callers = files.filter((path) => prompting.test(readFileSync(join(client, path), 'utf8')));
  expect(callers.filter((path) => !/^prompts[\\/]/.test(path))).toEqual([]);
  expect(callers.length).toBeGreaterThan(0);
});
