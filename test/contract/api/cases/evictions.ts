import { notFound, refusal, schemeLine } from '../answers.ts';
import type { Case, Expectation, RawRequest, Situation } from '../case.ts';
import { operationKey } from '../operations.ts';
import { matching, type Pattern, some } from '../patterns.ts';
import { runLabel } from '../run-case.ts';
import type { KindUnderTest } from '../served-kinds.ts';

/** The cases of evictions: what a PodDisruptionBudget says of them, and what they must say themselves. */
export function evictionCases(pods: KindUnderTest): Case[] {
  const operation = operationKey({ prefix: '/api/v1', identifier: 'createNamespacedPodEviction' });
  const path = `${pods.path}/eviction`;
  const evict = (more: object = {}, query: Record<string, string> = {}): RawRequest => ({
    method: 'POST',
    path,
    query,
    body: { ...eviction, ...more },
  });
  const is = (status: object): RawRequest => ({
    method: 'PATCH',
    path: `${pods.path}/status`,
    headers: { 'content-type': 'application/merge-patch+json' },
    body: { status },
  });
  const ready = is({ phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] });
  const unready = is({ phase: 'Running', conditions: [{ type: 'Ready', status: 'False' }] });
  const row = (
    situation: Situation,
    title: string,
    { given = [], request = evict(), expect, ...more }: Partial<Case> & Pick<Case, 'expect'>,
  ): Case => ({ operation, situation, title, given: [pods.made, ...given], request, expect, ...more });
  const eventually = { within: 'eventually' } as const;
  const stays = [{ request: { method: 'GET', path: pods.path }, expect: { code: 200 } }];
  const goes = [{ request: { method: 'GET', path: pods.path }, expect: notFound(pods) }];
  const preconditions = (fields: object) => evict({ deleteOptions: { preconditions: fields } });

  return [
    row('conflict', 'its budget needs it', {
      ...eventually,
      given: [ready, budget({ minAvailable: 1 })],
      expect: refused('The disruption budget {name} needs 1 healthy pods and has 1 currently'),
      afterwards: stays,
    }),
    row('conflict', 'its budget needs it, and it is only tried', {
      ...eventually,
      given: [ready, budget({ minAvailable: 1 })],
      request: evict({}, { dryRun: 'All' }),
      expect: refused('The disruption budget {name} needs 1 healthy pods and has 1 currently'),
    }),
    row('conflict', 'its budget cannot be counted: nobody controls it', {
      ...eventually,
      given: [ready, budget({ maxUnavailable: 1 })],
      expect: refused(
        pods.release === '1.34'
          ? 'The disruption budget {name} needs 0 healthy pods and has 1 currently'
          : 'The disruption budget {name} does not allow evicting pods currently',
      ),
    }),
    row('conflict', 'a budget of everything in the namespace', {
      ...eventually,
      given: [ready, budget({ minAvailable: 100_000, selector: { matchExpressions: own } })],
      expect: refused(matching(/^The disruption budget \S+ needs 100000 healthy pods and has 1 currently$/)),
    }),
    row('conflict', 'it is not ready, and too few others are', {
      ...eventually,
      given: [unready, budget({ minAvailable: 1 })],
      expect: refused('The disruption budget {name} needs 1 healthy pods and has 0 currently'),
    }),
    row('conflict', 'two budgets', {
      given: [ready, budget({ minAvailable: 0 }), budget({ minAvailable: 0 }, '{name}-2')],
      expect: {
        code: 500,
        body: {
          kind: 'Status',
          status: 'Failure',
          code: 500,
          message:
            'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
        },
      },
      afterwards: stays,
    }),
    row('success', 'its budget can spare it', {
      ...eventually,
      given: [ready, budget({ minAvailable: 0 })],
      expect: made,
      afterwards: goes,
    }),
    row('success', 'its budget can spare it, and it is only tried', {
      ...eventually,
      given: [ready, budget({ minAvailable: 0 })],
      request: evict({}, { dryRun: 'All' }),
      expect: made,
      afterwards: [
        ...stays,
        {
          request: { method: 'GET', path: `${budgets}/{name}` },
          expect: {
            code: 200,
            body: {
              status: {
                observedGeneration: 1,
                disruptionsAllowed: 1,
                currentHealthy: 1,
                desiredHealthy: 0,
                expectedPods: 1,
                conditions: [
                  { type: 'DisruptionAllowed', status: 'True', reason: 'SufficientPods', message: '' },
                ],
              },
            },
          },
        },
      ],
    }),
    row('success', 'it is not ready, and its budget lets such go', {
      given: [unready, budget({ minAvailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow' })],
      expect: made,
      afterwards: goes,
    }),
    row('success', 'it has not begun to run', { given: [budget({ minAvailable: 1 })], expect: made }),
    row('success', 'it has ended', {
      given: [is({ phase: 'Succeeded' }), budget({ minAvailable: 1 })],
      expect: made,
      afterwards: goes,
    }),
    row('success', 'only tried by its body', {
      request: evict({ deleteOptions: { dryRun: ['All'] } }),
      expect: made,
      afterwards: stays,
    }),
    row('success', 'of the older version', {
      request: evict({ apiVersion: 'policy/v1beta1' }),
      expect: made,
    }),
    {
      ...row('success', 'held by a finalizer, it says why it goes', { expect: made }),
      given: [heldPod(pods)],
      afterwards: [
        {
          request: { method: 'GET', path: pods.path },
          expect: {
            code: 200,
            body: {
              metadata: { deletionTimestamp: matching(/Z$/) },
              status: {
                conditions: some({
                  type: 'DisruptionTarget',
                  status: 'True',
                  reason: 'EvictionByEvictionAPI',
                  message: 'Eviction API: evicting',
                }),
              },
            },
          },
        },
        {
          request: {
            method: 'PATCH',
            path: pods.path,
            headers: { 'content-type': 'application/merge-patch+json' },
            body: { metadata: { finalizers: null } },
          },
          expect: { code: 200 },
        },
      ],
    },
    row('success', 'the uid and the version that it has', {
      request: preconditions({ uid: '{given.uid}', resourceVersion: '{given.resourceVersion}' }),
      expect: made,
    }),
    row('conflict', 'a version that it has not', {
      request: preconditions({ resourceVersion: '1' }),
      expect: refusal(
        409,
        'Conflict',
        'Operation cannot be fulfilled on Pod "{name}": the ResourceVersion in the precondition (1) does not match the ResourceVersion in record ({given.resourceVersion}). The object might have been modified',
        { details: { name: '{name}', kind: 'Pod' } },
      ),
      afterwards: stays,
    }),
    row('bad body', 'another name', {
      request: evict({ metadata: { name: 'other' } }),
      expect: refusal(400, 'BadRequest', 'name in URL does not match name in Eviction object'),
    }),
    row('bad body', 'another version', {
      request: evict({ apiVersion: 'policy/v2' }),
      expect: refusal(
        400,
        'BadRequest',
        `Eviction in version "v2" cannot be handled as a Eviction: no kind "Eviction" is registered for version "policy/v2" in scheme "${schemeLine(pods)}"`,
      ),
    }),
    row('bad body', 'another dry run than the query', {
      request: evict({ deleteOptions: { dryRun: ['Some'] } }, { dryRun: 'All' }),
      expect: {
        code: 500,
        body: {
          kind: 'Status',
          message: 'Non-matching dry-run options in request and content: [All] and [Some]',
        },
      },
    }),
    row('bad body', 'a dry run that is none', {
      request: evict({ deleteOptions: { dryRun: ['Some'] } }),
      expect: refusedOption('dryRun', 'Unsupported value: ["Some"]: supported values: "All"'),
    }),
    row('bad body', 'a propagation that is none', {
      request: evict({ deleteOptions: { propagationPolicy: 'Some' } }),
      expect: refusedOption(
        'propagationPolicy',
        'Unsupported value: "Some": supported values: "Foreground", "Background", "Orphan", "nil"',
      ),
    }),
    row('bad body', 'an option that is not for Pods', {
      request: evict({ deleteOptions: { ignoreStoreReadErrorWithClusterBreakingPotential: true } }),
      expect: refusal(
        422,
        'Invalid',
        'Eviction.policy "{name}" is invalid: deleteOptions.ignoreStoreReadErrorWithClusterBreakingPotential: Invalid value: true: can not be set for pod eviction, try after removing the option',
      ),
    }),
    {
      ...row('bad parameter', 'as a table', {
        expect: refusal(
          406,
          'NotAcceptable',
          'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf',
        ),
      }),
      request: { ...evict(), headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } },
    },
  ];
}

const eviction = {
  apiVersion: 'policy/v1',
  kind: 'Eviction',
  metadata: { name: '{name}', namespace: '{ns}' },
};

const budgets = '/apis/policy/v1/namespaces/{ns}/poddisruptionbudgets';

/** What selects the Pod of the case, said in another way. */
const own = [{ key: 'case', operator: 'In', values: ['{name}'] }];

function budget(spec: object, name = '{name}'): RawRequest {
  return {
    method: 'POST',
    path: budgets,
    body: {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name, labels: { [runLabel]: '{run}' } },
      spec: { selector: { matchLabels: { case: '{name}' } }, ...spec },
    },
  };
}

function heldPod(pods: KindUnderTest): RawRequest {
  const metadata = { ...(pods.object.metadata as object), finalizers: ['{run}.example.com/hold'] };
  return { ...pods.made, body: { ...pods.object, metadata } };
}

const made: Expectation = {
  code: 201,
  contentType: 'application/json',
  body: { kind: 'Status', apiVersion: 'v1', status: 'Success', code: 201 },
};

function refused(message: Pattern): Expectation {
  return refusal(
    429,
    'TooManyRequests',
    "Cannot evict pod as it would violate the pod's disruption budget.",
    { details: { causes: [{ reason: 'DisruptionBudget', message }] } },
  );
}

function refusedOption(field: string, message: string): Expectation {
  return refusal(422, 'Invalid', `DeleteOptions.meta.k8s.io "" is invalid: ${field}: ${message}`, {
    details: {
      group: 'meta.k8s.io',
      kind: 'DeleteOptions',
      causes: [{ reason: 'FieldValueNotSupported', message, field }],
    },
  });
}
