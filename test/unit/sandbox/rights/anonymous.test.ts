import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../../sandbox/src/clock.ts';
import { authenticate } from '../../../../sandbox/src/http/authentication.ts';
import { requestUrl } from '../../../../sandbox/src/http/request-url.ts';
import { attributesOf } from '../../../../sandbox/src/rights/attributes.ts';
import { Authorizer } from '../../../../sandbox/src/rights/authorizer.ts';
import { refuse } from '../../../../sandbox/src/rights/refusal.ts';
import { ServiceAccountTokens } from '../../../../sandbox/src/rights/service-account-tokens.ts';
import { TokenAuthenticator } from '../../../../sandbox/src/rights/token-authenticator.ts';
import { adminUser } from '../../../../sandbox/src/rights/user.ts';
import { readServerFacts } from '../../../../sandbox/src/server-facts.ts';
import { StatusError } from '../../../../sandbox/src/status-error.ts';
import { readCatalog } from '../../catalog/built-catalog.ts';

const facts = await readServerFacts(readCatalog, '1.35');
const objects = facts.objects.map(({ object }) => object);

const kinds = new Map([
  ['clusterroles', 'ClusterRole'],
  ['clusterrolebindings', 'ClusterRoleBinding'],
]);
const authorizer = new Authorizer({
  get: ({ plural }, _namespace, name) =>
    objects.find(({ kind, metadata }) => kind === kinds.get(plural) && metadata.name === name),
  snapshot: ({ plural }) => ({ objects: objects.filter(({ kind }) => kind === kinds.get(plural)) }),
});

const tokens = new TokenAuthenticator(
  new Map([['secret', adminUser]]),
  new ServiceAccountTokens({ get: () => undefined }, { ...systemClock, now: () => 0 }, () => 'id'),
);

/** Of a request to a sandbox whose token is `secret`. */
function refusal(method: string, target: string, authorization?: string): unknown {
  try {
    const headers = authorization === undefined ? {} : { authorization };
    const user = authenticate(headers, tokens);
    const { pathname, searchParams } = requestUrl(target)!;
    const attributes = attributesOf(method, pathname, searchParams);
    return authorizer.decide(user, attributes).allowed ? undefined : refusalOf(refuse(user, attributes));
  } catch (error) {
    return refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  expect(error).toBeInstanceOf(StatusError);
  const { code, message } = error as StatusError;
  return [code, message];
}

const cannot = 'User "system:anonymous" cannot';

/** What a kube-apiserver 1.35.4 answered. */
const anonymous: readonly [string, string, string][] = [
  [
    'GET',
    '/api/v1/namespaces/default/pods',
    `pods is forbidden: ${cannot} list resource "pods" in API group "" in the namespace "default"`,
  ],
  [
    'GET',
    '/api/v1/pods',
    `pods is forbidden: ${cannot} list resource "pods" in API group "" at the cluster scope`,
  ],
  [
    'GET',
    '/api/v1/namespaces/default/pods/x',
    `pods "x" is forbidden: ${cannot} get resource "pods" in API group "" in the namespace "default"`,
  ],
  [
    'GET',
    '/api/v1/namespaces/default/pods/x/log',
    `pods "x" is forbidden: ${cannot} get resource "pods/log" in API group "" in the namespace "default"`,
  ],
  [
    'GET',
    '/apis/apps/v1/deployments',
    `deployments.apps is forbidden: ${cannot} list resource "deployments" in API group "apps" at the cluster scope`,
  ],
  [
    'GET',
    '/apis/nope.io/v1/x',
    `x.nope.io is forbidden: ${cannot} list resource "x" in API group "nope.io" at the cluster scope`,
  ],
  [
    'POST',
    '/api/v1/namespaces/default/configmaps',
    `configmaps is forbidden: ${cannot} create resource "configmaps" in API group "" in the namespace "default"`,
  ],
  [
    'DELETE',
    '/api/v1/namespaces/default/configmaps',
    `configmaps is forbidden: ${cannot} deletecollection resource "configmaps" in API group "" in the namespace "default"`,
  ],
  [
    'PUT',
    '/api/v1/namespaces/default/configmaps/x',
    `configmaps "x" is forbidden: ${cannot} update resource "configmaps" in API group "" in the namespace "default"`,
  ],
  ['GET', '/api', `forbidden: ${cannot} get path "/api"`],
  ['GET', '/', `forbidden: ${cannot} get path "/"`],
  ['GET', '/openapi/v3', `forbidden: ${cannot} get path "/openapi/v3"`],
  ['GET', '/nope', `forbidden: ${cannot} get path "/nope"`],
];

describe('who says nothing of themselves', () => {
  test.each(anonymous)('may not %s %s', (method, target, message) => {
    expect(refusal(method, target)).toEqual([403, message]);
    expect(refusal(method, target, 'Basic YTpi')).toEqual([403, message]);
    expect(refusal(method, target, 'Bearer ')).toEqual([403, message]);
  });

  test.each(['/version', '/healthz', '/livez', '/readyz'])('may read %s', (target) => {
    expect(refusal('GET', target)).toBeUndefined();
  });
});

test.each(['/version', '/healthz', '/api/v1/pods', '/nope'])('another token is refused at %s', (target) => {
  expect(refusal('GET', target, 'Bearer nope')).toEqual([401, 'Unauthorized']);
});

test.each(['Bearer secret', 'bearer secret', 'Bearer   secret'])('"%s" is let in', (authorization) => {
  expect(refusal('DELETE', '/api/v1/namespaces/default/configmaps', authorization)).toBeUndefined();
});
