import { expect, test } from 'vitest';
import type { Cluster } from '../../../client/src/cluster/cluster.ts';
import { ClusterError } from '../../../client/src/cluster/errors.ts';
import { performSurely } from '../../../client/src/journal/perform-surely.ts';
import type { Step } from '../../../client/src/journal/step.ts';
import { fakeClock } from '../cluster/fake-clock.ts';
import { configMaps, failedRequest, refusal } from './fake-cluster.ts';

const step: Step = {
  origin: undefined,
  object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web' } },
  resource: configMaps,
  namespace: 'shop',
  operation: { type: 'apply', ownership: 'respect' },
  before: undefined,
  outcome: { action: 'create', after: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web' } } },
};

test.each([
  { seconds: 30, requests: 2, words: 'asks for 30 s' },
  { seconds: 31, requests: 1, words: 'asks for 31 s' },
])(
  'a server that wants to be left alone for $seconds s is sent a change $requests times',
  async ({ seconds, requests, words }) => {
    let sent = 0;
    const cluster = {
      async apply(_reference, _object, { onSent }) {
        sent++;
        onSent?.({ found: () => {} });
        throw new ClusterError('status', failedRequest(words), { code: 503, retryAfter: seconds });
      },
      async get() {
        throw refusal({ code: 404, reason: 'NotFound', message: 'configmaps "web" not found' });
      },
    } as Partial<Cluster> as Cluster;
    const clock = fakeClock();
    const result = performSurely(cluster, step, { clock });
    await clock.pass(seconds * 1_000);
    expect(await result).toEqual({
      result: 'unknown',
      message: expect.stringMatching(new RegExp(`^${words}; read again, `)),
    });
    expect(sent).toBe(requests);
  },
);
