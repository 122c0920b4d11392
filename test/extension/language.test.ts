import { deepStrictEqual, ok } from 'node:assert';
import {
  type CodeAction,
  CodeActionKind,
  type CompletionList,
  commands,
  type DocumentSymbol,
  extensions,
  type Hover,
  languages,
  type MarkdownString,
  Position,
  Range,
  type TextDocument,
  window,
  workspace,
} from 'vscode';
import type { Testing } from '../../client/src/testing.ts';
import { eventually } from '../support/extension-ui.ts';

const open = (content: string) => workspace.openTextDocument({ language: 'yaml', content });

describe('language features', function () {
  this.timeout(30_000);

  before(async () => {
    const api = await extensions.getExtension<Testing>('kubewright.kubewright')!.activate();
    await api.languageServer;
  });

  it('complete fields', async () => {
    const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\nimm';
    const document = await open(text);
    const list = await commands.executeCommand<CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      document.positionAt(text.length),
    );
    const labels = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    ok(labels.includes('immutable'), labels.join());
  });

  it('tell what is wrong, and where', async () => {
    const document = await open('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndatta: {}\n');
    const [problem] = await diagnostics(document);
    deepStrictEqual([problem!.range.start.line, problem!.range.start.character], [4, 0]);
  });

  it('tell what is wrong in JSON that holds a manifest', async () => {
    const content = '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "datta": {}}';
    const document = await workspace.openTextDocument({ language: 'json', content });
    const own = await eventually(async () => {
      const found = (await diagnostics(document)).filter(({ source }) => source === 'kubewright');
      return found.length > 0 ? found : undefined;
    });
    deepStrictEqual(
      own.map(({ message }) => message),
      ['Unknown field `datta`. Did you mean `data`?'],
    );
  });

  it('hover', async () => {
    const document = await open('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\nimmutable: true\n');
    const hovers = await commands.executeCommand<Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      new Position(4, 2),
    );
    const text = hovers
      .flatMap(({ contents }) => contents.map((content) => (content as MarkdownString).value))
      .join();
    ok(text.includes('boolean'), text);
  });

  it('mend: the fix comes first, ignoring last, and what is inserted can be applied', async () => {
    const document = await open(
      'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  restartPolicy: Always\n',
    );
    const [problem] = await diagnostics(document);
    const actions = await commands.executeCommand<CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      problem!.range,
      CodeActionKind.QuickFix.value,
    );
    const titles = actions.map(({ title }) => title);
    deepStrictEqual(titles.slice(0, 1), ['Insert "containers"']);
    deepStrictEqual(titles.slice(-2), [
      'Ignore "missing-required" on this line',
      'Ignore "missing-required" in this document',
    ]);
    deepStrictEqual(
      actions.map(({ isPreferred }) => isPreferred === true),
      titles.map((_, index) => index === 0),
    );
    await window.showTextDocument(document);
    ok(await workspace.applyEdit(actions[0]!.edit!));
    ok(
      document.getText().endsWith('  containers:\n    - name: change-me\n      image: change-me\n'),
      document.getText(),
    );
  });

  it('fix all that has one right answer', async () => {
    const document = await open(
      'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  serviceAccount: b\n  containers:\n    - name: c\n      image: d\n      tty: "true"\n',
    );
    await diagnostics(document);
    const [action] = await commands.executeCommand<CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      new Range(0, 0, 0, 0),
      CodeActionKind.SourceFixAll.value,
    );
    ok(await workspace.applyEdit(action!.edit!));
    ok(/serviceAccountName: b[\s\S]*tty: true\n$/.test(document.getText()), document.getText());
  });

  it('outline each document', async () => {
    const document = await open(
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\napiVersion: v1\nkind: Secret\nmetadata: {name: b}\n',
    );
    const symbols = await commands.executeCommand<DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      document.uri,
    );
    deepStrictEqual(symbols.length, 2);
  });
});

async function diagnostics(document: TextDocument) {
  for (let tries = 0; tries < 100; tries++) {
    const found = languages.getDiagnostics(document.uri);
    if (found.length > 0) return found;
    await new Promise((next) => setTimeout(next, 100));
  }
  return [];
}
