import { recordUpdate } from '../apply/record-update.ts';
import { timestamp } from '../clock.ts';
import { badRequest, cause, invalid } from '../errors.ts';
import { fieldOwnership } from '../lifecycle/write-object.ts';
import type { KubeObject } from '../object-store.ts';
import type { Attributes } from '../rights/attributes.ts';
import type { PolicyRule } from '../rights/rules.ts';
import type { User } from '../rights/user.ts';
import { bodyObject } from './create-object.ts';
import type { ApiResponse, ResourceRequest } from './request.ts';
import { writeOf, writeOptions } from './write-options.ts';

/** What answers a create of a resource that keeps nothing; undefined where the sandbox has no answer. */
export function reviewOf(request: ResourceRequest): ApiResponse | undefined {
  const { group, plural } = request.resource.kind;
  return reviews[`${group}/${plural}`]?.(request);
}

const reviews: Record<string, (request: ResourceRequest) => ApiResponse> = {
  'authentication.k8s.io/selfsubjectreviews': reviewSelf,
  'authentication.k8s.io/tokenreviews': reviewToken,
  'authorization.k8s.io/selfsubjectaccessreviews': reviewOwnAccess,
  'authorization.k8s.io/selfsubjectrulesreviews': reviewOwnRules,
  'authorization.k8s.io/subjectaccessreviews': reviewAccess,
  'authorization.k8s.io/localsubjectaccessreviews': reviewAccess,
};

function reviewSelf(request: ResourceRequest): ApiResponse {
  const { resource, api, user } = request;
  const { kind, apiVersion } = resource.kind;
  sentReview(request);
  const metadata = { creationTimestamp: timestamp(api.clock.now()) };
  return { code: 201, object: { kind, apiVersion, metadata, status: { userInfo: user } } };
}

function reviewToken(request: ResourceRequest): ApiResponse {
  const object = sentReview(request);
  const { token = '', audiences = [] } = (object.spec ?? {}) as { token?: string; audiences?: string[] };
  if (token === '') throw badRequest('token is required for TokenReview in authentication');
  const verdict = request.tokens.authenticate(token, audiences.length > 0 ? audiences : undefined);
  const status =
    'user' in verdict ? { authenticated: true, ...verdict } : { user: {}, error: verdict.problem };
  return { code: 201, object: { ...object, status } };
}

function reviewOwnAccess(request: ResourceRequest): ApiResponse {
  const object = sentReview(request);
  return judged(request, object, request.user, askedOf(request, object));
}

function reviewAccess(request: ResourceRequest): ApiResponse {
  const object = sentReview(request);
  const { user = '', groups = [], uid, extra } = (object.spec ?? {}) as SubjectSpec;
  const asked = askedOf(request, object);
  if (user === '' && groups.length === 0) {
    throw refused(request, 'spec.user', '', 'at least one of user or group must be specified');
  }
  const { namespace } = request;
  if (namespace !== undefined && !('path' in asked) && asked.namespace !== namespace) {
    throw refused(
      request,
      'spec.resourceAttributes.namespace',
      asked.namespace,
      'must match metadata.namespace',
    );
  }
  return judged(
    request,
    object,
    { username: user, groups, ...(uid && { uid }), ...(extra && { extra }) },
    asked,
  );
}

function reviewOwnRules(request: ResourceRequest): ApiResponse {
  const { resource, user, authorizer } = request;
  const object = sentReview(request);
  const { namespace = '' } = (object.spec ?? {}) as { namespace?: string };
  if (namespace === '') throw badRequest('no namespace on request');
  const rules = authorizer.rules(user, namespace);
  const status = {
    resourceRules: rules.filter(({ resources }) => resources.length > 0).map(resourceRule),
    nonResourceRules: rules
      .filter(({ nonResourceURLs }) => nonResourceURLs.length > 0)
      .map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
    incomplete: false,
  };
  const { kind, apiVersion } = resource.kind;
  return { code: 201, object: { kind, apiVersion, metadata: {}, spec: {}, status } };
}

function resourceRule({ verbs, apiGroups, resources, resourceNames }: PolicyRule) {
  return { verbs, apiGroups, resources, ...(resourceNames.length > 0 && { resourceNames }) };
}

interface SubjectSpec {
  readonly user?: string;
  readonly groups?: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

interface AccessSpec {
  readonly resourceAttributes?: Readonly<Partial<Record<string, string>>>;
  readonly nonResourceAttributes?: Readonly<Partial<Record<string, string>>>;
}

/** A review as it is answered, but for its status. */
function sentReview(request: ResourceRequest): KubeObject {
  const options = writeOptions(request.query, 'CreateOptions');
  // Nobody has set its status, which is not sent.
  const { status: _status, ...object } = bodyObject(request, options);
  if (request.namespace !== undefined) object.metadata.namespace = request.namespace;
  if (object.spec === undefined) return { ...object, spec: {} };
  return recordUpdate({
    before: undefined,
    after: object,
    ...fieldOwnership(request.api, writeOf(request, options)),
  });
}

function askedOf(request: ResourceRequest, { spec }: KubeObject): Attributes {
  const { resourceAttributes: resource, nonResourceAttributes: path } = (spec ?? {}) as AccessSpec;
  if (resource && path) {
    throw refused(
      request,
      'spec.nonResourceAttributes',
      path,
      'cannot be specified in combination with resourceAttributes',
    );
  }
  if (path) return { verb: path.verb ?? '', path: path.path ?? '' };
  if (!resource) {
    throw refused(
      request,
      'spec.resourceAttributes',
      null,
      'exactly one of nonResourceAttributes or resourceAttributes must be specified',
    );
  }
  return {
    verb: resource.verb ?? '',
    group: resource.group ?? '',
    version: resource.version ?? '',
    resource: resource.resource ?? '',
    subresource: resource.subresource ?? '',
    namespace: resource.namespace ?? '',
    name: resource.name ?? '',
  };
}

function refused({ resource }: ResourceRequest, path: string, value: unknown, why: string) {
  return invalid({ group: resource.kind.group, kind: '' }, '', [cause.invalid(path, value, why)]);
}

function judged(
  { authorizer }: ResourceRequest,
  object: KubeObject,
  user: User,
  asked: Attributes,
): ApiResponse {
  const { allowed, reason } = authorizer.decide(user, asked);
  return { code: 201, object: { ...object, status: { allowed, ...(reason && { reason }) } } };
}
