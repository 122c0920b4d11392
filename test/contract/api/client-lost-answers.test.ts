import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { SessionChanges } from '../../../client/src/cluster/changes/session-changes.ts';
import type { Cluster } from '../../../client/src/cluster/cluster.ts';
import { ClusterError } from '../../../client/src/cluster/errors.ts';
import type { KubeObject, Resource } from '../../../client/src/cluster/kube-object.ts';
import { systemClock } from '../../../client/src/cluster/watch/clock.ts';
import type { Entry } from '../../../client/src/journal/journal.ts';
import { runJournal } from '../../../client/src/journal/run-journal.ts';
import type { Step } from '../../../client/src/journal/step.ts';
import { unknownSentence } from '../../../client/src/journal/unknown-steps.ts';
import { planApply } from '../../../client/src/manifests/plan-apply.ts';
import { readManifests } from '../../../client/src/manifests/read-manifests.ts';
import { runApply } from '../../../client/src/manifests/run-apply.ts';
import { hastyClock } from '../../support/hasty-clock.ts';
import { type Fault, openRecordingProxy, type RecordingProxy } from '../../support/recording-proxy.ts';
import { cleanup, temporaryFolder } from '../cluster/mock-server.ts';
import { chosenServer, type StartedChosen } from './chosen-server.ts';
import { openClient } from './open-client.ts';

// On the same servers as the suite, but for clusters that others use.

const chosen = await chosenServer(process.env);
const after = cleanup();
let started: StartedChosen | undefined;
let token = '';
/** Beside the proxy. */
let direct: Cluster;
let proxy: RecordingProxy;
let cluster: Cluster;
let changes: SessionChanges;
let configMaps: Resource;

beforeAll(async () => {
  started = await chosen.start();
  const config = parse(await readFile(started.kubeconfig, 'utf8'));
  const { cluster: server } = config.clusters[0];
  token = config.users[0].user.token;
  const ca = Buffer.from(server['certificate-authority-data'], 'base64').toString();
  proxy = await openRecordingProxy({ url: server.server, ca });
  direct = await openClient(started.kubeconfig);
}, 120_000);

beforeEach(async () => {
  proxy.fault = () => 'none';
  const authority = Buffer.from(proxy.authority).toString('base64');
  const file = join(await temporaryFolder(after), 'kubeconfig');
  await writeFile(
    file,
    JSON.stringify({
      clusters: [
        { name: 'proxied', cluster: { server: proxy.url, 'certificate-authority-data': authority } },
      ],
      users: [{ name: 'ada', user: { token } }],
      contexts: [{ name: 'proxied', context: { cluster: 'proxied', user: 'ada' } }],
    }),
  );
  changes = new SessionChanges(systemClock);
  cluster = await openClient(file, { changes });
  after.add(() => cluster.dispose());
  configMaps = (await cluster.discover()).find('v1', 'ConfigMap')!;
});

afterEach(() => after.run());

afterAll(async () => {
  await proxy?.close();
  await direct?.dispose();
  await started?.stop();
}, 120_000);

/** Nobody waits for seconds here. */
const clock = hastyClock(1_000);
let made = 0;

/** An object of its own for each case, as the server has it; undefined where it has none. */
async function stored(name: string): Promise<(KubeObject & { data?: { key?: string } }) | undefined> {
  try {
    return await direct.get({ resource: configMaps, namespace: 'default', name });
  } catch (error) {
    if (error instanceof ClusterError && error.reason === 'NotFound') return undefined;
    throw error;
  }
}

async function make(name: string, key: string): Promise<void> {
  await direct.create(configMaps, 'default', objectOf(name, key));
}

const manifest = (name: string, value: string) =>
  `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}}, data: {key: ${value}}}\n`;

/** Faults of the requests that change something, one after the other; those behind them are answered. */
function faults(...of: Fault[]): (request: { method: string; path: string }) => Fault {
  const left = [...of];
  return ({ method, path: asked }) => {
    if (method === 'GET' || asked.includes('dryRun=All')) return 'none';
    return left.shift() ?? 'none';
  };
}

/** Requests that change something. */
const sent = () =>
  proxy.requests.flatMap(({ method, path: asked }) =>
    method === 'GET' || asked.includes('dryRun=All') ? [] : [method],
  );

const told = () =>
  changes.entries.map(({ answer, found }) => [answer.certainty, ...(found === undefined ? [] : [found])]);

const lost504 = { code: 504, server: 'does-it' } as const;
const never504 = { code: 504, server: 'hears-nothing' } as const;

interface Case {
  readonly what: string;
  /** What is there before; nothing where it is left out. */
  readonly before?: string;
  readonly faults: readonly Fault[];
  readonly result: string;
  /** Data of the object afterwards; undefined where it is to be gone. */
  readonly leaves: string | undefined;
  readonly sent: readonly string[];
  readonly told: readonly (readonly string[])[];
}

const asApplied = 'it is there as it was applied';
const asBefore = 'it is there, and not as it was applied';

