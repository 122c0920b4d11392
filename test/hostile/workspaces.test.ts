import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, open, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { type StartedLanguageServer, startLanguageServer } from '../support/language-client.ts';
import { leastTime } from './support/least-time.ts';
import { cpuTime, usage } from './support/measured-process.ts';
import { rounds } from './support/rounds.ts';

const program = `${import.meta.dirname}/../../dist/server.js`;
const check = `${import.meta.dirname}/../../dist/check.js`;
const opened: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const pod =
  'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  containers:\n    - name: a\n      image: a\n';
const mebibyte = 1024 * 1024;
/** An idle server takes 110 MB; what is read may be kept once or twice. */
const mostResident = 700 * mebibyte;
/** CPU time of an answer, in milliseconds, whatever else the server has to do. */
const mostForHover = 1000;

type Fill = (folder: string) => Promise<unknown>;

/** Each fills a folder with what means harm. */
const workspaces: readonly (readonly [name: string, fill: Fill])[] = [
  [
    'a kustomization of devices',
    (at) => kustomization(at, ['/dev/zero', '/dev/random', '/dev/tty', '/proc/kmsg']),
  ],
  [
    'a kustomization of files of the kernel',
    (at) => kustomization(at, ['/proc/self/pagemap', '/proc/self/mem', '/proc/self/maps', '/proc/kcore']),
  ],
  [
    'pipes',
    async (at) => {
      for (const name of ['a.yaml', 'kustomization.yaml', 'Chart.yaml', 'c.json']) pipe(join(at, name));
      await mkdir(join(at, 'templates'));
      await writeFile(join(at, 'templates', 'b.yaml'), pod);
      await mkdir(join(at, 'app'));
      await kustomization(join(at, 'app'), ['../a.yaml', '..']);
    },
  ],
  [
    'links to devices and pipes',
    async (at) => {
      pipe(join(at, 'pipe'));
      await symlink('/dev/zero', join(at, 'zero.yaml'));
      await symlink(join(at, 'pipe'), join(at, 'pipe.yaml'));
      await kustomization(at, ['zero.yaml', 'pipe.yaml']);
    },
  ],
  [
    'a socket',
    async (at) => {
      await socket(join(at, 'a.yaml'));
      await kustomization(at, ['a.yaml']);
    },
  ],
  [
    'links that turn in circles',
    async (at) => {
      await symlink('.', join(at, 'self'));
      await symlink('b.yaml', join(at, 'c.yaml'));
      await symlink('c.yaml', join(at, 'b.yaml'));
      await mkdir(join(at, 'in'));
      await symlink('..', join(at, 'in', 'out'));
      await kustomization(at, ['self', 'b.yaml', 'in/out/in/out']);
    },
  ],
  [
    'folders named as files',
    async (at) => {
      for (const name of ['a.yaml', 'kustomization.yaml', 'b.json']) await mkdir(join(at, name));
      await mkdir(join(at, 'app'));
      await kustomization(join(at, 'app'), ['../a.yaml', '../kustomization.yaml']);
    },
  ],
  [
    'a file of 100 MB',
    async (at) => {
      await large(join(at, 'large.yaml'), 100 * mebibyte);
      await kustomization(at, ['large.yaml']);
    },
  ],
  [
    'a file of 100 MB that has nothing in it',
    async (at) => {
      const file = await open(join(at, 'hole.yaml'), 'w');
      await file.truncate(100 * mebibyte);
      await file.close();
    },
  ],
  [
    'a definition of 15 MB',
    (at) =>
      writeFile(
        join(at, 'a.yaml'),
        definition(`{type: object, properties: {${many(500_000, (i) => `p${i}: {type: string}, `)}}}`),
      ),
  ],
  [
    'a definition of 100,000 fields',
    (at) =>
      writeFile(
        join(at, 'a.yaml'),
        definition(`{type: object, properties: {${many(100_000, (i) => `p${i}: {type: string}, `)}}}`),
      ),
  ],
  [
    'a definition that refers to itself',
    (at) => writeFile(join(at, 'a.yaml'), definition('&a {type: object, properties: {a: *a}}')),
  ],
  [
    'a definition of aliases of aliases',
    (at) =>
      writeFile(
        join(at, 'a.yaml'),
        definition(
          `{type: object, properties: {a0: &a0 {type: object}, ${many(40, (i) => `a${i + 1}: &a${i + 1} {type: object, properties: {l: *a${i}, r: *a${i}}}, `)}}}`,
        ),
      ),
  ],
  [
    'a definition of 100,000 levels',
    (at) =>
      writeFile(
        join(at, 'a.yaml'),
        definition(`${'{type: array, items: '.repeat(100_000)}{}${'}'.repeat(100_000)}`),
      ),
  ],
  [
    'a kustomization of 20,000 levels',
    (at) => writeFile(join(at, 'kustomization.yaml'), `resources: ${'['.repeat(20_000)}\n`),
  ],
  [
    'a kustomization of 100,000 files',
    (at) =>
      kustomization(
        at,
        Array.from({ length: 100_000 }, (_, i) => `f${i}.yaml`),
      ),
  ],
  [
    'kustomizations that name each other',
    async (at) => {
      for (let i = 0; i < 60; i++) {
        await mkdir(join(at, `k${i}`));
        await kustomization(
          join(at, `k${i}`),
          Array.from({ length: 60 }, (_, j) => `../k${j}`),
        );
      }
    },
  ],
  [
    'aliases of aliases',
    (at) =>
      writeFile(
        join(at, 'a.yaml'),
        `kind: CustomResourceDefinition\napiVersion: apiextensions.k8s.io/v1\n${laughs}`,
      ),
  ],
  [
    'a chart whose templates print each other',
    async (at) => {
      await mkdir(join(at, 'templates'));
      await writeFile(join(at, 'Chart.yaml'), 'apiVersion: v2\nname: a\nversion: 1.0.0\n');
      await writeFile(
        join(at, 'templates', '_a.tpl'),
        many(20_000, (i) => `{{- define "a${i}" }}{{ include "a${i + 1}" . }}{{ end }}\n`),
      );
      await writeFile(
        join(at, 'templates', 'a.yaml'),
        `${pod}{{- range until 1000000000 }}\n  a: {{ include "a0" . }}\n{{- end }}\n`,
      );
    },
  ],
];

