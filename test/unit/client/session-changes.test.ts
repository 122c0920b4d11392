import { describe, expect, it } from 'vitest';
import { changesText } from '../../../client/src/changes/changes-text.ts';
import { recordCall } from '../../../client/src/cluster/changes/record-call.ts';
import type { ChangeRequest } from '../../../client/src/cluster/changes/recorded-change.ts';
import { mostChanges, SessionChanges } from '../../../client/src/cluster/changes/session-changes.ts';
import {
  connectionError,
  credentialsError,
  refusalError,
  webPageError,
} from '../../../client/src/cluster/http/failures.ts';
import { asNeverConnected } from '../../../client/src/cluster/http/never-connected.ts';
import { connectRequest, operationRequest } from '../../../client/src/cluster/http/request.ts';
import type { Intent } from '../../../client/src/cluster/intent.ts';
import { pods } from '../cluster/resources.ts';

const asker = { context: 'prod', server: 'https://10.0.0.1:6443' };
const start = Date.UTC(2026, 0, 2, 3, 4, 5);

/** A session, and its time. */
function session() {
  const clock = { time: start, now: () => clock.time };
  return { clock, changes: new SessionChanges(clock) };
}

const web = { resource: pods, namespace: 'shop', name: 'web' };
const apply = operationRequest({ verb: 'patch', type: 'apply', of: web, patch: {} });
const intent: Intent = apply.intent;
const request = (fields: Partial<ChangeRequest> = {}): ChangeRequest => ({
  ...asker,
  user: 'ada',
  impersonated: undefined,
  intent,
  fieldManager: 'kubewright',
  counts: 'each',
  ...fields,
});

function status(code: number, reason: string, message: string) {
  const body = JSON.stringify({ kind: 'Status', status: 'Failure', code, reason, message });
  const contentType = 'application/json';
  return refusalError(intent, asker, { code, contentType, body, retryAfterSeconds: undefined });
}

describe('what became of a change, by how its request ended', () => {
  it.each([
    ['refused', status(403, 'Forbidden', 'no'), 403],
    ['refused', status(409, 'Conflict', 'not this one'), 409],
    ['refused', status(429, 'TooManyRequests', 'later'), 429],
    ['unknown', status(500, 'InternalError', 'etcdserver: request timed out'), undefined],
    ['unknown', status(504, 'Timeout', 'too late'), undefined],
    ['unknown', webPageError(intent, asker, 502), undefined],
    ['unknown', webPageError(intent, asker, 200), undefined],
    ['refused', webPageError(intent, asker, 407), 407],
    ['unknown', connectionError(intent, asker, fault('ECONNRESET')), undefined],
    ['unknown', connectionError(intent, asker, fault('ETIMEDOUT')), undefined],
    ['not-sent', connectionError(intent, asker, asNeverConnected(fault('ECONNREFUSED'))), undefined],
    ['not-sent', connectionError(intent, asker, fault('CERT_HAS_EXPIRED')), undefined],
    ['not-sent', credentialsError(intent, asker, { fault: 'the plugin failed' }), undefined],
    ['unknown', new DOMException('enough', 'AbortError'), undefined],
  ] as const)('%s: %s', (certainty, error, code) => {
    const { changes } = session();
    const call = recordCall(apply, { asker, context: { user: 'ada' }, changes });
    call.sent([]);
    call.failed(error);
    const [{ answer }] = changes.entries as [(typeof changes.entries)[0]];
    expect(answer).toMatchObject({ certainty, ...(code === undefined ? {} : { code }) });
  });

  it('is done where the server has said so and the line breaks behind that', () => {
    const { changes } = session();
    const call = recordCall(apply, { asker, context: { user: 'ada' }, changes });
    call.sent([]);
    call.answered(201);
    call.failed(connectionError(intent, asker, fault('ECONNRESET')));
    expect(changes.entries[0]!.answer).toEqual({ certainty: 'answered', code: 201 });
  });

  it('nothing is kept of what was not sent, nor of what changes nothing', () => {
    const { changes } = session();
    const place = { asker, context: { user: 'ada' }, changes };
    recordCall(apply, place).failed(new Error('the cluster is closed'));
    const reading = recordCall(operationRequest({ verb: 'get', of: web }), place);
    reading.sent([]);
    reading.done({});
    const judging = recordCall(
      operationRequest({ verb: 'patch', type: 'apply', of: web, patch: {}, dryRun: true }),
      place,
    );
    judging.sent([]);
    judging.done({});
    expect(changes.entries).toEqual([]);
  });

  it('is told to who sends it, once, however often that is sent', () => {
    const told: string[] = [];
    const call = recordCall(
      apply,
      { asker, context: { user: 'ada' }, changes: undefined },
      { onSent: () => told.push('sent') },
    );
    expect(told).toEqual([]);
    call.sent([]);
    call.sent([]);
    expect(told).toEqual(['sent']);
  });
});