describe.skipIf(chosen.kind === 'any cluster')('an apply whose answer is lost is looked for', () => {
  test.each<Case>([
    {
      what: 'created, and the line breaks',
      faults: ['cut-after'],
      result: 'created',
      leaves: 'new',
      sent: ['PATCH'],
      told: [['unknown', asApplied]],
    },
    {
      what: 'created, and a gateway has not waited',
      faults: [lost504],
      result: 'created',
      leaves: 'new',
      sent: ['PATCH'],
      told: [['unknown', asApplied]],
    },
    {
      what: 'changed, and the line breaks',
      before: 'old',
      faults: ['cut-after'],
      result: 'changed',
      leaves: 'new',
      sent: ['PATCH'],
      told: [['unknown', asApplied]],
    },
    {
      what: 'never arrived: it is sent again',
      faults: ['cut-before'],
      result: 'created',
      leaves: 'new',
      sent: ['PATCH', 'PATCH'],
      told: [['unknown', 'it is not there'], ['answered']],
    },
    {
      what: 'a change that a gateway has not passed on',
      before: 'old',
      faults: [never504],
      result: 'changed',
      leaves: 'new',
      sent: ['PATCH', 'PATCH'],
      told: [['unknown', asBefore], ['answered']],
    },
    {
      what: 'sent again, and the line breaks behind that',
      before: 'old',
      faults: ['cut-before', 'cut-after'],
      result: 'changed',
      leaves: 'new',
      sent: ['PATCH', 'PATCH'],
      told: [
        ['unknown', asBefore],
        ['unknown', asApplied],
      ],
    },
    {
      what: 'never done, however often',
      before: 'old',
      faults: ['cut-before', 'cut-before'],
      result: 'unknown',
      leaves: 'old',
      sent: ['PATCH', 'PATCH'],
      told: [
        ['unknown', asBefore],
        ['unknown', asBefore],
      ],
    },
    {
      what: 'a server that is busy, and says for how long: it is read before it is sent again',
      before: 'old',
      faults: [{ code: 503, server: 'does-it', retryAfter: 7 }],
      result: 'changed',
      leaves: 'new',
      sent: ['PATCH'],
      told: [['unknown', asApplied]],
    },
    {
      what: 'a server that fails and has not done it says why',
      before: 'old',
      faults: [{ code: 500, server: 'hears-nothing' }],
      result: 'failed',
      leaves: 'old',
      sent: ['PATCH'],
      told: [['unknown', asBefore]],
    },
  ])('$what', async ({ before, faults: of, result, leaves, sent: expected, told: record }) => {
    const name = `apply-${made++}`;
    const target = { cluster, namespace: 'default' };
    if (before) await runApply(await planApply(target, readManifests('a', manifest(name, before)).objects));
    const plan = await planApply(target, readManifests('a', manifest(name, 'new')).objects);
    proxy.requests.length = 0;
    const known = changes.entries.length;
    proxy.fault = faults(...of);
    const entries = await runJournal(plan, { clock });
    expect(entries.map((entry) => entry.result.result)).toEqual([result]);
    expect((await stored(name))?.data).toEqual({ key: leaves });
    expect(sent()).toEqual(expected);
    expect(told().slice(known)).toEqual(record);
  });
});

describe.skipIf(chosen.kind === 'any cluster')('a deletion whose answer is lost is looked for', () => {
  test.each<Case>([
    {
      what: 'gone, and the line breaks',
      faults: ['cut-after'],
      result: 'deleted',
      leaves: undefined,
      sent: ['DELETE'],
      told: [['unknown', 'it is gone']],
    },
    {
      what: 'never arrived: it is sent again',
      faults: ['cut-before'],
      result: 'deleted',
      leaves: undefined,
      sent: ['DELETE', 'DELETE'],
      told: [['unknown', 'it is there'], ['answered']],
    },
    {
      what: 'a gateway that has passed on neither',
      faults: [never504, never504],
      result: 'unknown',
      leaves: 'old',
      sent: ['DELETE', 'DELETE'],
      told: [
        ['unknown', 'it is there'],
        ['unknown', 'it is there'],
      ],
    },
  ])('$what', async ({ faults: of, result, leaves, sent: expected, told: record }) => {
    const name = `delete-${made++}`;
    await make(name, 'old');
    const before = (await stored(name))!;
    proxy.requests.length = 0;
    proxy.fault = faults(...of);
    const entries = await run({ ...stepOf(before), operation: { type: 'delete' }, before });
    expect(entries.map((entry) => entry.result.result)).toEqual([result]);
    expect((await stored(name))?.data?.key).toEqual(leaves);
    expect(sent()).toEqual(expected);
    expect(told()).toEqual(record);
  });

  test('another object that has its name by then is left alone', async () => {
    const name = `replaced-${made++}`;
    await make(name, 'old');
    const before = (await stored(name))!;
    await direct.delete({ resource: configMaps, namespace: 'default', name });
    await make(name, 'other');
    proxy.fault = faults('cut-before');
    const [entry] = await run({ ...stepOf(before), operation: { type: 'delete' }, before });
    expect(entry!.result.result).toBe('deleted');
    expect(told()).toEqual([['unknown', 'it is gone, and another object of its name is there']]);
    expect((await stored(name))?.data).toEqual({ key: 'other' });
  });
});

