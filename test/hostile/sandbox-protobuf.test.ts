import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { envelope, ProtobufWriter } from '../support/protobuf-body.ts';
import { protobufFacts } from '../support/protobuf-facts.ts';
import { fullSample } from '../support/protobuf-samples.ts';
import { seededRandom } from '../support/random.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { ask } from '../support/sandbox-client.ts';
import { rounds } from './support/rounds.ts';
import { RequestSender } from './support/send-request.ts';

/** No body is larger than a client may send: what takes longer hangs. */
const longest = 2000;

const headers = { 'content-type': 'application/vnd.kubernetes.protobuf' };
const facts = await protobufFacts();
const writer = new ProtobufWriter(facts);

interface Target {
  readonly path: string;
  readonly definition: string;
  readonly identity: { apiVersion: string; kind: string };
}

const targets: readonly Target[] = [
  target('/api/v1/namespaces/default/configmaps', 'io.k8s.api.core.v1', 'v1', 'ConfigMap'),
  target('/api/v1/namespaces/default/pods', 'io.k8s.api.core.v1', 'v1', 'Pod'),
  target('/api/v1/namespaces/default/services', 'io.k8s.api.core.v1', 'v1', 'Service'),
  target('/apis/apps/v1/namespaces/default/deployments', 'io.k8s.api.apps.v1', 'apps/v1', 'Deployment'),
  target(
    '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1',
    'apiextensions.k8s.io/v1',
    'CustomResourceDefinition',
  ),
];

let sandbox: Sandbox;
let sender: RequestSender;
beforeAll(async () => {
  sandbox = await startSandbox({ kubernetesVersion: '1.35' });
  sender = new RequestSender(sandbox);
});
afterAll(async () => {
  sender?.close();
  await sandbox?.stop();
});

/** What is wrong with the answer to a body; undefined where it is one that a client may be given. */
async function fault({ path }: Target, body: Buffer): Promise<string | undefined> {
  const { code, text, milliseconds } = await sender.send(
    { method: 'POST', path: `${path}?dryRun=All`, headers, body },
    longest,
  );
  if (milliseconds > longest) return `${code} after ${milliseconds} ms`;
  // 403: of a class, a limit or the like that the object asks for and that is not there.
  return [201, 400, 403, 409, 413, 422].includes(code) ? undefined : `${code} ${text.slice(0, 200)}`;
}

async function faults(one: Target, bodies: Iterable<Buffer>): Promise<string[]> {
  const wrong: string[] = [];
  for (const body of bodies) {
    const problem = await fault(one, body);
    if (problem !== undefined)
      wrong.push(`${one.identity.kind} ${body.toString('hex').slice(0, 200)}: ${problem}`);
  }
  return wrong;
}

describe.each(targets.map((one) => [one.identity.kind, one] as const))('%s', (_kind, one) => {
  const whole = writer.body(small(one), one.definition, one.identity);
  const raw = writer.message(small(one), one.definition);

  test('cut at every byte', { timeout: 60_000 }, async () => {
    const cut = function* () {
      for (let end = 0; end < whole.length; end++) yield whole.subarray(0, end);
      for (let end = 0; end < raw.length; end++) yield envelope(raw.subarray(0, end), one.identity);
    };
    expect(await faults(one, cut())).toEqual([]);
  });

  test('every byte another one', { timeout: 60_000 }, async () => {
    const changed = function* () {
      for (let at = 4; at < whole.length; at++) {
        for (const by of [1, 0x80, 0xff]) {
          const body = Buffer.from(whole);
          body[at]! ^= by;
          yield body;
        }
      }
    };
    expect(await faults(one, changed())).toEqual([]);
  });

  test('every field is full, then torn and turned at random', { timeout: 0 }, async () => {
    const full = writer.message(fullSample(one.definition, facts), one.definition);
    const random = seededRandom(one.path.length);
    const torn = function* () {
      for (let count = 0; count < 150 * rounds; count++) yield envelope(tear(full, random), one.identity);
    };
    expect(await faults(one, torn())).toEqual([]);
  });
});

