import { strictEqual } from 'node:assert';
import { commands, EndOfLine, extensions, Selection, type TextEditor, window, workspace } from 'vscode';
import type { Testing } from '../../client/src/testing.ts';

const pod = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n';
const deployment = 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n';

/** A key that is pressed, or an item that is accepted when the widget shows it. */
type Step = { readonly type: string } | 'accept' | 'next stop';

/** Texts have the cursor at `|`. */
interface Typing {
  readonly name: string;
  readonly before: string;
  readonly steps: readonly Step[];
  readonly after: string;
  readonly endOfLine?: EndOfLine;
}

describe('typing and accepting', function () {
  this.timeout(60_000);

  before(async () => {
    const api = await extensions.getExtension<Testing>('kubewright.kubewright')!.activate();
    await api.languageServer;
  });

  types({
    name: 'a key, then each place that it asks for',
    before: `${deployment}|`,
    steps: [
      { type: 'spe' },
      'accept',
      { type: 'app: web' },
      'next stop',
      { type: 'app: web' },
      'next stop',
      { type: 'server' },
    ],
    after: `${deployment}spec:\n  selector:\n    matchLabels:\n      app: web\n  template:\n    metadata:\n      labels:\n        app: web\n    spec:\n      containers:\n        - name: server|`,
  });
  types({
    name: 'a key over its siblings',
    before: `${pod}spec:\n  |\n  volumes: []\n`,
    steps: [{ type: 'hostNet' }, 'accept', { type: 'true' }],
    after: `${pod}spec:\n  hostNetwork: true|\n  volumes: []\n`,
  });
  types({
    name: 'a key that has its colon',
    before: `${pod}spec:\n  |: true\n`,
    steps: [{ type: 'hostNet' }, 'accept'],
    after: `${pod}spec:\n  hostNetwork|: true\n`,
  });
  types({
    name: 'a dash without its space',
    before: `${pod}spec:\n  containers:\n    |\n`,
    steps: [{ type: '-' }, 'accept'],
    after: `${pod}spec:\n  containers:\n    - name: |\n`,
  });
  types({
    name: 'a new line under spec',
    before: `${pod}spec:|`,
    steps: [{ type: '\n' }, { type: 'contai' }, 'accept'],
    after: `${pod}spec:\n  containers:\n    - name: |`,
  });
  types({
    name: 'a new line under a key behind a dash',
    before: `${pod}spec:\n  containers:\n    - resources:|\n`,
    steps: [{ type: '\n' }, { type: 'lim' }, 'accept', { type: 'cpu: 1' }],
    after: `${pod}spec:\n  containers:\n    - resources:\n        limits:\n          cpu: 1|\n`,
  });
  types({
    name: 'a new line behind an item without keys',
    before: `${pod}spec:\n  containers:\n    - args:\n        - run|\n`,
    steps: [{ type: '\n' }, { type: '- x' }],
    after: `${pod}spec:\n  containers:\n    - args:\n        - run\n        - x|\n`,
  });
  types({
    name: 'a new line behind an item',
    before: `${pod}spec:\n  containers:\n    - name: web|\n`,
    steps: [{ type: '\n' }, { type: 'imag' }, 'accept'],
    after: `${pod}spec:\n  containers:\n    - name: web\n      image: |\n`,
  });
  types({
    name: 'a value behind the colon',
    before: `${pod}spec:\n  dnsPolicy|\n`,
    steps: [{ type: ':' }, 'accept'],
    after: `${pod}spec:\n  dnsPolicy: ClusterFirst|\n`,
  });
  types({
    name: 'a value in quotes',
    before: `${pod}spec:\n  dnsPolicy: |\n`,
    steps: [{ type: '"' }, { type: 'No' }, 'accept'],
    after: `${pod}spec:\n  dnsPolicy: "None"|\n`,
  });
  types({
    name: 'fields in braces',
    before: `${pod}spec: |\n`,
    steps: [{ type: '{' }, { type: 'hostNet' }, 'accept', { type: 'true' }],
    after: `${pod}spec: {hostNetwork: true|}\n`,
  });
  types({
    name: 'a kind without its apiVersion',
    before: 'kind: |\n',
    steps: [{ type: 'Deplo' }, 'accept'],
    after: 'apiVersion: apps/v1\nkind: Deployment|\n',
  });
  types({
    name: 'behind emoji and Windows line ends',
    before: `${pod}spec: # 😀\n  |\n  volumes: []\n`,
    steps: [{ type: 'secur' }, 'accept'],
    after: `${pod}spec: # 😀\n  securityContext:\n    |\n  volumes: []\n`,
    endOfLine: EndOfLine.CRLF,
  });
  types({
    name: 'a whole document behind another',
    before: `${deployment}---\n|`,
    steps: [
      { type: 'ConfigM' },
      'accept',
      { type: 'settings' },
      'next stop',
      { type: 'color' },
      'next stop',
      { type: 'blue' },
    ],
    after: `${deployment}---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  color: blue|\n`,
  });
});

/** A test that steps at `|` lead from one text to another, with the cursor at `|`. */
function types({ name, before, steps, after, endOfLine = EndOfLine.LF }: Typing): void {
  it(name, async () => {
    const offset = before.indexOf('|');
    const content = before.replace('|', '');
    const editor = await window.showTextDocument(
      await workspace.openTextDocument({ language: 'yaml', content }),
    );
    await editor.edit((edit) => edit.setEndOfLine(endOfLine));
    const lines = content.slice(0, offset).split('\n');
    const cursor = editor.document.validatePosition(
      new Selection(lines.length - 1, lines.at(-1)!.length, lines.length - 1, lines.at(-1)!.length).active,
    );
    editor.selection = new Selection(cursor, cursor);
    for (const step of steps) {
      if (step === 'accept') await accept(editor);
      else if (step === 'next stop') await commands.executeCommand('jumpToNextSnippetPlaceholder');
      else await commands.executeCommand('type', { text: step.type });
    }
    const text = editor.document.getText();
    const at = editor.document.offsetAt(editor.selection.active);
    const marked = `${text.slice(0, at)}|${text.slice(at)}`;
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    strictEqual(marked, endOfLine === EndOfLine.CRLF ? after.replaceAll('\n', '\r\n') : after);
  });
}

/** Asks for suggestions and accepts the selected one as soon as there is one. */
async function accept({ document }: TextEditor): Promise<void> {
  const { version } = document;
  await commands.executeCommand('editor.action.triggerSuggest');
  for (let tries = 0; tries < 100 && document.version === version; tries++) {
    await new Promise((next) => setTimeout(next, 100));
    // As Ctrl+Space does in a list that has opened by itself with nothing selected.
    await commands.executeCommand('focusSuggestion');
    await commands.executeCommand('acceptSelectedSuggestion');
  }
}
