import { invalidOptions, refusal } from '../answers.ts';
import type { Case, RawRequest } from '../case.ts';
import { absent, containing, type Pattern } from '../patterns.ts';
import type { KindUnderTest } from '../served-kinds.ts';

/** The cases of kinds that are only created: a server judges them and keeps nothing. */
export function reviewCases(kind: KindUnderTest): Case[] {
  const review = reviews[kind.kind];
  if (!review) return [];
  const body = { ...kind.object, metadata: {} };
  const create: RawRequest = { method: 'POST', path: kind.collection, body };
  const operation = kind.key('create');
  return [
    {
      operation,
      situation: 'success',
      title: 'it is judged',
      request: create,
      expect: { code: 201, body: review.judged },
    },
    ...(hasOwner.test(kind.kind)
      ? [
          {
            operation,
            situation: 'success' as const,
            title: 'what it was asked is owned, and what it answers is not',
            request: create,
            expect: {
              code: 201,
              body: {
                metadata: {
                  namespace: kind.scope === 'Namespaced' ? '{ns}' : absent,
                  managedFields: [{ operation: 'Update', fieldsV1: { 'f:spec': {}, 'f:status': absent } }],
                },
              },
            },
          },
        ]
      : []),
    {
      operation,
      situation: 'bad body',
      title: 'JSON that breaks off',
      request: { ...create, body: '{"spec":' },
      expect: refusal(400, 'BadRequest', containing('unexpected end of JSON input')),
    },
    ...(review.wrongSpec
      ? [
          {
            operation,
            situation: 'bad body' as const,
            title: 'a spec that is wrong',
            request: { ...create, body: { ...body, spec: review.wrongSpec } },
            expect: refusal(review.wrongCode ?? 422, review.wrongCode === 400 ? 'BadRequest' : 'Invalid'),
          },
        ]
      : []),
    {
      operation,
      situation: 'bad parameter',
      title: 'dryRun',
      request: { ...create, query: { dryRun: 'Some' } },
      expect: invalidOptions('dryRun', 'FieldValueNotSupported'),
    },
    {
      operation,
      situation: 'forbidden',
      title: 'to whoever has not logged in',
      request: { ...create, headers: { 'impersonate-user': 'system:anonymous' } },
      expect: refusal(
        403,
        'Forbidden',
        kind.resource === 'localsubjectaccessreviews.authorization.k8s.io'
          ? containing(`User "system:anonymous" cannot create resource "${kind.plural}"`)
          : `${kind.resource} is forbidden: User "system:anonymous" cannot create resource "${kind.plural}" in API group "${kind.group}" at the cluster scope`,
      ),
    },
  ];
}

/** Of a SelfSubjectReview nothing is sent, and of rules nothing is owned. */
const hasOwner = /^(?:TokenReview|(?:Local|Self)?SubjectAccessReview)$/;

interface Review {
  judged: Pattern;
  wrongSpec?: Record<string, unknown>;
  wrongCode?: 400 | 422;
}

const reviews: Readonly<Record<string, Review>> = {
  SelfSubjectReview: {
    judged: {
      kind: 'SelfSubjectReview',
      status: { userInfo: { groups: { someItem: 'system:authenticated' } } },
    },
  },
  TokenReview: {
    judged: { kind: 'TokenReview', status: { user: {} } },
    wrongSpec: { token: '' },
    wrongCode: 400,
  },
  LocalSubjectAccessReview: {
    judged: { kind: 'LocalSubjectAccessReview', spec: { user: '{nobody}' }, status: { allowed: false } },
    wrongSpec: {},
  },
  SelfSubjectAccessReview: {
    judged: { kind: 'SelfSubjectAccessReview', status: { allowed: true } },
    wrongSpec: {},
  },
  SelfSubjectRulesReview: {
    judged: { kind: 'SelfSubjectRulesReview', status: { resourceRules: { someItem: { verbs: ['*'] } } } },
    wrongSpec: {},
    wrongCode: 400,
  },
  SubjectAccessReview: {
    judged: { kind: 'SubjectAccessReview', spec: { user: '{nobody}' }, status: { allowed: false } },
    wrongSpec: {},
  },
};
