import { describe, expect, test } from 'vitest';
import { believedFor, createAccess } from '../../../client/src/cluster/access/access.ts';
import { type AccessQuestion, isAllowed } from '../../../client/src/cluster/access/questions.ts';
import type { ClusterRequest } from '../../../client/src/cluster/http/request.ts';
import type { Transport } from '../../../client/src/cluster/http/transport.ts';
import { silentLog } from '../../../client/src/cluster/log.ts';
import type { ResourceRule } from '../../../server/src/rules/rbac/allowed-by-rule.ts';
import { fakeClock } from './fake-clock.ts';
import { deployments, nodes, pods } from './resources.ts';

const rule = (fields: Partial<ResourceRule>): ResourceRule => ({
  verbs: ['get'],
  apiGroups: [''],
  resources: ['pods'],
  resourceNames: [],
  ...fields,
});

describe('what rules allow', () => {
  test.each<[string, Partial<ResourceRule>, Partial<AccessQuestion>, boolean]>([
    ['the verb of the resource', {}, {}, true],
    ['another verb', {}, { verb: 'list' }, false],
    ['any verb', { verbs: ['*'] }, { verb: 'list' }, true],
    ['another group', {}, { resource: deployments }, false],
    ['any group and resource', { apiGroups: ['*'], resources: ['*'] }, { resource: deployments }, true],
    ['a subresource by the resource', {}, { subresource: 'log' }, false],
    ['a subresource', { resources: ['pods/log'] }, { subresource: 'log' }, true],
    ['the resource by a subresource', { resources: ['pods/log'] }, {}, false],
    ['a subresource of anything', { resources: ['*/log'] }, { subresource: 'log' }, true],
    ['anything, a subresource too', { resources: ['*'] }, { subresource: 'log' }, true],
    ['one by its name', { resourceNames: ['web'] }, { name: 'web' }, true],
    ['another', { resourceNames: ['web'] }, { name: 'db' }, false],
    ['all by the name of one', { resourceNames: ['web'] }, {}, false],
  ])('%s', (_name, rules, question, allowed) => {
    expect(isAllowed([rule(rules)], { verb: 'get', resource: pods, ...question })).toBe(allowed);
  });
});

describe('asking', () => {
  /** A server with these rules that allows no single question but deletions. */
  function server(rules: readonly ResourceRule[], incomplete: boolean) {
    const clock = fakeClock();
    const asked: string[] = [];
    const transport = {
      asker: { context: 'c', server: 's' },
      log: silentLog,
      clock,
      async json(request: ClusterRequest, read: (answer: unknown) => unknown) {
        const { spec } = JSON.parse(request.body!);
        const kind = request.path.includes('rules') ? 'SelfSubjectRulesReview' : 'SelfSubjectAccessReview';
        const { verb, namespace, resource } = spec.resourceAttributes ?? {};
        asked.push(
          spec.resourceAttributes ? `${verb} ${resource} ${namespace ?? '*'}` : `rules ${spec.namespace}`,
        );
        const status = spec.resourceAttributes
          ? { allowed: verb === 'delete' }
          : { resourceRules: rules, nonResourceRules: null, incomplete };
        return read({ apiVersion: 'authorization.k8s.io/v1', kind, metadata: {}, status });
      },
    } as unknown as Transport;
    return { access: createAccess(transport), asked, clock };
  }

  const questions: AccessQuestion[] = [
    { verb: 'get', resource: pods },
    { verb: 'list', resource: pods },
    { verb: 'delete', resource: deployments },
  ];

  test('one request answers many questions of a namespace, for a minute', async () => {
    const { access, asked, clock } = server([rule({})], false);
    const both = await Promise.all([
      access.mayI('shop', questions),
      access.mayI('shop', questions.slice(0, 1)),
    ]);
    expect(both).toEqual([[true, false, false], [true]]);
    await clock.pass(believedFor - 1);
    await access.mayI('shop', questions);
    expect(asked).toEqual(['rules shop']);
    await clock.pass(1);
    await access.mayI('shop', questions);
    await access.mayI('other', questions);
    expect(asked).toEqual(['rules shop', 'rules shop', 'rules other']);
  });

  test('what an incomplete list lacks is asked one by one', async () => {
    const { access, asked } = server([rule({})], true);
    expect(await access.mayI('shop', questions)).toEqual([true, false, true]);
    await access.mayI('shop', questions);
    expect(asked).toEqual(['rules shop', 'list pods shop', 'delete deployments shop']);
  });

  test('of all namespaces, and of what has none, each is asked', async () => {
    const { access, asked } = server([rule({})], false);
    expect(await access.mayI(undefined, [{ verb: 'delete', resource: nodes }, questions[0]!])).toEqual([
      true,
      false,
    ]);
    expect(asked).toEqual(['delete nodes *', 'get pods *']);
  });

  test('of some objects without a namespace one request answers all, unless the list is incomplete', async () => {
    const some = [questions[0]!, { verb: 'delete', resource: nodes }].map(
      (question): AccessQuestion => ({ ...question, objects: 'some' }),
    );
    const complete = server([rule({ resourceNames: ['web'] })], false);
    expect(await complete.access.mayI(undefined, some)).toEqual([true, false]);
    expect(complete.asked).toEqual(['rules default']);
    const incomplete = server([], true);
    expect(await incomplete.access.mayI(undefined, some)).toEqual([false, true]);
    expect(incomplete.asked).toEqual(['rules default', 'get pods *', 'delete nodes *']);
  });

  test('what was answered before a 403 is asked again', async () => {
    const { access, asked } = server([rule({})], false);
    await access.mayI('shop', questions);
    access.forget();
    await access.mayI('shop', questions);
    expect(asked).toEqual(['rules shop', 'rules shop']);
  });
});
