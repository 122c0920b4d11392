import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { CodeAction, CompletionList, Diagnostic, Hover } from 'vscode-languageserver';
import type {
  ClusterChoice,
  ConnectedCluster,
  OpenApiDocument,
  OpenApiDocumentParams,
  OpenApiProblem,
  ServedKind,
} from '../../../server/src/protocol.ts';
import { LineIndex } from '../../../server/src/yaml/lines.ts';
import { type InProcessServer, startInProcess } from '../../fuzz/in-process-server.ts';
import { readCatalog } from '../catalog/built-catalog.ts';

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../fixtures/openapi', name), 'utf8');
/** What a kube-apiserver 1.35.4 publishes of the definition beside it, but for what it publishes with every group. */
const schemas: NonNullable<OpenApiDocument['schemas']> = JSON.parse(fixture('harbour.example.com-v1.json'));
const definition = fixture('harbour.example.com-definition.yaml');

const sail = `apiVersion: harbour.example.com/v1
kind: Sail
metadata: {name: main}
spec: {count: 3, max: 5}
`;
const uri = 'file:///sail.yaml';

function served(kind: string, group = 'harbour.example.com', version = 'v1'): ServedKind {
  const plural = `${kind.toLowerCase()}s`;
  return {
    group,
    version,
    kind,
    apiVersion: `${group}/${version}`,
    plural,
    singular: kind.toLowerCase(),
    scope: 'Namespaced',
    verbs: ['get', 'list', 'watch', 'create', 'patch', 'delete'],
    shortNames: [],
    categories: [],
    subresources: [{ name: 'status' }],
  };
}

function connected(fields: Partial<ConnectedCluster> = {}): ConnectedCluster {
  return {
    id: 'one',
    name: 'prod',
    serverVersion: 'v1.36.1',
    kinds: [served('Sail')],
    revision: 1,
    ...fields,
  };
}

const running: InProcessServer[] = [];

afterEach(() => {
  for (const server of running.splice(0)) {
    server.stop();
    expect(server.errors).toEqual([]);
  }
});

type Read = (params: OpenApiDocumentParams) => OpenApiDocument | OpenApiProblem | null;

/** A server whose client reads documents like this, and knows these clusters. */
async function start({
  read = () => ({ hash: 'A', schemas }),
  choices = [],
  initializationOptions = {},
}: {
  read?: Read;
  choices?: readonly ClusterChoice[];
  initializationOptions?: object;
} = {}) {
  const asked: OpenApiDocumentParams[] = [];
  const server = await startInProcess(readCatalog, {
    initializationOptions,
    answers: {
      'kubewright/openApiDocument': (params: OpenApiDocumentParams) => {
        asked.push(params);
        return read(params);
      },
      'kubewright/clusterChoices': () => choices,
    },
  });
  running.push(server);
  const { client, published } = server;
  const connect = (...clusters: ConnectedCluster[]) =>
    client.sendNotification('kubewright/connectedClusters', { clusters });
  const open = (text: string, languageId = 'yaml') =>
    client.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId, version: 1, text },
    });
  /** Waits until this is what is said of the document. */
  const settles = async (...expected: string[]) => {
    const said = () =>
      published
        .get(uri)
        ?.diagnostics.map(({ code, message }) => `${code}: ${String(message).replaceAll('\n', ' | ')}`);
    await expect.poll(said).toEqual(expected);
  };
  /** Waits until what it said before is not what it says. */
  const diagnostics = (): Diagnostic[] => published.get(uri)?.diagnostics ?? [];
  return { client, connect, open, settles, diagnostics, asked, published };
}

const nothingKnown =
  'unknown-group: Nothing is known of the kind "Sail". | There is no CustomResourceDefinition for harbour.example.com/v1 Sail in this workspace';
const unknownField = (name: string) => `unknown-field: Unknown field \`${name}\`.`;