describe.skipIf(chosen.kind === 'any cluster')('a creation whose answer is lost', () => {
  test.each<Case>([
    {
      what: 'is found there',
      faults: ['cut-after'],
      result: 'created',
      leaves: 'new',
      sent: ['POST'],
      told: [['unknown', 'it is there as it was sent']],
    },
    {
      what: 'is sent again where nothing has its name',
      faults: ['cut-before'],
      result: 'created',
      leaves: 'new',
      sent: ['POST', 'POST'],
      told: [['unknown', 'it is not there'], ['answered']],
    },
    {
      what: 'is unknown where an object of its name says something else',
      before: 'other',
      faults: ['cut-before'],
      result: 'unknown',
      leaves: 'other',
      sent: ['POST'],
      told: [['unknown', 'an object of its name is there that says something else']],
    },
  ])('$what', async ({ before, faults: of, result, leaves, sent: expected, told: record }) => {
    const name = `create-${made++}`;
    if (before) await make(name, before);
    proxy.requests.length = 0;
    proxy.fault = faults(...of);
    const entries = await run({ ...stepOf(objectOf(name, 'new')), operation: { type: 'create' } });
    expect(entries.map((entry) => entry.result.result)).toEqual([result]);
    expect((await stored(name))?.data).toEqual({ key: leaves });
    expect(sent()).toEqual(expected);
    expect(told()).toEqual(record);
  });

  test('is never sent again where the server makes its name, and a person is told to look', async () => {
    proxy.requests.length = 0;
    proxy.fault = faults('cut-before');
    const object = { ...objectOf('', 'new'), metadata: { generateName: 'many-', namespace: 'default' } };
    const entries = await run({ ...stepOf(object), operation: { type: 'create' } });
    expect(sent()).toEqual(['POST']);
    expect(unknownSentence(entries)).toBe(
      ` Nobody can tell what became of ConfigMap default/many-…: ${proxy.url} broke the connection; read again, the server was to make its name: look for what it may have created. Look before you try again.`,
    );
  });
});

describe.skipIf(chosen.kind === 'any cluster')('a cluster that cannot be read for a while', () => {
  const cutReads = (times: number) => {
    let left = times;
    const changing = faults('cut-after');
    return (request: { method: string; path: string }): Fault =>
      request.method === 'GET' && left-- > 0 ? 'cut-before' : changing(request);
  };

  test.each([
    // What reads is asked a second time by itself when its line breaks.
    { times: 4, result: 'created', found: asApplied },
    { times: 99, result: 'unknown', found: expect.stringMatching(/^it could not be read: .* broke/) },
  ])('$times reads that break: $result', async ({ times, result, found }) => {
    const name = `unread-${made++}`;
    const target = { cluster, namespace: 'default' };
    const plan = await planApply(target, readManifests('a', manifest(name, 'new')).objects);
    proxy.fault = cutReads(times);
    const entries = await runJournal(plan, { clock });
    expect(entries.map((entry) => entry.result.result)).toEqual([result]);
    expect(told()).toEqual([['unknown', found]]);
  });

  test('who cancels is told what became of what was sent, and that nothing else was', async () => {
    const names = [`cancelled-${made++}`, `cancelled-${made++}`];
    const target = { cluster, namespace: 'default' };
    const plan = await planApply(
      target,
      readManifests('a', names.map((n) => manifest(n, 'x')).join('---\n')).objects,
    );
    const stop = new AbortController();
    // Only the first is sent: the second waits for its turn behind it.
    const steps = plan.steps.map((step, at) => (at === 0 ? step : { ...step, object: later(step.object) }));
    proxy.fault = (request) => {
      if (request.method === 'GET' || request.path.includes('dryRun')) return 'none';
      stop.abort(new DOMException('enough', 'AbortError'));
      return 'cut-after';
    };
    const entries = await runJournal({ ...plan, steps }, { signal: stop.signal, clock });
    expect(entries[1]!.result.result).toBe('left-out');
    expect(['created', 'unknown']).toContain(entries[0]!.result.result);
    expect(changes.entries.map(({ answer }) => answer.certainty)).toEqual(['unknown']);
  });
});

/** An object of the last stage of an apply. */
function later(object: KubeObject): KubeObject {
  return { ...object, apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService' };
}

function objectOf(name: string, key: string): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data: { key } };
}

function stepOf(object: KubeObject): Omit<Step<string>, 'operation'> {
  const { apiVersion, kind, metadata } = object;
  return {
    origin: 'test',
    object: { apiVersion, kind, metadata, ...(object.data ? { data: object.data } : {}) },
    resource: configMaps,
    namespace: 'default',
    before: undefined,
    outcome: { action: 'create', after: object },
  };
}

async function run(step: Step<string>): Promise<Entry<string>[]> {
  const target = { cluster, namespace: 'default' };
  return await runJournal({ target, steps: [step] }, { clock });
}
