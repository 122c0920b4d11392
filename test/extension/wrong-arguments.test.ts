import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { commands, extensions, Uri, window, workspace } from 'vscode';
import type { Forward } from '../../client/src/forwards/forwards.ts';
import type { Testing } from '../../client/src/testing.ts';
import { dismissing, pause } from '../support/extension-ui.ts';

interface Contributed {
  readonly command: string;
  readonly title: string;
}

const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;
const throwing = new Proxy(
  {},
  {
    get: () => fail(),
    has: () => fail(),
    ownKeys: () => fail(),
    getPrototypeOf: () => fail(),
    getOwnPropertyDescriptor: () => fail(),
  },
);
/** As a command's link, or another extension, can make it up. */
const madeUp = {
  context: {
    id: 'x',
    name: 'x',
    file: '/etc/passwd',
    server: 'http://127.0.0.1:1',
    cluster: 'x',
    user: 'x',
    revision: 'x',
  },
  reference: { resource: { apiVersion: 'v1', kind: 'Pod', plural: 'pods' }, namespace: 'default', name: 'x' },
  uid: 'x',
};

const wrong: Readonly<Record<string, readonly unknown[]>> = {
  'a number': [5],
  'not a number': [Number.NaN],
  'a text': ['Some text'],
  'an empty text': [''],
  'a text of 10 MB': ['x'.repeat(10_000_000)],
  'a truth': [true],
  'a symbol': [Symbol('x')],
  'a big number': [10n],
  'a function': [fail],
  'an object': [{}],
  'an object without a prototype': [Object.create(null)],
  'an array': [[]],
  'an array of what is none': [[1, 'x', null]],
  'a cyclic object': [cyclic],
  'an object that throws': [throwing],
  'a made-up line': [madeUp],
  'a made-up container': [{ parent: madeUp, container: { name: 'x' } }],
  'a copy of a forward': [
    { context: madeUp.context, reference: madeUp.reference, podPort: 1, localPort: 1 } as unknown as Forward,
  ],
  'a URI of a web page': [Uri.parse('https://127.0.0.1:1/a.yaml')],
  'a URI of a command': [Uri.parse('command:workbench.action.quit')],
  'a URI of a scheme that nobody knows': [Uri.parse('nobody:/a.yaml')],
  'selected files, one of which is none': [Uri.file('/a.yaml'), [Uri.file('/a.yaml'), 'b.yaml']],
  'selected files that throw': [Uri.file('/a.yaml'), [throwing]],
  'selected lines, made up': [madeUp, [madeUp, madeUp]],
  'selected lines that are no list': [madeUp, { 0: madeUp, length: 1 }],
  'something behind nothing': [undefined, { x: 1 }],
};

describe('commands with wrong arguments', function () {
  this.timeout(120_000);
  const contributed: readonly Contributed[] =
    extensions.getExtension('kubewright.kubewright')!.packageJSON.contributes.commands;
  const said: string[] = [];
  const unhandled: unknown[] = [];
  const shown = { error: window.showErrorMessage, information: window.showInformationMessage };
  const note = (reason: unknown) => unhandled.push(reason);
  let api: Testing;

  before(async () => {
    api = await extensions.getExtension<Testing>('kubewright.kubewright')!.activate();
    await commands.executeCommand('workbench.action.closeAllEditors');
    const say = async (text: string) => {
      said.push(text);
      return undefined;
    };
    Object.assign(window, { showErrorMessage: say, showInformationMessage: say });
    process.on('unhandledRejection', note);
  });

  after(() => {
    process.off('unhandledRejection', note);
    Object.assign(window, { showErrorMessage: shown.error, showInformationMessage: shown.information });
  });

  beforeEach(() => {
    said.length = 0;
  });

  for (const [what, args] of Object.entries(wrong)) {
    it(`say what they need: ${what}`, async () => {
      for (const { command, title } of contributed) {
        said.length = 0;
        const before = state();
        const result = await Promise.race([
          commands.executeCommand(command, ...args),
          pause(5000).then(() => 'late'),
        ]);
        strictEqual(result, undefined, command);
        deepStrictEqual(said.length, 1, `${command}: ${said.join('; ')}`);
        ok(said[0]!.startsWith(`${title} takes `), said[0]);
        deepStrictEqual(state(), before, command);
      }
      await pause(0);
      deepStrictEqual(unhandled, []);
    });
  }

  it('ask or say what they need where they are given nothing', async () => {
    const starting = /\.(?:start|stop)Sandbox$/;
    for (const { command } of contributed.filter((one) => !starting.test(one.command))) {
      for (const args of [[undefined], [null]]) await dismissing(commands.executeCommand(command, ...args));
    }
    for (const text of said)
      match(
        text,
        / takes |^Open a manifest, or (?:select files|the YAML of an object)|^There is no port-forward/,
      );
    deepStrictEqual(unhandled, []);
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('say that the line is not known where a button gives none', async () => {
    await commands.executeCommand('kubewright.showLogs.button', undefined, null);
    deepStrictEqual(
      said.map((text) => text.replace(/^.*not known /, '')),
      ['on which the button was: press it again.'],
    );
    deepStrictEqual(unhandled, []);
  });

  function state() {
    return {
      documents: workspace.textDocuments.map(({ uri }) => uri.toString()),
      terminals: window.terminals.length,
      forwards: (api.forwards.getChildren() as readonly Forward[]).length,
    };
  }
});

function fail(): never {
  throw new Error('nobody may look into this');
}
