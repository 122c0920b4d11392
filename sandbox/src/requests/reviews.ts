import { timestamp } from '../clock.ts';
import { bodyObject } from './create-object.ts';
import type { ApiResponse, ResourceRequest } from './request.ts';
import { writeOptions } from './write-options.ts';

/** What answers a create of a resource that keeps nothing; undefined where the sandbox has no answer. */
export function reviewOf(request: ResourceRequest): ApiResponse | undefined {
  const { group, plural } = request.resource.kind;
  return reviews[`${group}/${plural}`]?.(request);
}

const user = { username: 'sandbox', uid: 'sandbox', groups: ['system:masters', 'system:authenticated'] };

const reviews: Record<string, (request: ResourceRequest) => ApiResponse> = {
  'authentication.k8s.io/selfsubjectreviews': (request) => ({
    code: 201,
    object: {
      kind: 'SelfSubjectReview',
      apiVersion: request.resource.kind.apiVersion,
      metadata: { creationTimestamp: timestamp(request.api.clock.now()) },
      status: { userInfo: user },
    },
  }),
  'authorization.k8s.io/selfsubjectaccessreviews': allowed,
  'authorization.k8s.io/selfsubjectrulesreviews': (request) => ({
    code: 201,
    object: {
      kind: 'SelfSubjectRulesReview',
      apiVersion: request.resource.kind.apiVersion,
      metadata: {},
      spec: {},
      status: {
        resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
        nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
        incomplete: false,
      },
    },
  }),
};

/** The sandbox has one user, who may do everything. */
function allowed(request: ResourceRequest): ApiResponse {
  const object = bodyObject(request, writeOptions(request.query, 'CreateOptions'));
  const { apiVersion, kind } = request.resource.kind;
  return {
    code: 201,
    object: { kind, apiVersion, metadata: {}, spec: object.spec ?? {}, status: { allowed: true } },
  };
}
