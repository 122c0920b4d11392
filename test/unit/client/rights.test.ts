import { describe, expect, test } from 'vitest';
import { isAllowed } from '../../../client/src/cluster/access/questions.ts';
import type { Resource } from '../../../client/src/cluster/kube-object.ts';
import { silentLog } from '../../../client/src/cluster/log.ts';
import { type Asked, Rights, wordsOfRight } from '../../../client/src/connections/rights.ts';
import { type Ability, abilities } from '../../../client/src/contributions/abilities.ts';
import { resource } from './fake-cluster.ts';

const subresource = (name: string) => ({ name, kind: 'Pod', verbs: ['get'] });
const pods = resource({
  kind: 'Pod',
  plural: 'pods',
  subresources: [subresource('log'), subresource('portforward'), subresource('proxy')],
});
const nodes = resource({ kind: 'Node', plural: 'nodes', scope: 'Cluster' });
const deployments = resource({
  group: 'apps',
  kind: 'Deployment',
  plural: 'deployments',
  subresources: [subresource('scale')],
});

const rule = (verbs: string[], resources: string[], resourceNames: string[] = []) => ({
  verbs,
  apiGroups: ['*'],
  resources,
  resourceNames,
});
type Rules = Readonly<Record<string, readonly ReturnType<typeof rule>[]>>;

/** A cluster whose user has these rules, by namespace, and those of `*` everywhere. */
function cluster(rules: Rules) {
  const asked: string[] = [];
  const user: Asked = {
    async mayI(namespace, questions) {
      asked.push(`${namespace ?? '*'}: ${questions.length}`);
      const own = [...(rules['*'] ?? []), ...(namespace === undefined ? [] : (rules[namespace] ?? []))];
      return questions.map((question) => isAllowed(own, question));
    },
  };
  return { user, asked };
}

function clockAt(time: { now: number }) {
  return { now: () => time.now };
}

const namesOf = (missing: readonly Ability[]) =>
  Object.entries(abilities).flatMap(([name, ability]) => (missing.includes(ability) ? [name] : []));

