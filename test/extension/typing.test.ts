import { strictEqual } from 'node:assert';
import { commands, EndOfLine, extensions, Selection, type TextEditor, window, workspace } from 'vscode';
import type { Testing } from '../../client/src/testing.ts';

const pod = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n';
const deployment = 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n';

/** A key that is pressed, or an item that is accepted when the widget shows it. */
type Step = { readonly type: string } | 'accept' | 'next stop';

describe('typing and accepting', function () {
  this.timeout(60_000);

  before(async () => {
    const api = await extensions.getExtension<Testing>('kubewright.kubewright')!.activate();
    await api.languageServer;
  });

  types(
    'a key, then each place that it asks for',
    `${deployment}|`,
    [
      { type: 'spe' },
      'accept',
      { type: 'app: web' },
      'next stop',
      { type: 'app: web' },
      'next stop',
      { type: 'server' },
    ],
    `${deployment}spec:\n  selector:\n    matchLabels:\n      app: web\n  template:\n    metadata:\n      labels:\n        app: web\n    spec:\n      containers:\n        - name: server|`,
  );
  types(
    'a key over its siblings',
    `${pod}spec:\n  |\n  volumes: []\n`,
    [{ type: 'hostNet' }, 'accept', { type: 'true' }],
    `${pod}spec:\n  hostNetwork: true|\n  volumes: []\n`,
  );
  types(
    'a key that has its colon',
    `${pod}spec:\n  |: true\n`,
    [{ type: 'hostNet' }, 'accept'],
    `${pod}spec:\n  hostNetwork|: true\n`,
  );
  types(
    'a dash without its space',
    `${pod}spec:\n  containers:\n    |\n`,
    [{ type: '-' }, 'accept'],
    `${pod}spec:\n  containers:\n    - name: |\n`,
  );
  types(
    'a new line under spec',
    `${pod}spec:|`,
    [{ type: '\n' }, { type: 'contai' }, 'accept'],
    `${pod}spec:\n  containers:\n    - name: |`,
  );
  types(
    'a new line under a key behind a dash',
    `${pod}spec:\n  containers:\n    - resources:|\n`,
    [{ type: '\n' }, { type: 'lim' }, 'accept', { type: 'cpu: 1' }],
    `${pod}spec:\n  containers:\n    - resources:\n        limits:\n          cpu: 1|\n`,
  );
  types(
    'a new line behind an item without keys',
    `${pod}spec:\n  containers:\n    - args:\n        - run|\n`,
    [{ type: '\n' }, { type: '- x' }],
    `${pod}spec:\n  containers:\n    - args:\n        - run\n        - x|\n`,
  );
  types(
    'a new line behind an item',
    `${pod}spec:\n  containers:\n    - name: web|\n`,
    [{ type: '\n' }, { type: 'imag' }, 'accept'],
    `${pod}spec:\n  containers:\n    - name: web\n      image: |\n`,
  );
  types(
    'a value behind the colon',
    `${pod}spec:\n  dnsPolicy|\n`,
    [{ type: ':' }, 'accept'],
    `${pod}spec:\n  dnsPolicy: ClusterFirst|\n`,
  );
  types(
    'a value in quotes',
    `${pod}spec:\n  dnsPolicy: |\n`,
    [{ type: '"' }, { type: 'No' }, 'accept'],
    `${pod}spec:\n  dnsPolicy: "None"|\n`,
  );
  types(
    'fields in braces',
    `${pod}spec: |\n`,
    [{ type: '{' }, { type: 'hostNet' }, 'accept', { type: 'true' }],
    `${pod}spec: {hostNetwork: true|}\n`,
  );
  types(
    'a kind without its apiVersion',
    'kind: |\n',
    [{ type: 'Deplo' }, 'accept'],
    'apiVersion: apps/v1\nkind: Deployment|\n',
  );
  types(
    'behind emoji and Windows line ends',
    `${pod}spec: # 😀\n  |\n  volumes: []\n`,
    [{ type: 'secur' }, 'accept'],
    `${pod}spec: # 😀\n  securityContext:\n    |\n  volumes: []\n`,
    EndOfLine.CRLF,
  );
  types(
    'a whole document behind another',
    `${deployment}---\n|`,
    [
      { type: 'ConfigM' },
      'accept',
      { type: 'settings' },
      'next stop',
      { type: 'color' },
      'next stop',
      { type: 'blue' },
    ],
    `${deployment}---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  color: blue|\n`,
  );
});

/** A test that steps at `|` lead from one text to another, with the cursor at `|`. */
function types(
  title: string,
  before: string,
  steps: readonly Step[],
  after: string,
  eol = EndOfLine.LF,
): void {
  it(title, async () => {
    const offset = before.indexOf('|');
    const content = before.replace('|', '');
    const editor = await window.showTextDocument(
      await workspace.openTextDocument({ language: 'yaml', content }),
    );
    await editor.edit((edit) => edit.setEndOfLine(eol));
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
    strictEqual(marked, eol === EndOfLine.CRLF ? after.replaceAll('\n', '\r\n') : after);
  });
}

/** Asks for suggestions and accepts the selected one as soon as there is one. */
async function accept({ document }: TextEditor): Promise<void> {
  const { version } = document;
  await commands.executeCommand('editor.action.triggerSuggest');
  for (let tries = 0; tries < 100 && document.version === version; tries++) {
    await new Promise((next) => setTimeout(next, 100));
    await commands.executeCommand('acceptSelectedSuggestion');
  }
}