const laughs = `a0: &a0 [x, x, x, x, x, x, x, x, x]\n${many(12, (i) => `a${i + 1}: &a${i + 1} [${`*a${i}, `.repeat(9)}]\n`)}`;

/** Each is opened beside a Pod. */
const bombs: readonly (readonly [name: string, text: string])[] = [
  ['aliases of aliases', laughs],
  [
    'aliases of aliases in an object',
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n${laughs.replaceAll(/^/gm, '  ')}`,
  ],
  [
    'merge keys of merge keys',
    `a0: &a0 {k: v}\n${many(40, (i) => `a${i + 1}: &a${i + 1} {<<: [*a${i}, *a${i}], k${i}: v}\n`)}`,
  ],
  ['a map that merges itself', 'a: &a\n  <<: *a\n  b: c\n'],
  [
    'a pattern that goes back',
    `${definition('{type: string, pattern: "^(a+)+$"}')}---\napiVersion: example.org/v1\nkind: A\nmetadata: {name: a}\nspec: ${'a'.repeat(50_000)}b\n`,
  ],
  [
    'a pattern of patterns',
    `${definition('{type: string, pattern: "((((a{1,30}){1,30}){1,30}){1,30})"}')}---\napiVersion: example.org/v1\nkind: A\nmetadata: {name: a}\nspec: ${'a'.repeat(50_000)}b\n`,
  ],
  [
    'expressions in expressions',
    definition(
      `{type: object, x-kubernetes-validations: [{rule: "${'['.repeat(50_000)}"}, {rule: "${'!'.repeat(50_000)}a"}, {rule: "${'a?'.repeat(50_000)}"}]}`,
    ),
  ],
  [
    'anyOf in anyOf',
    `${definition(`{x-kubernetes-preserve-unknown-fields: true, ${'anyOf: [{required: [a]}, {'.repeat(200)}required: [b]${'}]'.repeat(200)}}`)}---\napiVersion: example.org/v1\nkind: A\nmetadata: {name: a}\nspec: {c: d}\n`,
  ],
  ['levels', `a: ${'['.repeat(100_000)}`],
  ['levels of JSON', `{"apiVersion": "v1", "kind": "ConfigMap", "a": ${'{"a":'.repeat(100_000)}`],
  ['levels of items', `${'- '.repeat(100_000)}a\n`],
  [
    'a range without an end',
    `${pod}{{- range $i, $e := until 2147483647 }}\n{{- range until 2147483647 }}\n  a: b\n{{- end }}\n{{- end }}\n`,
  ],
];

describe('a workspace of', () => {
  test.each(workspaces)('%s leaves the server answering', async (_name, fill) => {
    const folder = await made(fill);
    const answered = async () => {
      const server = await started(folder);
      const indexed = server.indexed;
      const asked = await ask(server, join(folder, 'own-pod.yaml'), pod);
      await openAll(server, folder);
      await indexed;
      const again = await ask(server, join(folder, 'second-pod.yaml'), pod);
      expect((await usage(server.pid)).resident).toBeLessThan(mostResident);
      expect(server.errors).toEqual([]);
      return Math.max(asked, again);
    };
    expect(await leastTime(mostForHover, answered)).toBeLessThan(mostForHover);
  });

  test('25,000 files is read in part, and a person is told once, with the way out', async () => {
    const folder = await made(async (at) => {
      for (let i = 0; i < 250; i++) {
        await mkdir(join(at, `d${i}`));
        for (let j = 0; j < 100 * rounds; j++) writeFileSync(join(at, `d${i}`, `f${j}.yaml`), 'a: b\n');
      }
    });
    const server = await started(folder);
    expect(await ask(server, join(folder, 'own-pod.yaml'), pod)).toBeLessThan(mostForHover);
    await server.indexed;
    expect(server.messages).toEqual([expect.stringMatching(/first 20000 .*kubewright\.files\.limit/)]);
  });
});

test('folders that are deeper than anybody has them are left, and a person is told', async () => {
  const deep = (levels: number) => join(...Array.from({ length: levels }, () => 'd'));
  const told = async (levels: number) => {
    const folder = await made(async (at) => {
      await mkdir(join(at, deep(levels)), { recursive: true });
      await writeFile(join(at, deep(levels), 'a.yaml'), pod);
    });
    const server = await started(folder);
    await server.indexed;
    return server.messages;
  };
  expect(await told(23)).toEqual([]);
  expect(await told(24)).toEqual([
    expect.stringMatching(/first 24 levels of folders .* Open a folder further down/),
  ]);
});

test('kinds of a cluster beyond those that are known are told of, once', async () => {
  const server = await started(await made(async () => undefined));
  const kind = (index: number) => ({
    group: 'example.com',
    version: 'v1',
    kind: `Kind${index}`,
    apiVersion: 'example.com/v1',
    plural: `kinds${index}`,
    singular: '',
    scope: 'Namespaced',
    verbs: ['list'],
    shortNames: [],
    categories: [],
    subresources: [],
  });
  const connect = async (count: number) => {
    const kinds = Array.from({ length: count }, (_, index) => kind(index));
    const cluster = { id: 'one', name: '[x](command:y)', serverVersion: 'v1.35.4', kinds, revision: 1 };
    await server.connection.sendNotification('kubewright/connectedClusters', { clusters: [cluster] });
    expect(await ask(server, join(server.folder, `${count}.yaml`), pod)).toBeLessThan(mostForHover * 2);
  };
  await connect(10_000);
  expect(server.messages).toEqual([]);
  await connect(10_001);
  await connect(10_002);
  expect(server.messages).toEqual([expect.stringMatching(/more than 10000 kinds/)]);
  expect(server.messages.join()).not.toContain('](');
});

test.each(bombs)('a text of %s leaves the server answering', async (_name, text) => {
  const folder = await made(async () => undefined);
  const server = await started(folder);
  await show(server, join(folder, 'bomb.yaml'), text);
  expect(await ask(server, join(folder, 'own-pod.yaml'), pod)).toBeLessThan(mostForHover);
  expect((await usage(server.pid)).resident).toBeLessThan(mostResident);
  expect(server.errors).toEqual([]);
});

test('what a kustomization names and is not read is said where it is named', async () => {
  const folder = await made(async (at) => {
    pipe(join(at, 'pipe'));
    await large(join(at, 'large.yaml'), 17 * mebibyte);
  });
  const server = await started(folder);
  const text = 'resources:\n  - /dev/zero\n  - pipe\n  - large.yaml\n  - gone.yaml\n';
  await writeFile(join(folder, 'kustomization.yaml'), text);
  expect(await show(server, join(folder, 'kustomization.yaml'), text)).toEqual([
    [3, '"/dev/zero" is not looked at.\nIt is no regular file: a device or a pipe may have no end.'],
    [3, '"pipe" is not looked at.\nIt is no regular file: a device or a pipe may have no end.'],
    [3, '"large.yaml" is not looked at.\nIt has more than 16 MB, the most that is read.'],
    [2, expect.stringContaining('There is no file "gone.yaml".')],
  ]);
});

test('nothing outside of a workspace is looked at before it is trusted, wherever links lead', async () => {
  const outside = await made((at) => writeFile(join(at, 'other.yaml'), pod));
  const folder = await made(async (at) => {
    await symlink(join(outside, 'other.yaml'), join(at, 'link.yaml'));
    await writeFile(join(at, 'own.yaml'), pod);
  });
  const server = await started(folder, { trust: 'untrusted' });
  const text = `resources:\n  - ${join(outside, 'other.yaml')}\n  - link.yaml\n  - own.yaml\n  - ../gone-${process.pid}\n`;
  const file = join(folder, 'kustomization.yaml');
  await writeFile(file, text);
  const left = (path: string) => [
    3,
    `"${path}" is not looked at.\nIt is outside of the workspace, and that is not trusted yet.`,
  ];
  expect(await show(server, file, text)).toEqual([
    left(join(outside, 'other.yaml')),
    left('link.yaml'),
    left(`../gone-${process.pid}`),
  ]);
  const published = server.next(file);
  await server.connection.sendNotification('kubewright/workspaceTrusted', {});
  expect(await published).toEqual([[2, expect.stringContaining('There is no file "../gone-')]]);
});

describe('the command line', () => {
  test.each(workspaces)('ends in a workspace of %s', async (_name, fill) => {
    const folder = await made(fill);
    await writeFile(join(folder, 'own-pod.yaml'), pod);
    const { status, stderr } = spawnSync(process.execPath, [check, 'check', folder], {
      encoding: 'utf8',
      timeout: 60_000,
      maxBuffer: 64 * mebibyte,
    });
    expect([0, 1, 2]).toContain(status);
    expect(stderr).not.toMatch(/RangeError|Maximum call stack|\n\s+at /);
  });
});

interface Followed extends StartedLanguageServer {
  readonly pid: number;
  readonly folder: string;
  readonly errors: string[];
  readonly messages: string[];
  /** Settles when all files have been read. */
  readonly indexed: Promise<void>;
  /** The next diagnostics of a file: severities and messages. */
  next(file: string): Promise<(readonly [number, string])[]>;
}

async function started(folder: string, options: object = {}): Promise<Followed> {
  const server = await startLanguageServer(
    [process.execPath, program],
    {},
    { folder: pathToFileURL(folder).href, options },
  );
  opened.push(() => server.stop());
  const errors: string[] = [];
  const messages: string[] = [];
  const waiting = new Map<string, (found: (readonly [number, string])[]) => void>();
  const { connection } = server;
  connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
    errors.push(message);
  });
  connection.onNotification('window/showMessage', ({ message }: { message: string }) => {
    messages.push(message);
  });
  connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }) => {
    waiting.get(uri)?.(
      diagnostics.map(({ severity, message }: { severity: number; message: string }) => [severity, message]),
    );
  });
  const next = (file: string) =>
    new Promise<(readonly [number, string])[]>((done) => waiting.set(pathToFileURL(file).href, done));
  return Object.assign(server, { pid: server.child.pid!, folder, errors, messages, next });
}

/** Opens a file and gives its diagnostics. */
async function show(server: Followed, file: string, text: string): Promise<(readonly [number, string])[]> {
  const published = server.next(file);
  await server.connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri: pathToFileURL(file).href, languageId: 'yaml', version: 1, text },
  });
  return await published;
}

/** Opens a Pod, and gives the CPU time that the server takes until it says what a field of it is. */
async function ask(server: Followed, file: string, text: string): Promise<number> {
  return await cpuTime(server.pid, async () => {
    await show(server, file, text);
    const answer = await server.connection.sendRequest('textDocument/hover', {
      textDocument: { uri: pathToFileURL(file).href },
      position: { line: 5, character: 4 },
    });
    expect(JSON.stringify(answer)).toContain('containers');
  });
}

/** Opens all that is a text in a folder, as a person might who looks what is in it. */
async function openAll(server: Followed, folder: string): Promise<void> {
  for (const name of [
    'kustomization.yaml',
    'a.yaml',
    'templates/a.yaml',
    'templates/b.yaml',
    'app/kustomization.yaml',
  ]) {
    const text = textAt(join(folder, name));
    if (text !== undefined && text.length < mebibyte) await show(server, join(folder, name), text);
  }
}

function textAt(path: string): string | undefined {
  try {
    return (
      execFileSync('find', [path, '-type', 'f', '-exec', 'cat', '{}', ';'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        maxBuffer: 200 * mebibyte,
      }) || undefined
    );
  } catch {
    return undefined;
  }
}

async function made(fill: Fill): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-hostile-'));
  opened.push(async () => rmSync(folder, { recursive: true, force: true }));
  await fill(folder);
  return folder;
}

async function kustomization(folder: string, resources: readonly string[]): Promise<void> {
  await writeFile(
    join(folder, 'kustomization.yaml'),
    `resources:\n${resources.map((one) => `  - ${one}\n`).join('')}`,
  );
}

function pipe(path: string): void {
  execFileSync('mkfifo', [path]);
}

async function socket(path: string): Promise<void> {
  const server: Server = createServer();
  await new Promise<void>((done) => server.listen(path, done));
  opened.push(() => new Promise((done) => server.close(done)));
}

async function large(path: string, size: number): Promise<void> {
  const file = await open(path, 'w');
  const part = Buffer.from(`${pod}---\n`.repeat(10_000));
  for (let written = 0; written < size; written += part.length) await file.write(part);
  await file.close();
}

function many(count: number, part: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => part(index)).join('');
}

function definition(spec: string): string {
  return `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: as.example.org\nspec:\n  group: example.org\n  scope: Namespaced\n  names: {kind: A, plural: as, singular: a}\n  versions:\n    - name: v1\n      served: true\n      storage: true\n      schema:\n        openAPIV3Schema:\n          type: object\n          properties:\n            spec: ${spec}\n`;
}
