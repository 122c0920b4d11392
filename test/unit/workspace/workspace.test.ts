import { describe, expect, test } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver';
import { OpenDocument } from '../../../server/src/documents/open-document.ts';
import { DiagnosticsPublisher } from '../../../server/src/publishing/diagnostics-publisher.ts';
import { defaultSettings, readClientOptions, readSettings } from '../../../server/src/workspace/settings.ts';
import { Workspace } from '../../../server/src/workspace/workspace.ts';
import { widgetDefinition } from '../../support/widgets.ts';
import { readCatalog } from '../catalog/built-catalog.ts';

const uri = 'file:///a.yaml';

describe('an open document', () => {
  test('takes changes one after the other, at UTF-16 positions, and keeps documents they do not touch', () => {
    const document = new OpenDocument(uri, 'yaml', 1, 'a: 😀x\n---\nb: 1\r\nc: 2\n');
    const [, second] = document.documents;
    document.update(
      [
        { range: { start: { line: 0, character: 5 }, end: { line: 0, character: 6 } }, text: 'y\nd: 3' },
        { range: { start: { line: 1, character: 0 }, end: { line: 1, character: 1 } }, text: 'e' },
      ],
      2,
    );
    expect([document.text, document.version]).toEqual(['a: 😀y\ne: 3\n---\nb: 1\r\nc: 2\n', 2]);
    expect(document.documents[1]).toBe(second);
    expect(document.text.slice(second!.root!.span.start).startsWith('b: 1')).toBe(true);
  });

  test('takes a whole new text, and ranges beyond its end', () => {
    const document = new OpenDocument(uri, 'yaml', 1, 'a');
    document.update([{ text: 'b' }], 2);
    const beyond = { line: 99, character: 99 };
    document.update([{ range: { start: beyond, end: beyond }, text: 'c' }], 3);
    expect(document.text).toBe('bc');
  });
});

describe('settings', () => {
  test.each([
    [undefined, defaultSettings],
    ['nonsense', defaultSettings],
    [{ kubernetesVersion: '1.35' }, { ...defaultSettings, kubernetesVersion: '1.35' }],
    [{ kubernetesVersion: 1.34 }, { ...defaultSettings, kubernetesVersion: '1.34' }],
    [{ kubernetesVersion: '0.1', diagnostics: { enabled: 'x' } }, defaultSettings],
    [{ diagnostics: { enabled: false } }, { ...defaultSettings, diagnostics: 'off' }],
    [{ files: { limit: 10 } }, { ...defaultSettings, mostFiles: 10 }],
    [{ files: { limit: '10' } }, defaultSettings],
    // A folder has settings of its own: what a client does, and by which command, is not theirs to say.
    [{ liveObjects: 'asked', suggestions: 'asTyped' }, defaultSettings],
    [{ suggestCommand: 'a.b', fetchSchemaCommand: 'c.d', rulePage: 'command:e.f' }, defaultSettings],
  ])('%j', (written, settings) => {
    expect(readSettings(written, defaultSettings)).toEqual(settings);
  });

  test.each([
    [{ liveObjects: 'asked' }, { ...defaultSettings, liveObjects: 'asked' }],
    [{ liveObjects: true }, defaultSettings],
    [
      { kubernetesVersion: '1.35', suggestCommand: 'a.b' },
      { ...defaultSettings, kubernetesVersion: '1.35', suggestCommand: 'a.b' },
    ],
  ])('of a client: %j', (written, settings) => {
    expect(readClientOptions(written, defaultSettings)).toEqual(settings);
  });
});

const definition = (field: string) => widgetDefinition(`${field}: {type: string}`);
const widget = 'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nsize: big\n';

/** A workspace over files in memory, with a publisher whose clock stands still until it is told. */
function scene(files: Record<string, string> = {}) {
  const sent: [uri: string, version: number | undefined, codes: unknown[]][] = [];
  const timers = new Map<() => void, number>();
  const failures: unknown[] = [];
  const pause = () => Promise.resolve();
  const workspace = new Workspace(
    {
      readCatalog,
      files: {
        async *find() {
          yield* Object.keys(files);
        },
        read: async (file) => files[file],
      },
      pause,
    },
    { readDocument: async () => null, schemasChanged: () => failures.push('schemas changed') },
  );
  const publisher = new DiagnosticsPublisher(workspace, {
    send: (target, version, diagnostics: Diagnostic[]) =>
      sent.push([target, version, diagnostics.map(({ code }) => code)]),
    later: (milliseconds, action) => {
      timers.set(action, milliseconds);
      return () => timers.delete(action);
    },
    pause,
    definitionsChanged: () => failures.push('definitions changed'),
    failed: (error) => failures.push(error),
    ask: async () => null,
    now: () => 0,
  });
  const elapse = () => {
    const due = [...timers.keys()];
    timers.clear();
    for (const action of due) action();
  };
  const settled = async (count: number) => {
    await expect.poll(() => sent.length).toBe(count);
    return sent;
  };
  return { workspace, publisher, files, sent, timers, failures, elapse, settled };
}