describe('bodies that ask for much', () => {
  const [configMaps, pods, , , definitions] = targets as [Target, Target, Target, Target, Target];
  const bytes = (tag: number[], length: number, content: Buffer = Buffer.alloc(0)) =>
    Buffer.concat([Buffer.from(tag), varint(length), content]);
  const repeated = (part: Buffer, count: number) => Buffer.concat(Array.from({ length: count }, () => part));
  const field = (tag: number[], content: Buffer) => bytes(tag, content.length, content);
  const inside = (tag: number[], depth: number) => {
    let message: Buffer = Buffer.alloc(0);
    for (let level = 0; level < depth; level++) message = field(tag, message);
    return message;
  };

  test.each<[title: string, to: Target, raw: () => Buffer, codes: number[]]>([
    ['a length of 2 GB', configMaps, () => bytes([0x0a], 0x7fffffff), [400]],
    ['a length of 2^53', configMaps, () => bytes([0x0a], 2 ** 53), [400]],
    [
      'a million items of two bytes',
      pods,
      () => field([0x12], repeated(Buffer.from([0x12, 0]), 1_000_000)),
      [413],
    ],
    ['a million metadata of two bytes', pods, () => repeated(Buffer.from([0x0a, 0]), 1_000_000), [413]],
    ['a million entries of one key', configMaps, () => repeated(Buffer.from([0x12, 0]), 1_000_000), [413]],
    [
      'a million numbers in one piece',
      pods,
      () => field([0x12], field([0x72], field([0x22], Buffer.alloc(1_000_000)))),
      [413],
    ],
    [
      'a million fields that nobody knows',
      configMaps,
      () => repeated(Buffer.from([0xf8, 0x3f, 0]), 1_000_000),
      [422],
    ],
    [
      'a million groups in one another',
      configMaps,
      () => repeated(Buffer.from([0xfb, 0x3f]), 1_000_000),
      [400],
    ],
    [
      'groups one after the other',
      configMaps,
      () => repeated(Buffer.from([0xfb, 0x3f, 0xfc, 0x3f]), 700_000),
      [413, 422],
    ],
    [
      'groups that another one closes',
      configMaps,
      () => repeated(Buffer.from([0xfb, 0x3f, 0x84, 0x40]), 700_000),
      [422],
    ],
    [
      'groups that close what was not begun',
      configMaps,
      () => repeated(Buffer.from([0xfc, 0x3f]), 1_000_000),
      [400],
    ],
    ['a number without an end', configMaps, () => Buffer.alloc(2_900_000, 0xff), [400]],
    ['tags of the number zero', configMaps, () => Buffer.alloc(2_900_000, 0), [400]],
    ['tags of a type that there is not', configMaps, () => Buffer.alloc(2_900_000, 0x0e), [400]],
    [
      'entries that hold nothing',
      configMaps,
      () => repeated(Buffer.from([0x12, 2, 0x0a, 0]), 700_000),
      [413],
    ],
    [
      'a message that is longer than what it is in',
      configMaps,
      () => repeated(Buffer.from([0x0a, 4, 0x0a, 9, 0x61, 0x61]), 400_000),
      [400, 413],
    ],
    [
      'lengths in one another, each longer than what is left',
      definitions,
      () => repeated(Buffer.from([0x0a, 0xff, 0xff, 0x7f]), 700_000),
      [400],
    ],
    [
      'a text of 2.9 MB that is none',
      configMaps,
      () => field([0x0a], field([0x0a], Buffer.alloc(2_900_000, 0xff))),
      [400, 413, 422],
    ],
    ['schemas in one another, 400 deep', definitions, () => schemaIn(inside([0xe2, 0x01], 400)), [422]],
    [
      'schemas in one another, 3,000 deep',
      definitions,
      () => schemaIn(inside([0xe2, 0x01], 3000)),
      [400, 413],
    ],
  ])('%s', { timeout: 60_000 }, async (_title, to, raw, codes) => {
    const { code, text, milliseconds } = await sender.send(
      { method: 'POST', path: `${to.path}?dryRun=All`, headers, body: envelope(raw(), to.identity) },
      longest,
    );
    expect([codes.includes(code), milliseconds < longest], `${code} ${text.slice(0, 300)}`).toEqual([
      true,
      true,
    ]);
  });

  function schemaIn(props: Buffer): Buffer {
    // spec.versions[].schema.openAPIV3Schema
    return field([0x12], field([0x3a], field([0x22], field([0x0a], props))));
  }
});

test('leave the sandbox as it was', async () => {
  const { code, body } = await ask(sandbox, 'GET', '/api/v1/namespaces/default/configmaps');
  const names = body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
  expect([code, names]).toEqual([200, ['kube-root-ca.crt']]);
});

function target(path: string, domain: string, apiVersion: string, kind: string): Target {
  return { path, definition: `${domain}.${kind}`, identity: { apiVersion, kind } };
}

/** An object that the sandbox takes, of few bytes. */
function small({ identity: { kind } }: Target): Record<string, unknown> {
  const metadata = { name: 'a', labels: { b: 'c' } };
  const pod = {
    containers: [{ name: 'c', image: 'i', env: [{ name: 'A', value: 'b' }] }],
    runtimeClassName: 'r',
  };
  if (kind === 'ConfigMap') return { metadata, data: { a: 'b' }, binaryData: { c: 'ZA==' }, immutable: true };
  if (kind === 'Pod') return { metadata, spec: pod };
  if (kind === 'Service')
    return { metadata, spec: { selector: { a: 'b' }, ports: [{ port: 80, targetPort: 'h' }] } };
  if (kind === 'Deployment') {
    const template = { metadata: { labels: { a: 'b' } }, spec: pod };
    return { metadata, spec: { replicas: 0, selector: { matchLabels: { a: 'b' } }, template } };
  }
  const schema = { openAPIV3Schema: { type: 'object', properties: { a: { type: 'integer', default: 1 } } } };
  const versions = [{ name: 'v1', served: true, storage: true, schema }];
  const names = { plural: 'as', kind: 'A' };
  return {
    metadata: { name: 'as.example.com' },
    spec: { group: 'example.com', scope: 'Cluster', names, versions },
  };
}

/** Some of the bytes away, doubled, or changed. */
function tear(bytes: Buffer, random: (limit: number) => number): Buffer {
  let torn = bytes;
  for (let turns = 1 + random(3); turns > 0; turns--) {
    const at = random(torn.length);
    const end = Math.min(torn.length, at + random(40));
    const turn = random(3);
    if (turn === 0) torn = Buffer.concat([torn.subarray(0, at), torn.subarray(end)]);
    else if (turn === 1) torn = Buffer.concat([torn.subarray(0, end), torn.subarray(at)]);
    else {
      torn = Buffer.from(torn);
      torn[at] = random(256);
    }
  }
  return torn;
}

function varint(value: number): Buffer {
  const digits: number[] = [];
  let rest = BigInt(value);
  for (; rest >= 128n; rest >>= 7n) digits.push(Number(rest & 127n) | 128);
  return Buffer.from([...digits, Number(rest)]);
}