describe('the page of changes', () => {
  it('says that there are none', () => {
    expect(changesText(session().changes)).toBe('Nothing that changes a cluster was sent in this session.\n');
  });

  it('tells who, where, what and the answer, the newest first', () => {
    const { changes, clock } = session();
    const done = recordCall(apply, { asker, context: { user: 'ada' }, changes });
    done.sent([['Impersonate-User', 'bob']]);
    clock.time += 34;
    done.answered(200);
    done.done({ kind: 'Pod', metadata: { name: 'web', uid: 'u-1', resourceVersion: '7' }, spec: { a: 'b' } });
    clock.time += 1_000;
    const lost = recordCall(operationRequest({ verb: 'delete', of: web }), {
      asker,
      context: { user: 'ada' },
      changes,
    });
    lost.sent([]);
    clock.time += 5;
    lost.failed(connectionError(intent, asker, fault('ECONNRESET')));
    const waiting = changes.begin(request({ fieldManager: undefined }));
    waiting.found('it is there\nas before');
    expect(changesText(changes)).toBe(
      [
        'What was sent in this session that changes a cluster, the newest first: 3. Of 1 the answer is unknown: look before you try again.',
        '',
        '2026-01-02T03:04:06.039Z  patch pods `web` in `shop`',
        '    under way',
        '    read again: it is there␊as before',
        '    prod (https://10.0.0.1:6443), as ada',
        '',
        '2026-01-02T03:04:06.034Z  delete pods `web` in `shop`',
        '    UNKNOWN: https://10.0.0.1:6443 broke the connection, after 5 ms',
        '    prod (https://10.0.0.1:6443), as ada',
        '',
        '2026-01-02T03:04:05.000Z  patch pods `web` in `shop`',
        '    done: 200, web, uid u-1, resourceVersion 7, after 34 ms',
        '    prod (https://10.0.0.1:6443), as ada for bob, field manager kubewright',
        '',
      ].join('\n'),
    );
  });

  it('keeps the newest, and says how many older ones are not kept', () => {
    const { changes } = session();
    for (let sent = 0; sent < mostChanges + 2; sent++) changes.begin(request());
    expect([changes.entries.length, changes.entries[0]!.number]).toEqual([mostChanges, 3]);
    expect(changesText(changes)).toMatch(/\n\n2 older ones are not kept\.\n$/);
  });

  it('counts the connections of a forward together, and no others', () => {
    const { changes } = session();
    const connection = { method: 'GET', words: 'port-forward to', rights: ['create'] } as const;
    const forward = connectRequest(connection, { ...web, subresource: 'portforward' }, { ports: 80 });
    const other = connectRequest(connection, { ...web, name: 'api', subresource: 'portforward' }, {});
    for (const each of [forward, other, forward, apply, apply, forward]) {
      const call = recordCall(each, { asker, context: { user: 'ada' }, changes });
      call.sent([]);
      call.answered(101);
      call.done();
    }
    expect(changes.entries.map((entry) => [entry.intent.name, entry.intent.verb, entry.times])).toEqual([
      ['api', 'port-forward to', 1],
      ['web', 'patch', 1],
      ['web', 'patch', 1],
      ['web', 'port-forward to', 3],
    ]);
    expect(changesText(changes)).toContain(
      'Z  port-forward to pods `web` in `shop`, 3 times, at last then\n    done: 101, after 0 ms\n',
    );
  });

  it('holds no secret, neither of the body nor of what a server says, and no text without an end', () => {
    const { changes } = session();
    const secret = operationRequest({
      verb: 'create',
      of: { resource: pods, namespace: 'shop' },
      object: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, data: { key: 'hunter2' } },
    });
    const call = recordCall(secret, { asker, context: { user: 'ada' }, changes });
    call.sent([['Impersonate-Extra-Token', 'hunter3']]);
    call.failed(status(422, 'Invalid', `token: abcdefgh12345 ${'x'.repeat(5_000)}`));
    const text = `${changesText(changes)}${JSON.stringify(changes.entries)}`;
    for (const leak of ['hunter2', 'hunter3', 'abcdefgh12345']) expect(text).not.toContain(leak);
    expect(text.length).toBeLessThan(3_000);
  });

  it('is told of each change until nobody listens', () => {
    const { changes } = session();
    let told = 0;
    const listening = changes.onDidChange(() => told++);
    const change = changes.begin(request());
    change.settle({ certainty: 'answered', code: 200 });
    change.settle({ certainty: 'unknown', message: 'too late' });
    expect([told, changes.entries[0]!.answer.certainty]).toEqual([2, 'answered']);
    listening.dispose();
    changes.begin(request());
    expect(told).toBe(2);
  });
});

function fault(code: string): Error {
  return Object.assign(new Error('a fault'), { code });
}
