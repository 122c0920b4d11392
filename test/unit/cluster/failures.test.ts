import { describe, expect, test } from 'vitest';
import type { Cause } from '../../../client/src/cluster/causes.ts';
import { ClusterError, explanationOf } from '../../../client/src/cluster/errors.ts';
import {
  type Explanation,
  sentenceOf,
  sentenceWithoutRequest,
} from '../../../client/src/cluster/explanation.ts';
import {
  connectionError,
  credentialsError,
  refusalError,
  statusError,
} from '../../../client/src/cluster/http/failures.ts';
import { ProxyRefusal } from '../../../client/src/cluster/http/proxy-refusal.ts';
import {
  intentOf,
  intentOfPath,
  intentOn,
  intentToConnect,
} from '../../../client/src/cluster/http/request-intents.ts';
import type { Intent } from '../../../client/src/cluster/intent.ts';
import type { Status } from '../../../client/src/cluster/status.ts';
import { deployments, nodes, pods } from './resources.ts';

const asker = { context: 'prod', server: 'https://api.prod:6443' };
const listPods = intentOf('list', pods, 'shop');
const getPod = intentOn('get', { resource: pods, namespace: 'shop', name: 'web' });
const status = (code: number, reason: string, message: string, details?: Status['details']): Status => ({
  code,
  reason,
  message,
  ...(details ? { details } : {}),
});

describe('a Status in words', () => {
  test.each<[Intent, Status, string]>([
    [
      listPods,
      status(
        403,
        'Forbidden',
        'pods is forbidden: User "ada" cannot list resource "pods" in API group "" in the namespace "shop"',
      ),
      'list pods in `shop` (context `prod`): forbidden: User "ada" cannot list resource "pods" in API group "" in the namespace "shop". Ask for `list` on `pods` in `shop`, or select another namespace',
    ],
    [
      intentOf('list', deployments, undefined),
      status(403, 'Forbidden', 'deployments.apps is forbidden: no'),
      'list deployments.apps in all namespaces (context `prod`): forbidden: no. Ask for `list` on `deployments.apps`, or select one namespace',
    ],
    [
      intentOf('list', nodes, undefined),
      status(403, 'Forbidden', 'nodes is forbidden: no'),
      'list nodes (context `prod`): forbidden: no. Ask for `list` on `nodes`',
    ],
    [
      intentToConnect(
        'port-forward to',
        { resource: pods, namespace: 'shop', name: 'web', subresource: 'portforward' },
        ['get', 'create'],
      ),
      status(403, 'Forbidden', 'pods "web" is forbidden: '),
      'port-forward to pods `web` in `shop` (context `prod`): forbidden: no reason given. Ask for `get` and `create` on `pods/portforward`',
    ],
    [
      intentOf('create', pods, 'shop'),
      status(403, 'Forbidden', 'pods "web" is forbidden: exceeded quota: small, requested: pods=1'),
      'create pods in `shop` (context `prod`): forbidden: exceeded quota: small, requested: pods=1',
    ],
    [
      intentOf('create', pods, 'shop'),
      status(403, 'Forbidden', 'pods is forbidden: User "ada" cannot create resource "pods"'),
      'create pods in `shop` (context `prod`): forbidden: User "ada" cannot create resource "pods". Ask for `create` on `pods` in `shop`',
    ],
    [
      getPod,
      status(401, 'Unauthorized', 'Unauthorized'),
      'get pods `web` in `shop` (context `prod`): the server does not accept these credentials. Log in again, or correct the user of this context',
    ],
    [
      getPod,
      status(404, 'NotFound', 'pods "web" not found', { name: 'web', kind: 'pods' }),
      'get pods `web` in `shop` (context `prod`): not found: pods "web" not found. It may have been deleted',
    ],
    [
      listPods,
      status(404, 'NotFound', '404 page not found'),
      'list pods in `shop` (context `prod`): not found: 404 page not found. Refresh the kinds of this cluster',
    ],
    [
      getPod,
      status(409, 'Conflict', 'Apply failed with 1 conflict: conflict with "kubectl" using v1: .data.k', {
        causes: [{ reason: 'FieldManagerConflict', field: '.data.k' }],
      }),
      'get pods `web` in `shop` (context `prod`): conflict: Apply failed with 1 conflict: conflict with "kubectl" using v1: .data.k. Take the fields over, or leave them out',
    ],
    [
      getPod,
      status(409, 'Conflict', 'the object has been modified'),
      'get pods `web` in `shop` (context `prod`): conflict: the object has been modified. Read it again and repeat the change',
    ],
    [
      getPod,
      status(409, 'AlreadyExists', 'pods "web" already exists'),
      'get pods `web` in `shop` (context `prod`): pods "web" already exists. Apply it instead of creating it',
    ],
    [
      listPods,
      status(410, 'Expired', 'too old resource version: 1 (7)'),
      'list pods in `shop` (context `prod`): what was read is too old: too old resource version: 1 (7). Read it again',
    ],
    [
      getPod,
      status(422, 'Invalid', 'Pod "web" is invalid: spec.containers: Required value'),
      'get pods `web` in `shop` (context `prod`): invalid: Pod "web" is invalid: spec.containers: Required value. Correct the named fields',
    ],
    [
      listPods,
      status(429, 'TooManyRequests', 'too many', { retryAfterSeconds: 3 }),
      'list pods in `shop` (context `prod`): too many requests: too many. Try again in 3 s',
    ],
    [
      listPods,
      status(500, 'InternalError', 'etcdserver:\n leader changed'),
      'list pods in `shop` (context `prod`): the server failed (500): etcdserver: leader changed. Try again later',
    ],
    [
      intentOfPath('get', '/version'),
      status(400, 'BadRequest', 'what?'),
      'get /version (context `prod`): what?',
    ],
  ])('%o %o', (intent, given, message) => {
    const error = statusError(intent, asker, given);
    expect(error.place).toEqual({ intent, context: 'prod' });
    expect({ failure: error.failure, message: error.message, status: error.status }).toEqual({
      failure: 'status',
      message,
      status: given,
    });
  });
});