describe('what the user of a cluster lacks the right to', () => {
  test.each<{
    it: string;
    rules: Rules;
    of: Resource;
    in: (string | undefined)[];
    missing: string[][];
    asked: string[];
  }>([
    {
      it: 'nothing of Pods for who may do all',
      rules: { '*': [rule(['*'], ['*'])] },
      of: pods,
      in: ['shop'],
      missing: [[]],
      asked: ['shop: 7'],
    },
    {
      it: 'what a viewer may not, in one namespace',
      rules: { shop: [rule(['get', 'list'], ['pods', 'pods/log'])] },
      of: pods,
      in: ['shop'],
      missing: [['deleteObject', 'portForward']],
      asked: ['shop: 7'],
    },
    {
      it: 'nothing where one way to a port is allowed',
      rules: { shop: [rule(['get', 'delete'], ['pods', 'pods/log', 'pods/proxy'])] },
      of: pods,
      in: ['shop'],
      missing: [[]],
      asked: ['shop: 7'],
    },
    {
      it: 'one question for several namespaces, for who may do all everywhere',
      rules: { '*': [rule(['*'], ['*'])] },
      of: deployments,
      in: ['shop', 'zoo', 'bank'],
      missing: [[], [], []],
      asked: ['*: 5'],
    },
    {
      it: 'what differs between namespaces, a question each',
      rules: { '*': [rule(['get'], ['deployments'])], zoo: [rule(['delete'], ['deployments'])] },
      of: deployments,
      in: ['shop', 'zoo'],
      missing: [['deleteObject', 'portForward'], ['portForward']],
      asked: ['*: 5', 'shop: 4', 'zoo: 4'],
    },
    {
      it: 'nothing of a kind of which some objects may be deleted',
      rules: { shop: [rule(['get', 'delete'], ['configmaps'], ['own'])] },
      of: resource({ kind: 'ConfigMap', plural: 'configmaps' }),
      in: ['shop'],
      missing: [[]],
      asked: ['shop: 2'],
    },
    {
      it: 'what has no namespace',
      rules: { '*': [rule(['get'], ['nodes'])] },
      of: nodes,
      in: [undefined],
      missing: [['deleteObject']],
      asked: ['*: 2'],
    },
    {
      it: 'nothing of a kind that commands do nothing to',
      rules: {},
      of: resource({ kind: 'Binding', plural: 'bindings', verbs: ['create'] }),
      in: ['shop'],
      missing: [[]],
      asked: [],
    },
  ])('$it', async ({ rules, of, in: namespaces, missing, asked }) => {
    const { user, asked: questions } = cluster(rules);
    const rights = new Rights(clockAt({ now: 0 }), silentLog);
    expect(rights.missing(user, of, namespaces[0])).toEqual([]);
    await rights.ask(user, of, new Set(namespaces));
    expect(namespaces.map((one) => namesOf(rights.missing(user, of, one)))).toEqual(missing);
    expect(questions).toEqual(asked);
    // Who looks again asks nothing.
    await rights.ask(user, of, new Set(namespaces));
    expect(questions).toEqual(asked);
  });

  test('is asked again after a minute, or when it is forgotten, and told when it is other', async () => {
    const time = { now: 0 };
    const rules: Record<string, ReturnType<typeof rule>[]> = {
      shop: [rule(['get'], ['nodes', 'deployments'])],
    };
    const { user, asked } = cluster(rules);
    const rights = new Rights(clockAt(time), silentLog);
    let told = 0;
    rights.onDidLearn(() => told++);
    const look = () => rights.ask(user, deployments, new Set(['shop']));
    await look();
    expect([told, asked.length]).toEqual([1, 1]);
    rules.shop = [rule(['*'], ['*'])];
    time.now = 59_999;
    await look();
    expect([told, asked.length]).toEqual([1, 1]);
    time.now = 60_000;
    await look();
    expect([told, asked.length]).toEqual([2, 2]);
    expect(rights.missing(user, deployments, 'shop')).toEqual([]);
    rules.shop = [];
    rights.forget(user);
    // Until it is known, what was known holds.
    expect(rights.missing(user, deployments, 'shop')).toEqual([]);
    await look();
    expect(namesOf(rights.missing(user, deployments, 'shop'))).toEqual([
      'openYaml',
      'deleteObject',
      'portForward',
    ]);
    expect([told, asked.length]).toEqual([3, 3]);
  });

  test('is nothing where nobody can tell, and that is not asked for at each look', async () => {
    let asked = 0;
    const user: Asked = {
      async mayI() {
        asked++;
        throw new Error('no reviews here');
      },
    };
    const rights = new Rights(clockAt({ now: 0 }), silentLog);
    await rights.ask(user, pods, new Set(['shop']));
    await rights.ask(user, pods, new Set(['shop']));
    expect([rights.missing(user, pods, 'shop'), asked]).toEqual([[], 1]);
  });

  test('is asked for at most 50 namespaces at a time', async () => {
    const { user, asked } = cluster({});
    const rights = new Rights(clockAt({ now: 0 }), silentLog);
    await rights.ask(user, deployments, new Set(Array.from({ length: 60 }, (_, index) => `ns-${index}`)));
    expect(asked.length).toBe(51);
    expect(rights.missing(user, deployments, 'ns-49').length).toBe(3);
    expect(rights.missing(user, deployments, 'ns-50')).toEqual([]);
  });

  test.each([
    [pods, abilities.deleteObject, 'delete pods'],
    [pods, abilities.showLogs, 'get pods/log'],
    [deployments, abilities.portForward, 'create pods/portforward'],
    [deployments, abilities.openYaml, 'get deployments.apps'],
  ] as const)('is told in words', (of, ability, words) => {
    expect(wordsOfRight(of, ability)).toBe(words);
  });
});