describe('kinds of a connected cluster', () => {
  test('are known in documents that are open already, and in no other way than was asked for', async () => {
    const { connect, open, settles, asked } = await start();
    await open(`${sail}hight: 1\n`);
    await settles(`${nothingKnown}.`);
    expect(asked).toEqual([]);
    await connect(connected());
    await settles(unknownField('hight'));
    expect(asked).toEqual([{ cluster: 'one', apiVersion: 'harbour.example.com/v1' }]);
    await connect();
    await settles(`${nothingKnown}.`);
  });

  test('are meant by what is similar', async () => {
    const { connect, open, settles } = await start();
    await connect(connected());
    const nowhere = 'in this workspace, and no connected cluster serves it. Did you mean';
    await open(`${sail.replace('Sail', 'Sial')}---\n${sail.replace('/v1', '/v2')}`);
    await settles(
      `unknown-group: Nothing is known of the kind "Sial". | There is no CustomResourceDefinition for harbour.example.com/v1 Sial ${nowhere} "Sail"?`,
      `unknown-group: Nothing is known of the kind "Sail". | There is no CustomResourceDefinition for harbour.example.com/v2 Sail ${nowhere} "harbour.example.com/v1"?`,
    );
  });

  test('are known in lists, of their own kind and of any', async () => {
    const { connect, open, settles } = await start();
    await connect(connected());
    const item =
      '  - {apiVersion: harbour.example.com/v1, kind: Sail, metadata: {name: a}, spec: {count: x}}\n';
    await open(
      `apiVersion: v1\nkind: List\nitems:\n${item}---\napiVersion: harbour.example.com/v1\nkind: SailList\nitems:\n${item}`,
    );
    const wrong = 'wrong-type: `count` takes an integer, not the string "x".';
    await settles(wrong, wrong);
  });

  test('are known in templates of charts', async () => {
    const { connect, open, settles } = await start();
    await connect(connected());
    await open(`${sail.replace('main', '"{{ .Release.Name }}"')}hight: 1\n`, 'helm');
    await settles(unknownField('hight'));
  });

  test('leave those of the workspace, of Kubernetes, and of the cluster named first as they are', async () => {
    const other = {
      'com.example.harbour.v1.Sail': { ...schemas['com.example.harbour.v1.Sail'], properties: {} },
    };
    const { connect, open, settles, client, asked } = await start({
      read: ({ cluster }) => ({ hash: 'A', schemas: cluster === 'one' ? schemas : other }),
    });
    await open(sail);
    const deployment = served('Deployment', 'apps');
    await connect(connected(), connected({ id: 'two', name: 'test', kinds: [deployment, served('Sail')] }));
    await settles();
    expect(asked.map(({ cluster }) => cluster)).toEqual(['one']);
    await connect(connected({ id: 'two', kinds: [deployment, served('Sail')] }), connected());
    await settles(unknownField('spec'));
    await client.sendNotification('textDocument/didOpen', {
      textDocument: { uri: 'file:///crd.yaml', languageId: 'yaml', version: 1, text: definition },
    });
    await settles();
  });

  test('take what the definition of the workspace refuses, and are asked for no sooner', async () => {
    const { connect, open, settles, client, asked } = await start();
    const older = definition.replace('colour:', 'paint:');
    expect(older).not.toBe(definition);
    await client.sendNotification('textDocument/didOpen', {
      textDocument: { uri: 'file:///crd.yaml', languageId: 'yaml', version: 1, text: older },
    });
    await connect(connected());
    await open(sail);
    await settles();
    expect(asked).toEqual([]);
    await client.sendNotification('textDocument/didClose', { textDocument: { uri } });
    await open(sail.replace('max: 5', 'max: 5, colour: red'));
    await expect.poll(() => asked).toHaveLength(1);
    await settles();
  });

  test('are those of its own cluster in a document that shows an object of one', async () => {
    const other = {
      'com.example.harbour.v1.Sail': { ...schemas['com.example.harbour.v1.Sail'], properties: {} },
    };
    const { connect, client, published } = await start({
      read: ({ cluster }) => ({ hash: 'A', schemas: cluster === 'one' ? schemas : other }),
    });
    const early = { ...served('MutatingAdmissionPolicyBinding', 'admissionregistration.k8s.io'), verbs: [] };
    await connect(
      connected({ serverVersion: 'v1.34.1', kinds: [served('Sail'), early] }),
      connected({ id: 'two', name: 'test', serverVersion: 'v1.34.1' }),
    );
    const shown = (id: string) => `kubewright:/prod/sail.yaml?%7B%22context%22%3A%22${id}%22%7D`;
    const policy = 'apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingAdmissionPolicyBinding\n';
    const text = `${sail}---\n${policy}metadata: {name: a}\nspec: {policyName: a}\n`;
    for (const id of ['one', 'two', 'three']) {
      await client.sendNotification('textDocument/didOpen', {
        textDocument: { uri: shown(id), languageId: 'yaml', version: 1, text },
      });
    }
    const said = (id: string) => published.get(shown(id))?.diagnostics.map(({ code }) => code);
    await expect
      .poll(() => ['one', 'two', 'three'].map(said))
      .toEqual([[], ['unknown-field', 'future-api-version'], ['not-served-by-cluster']]);
  });

  test('are offered and described', async () => {
    const { connect, open, settles, client } = await start();
    await connect(connected());
    const text = `${sail}---\nkind: Sa\n---\n${sail.replace('{count: 3, max: 5}', '\n  ropes: []\n  tags: []\n  ')}`;
    await open(text);
    await settles();
    const lines = new LineIndex(text);
    const at = (word: string, from = 0) => ({
      textDocument: { uri },
      position: lines.positionAt(text.indexOf(word, from) + word.length),
    });
    const complete = async (place: ReturnType<typeof at>) =>
      (await client.sendRequest<CompletionList>('textDocument/completion', place)).items;
    expect((await complete(at('kind: Sa\n'.trimEnd()))).map(({ label }) => label)).toContain('Sail');
    expect((await complete(at('tags: []\n  '))).map(({ label }) => label)).toEqual(
      expect.arrayContaining(['count', 'colour', 'template']),
    );
    const hover = async (place: ReturnType<typeof at>) => {
      const found = await client.sendRequest<Hover | null>('textDocument/hover', place);
      return (found?.contents as { value: string } | undefined)?.value;
    };
    expect(await hover(at('kind: Sai'))).toBe(
      [
        '**Sail** `harbour.example.com/v1` (in a namespace)',
        'From cluster prod.',
        'Checked by the server:\n- `self.metadata.name.size() < 20`: name too long',
        'A sail.',
      ].join('\n\n'),
    );
    expect(await hover(at('spe'))).toBe(
      [
        '**spec** `object` (required)',
        "Checked by the server:\n- `self.count <= self.max`: count must not be above max\n- `self.count < 100`: `'too many'`\n- `!oldSelf.hasValue() || self == oldSelf.value()`: immutable",
        'What is wanted.',
      ].join('\n\n'),
    );
  });
});

