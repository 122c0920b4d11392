import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver';
import { OpenDocument } from '../../../server/src/documents/open-document.ts';
import type { LiveObject, LiveObjectParams } from '../../../server/src/protocol.ts';
import { DiagnosticsPublisher } from '../../../server/src/publishing/diagnostics-publisher.ts';
import { LiveObjects } from '../../../server/src/publishing/live-objects.ts';
import { registry } from '../../../server/src/rules/registry.ts';
import { Workspace } from '../../../server/src/workspace/workspace.ts';
import { readCatalog } from '../catalog/built-catalog.ts';

const uri = 'file:///a.yaml';
const nameOf = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace: undefined, name });

function stored(name: string, resourceVersion: string, fields: object = {}): LiveObject {
  const object = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, uid: 'u', resourceVersion },
    ...fields,
  };
  return { cluster: 'shop', object, withheld: [] };
}

/** Questions that are answered one by one, and a clock that stands still. */
function scene() {
  const asked: { params: LiveObjectParams; answer: (live: LiveObject | null | Error) => void }[] = [];
  const clock = { now: 0 };
  const objects = new LiveObjects({
    ask: (params) =>
      new Promise((resolve, reject) =>
        asked.push({
          params,
          answer: (live) => (live instanceof Error ? reject(live) : resolve(live)),
        }),
      ),
    now: () => clock.now,
  });
  const names = () => asked.map(({ params }) => params.name);
  return { asked, clock, objects, names };
}

describe('objects of clusters', () => {
  test('are asked for once, and again when the answer is old', async () => {
    const { objects, asked, clock, names } = scene();
    const [first, second] = [objects.refresh(uri, [nameOf('a')]), objects.refresh(uri, [nameOf('a')])];
    expect(asked.map(({ params }) => params)).toEqual([
      { uri, apiVersion: 'v1', kind: 'ConfigMap', name: 'a' },
    ]);
    asked[0]!.answer(stored('a', '1'));
    expect([await first, await second]).toEqual([true, true]);
    expect(objects.known(uri, nameOf('a'))).toEqual(stored('a', '1'));
    clock.now = 29_999;
    expect(await objects.refresh(uri, [nameOf('a')])).toBe(false);
    expect(names()).toEqual(['a']);
    clock.now = 30_000;
    const again = objects.refresh(uri, [nameOf('a')]);
    asked[1]!.answer(stored('a', '1'));
    expect(await again).toBe(false);
  });

  test('that are not there are not asked for at every key either, and a failure is as good as that', async () => {
    const { objects, asked, names } = scene();
    const asking = objects.refresh(uri, [nameOf('a'), nameOf('b')]);
    asked[0]!.answer(null);
    asked[1]!.answer(new Error('no answer'));
    expect(await asking).toBe(false);
    expect(await objects.refresh(uri, [nameOf('a'), nameOf('b')])).toBe(false);
    expect(names()).toEqual(['a', 'b']);
    expect(objects.hasAny(uri)).toBe(false);
  });

  test('are asked for four at a time, and fifty of a document', async () => {
    const { objects, asked } = scene();
    const names = Array.from({ length: 500 }, (_, index) => nameOf(`n${index}`));
    const asking = objects.refresh(uri, names);
    let most = 0;
    for (let answered = 0; answered < 50; answered++) {
      await expect.poll(() => asked.length).toBeGreaterThan(answered);
      most = Math.max(most, asked.length - answered);
      asked[answered]!.answer(stored(`n${answered}`, '1'));
    }
    expect(await asking).toBe(true);
    expect([asked.length, most]).toEqual([50, 4]);
  });

  test('are the same until there is a newer state, and gone when they are', async () => {
    const { objects, asked } = scene();
    const answers = [stored('a', '1'), stored('a', '1'), stored('a', '2'), null];
    const seen = [];
    for (const [index, answer] of answers.entries()) {
      objects.expire();
      const asking = objects.refresh(uri, [nameOf('a')]);
      asked[index]!.answer(answer);
      seen.push([await asking, objects.known(uri, nameOf('a'))]);
    }
    expect(seen).toEqual([
      [true, answers[0]],
      [false, answers[0]],
      [true, answers[2]],
      [true, undefined],
    ]);
    expect(seen[1]![1]).toBe(answers[0]);
  });

  test('that were on their way when something changed, or the document closed, do not count', async () => {
    const { objects, asked } = scene();
    const before = objects.refresh(uri, [nameOf('a')]);
    objects.expire();
    const after = objects.refresh(uri, [nameOf('a')]);
    asked[0]!.answer(stored('a', '1'));
    asked[1]!.answer(stored('a', '2'));
    expect([await before, await after]).toEqual([false, true]);
    expect(objects.known(uri, nameOf('a'))).toEqual(stored('a', '2'));
    objects.expire();
    const late = objects.refresh(uri, [nameOf('a')]);
    objects.close(uri);
    asked[2]!.answer(stored('a', '3'));
    expect(await late).toBe(false);
    expect(objects.known(uri, nameOf('a'))).toBeUndefined();
  });
});

