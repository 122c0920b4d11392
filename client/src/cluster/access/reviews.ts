import type { ResourceRule } from '../../../../server/src/rules/rbac/allowed-by-rule.ts';
import type { Transport } from '../http/transport.ts';
import type { Resource } from '../kube-object.ts';
import { ask } from '../objects/ask.ts';
import { field, listOf, textsOf } from '../wrong-answer.ts';
import type { AccessQuestion } from './questions.ts';

/** What the server lists of the rules that hold for its user in one namespace. */
export interface RulesOfNamespace {
  readonly rules: readonly ResourceRule[];
  /** There may be rules that it cannot list: those of a webhook, of nodes. */
  readonly completeness: 'complete' | 'incomplete';
}

/** Asks for all rules of one namespace, those for what has none among them. */
export async function reviewRules(transport: Transport, namespace: string): Promise<RulesOfNamespace> {
  const { status } = await review(transport, rulesReviews, { namespace });
  const rules = (listOf(status, 'resourceRules') ?? []).map((rule) => ({
    verbs: textsOf(rule, 'verbs'),
    apiGroups: textsOf(rule, 'apiGroups'),
    resources: textsOf(rule, 'resources'),
    resourceNames: textsOf(rule, 'resourceNames'),
  }));
  return { rules, completeness: field(status, 'incomplete') === true ? 'incomplete' : 'complete' };
}

/** Asks one question, of one namespace, or of all and of what has none. */
export async function reviewAccess(
  transport: Transport,
  namespace: string | undefined,
  { verb, resource, subresource, name }: AccessQuestion,
): Promise<boolean> {
  const { group, version, plural } = resource;
  const asked = { namespace, verb, group, version, resource: plural, subresource, name };
  const { status } = await review(transport, accessReviews, { resourceAttributes: asked });
  return field(status, 'allowed') === true;
}

async function review(transport: Transport, resource: Resource, spec: object) {
  const { apiVersion, kind } = resource;
  const object = { apiVersion, kind, metadata: {}, spec };
  return await ask(transport, { verb: 'create', of: { resource, namespace: undefined }, object });
}

/** Every server has these: nobody needs to discover them. */
const accessReviews: Resource = {
  group: 'authorization.k8s.io',
  version: 'v1',
  apiVersion: 'authorization.k8s.io/v1',
  kind: 'SelfSubjectAccessReview',
  plural: 'selfsubjectaccessreviews',
  singular: 'selfsubjectaccessreview',
  scope: 'Cluster',
  verbs: ['create'],
  shortNames: [],
  categories: [],
  subresources: [],
};

const rulesReviews: Resource = {
  ...accessReviews,
  kind: 'SelfSubjectRulesReview',
  plural: 'selfsubjectrulesreviews',
  singular: 'selfsubjectrulesreview',
};
