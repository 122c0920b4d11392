import { notFound } from '../answers.ts';
import type { Case, GivenStep, RawRequest } from '../case.ts';
import { containing, matching } from '../patterns.ts';
import { runLabel } from '../run-case.ts';
import type { KindUnderTest } from '../served-kinds.ts';

/** The cases of what controllers write into objects by themselves: how much of a quota is used, tokens of accounts. */
export function controllerCases(quotas: KindUnderTest, secrets: KindUnderTest): Case[] {
  return [...quotaCases(quotas), ...tokenSecretCases(secrets)];
}

/** A namespace of the case's own, in which nobody else makes anything. */
const namespace: RawRequest = {
  method: 'POST',
  path: '/api/v1/namespaces',
  body: { metadata: named('{name}') },
};
const own = '/api/v1/namespaces/{name}';

function quotaCases(quotas: KindUnderTest): Case[] {
  const hard = {
    'count/deployments.apps': '2',
    'requests.cpu': '2',
    'requests.storage': '5Gi',
    'services.nodeports': '1',
    pods: '5',
    secrets: '4',
  };
  const quota: RawRequest = {
    method: 'POST',
    path: `${own}/resourcequotas`,
    body: { metadata: named('{name}'), spec: { hard } },
  };
  const secret: RawRequest = {
    method: 'POST',
    path: `${own}/secrets`,
    body: { metadata: named('{name}'), data: {} },
  };
  const forbidding: RawRequest = {
    method: 'POST',
    path: `${own}/resourcequotas`,
    body: { metadata: named('{name}-forbidding'), spec: { hard: { 'count/limitranges': '0' } } },
  };
  const later: RawRequest = {
    method: 'POST',
    path: `${own}/resourcequotas`,
    body: { metadata: named('{name}-later'), spec: { hard: { secrets: '4' } } },
  };
  const limitRange: RawRequest = {
    method: 'POST',
    path: `${own}/limitranges`,
    body: { metadata: named('{name}'), spec: { limits: [] } },
  };
  // The controller counts what its informer has, and what comes there later it counts no more. The garbage collector has the same
  // informer: once it has taken away what came later and has an owner that is not there, what came before is there, too.
  const owner = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: 'nobody',
    uid: '00000000-0000-0000-0000-000000000000',
  };
  const orphan: RawRequest = {
    method: 'POST',
    path: `${own}/secrets`,
    body: { metadata: { ...named('{name}-orphan'), ownerReferences: [owner] }, data: {} },
  };
  const known: readonly GivenStep[] = [
    orphan,
    { method: 'GET', path: `${own}/secrets/{name}-orphan`, until: 404 },
  ];
  const none = {
    'count/deployments.apps': '0',
    'requests.cpu': '0',
    'requests.storage': '0',
    'services.nodeports': '0',
    pods: '0',
    secrets: '0',
  };
  const read: RawRequest = { method: 'GET', path: `${own}/resourcequotas/{name}` };
  const uses = (used: object) => ({ code: 200, body: { status: { hard, used: { ...none, ...used } } } });
  const row = (title: string, given: readonly GivenStep[], used: object): Case => ({
    operation: quotas.key('read'),
    situation: 'success',
    title,
    given: [namespace, ...given],
    request: read,
    expect: uses(used),
    within: 'eventually',
  });
  return [
    row('it says what it limits, and that nothing is used', [quota], {}),
    row('it counts what was there before', [secret, ...known, quota], { secrets: '1' }),
    {
      ...row('it counts what comes', [quota, forbidding], {}),
      // Admission counts what it knows of, and it may learn of quotas later than who reads them: once it knows of one, and that
      // the controller has counted for it, it knows of the one that was before it.
      afterwards: [
        {
          request: { ...limitRange, query: { dryRun: 'All' } },
          expect: { code: 403, body: { message: containing('exceeded quota: {name}-forbidding') } },
        },
        { request: secret, expect: { code: 201 } },
        { request: read, expect: uses({ secrets: '1' }) },
      ],
    },
    {
      ...row('it counts what goes no more', [quota, secret, ...known, later], {}),
      // The controller compares what it counts with what it knows a quota to say, which may be older than what admission has written
      // there: once it has counted for a quota that came after that, it knows of it.
      request: { method: 'GET', path: `${own}/resourcequotas/{name}-later` },
      expect: { code: 200, body: { status: { used: { secrets: '1' } } } },
      afterwards: [
        { request: { method: 'DELETE', path: `${own}/secrets/{name}` }, expect: { code: 200 } },
        { request: read, expect: uses({}) },
      ],
    },
  ];
}

function tokenSecretCases(secrets: KindUnderTest): Case[] {
  const account: RawRequest = {
    method: 'POST',
    path: `${own}/serviceaccounts`,
    body: { metadata: named('{name}') },
  };
  const secretFor = (name: string): RawRequest => ({
    method: 'POST',
    path: `${own}/secrets`,
    body: {
      metadata: { ...named('{name}'), annotations: { 'kubernetes.io/service-account.name': name } },
      type: 'kubernetes.io/service-account-token',
    },
  });
  const row = (title: string, { given = [], expect }: Pick<Case, 'given' | 'expect'>): Case => ({
    operation: secrets.key('read'),
    situation: 'success',
    title,
    given: [namespace, ...given],
    request: { method: 'GET', path: `${own}/secrets/{name}` },
    expect,
    within: 'eventually',
  });
  const base64 = /^[A-Za-z0-9+/]+=*$/;
  return [
    row('it is given a token of its account', {
      given: [account, secretFor('{name}')],
      expect: {
        code: 200,
        body: {
          metadata: {
            annotations: {
              'kubernetes.io/service-account.name': '{name}',
              'kubernetes.io/service-account.uid': matching(/^[0-9a-f-]{36}$/),
            },
          },
          data: { 'ca.crt': matching(base64), namespace: matching(base64), token: matching(/^ZXlK/) },
          type: 'kubernetes.io/service-account-token',
        },
      },
    }),
    row('without its account it goes', { given: [secretFor('nobody')], expect: notFound(secrets) }),
    row('with its account it goes', {
      given: [account, secretFor('{name}'), { method: 'DELETE', path: `${own}/serviceaccounts/{name}` }],
      expect: notFound(secrets),
    }),
  ];
}

function named(name: string): object {
  return { name, labels: { [runLabel]: '{run}' } };
}