const frozen = (value: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: b}\ndata: {x: ${value}}\n`;

/** A publisher of one document's problems, with a cluster in memory. */
function published(
  text: string,
  answer: (params: LiveObjectParams) => Promise<LiveObject | null>,
  languageId = 'yaml',
) {
  const sent: string[][] = [];
  const asked: LiveObjectParams[] = [];
  const workspace = new Workspace(
    {
      readCatalog,
      files: { async *find() {}, read: async () => undefined },
      pause: () => Promise.resolve(),
    },
    { readDocument: async () => null, schemasChanged: () => undefined },
  );
  workspace.settings = { ...workspace.settings, liveObjects: 'asked' };
  const publisher = new DiagnosticsPublisher(workspace, {
    send: (_uri, _version, diagnostics: Diagnostic[]) =>
      sent.push(diagnostics.map(({ code, severity, range }) => `${range.start.line} ${severity} ${code}`)),
    later: () => () => undefined,
    pause: () => Promise.resolve(),
    definitionsChanged: () => undefined,
    failed: (error) => sent.push([String(error)]),
    ask: (params) => {
      asked.push(params);
      return answer(params);
    },
    now: () => 0,
  });
  const document = new OpenDocument(uri, languageId, 1, text);
  return { sent, asked, workspace, publisher, document };
}

/** What follows from promises alone has happened by then. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

const inCluster = async () => stored('a', '1', { immutable: true, data: { x: 'old' } });

describe('the publisher', () => {
  test('tells what is wrong with the text at once, and hints when the object is known', async () => {
    const { sent, asked, publisher, document } = published(`${frozen('new')}wrong: 1\n`, inCluster);
    publisher.publish(document);
    await expect.poll(() => sent.length).toBe(2);
    expect(sent).toEqual([['4 1 unknown-field'], ['3 4 immutable-field', '4 1 unknown-field']]);
    expect(asked).toEqual([{ uri, apiVersion: 'v1', kind: 'ConfigMap', namespace: 'b', name: 'a' }]);
  });

  test('takes a hint back when the text is as the cluster has it, without asking again', async () => {
    const { sent, asked, publisher, document } = published(frozen('new'), inCluster);
    publisher.publish(document);
    await expect.poll(() => sent.length).toBe(2);
    document.update([{ text: frozen('old') }], 2);
    publisher.publish(document);
    await expect.poll(() => sent.length).toBe(3);
    expect(sent).toEqual([[], ['3 4 immutable-field'], []]);
    expect(asked).toHaveLength(1);
  });

  test('notes in a long file from which object on none is asked for, wherever it moves to', async () => {
    const text = (count: number) => `${frozen('old')}---\n`.repeat(count);
    const { sent, publisher, document } = published(text(51), inCluster);
    publisher.publish(document);
    await expect.poll(() => sent.length).toBe(2);
    expect(sent).toEqual([[], ['250 3 not-checked']]);
    document.update([{ text: `# moved\n${text(51)}` }], 2);
    publisher.publish(document);
    await expect.poll(() => sent.at(-1)).toEqual(['251 3 not-checked']);
    document.update([{ text: text(50) }], 3);
    publisher.publish(document);
    await expect.poll(() => sent.at(-1)).toEqual([]);
  });

  test('asks again when objects of clusters have changed', async () => {
    const { sent, asked, publisher, document } = published(frozen('new'), inCluster);
    publisher.publish(document);
    await expect.poll(() => sent.length).toBe(2);
    publisher.expireLiveObjects();
    publisher.publish(document);
    await expect.poll(() => asked.length).toBe(2);
  });

  test('hints in every document of a text, wherever it moves to', async () => {
    const { sent, publisher, document } = published(`${frozen('old')}---\n${frozen('new')}`, inCluster);
    publisher.publish(document);
    await expect.poll(() => sent.length).toBe(2);
    document.update([{ text: `# moved\n${frozen('old')}---\n${frozen('new')}` }], 2);
    publisher.publish(document);
    await expect.poll(() => sent.length).toBe(3);
    expect(sent.slice(1)).toEqual([['8 4 immutable-field'], ['9 4 immutable-field']]);
  });

  test('leaves out what a comment ignores', async () => {
    const text = `# kubewright-ignore immutable-field\n${frozen('new')}`;
    const { sent, publisher, document } = published(text, inCluster);
    publisher.publish(document);
    await expect.poll(() => sent.length).toBe(2);
    expect(sent[1]).toEqual([]);
  });

  test.each([
    [
      'a kind of which nothing is immutable',
      'apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n',
      'yaml',
    ],
    ['a kind that nobody knows', 'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\n', 'yaml'],
    ['an object without a name', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: a}\n', 'yaml'],
    ['a name that no server has', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ../a}\n', 'yaml'],
    [
      'a namespace that is none',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: [b]}\n',
      'yaml',
    ],
    ['a broken document', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a\ndata:\n  a: "b\n', 'yaml'],
    ['a patch', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n$patch: delete\n', 'yaml'],
    ['a Helm template', frozen('new'), 'helm'],
    ['a file of another format', frozen('new'), 'dockercompose'],
  ])('asks nothing about %s', async (_what, text, languageId) => {
    const { sent, asked, publisher, document } = published(text, inCluster, languageId);
    publisher.publish(document);
    await expect.poll(() => sent.length).toBe(1);
    await nextTurn();
    expect(asked).toEqual([]);
  });

  test('asks nothing of a client that cannot answer, nor where nobody wants the hints', async () => {
    const settings = [{ liveObjects: 'unknown' }, { severities: { 'immutable-field': 'off' } }] as const;
    for (const one of settings) {
      const { sent, asked, workspace, publisher, document } = published(frozen('new'), inCluster);
      workspace.settings = { ...workspace.settings, ...one };
      publisher.publish(document);
      await expect.poll(() => sent.length).toBe(1);
      await nextTurn();
      expect(asked).toEqual([]);
    }
  });
});

test('the kinds that are asked for are those of which a real API server refused a change', () => {
  const fixture = new URL('../../fixtures/rules/updates.json', import.meta.url);
  const { bases, rows } = JSON.parse(readFileSync(fixture, 'utf8')) as {
    bases: { apiVersion: string; kind: string }[];
    rows: { base: number; causes: string[] }[];
  };
  const refused = rows.flatMap(({ base, causes }) => (causes.length > 0 ? bases[base]! : []));
  const kinds = refused.map(({ apiVersion, kind }) => apiVersion.replace(/[^/]+$/, '') + kind);
  const restricted = Object.keys(registry).filter((kind) => registry[kind]!.update === 'restricted');
  expect([...new Set(kinds)].sort()).toEqual(restricted.sort());
});
