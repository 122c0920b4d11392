import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import {
  type CodeAction,
  commands,
  type Diagnostic,
  DiagnosticSeverity,
  extensions,
  languages,
  Range,
  type TextDocument,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import type { Testing } from '../../client/src/testing.ts';
import { confirming, eventually } from '../support/extension-ui.ts';

const deployment = (label: string) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: tailor
  namespace: default
spec:
  replicas: 0
  selector:
    matchLabels:
      app: ${label}
  template:
    metadata:
      labels:
        app: ${label}
    spec:
      containers:
        - name: tailor
          image: nginx
          ports:
            - containerPort: 80
          resources:
            requests:
              cpu: 0.1
`;

describe('hints at what the cluster would not let change', function () {
  this.timeout(60_000);
  const file = Uri.joinPath(workspace.workspaceFolders![0]!.uri, 'tailor.yaml');
  let document: TextDocument;

  before(async () => {
    const api = await extensions.getExtension<Testing>('kubewright.kubewright')!.activate();
    await api.languageServer;
    await workspace.fs.writeFile(file, new TextEncoder().encode(deployment('tailor')));
    document = await workspace.openTextDocument(file);
    await window.showTextDocument(document);
  });

  after(async () => {
    await document.save();
    await commands.executeCommand('workbench.action.closeAllEditors');
    await workspace.fs.delete(file);
  });

  it('come when an applied object is changed, name the cluster, and keep its value', async () => {
    await confirming(commands.executeCommand('kubewright.apply', file));
    deepStrictEqual(problems(), []);
    await replace(deployment('butcher'));
    const [hint] = await eventually(async () => (problems().length > 0 ? problems() : undefined));
    strictEqual(codeOf(hint!), 'immutable-field');
    strictEqual(hint!.severity, DiagnosticSeverity.Hint);
    deepStrictEqual([hint!.range.start.line, document.getText(hint!.range)], [9, 'butcher']);
    ok(
      /^`app` cannot be changed: cluster ".+" has tailor\.\nspec\.selector\.matchLabels\.app: field is immutable;/.test(
        hint!.message,
      ),
    );

    const actions = await commands.executeCommand<CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      hint!.range,
    );
    const fix = actions.find(({ title }) => title === 'Keep the value of the cluster');
    await workspace.applyEdit(fix!.edit!);
    strictEqual(document.lineAt(9).text, '      app: tailor');
  });

  it('go when what is written is what the cluster has', async () => {
    await replace(deployment('butcher'));
    await eventually(async () => (problems().length > 0 ? true : undefined));
    await replace(deployment('tailor'));
    await eventually(async () => (problems().length === 0 ? true : undefined));
  });

  it('go when the object is deleted', async () => {
    await replace(deployment('butcher'));
    await eventually(async () => (problems().length > 0 ? true : undefined));
    await confirming(commands.executeCommand('kubewright.deleteManifest', file));
    await eventually(async () => (problems().length === 0 ? true : undefined));
  });

  function problems(): Diagnostic[] {
    return languages.getDiagnostics(document.uri).filter((problem) => codeOf(problem) === 'immutable-field');
  }

  async function replace(text: string): Promise<void> {
    const edit = new WorkspaceEdit();
    edit.replace(document.uri, document.validateRange(new Range(0, 0, 9999, 0)), text);
    await workspace.applyEdit(edit);
  }
});

function codeOf({ code }: Diagnostic): unknown {
  return typeof code === 'object' ? code.value : code;
}
