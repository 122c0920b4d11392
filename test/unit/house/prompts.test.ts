import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const client = resolve(import.meta.dirname, '../../../client/src');

/** Where text meets VS Code's own: how it is written in a program, and code that does so. */
const waysIn: readonly { readonly way: string; readonly written: RegExp; readonly code: string }[] = [
  {
    way: 'messages',
    written: /\bshow(?:Information|Warning|Error)Message\b/,
    code: 'void window.showErrorMessage(text)',
  },
  {
    way: 'messages of the status bar',
    written: /\bsetStatusBarMessage\b/,
    code: 'window.setStatusBarMessage(t)',
  },
  {
    way: 'items of the status bar',
    written: /\bcreateStatusBarItem\b/,
    code: 'window.createStatusBarItem()',
  },
  { way: 'progress', written: /\bwindow\.withProgress\b/, code: 'await window.withProgress(options, work)' },
  {
    way: 'picks',
    written: /\b(?:showQuickPick|createQuickPick|showWorkspaceFolderPick)\b/,
    code: 'const pick = window.createQuickPick<Row>()',
  },
  { way: 'inputs', written: /\b(?:showInputBox|createInputBox)\b/, code: 'window.showInputBox(options)' },
  {
    way: 'dialogs for files',
    written: /\b(?:showOpenDialog|showSaveDialog)\b/,
    code: 'await window.showOpenDialog({ title })',
  },
  {
    way: 'lines of views',
    written: /\bnew TreeItem\b|\bTreeItemLabel\b|\bresourceUri\s*[:=]/,
    code: 'const item = new TreeItem(name)',
  },
  {
    way: 'texts of lines of views',
    written: /\bitem\w*\.(?:label|description|tooltip|accessibilityInformation)\s*=(?!=)/,
    code: 'item.description = row.cells[0];',
  },
  {
    way: 'texts of views',
    written: /\b(?:view|tree)\w*\.(?:message|title|description|badge)\s*=(?!=)/i,
    code: 'this.#view.message = error.message;',
  },
  { way: 'Markdown', written: /\bMarkdownString\(/, code: 'new MarkdownString(text)' },
  {
    way: 'terminals',
    written: /\b(?:createTerminal|TerminalOptions|ExtensionTerminalOptions)\b/,
    code: 'window.createTerminal({ name })',
  },
  { way: 'output channels', written: /\bcreateOutputChannel\b/, code: "window.createOutputChannel('x')" },
  { way: 'the clipboard', written: /\bclipboard\.writeText\b/, code: 'await env.clipboard.writeText(name)' },
  { way: 'shells', written: /\.sendText\(/, code: 'terminal.sendText(line)' },
  { way: 'diagnostics', written: /\bnew Diagnostic\(/, code: 'new Diagnostic(range, message)' },
  {
    way: 'decorations and lenses',
    written: /\b(?:new (?:CodeLens|InlayHint|Hover|FileDecoration)|createTextEditorDecorationType)\b/,
    code: 'new CodeLens(range, command)',
  },
  {
    way: 'webviews',
    written: /\b(?:createWebviewPanel|registerWebviewViewProvider)\b/,
    code: 'window.createWebviewPanel(type, title, 1)',
  },
  {
    way: 'tasks and debugging',
    written: /\b(?:new (?:Task|ShellExecution|ProcessExecution)|startDebugging)\b/,
    code: "new ShellExecution('ls')",
  },
];

/** Ways in of other names, that are none. */
const others = [
  'await withProgress(title, work)',
  'window.showTextDocument(document)',
  "import { type MarkdownString, type TreeItem } from 'vscode';",
  'treeLine({ label, description })',
  'if (item.label === name) return item;',
];

describe('the search for ways in', () => {
  test.each(waysIn)('finds $way', ({ written, code }) => {
    expect(code).toMatch(written);
  });

  test.each(others)('leaves %s', (code) => {
    expect(waysIn.filter(({ written }) => written.test(code))).toEqual([]);
  });
});

const sources = readdirSync(client, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(client, path), 'utf8') }));

test.each(waysIn)('foreign text comes into $way by prompts/ alone', ({ written }) => {
  const callers = sources.filter(({ text }) => written.test(text)).map(({ path }) => path);
  expect(callers.filter((path) => !path.startsWith('prompts/'))).toEqual([]);
});

test('what prompts/ gives VS Code has gone through the one function', () => {
  const own = sources.filter(
    ({ path, text }) => path.startsWith('prompts/') && waysIn.some(({ written }) => written.test(text)),
  );
  expect(own.map(({ path }) => path).length).toBeGreaterThan(5);
  const without = own.filter(({ text }) => !/\b(?:plainText|withoutIcons|visibleText|entry)\(/.test(text));
  expect(without.map(({ path }) => path)).toEqual([]);
});

test('documents are titled by prompts/ alone', () => {
  const made = sources.filter(({ text }) => /\bUri\.from\(/.test(text) && !/\bpathPart\b/.test(text));
  // The pages of codes: a code is lower-case letters and dashes.
  expect(made.map(({ path }) => path)).toEqual(['language/show-rules-command.ts']);
});

test('nothing that is shown may run commands by being trusted', () => {
  const trusting = sources.filter(({ text }) =>
    /\b(?:isTrusted|supportHtml|supportThemeIcons)\s*[:=](?!=)/.test(text),
  );
  expect(trusting.map(({ path }) => path)).toEqual([]);
});