describe('what a failure is about', () => {
  const denied = status(403, 'Forbidden', 'pods is forbidden: User "ada" cannot list it');

  test('is data, of which the message is made', () => {
    const { explanation, message } = statusError(listPods, asker, denied);
    expect(explanation).toEqual({
      fault: 'forbidden: User "ada" cannot list it',
      missingRight: 'list pods in `shop`',
      wayOut: 'Ask for `list` on `pods` in `shop`, or select another namespace',
      request: { intent: listPods, context: 'prod' },
    });
    expect(sentenceOf(explanation)).toBe(message);
  });

  test.each<[string, Explanation, string]>([
    [
      'the request is left out, whatever stands in it',
      statusError(
        { ...listPods, namespace: 'a (context `b`): c' },
        asker,
        status(422, 'Invalid', 'no (context `d`): e'),
      ).explanation,
      'Invalid: no (context `d`): e. Correct the named fields',
    ],
    [
      'a right that is missing is named, without who lacks it',
      statusError(listPods, asker, denied).explanation,
      'You may not list pods in `shop`. Ask for `list` on `pods` in `shop`, or select another namespace',
    ],
    [
      'what is no resource is a path',
      statusError(intentOfPath('get', '/version'), asker, denied).explanation,
      'You may not get /version. Ask for `get` on the path `/version` (nonResourceURLs)',
    ],
    [
      'it is said whole where there is no request',
      { fault: '/a b does not exist: create it' },
      '/a b does not exist: create it',
    ],
    ['an address stays what it is', { fault: 'https://10.0.0.1 is gone' }, 'https://10.0.0.1 is gone'],
    ['one stop is enough', { fault: 'what?', wayOut: 'Try again' }, 'What? Try again'],
  ])('in a line under its request %s', (_what, explanation, line) => {
    expect(sentenceWithoutRequest(explanation)).toBe(line);
  });

  test.each([
    [new Error('odd'), { fault: 'odd' }],
    ['odd', { fault: 'odd' }],
  ])('is as much as is known of %o', (error, explanation) => {
    expect(explanationOf(error)).toEqual(explanation);
  });

  test.each<[string, Status, Cause[]]>([
    [
      'the fields of an invalid object, with the values that one of them can have',
      status(422, 'Invalid', 'Pod "web" is invalid', {
        causes: [
          {
            reason: 'FieldValueNotSupported',
            message: 'Unsupported value: "Sometimes": supported values: "Always", "Never"',
            field: 'spec.restartPolicy',
          },
          { reason: 'FieldValueRequired', message: 'Required value', field: 'spec.containers' },
        ],
      }),
      [
        {
          field: 'spec.restartPolicy',
          reason: 'FieldValueNotSupported',
          message: 'Unsupported value: "Sometimes": supported values: "Always", "Never"',
          supportedValues: ['Always', 'Never'],
        },
        { field: 'spec.containers', reason: 'FieldValueRequired', message: 'Required value' },
      ],
    ],
    [
      'the manager of a field in conflict',
      status(409, 'Conflict', 'Apply failed with 1 conflict', {
        causes: [
          { reason: 'FieldManagerConflict', message: 'conflict with "helm" using v1', field: '.data.k' },
        ],
      }),
      [
        {
          field: '.data.k',
          reason: 'FieldManagerConflict',
          message: 'conflict with "helm" using v1',
          manager: 'helm',
        },
      ],
    ],
    [
      'the fields that only a message names',
      status(400, 'BadRequest', 'strict decoding error: unknown field "spec.x"'),
      [{ field: 'spec.x', reason: undefined, message: 'unknown field "spec.x"' }],
    ],
    ['none where none is named', denied, []],
  ])('tells %s', (_what, given, causes) => {
    expect(statusError(getPod, asker, given).causes).toEqual(causes);
  });
});