describe('the publisher', () => {
  test('sends at once when told to, and once after a burst of edits', async () => {
    const { publisher, settled, timers, elapse } = scene();
    const document = new OpenDocument(
      uri,
      'yaml',
      1,
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nx: 1\n',
    );
    publisher.publish(document);
    expect(await settled(1)).toEqual([[uri, 1, ['unknown-field']]]);
    for (const version of [2, 3, 4]) {
      document.update(
        [{ range: { start: { line: 3, character: 0 }, end: { line: 3, character: 0 } }, text: 'y' }],
        version,
      );
      publisher.publishSoon(document);
    }
    expect([...timers.values()]).toEqual([100]);
    elapse();
    expect((await settled(2))[1]).toEqual([uri, 4, ['unknown-field']]);
  });

  test('drops what an older version or a closed document would have got', async () => {
    const { publisher, settled } = scene();
    const document = new OpenDocument(uri, 'yaml', 1, 'apiVersion: v1\nkind: Pod\n');
    publisher.publish(document);
    document.update([{ text: '' }], 2);
    publisher.publish(document);
    expect(await settled(1)).toEqual([[uri, 2, []]]);
    document.update([{ text: 'apiVersion: v1\nkind: Pod\n' }], 3);
    publisher.publish(document);
    publisher.close(uri);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await settled(2)).toEqual([
      [uri, 2, []],
      [uri, undefined, []],
    ]);
  });

  test('a catalog that cannot be read is a failure, not a crash', async () => {
    const { workspace, publisher, failures, sent } = scene();
    workspace.settings = { ...defaultSettings, kubernetesVersion: '9.9' as '1.36' };
    publisher.publish(new OpenDocument(uri, 'yaml', 1, 'a'));
    await expect.poll(() => failures.length).toBe(1);
    expect(sent).toEqual([]);
  });

  test('says nothing of the notes of charts, other languages, or anything when it is off', async () => {
    const { workspace, publisher, settled } = scene();
    const broken = 'apiVersion: v1\nkind: Pod\nx: "{{ .Values.x }}"\n';
    publisher.publish(new OpenDocument('file:///chart/templates/NOTES.txt', 'yaml', 1, broken));
    publisher.publish(new OpenDocument('file:///other/templates/NOTES.txt', 'helm', 1, broken));
    publisher.publish(new OpenDocument('file:///c.yaml', 'dockercompose', 1, broken));
    expect((await settled(3)).map(([, , codes]) => codes)).toEqual([[], [], []]);
    workspace.settings = { ...defaultSettings, diagnostics: 'off' };
    publisher.publish(new OpenDocument('file:///d.yaml', 'yaml', 1, broken));
    expect((await settled(4))[3]).toEqual(['file:///d.yaml', 1, []]);
  });

  test.each([
    ['nothing', ''],
    ['NULs', `apiVersion: v1\nkind: Pod\u0000\nmetadata:\u0000\n${'\u0000'.repeat(1000)}`],
    ['a huge line', `apiVersion: v1\nkind: Pod\nmetadata: {name: ${'x'.repeat(1_000_000)}}\n`],
    ['half a document', 'apiVersion: v1\nkind: Pod\nspec: {containers: [{name: "'],
    [
      'fields by names of JavaScript',
      'apiVersion: v1\nkind: Pod\n__proto__: 1\nconstructor: 2\nspec: {toString: 3}\n',
    ],
    [
      'a kind by such a name',
      'apiVersion: constructor\nkind: __proto__\nmetadata: {a: b}\n---\napiVersion: batch/v1\nkind: constructor\nmetadata: {a: b}\n',
    ],
    ['deep nesting', `apiVersion: v1\nkind: Pod\nspec: ${'['.repeat(20_000)}`],
    [
      'many aliases',
      `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\na: &a [x]\n${Array.from({ length: 30 }, (_, i) => `b${i}: &b${i} [*${i === 0 ? 'a' : `b${i - 1}`}, *${i === 0 ? 'a' : `b${i - 1}`}]`).join('\n')}\n`,
    ],
  ])('survives %s', async (_what, text) => {
    const { publisher, settled, failures } = scene();
    publisher.publish(new OpenDocument(uri, 'yaml', 1, text));
    expect((await settled(1))[0]!.slice(0, 2)).toEqual([uri, 1]);
    expect(failures).toEqual([]);
  });

  test('sends a thousand problems at most', async () => {
    const { publisher, settled } = scene();
    const fields = Array.from({ length: 3000 }, (_, index) => `x${index}: 1`).join('\n');
    publisher.publish(
      new OpenDocument(uri, 'yaml', 1, `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n${fields}\n`),
    );
    expect((await settled(1))[0]![2]).toHaveLength(1000);
  });
});

describe('definitions', () => {
  test('of files count, those of open documents over them, and changes are told', async () => {
    const { workspace, publisher, files, settled } = scene({ 'file:///crd.yaml': definition('size') });
    const document = new OpenDocument(uri, 'yaml', 1, widget);
    const codes = async (count: number) => {
      publisher.publish(document);
      return (await settled(count)).at(-1)![2];
    };
    expect(await codes(1)).toEqual(['unknown-group']);
    expect(await workspace.index(['file:///'])).toBe(true);
    expect(await codes(2)).toEqual([]);

    const open = new OpenDocument('file:///crd.yaml', 'yaml', 1, definition('length'));
    expect(workspace.opened(open)).toBe(true);
    expect(await codes(3)).toEqual(['unknown-field']);
    expect(workspace.opened(open)).toBe(false);
    expect(workspace.closed('file:///crd.yaml')).toBe(true);
    expect(await codes(4)).toEqual([]);

    delete files['file:///crd.yaml'];
    await workspace.reread('file:///crd.yaml');
    expect(await codes(5)).toEqual(['unknown-group']);
  });

  test('an edit elsewhere in the file of a definition changes nothing for others', () => {
    const { workspace } = scene();
    const document = new OpenDocument(uri, 'yaml', 1, `${definition('size')}---\n${widget}`);
    expect(workspace.opened(document)).toBe(true);
    const end = document.lines.positionAt(document.text.length);
    document.update([{ range: { start: end, end }, text: 'x: 1\n' }], 2);
    expect(workspace.opened(document)).toBe(false);
  });
});
