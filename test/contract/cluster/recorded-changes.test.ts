import { afterEach, describe, expect, test } from 'vitest';
import type { RecordedChange } from '../../../client/src/cluster/changes/recorded-change.ts';
import { SessionChanges } from '../../../client/src/cluster/changes/session-changes.ts';
import type { Cluster } from '../../../client/src/cluster/cluster.ts';
import { openCluster } from '../../../client/src/cluster/open.ts';
import { systemClock } from '../../../client/src/cluster/watch/clock.ts';
import { until } from '../../support/processes.ts';
import { pods } from '../../unit/cluster/resources.ts';
import { cleanup, json, mockContext, mockServer, status, transportOf } from './mock-server.ts';
import { specifiedOperations } from './specified-operations.ts';

const after = cleanup();
afterEach(() => after.run());

type Answer = Parameters<typeof mockServer>[1];

/** A cluster behind a server that answers so, and what is kept of what is sent to it. */
async function recorded(answer: Answer) {
  const mock = await mockServer(after, answer);
  const only = await mockContext(after, mock.cluster, {}, 'ada');
  const changes = new SessionChanges(systemClock);
  return { mock, only, changes };
}

async function recordedCluster(answer: Answer) {
  const { mock, only, changes } = await recorded(answer);
  const cluster = openCluster(only.context, { files: only.files, allowExec: () => false, changes });
  after.add(() => cluster.dispose());
  return { mock, cluster, changes };
}

test('of all operations of the specification, those that change something are recorded, and no others', async () => {
  const { only, changes } = await recorded((_, response) => json(response, 200, {}));
  const transport = transportOf(after, only, { changes });
  const expected: string[] = [];
  for (const { name, request, reads } of specifiedOperations) {
    const { body } = await transport.send(request);
    for await (const _ of body);
    if (!reads) expected.push(name);
  }
  expect(expected.length).toBeGreaterThan(200);
  expect(changes.entries.map(({ intent }) => intent.resource)).toEqual(expected);
});

const served = ['exec', 'attach', 'proxy', 'portforward'].map((name) => ({
  name,
  kind: '',
  verbs: ['get', 'create', 'delete', 'patch', 'update'],
}));
const web = { resource: { ...pods, subresources: served }, namespace: 'shop', name: 'web' };
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', uid: 'u', resourceVersion: '7' } };

/** What stands of it in the record, but for times. */
function kept({ intent, answer, fieldManager, user, context }: RecordedChange) {
  const { verb, subresource, namespace, name } = intent;
  return { what: [verb, subresource, namespace, name], answer, fieldManager, who: [context, user] };
}

describe('what a cluster is asked', () => {
  test.each<[string, Answer, (cluster: Cluster) => Promise<unknown>, object[]]>([
    [
      'an apply',
      (_, response) => json(response, 201, pod),
      (cluster) => cluster.apply(web, pod, { fieldManager: 'kubewright' }),
      [
        {
          what: ['patch', undefined, 'shop', 'web'],
          answer: {
            certainty: 'answered',
            code: 201,
            object: { name: 'web', uid: 'u', resourceVersion: '7' },
          },
          fieldManager: 'kubewright',
          who: ['mock', 'ada'],
        },
      ],
    ],
    [
      'a deletion that is refused',
      (_, response) => status(response, 403, 'Forbidden', 'pods is forbidden: User "ada" cannot delete'),
      (cluster) => cluster.delete(web),
      [
        {
          what: ['delete', undefined, 'shop', 'web'],
          answer: { certainty: 'refused', code: 403, message: 'forbidden: User "ada" cannot delete' },
        },
      ],
    ],
    [
      'a creation whose name the server makes',
      (_, response) => json(response, 201, { ...pod, metadata: { ...pod.metadata, name: 'web-x' } }),
      (cluster) => cluster.create(pods, 'shop', { ...pod, metadata: { generateName: 'web-' } }),
      [
        {
          what: ['create', undefined, 'shop', undefined],
          answer: { certainty: 'answered', code: 201, object: { name: 'web-x' } },
        },
      ],
    ],
    [
      'a patch whose line breaks, once',
      (request) => request.socket.destroy(),
      (cluster) => cluster.patch(web, 'merge', {}),
      [{ what: ['patch', undefined, 'shop', 'web'], answer: { certainty: 'unknown' } }],
    ],
    [
      'a patch whose answer breaks off',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
        response.write('{"kind":');
        setImmediate(() => response.destroy());
      },
      (cluster) => cluster.patch(web, 'merge', {}),
      [{ answer: { certainty: 'answered', code: 200 } }],
    ],
    [
      'an update that a server puts off, once: it may have done it',
      (_, response) => {
        response.setHeader('retry-after', '1');
        status(response, 503, 'ServiceUnavailable', 'leader changed');
      },
      (cluster) => cluster.ask({ verb: 'update', of: web, object: pod }),
      [{ what: ['update', undefined, 'shop', 'web'], answer: { certainty: 'unknown' } }],
    ],
    [
      'a command that is refused, by each way',
      (_, response) => status(response, 400, 'BadRequest', 'no'),
      (cluster) =>
        cluster.connect({ verb: 'exec', of: web, command: ['cat', 'hunter2'] }).then((c) => c.ended),
      [{ what: ['run a command in', 'exec', 'shop', 'web'], answer: { certainty: 'refused' } }],
    ],
    [
      'a request through the proxy',
      (_, response) => response.writeHead(204).end(),
      async (cluster) => {
        const { body } = await cluster.proxy({
          verb: 'proxy',
          of: web,
          method: 'POST',
          path: '/?token=hunter2',
        });
        for await (const _ of body);
      },
      [{ what: ['create', 'proxy', 'shop', 'web'], answer: { certainty: 'answered', code: 204 } }],
    ],
    ['a read', (_, response) => json(response, 200, pod), (cluster) => cluster.get(web), []],
    [
      'a dry run',
      (_, response) => json(response, 200, pod),
      (cluster) => cluster.apply(web, pod, { fieldManager: 'x', dryRun: true }),
      [],
    ],
    ['a review', (_, response) => json(response, 201, {}), (cluster) => cluster.mayI('shop', []), []],
  ])('%s', async (_, answer, doIt, expected) => {
    const { cluster, changes } = await recordedCluster(answer);
    await doIt(cluster).catch(() => undefined);
    expect(changes.entries.map(kept).slice(0, expected.length || undefined)).toMatchObject(expected);
    if (expected.length === 0) expect(changes.entries).toEqual([]);
    expect(JSON.stringify(changes.entries)).not.toContain('hunter2');
  });

  test('a server that is not there: nothing was sent', async () => {
    const { cluster, changes, mock } = await recordedCluster(() => {});
    await new Promise((done) => mock.server.close(done));
    await cluster.delete(web).catch(() => undefined);
    expect(changes.entries.map(({ answer }) => answer.certainty)).toEqual(['not-sent']);
  });

  test('who cancels, and whoever waits too long: nobody can tell', async () => {
    const { cluster, changes, mock } = await recordedCluster(() => {});
    const stop = new AbortController();
    const cancelled = cluster.delete(web, { signal: stop.signal }).catch(() => undefined);
    await until('it is sent', () => mock.requests.length === 1);
    expect(changes.entries[0]!.answer.certainty).toBe('awaited');
    stop.abort();
    await cancelled;
    await cluster.delete(web, { deadline: 100 }).catch(() => undefined);
    expect(changes.entries.map(({ answer }) => answer.certainty)).toEqual(['unknown', 'unknown']);
  });
});