describe('a schema of a cluster', () => {
  test('is read anew when the cluster has been looked at again, and counts as it was until then', async () => {
    const withoutFields = { ...schemas['com.example.harbour.v1.Sail'] };
    const documents: (OpenApiDocument | OpenApiProblem)[] = [
      { hash: 'A', schemas },
      { hash: 'A' },
      { problem: 'the connection was reset' },
      { hash: 'B', schemas: { 'com.example.harbour.v1.Sail': { ...withoutFields, properties: {} } } },
    ];
    const { connect, open, settles, asked } = await start({
      read: () => documents.shift()!,
    });
    await connect(connected());
    await open(`${sail}hight: 1\n`);
    await settles(unknownField('hight'));
    for (const revision of [2, 3]) {
      await connect(connected({ revision }));
      await expect.poll(() => asked.length).toBe(revision);
    }
    await settles(unknownField('hight'));
    await connect(connected({ revision: 4 }));
    await settles(unknownField('spec'), unknownField('hight'));
    expect(asked.map(({ hash }) => hash)).toEqual([undefined, 'A', 'A', 'A']);
  });

  test.each<[string, Read, string]>([
    [
      'cannot be read',
      () => ({ problem: 'get /openapi/v3 (context `prod`): forbidden. Ask for it.' }),
      'get /openapi/v3 (context `prod`): forbidden. Ask for it',
    ],
    ['is not published', () => null, 'it publishes none'],
    ['lacks the kind', () => ({ hash: 'A', schemas: {} }), 'it publishes none'],
    ['is no document', () => 7 as never, "Cannot use 'in' operator to search for 'problem' in 7"],
  ])('that %s leaves the hint, until the cluster has been looked at again', async (_what, read, problem) => {
    let answer = read;
    const { connect, open, settles } = await start({ read: (params) => answer(params) });
    await connect(connected());
    await open(sail);
    await settles(
      `unknown-group: The schema of "Sail" could not be read. | Cluster "prod" serves harbour.example.com/v1 Sail, but its schema is not there: ${problem}.`,
    );
    answer = () => ({ hash: 'B', schemas });
    await connect(connected({ revision: 2 }));
    await settles();
  });

  test('that is no schema at all breaks nothing', async () => {
    const nonsense = [null, 7, 'text', [], { 'x-kubernetes-group-version-kind': 7 }];
    const named = Object.fromEntries(nonsense.map((one, index) => [`n${index}`, one]));
    const identity = { group: 'harbour.example.com', version: 'v1', kind: 'Sail' };
    const schema = {
      'x-kubernetes-group-version-kind': [null, 7, identity],
      type: 7,
      properties: { spec: { $ref: 7 }, metadata: { $ref: '#/components/schemas/loop' } },
      required: 'spec',
    };
    const loop = { allOf: [{ $ref: '#/components/schemas/loop' }] };
    const { connect, open, settles, client } = await start({
      read: () => ({ hash: '', schemas: { ...named, loop, 'a.b': schema } as never }),
    });
    const kinds = [{ kind: 7 }, {}, { ...served('Sail'), shortNames: 7, verbs: null, categories: [7] }];
    await connect(connected({ kinds: kinds as never }));
    await open(`${sail}hight: 1\n`);
    await settles(unknownField('hight'));
    const list = await client.sendRequest<CompletionList>('textDocument/completion', {
      textDocument: { uri },
      position: { line: 1, character: 'kind: Sail'.length },
    });
    expect(list.items.map(({ label }) => label)).toEqual(['Sail']);
  });

  test('of another server than that of the cluster judges types, and nothing that is not known of it', async () => {
    const name = 'io.example.metrics.v1.PodMetrics';
    const raw = {
      type: 'object' as const,
      properties: {
        metadata: { $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
      },
      'x-kubernetes-group-version-kind': [
        { group: 'metrics.example.com', version: 'v1', kind: 'PodMetrics' },
      ],
    };
    const { connect, open, settles } = await start({ read: () => ({ hash: 'A', schemas: { [name]: raw } }) });
    await connect(connected({ kinds: [served('PodMetrics', 'metrics.example.com')] }));
    await open(
      'apiVersion: metrics.example.com/v1\nkind: PodMetrics\nmetadata: {name: "system:node"}\nx: 1\n',
    );
    await settles(unknownField('x'));
  });
});

test('the schema that a cluster publishes finds what that of the definition finds', async () => {
  const faults = [
    'spec: {}',
    'spec: {count: 0, max: 3}',
    'spec: {count: 51, max: 0, colour: blue}',
    'spec: {count: 1, colour: null, port: 80, when: today}',
    'spec: {count: 1, port: http, anything: {known: 1, more: 2}}',
    'spec: {count: 1, port: [], template: {spec: {a: 1}}}',
    'spec: {count: 1, template: {apiVersion: v1, kind: Pod, metadata: {labels: {a: 1}}, spec: {}}}',
    'spec: {count: 1, labels: {a: abcdef, b: 7}, ropes: [{len: 1}, {name: a}, {name: bb}, {name: bb}]}',
    'spec: {count: 1, tags: [a, b, a, c], atom: {b: 1}, title: b, choice: {c: 1}}',
    'spec: {count: "1", max: 2.5}\nstatus: {count: x}',
  ];
  const text = faults
    .map((fault, index) => sail.replace('main', `m${index}`).replace(/spec: .*/, fault))
    .join('---\n');
  const published = await start();
  await published.connect(connected());
  await published.open(text);
  const written = await start();
  await written.client.sendNotification('textDocument/didOpen', {
    textDocument: { uri: 'file:///crd.yaml', languageId: 'yaml', version: 1, text: definition },
  });
  await written.open(text);
  await expect.poll(() => written.diagnostics().length).toBeGreaterThan(15);
  await expect.poll(() => published.diagnostics()).toEqual(written.diagnostics());
  expect(written.diagnostics().map(({ message }) => String(message).replaceAll('\n', ' | '))).toEqual([
    '`count` must be at least 1.',
    '`max` must be a multiple of 5.',
    '`count` must be at most 50.',
    '`max` must be more than 0.',
    '`colour` does not take "blue". | Supported: "red", "green".',
    '`when` "today" is not a time such as 2026-01-31T12:00:00Z.',
    '`known` takes a string, not the number 1.',
    '`port` takes an integer or a string, not a list.',
    '`template` lacks the required field `apiVersion`.',
    '`template` lacks the required field `kind`.',
    '`a` takes a string, not the number 1.',
    '`a` must have at most 5 characters.',
    '`b` takes a string, not the number 7.',
    '`ropes[0]` lacks the required field `name`.',
    '`name` must have at least 2 characters.',
    '`ropes` has this item twice. | Already in this list: name: "bb".',
    '`tags` must have at most 3 items.',
    '`tags` has this item twice. | Already in this list: "a".',
    'Unknown field `b`. Did you mean `a`?',
    '`title` must match the pattern ^a.',
    'Unknown field `c`.',
    '`count` takes an integer, not the string "1".',
    '`max` takes an integer, not the number 2.5.',
  ]);
});

describe('the hint of an unknown kind', () => {
  const choices = Array.from({ length: 12 }, (_, index) => ({ id: `c${index}`, name: `cluster ${index}` }));
  const actions = async (client: InProcessServer['client'], diagnostics: readonly Diagnostic[]) => {
    const context = { diagnostics };
    const range = diagnostics[0]!.range;
    const params = { textDocument: { uri }, range, context };
    const found = await client.sendRequest<CodeAction[]>('textDocument/codeAction', params);
    return found.filter(({ title }) => !title.startsWith('Ignore'));
  };

  test('offers the clusters that may have it, ten at most', async () => {
    const { connect, open, settles, client, diagnostics } = await start({
      choices,
      initializationOptions: { fetchSchemaCommand: 'fetch' },
    });
    await connect(connected({ id: 'c1', kinds: [served('Boat')] }));
    await open(sail);
    await settles(`${nothingKnown}, and no connected cluster serves it.`);
    const found = await actions(client, [...diagnostics(), ...diagnostics()]);
    expect(found.map(({ title }) => title)).toEqual(
      [0, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((index) => `Fetch its schema from cluster "cluster ${index}"`),
    );
    expect(found[0]!.command).toEqual({
      title: 'Fetch its schema from cluster "cluster 0"',
      command: 'fetch',
      arguments: [{ cluster: 'c0', apiVersion: 'harbour.example.com/v1', kind: 'Sail' }],
    });
  });

  test('offers a connected cluster whose schema could not be read', async () => {
    const { connect, open, settles, client, diagnostics } = await start({
      choices: [{ id: 'one', name: 'prod' }],
      initializationOptions: { fetchSchemaCommand: 'fetch' },
      read: () => null,
    });
    await connect(connected());
    await open(sail);
    await settles(expect.stringContaining('it publishes none'));
    expect((await actions(client, diagnostics())).map(({ title }) => title)).toEqual([
      'Fetch its schema from cluster "prod"',
    ]);
  });

  test('offers nothing in an editor that has no command for it', async () => {
    const { open, settles, client, diagnostics } = await start({ choices });
    await open(sail);
    await settles(`${nothingKnown}.`);
    expect(await actions(client, diagnostics())).toEqual([]);
  });
});

test('an object without an apiVersion is none because a cluster has a kind of that name', async () => {
  const { connect, open, settles, client } = await start();
  await connect(connected());
  await open('kind: Sail\nmetadata: {name: a}\n');
  await client.sendRequest('textDocument/foldingRange', { textDocument: { uri } });
  await settles();
});