describe('a refusal', () => {
  const refuse = (code: number, contentType: string, body: string, retryAfterSeconds?: number) =>
    refusalError(listPods, asker, { code, contentType, body, retryAfterSeconds });

  test('a Status is kept whole, Retry-After joins it', () => {
    const body = JSON.stringify({ kind: 'Status', code: 429, reason: 'TooManyRequests', message: 'busy' });
    expect(refuse(429, 'application/json', body, 7).status).toEqual({
      code: 429,
      reason: 'TooManyRequests',
      message: 'busy',
      details: { retryAfterSeconds: 7 },
    });
  });

  test.each([
    ['text/html; charset=utf-8', '<script>alert(1)</script>'],
    ['text/plain', '\n<html>'],
  ])('a web page is never shown: %s', (contentType, body) => {
    const error = refuse(502, contentType, body);
    expect([error.failure, error.message, error.status]).toEqual([
      'protocol',
      "list pods in `shop` (context `prod`): something between here and https://api.prod:6443 answered 502 with a web page. Check the proxy, the VPN and the server's URL",
      undefined,
    ]);
  });

  test('plain text is a Status of its code', () => {
    expect(refuse(404, 'text/plain', '404 page not found\n').status).toEqual({
      code: 404,
      reason: 'NotFound',
      message: '404 page not found',
    });
    expect(refuse(418, '', '').status).toEqual({ code: 418, reason: 'Unknown', message: 'code 418' });
  });

  test('however long the text, the message is one line and bounded', () => {
    const { message } = refuse(500, 'text/plain', 'x\n'.repeat(100_000));
    expect(message.length).toBeLessThan(2_200);
    expect(message).not.toContain('\n');
  });
});

describe('a connection that failed', () => {
  const coded = (code: string, message = code) => Object.assign(new Error(message), { code });
  const prefix = 'list pods in `shop` (context `prod`): ';
  test.each<[unknown, string, string]>([
    [
      coded('ECONNREFUSED'),
      'unreachable',
      'nothing listens at https://api.prod:6443. Start the cluster, or correct its server in the kubeconfig',
    ],
    [
      new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')]),
      'unreachable',
      'nothing listens at https://api.prod:6443. Start the cluster, or correct its server in the kubeconfig',
    ],
    [
      coded('ENOTFOUND'),
      'unreachable',
      'the name api.prod is unknown. Check the network, the VPN and the server in the kubeconfig',
    ],
    [coded('EHOSTUNREACH'), 'unreachable', 'there is no way to api.prod. Check the network and the VPN'],
    [
      coded('ETIMEDOUT'),
      'unreachable',
      'https://api.prod:6443 does not answer in time. Check the network and the VPN',
    ],
    [coded('ECONNRESET'), 'unreachable', 'https://api.prod:6443 broke the connection. Try again'],
    [
      new ProxyRefusal(new URL('http://proxy:3128'), '403'),
      'unreachable',
      'the proxy proxy:3128 answered 403. Check proxy-url, HTTPS_PROXY and NO_PROXY',
    ],
    [new Error('odd'), 'unreachable', 'no answer from https://api.prod:6443: odd. Check the network'],
    [
      new Error('wrapped', { cause: coded('SELF_SIGNED_CERT_IN_CHAIN') }),
      'certificate',
      'the certificate of https://api.prod:6443 is not signed by a trusted authority (SELF_SIGNED_CERT_IN_CHAIN). Set certificate-authority in the kubeconfig to its CA; the cluster may have been made anew',
    ],
    [
      coded('CERT_HAS_EXPIRED'),
      'certificate',
      "the certificate of https://api.prod:6443 has expired. Have the cluster's certificates renewed",
    ],
    [
      coded('ERR_TLS_CERT_ALTNAME_INVALID'),
      'certificate',
      'the certificate of https://api.prod:6443 is for other names. Use one of them in the kubeconfig, or set tls-server-name',
    ],
    [
      coded('ERR_SSL_WRONG_VERSION_NUMBER'),
      'certificate',
      'https://api.prod:6443 does not speak TLS. Use http:// in the kubeconfig, or another port',
    ],
    [
      coded('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'),
      'certificate',
      'the client certificate is refused or does not fit its key (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED). Log in again, or correct the user of this context',
    ],
  ])('%o', (cause, failure, message) => {
    const error = connectionError(listPods, asker, cause);
    expect([error.failure, error.message]).toEqual([failure, prefix + message]);
  });

  test('what is told already is not told again', () => {
    const told = credentialsError(listPods, asker, { fault: 'the token file is empty: log in again' });
    expect(told.message).toBe(`${prefix}the token file is empty: log in again`);
    expect(connectionError(getPod, asker, told)).toBe(told);
    expect(told).toBeInstanceOf(ClusterError);
  });
});
