import { describe, expect, test } from 'vitest';
import type { Cluster } from '../../../client/src/cluster/cluster.ts';
import { ClusterError } from '../../../client/src/cluster/errors.ts';
import type { Resource } from '../../../client/src/cluster/kube-object.ts';
import type { NamespaceScope } from '../../../client/src/cluster/namespace-scope.ts';
import {
  type CountedKind,
  countObjects,
  type ObjectCount,
} from '../../../client/src/cluster/objects/count-objects.ts';
import type { ListOperation } from '../../../client/src/cluster/operation.ts';
import { countSentences, countWords, isNothing } from '../../../client/src/explorer/count-words.ts';
import { failedRequest, refusal, resource } from '../client/fake-cluster.ts';

const pods = resource({ kind: 'Pod', plural: 'pods' });
const nodes = resource({ kind: 'Node', plural: 'nodes', scope: 'Cluster' });
const forbidden = refusal({ code: 403, reason: 'Forbidden', message: 'no' });
const gone = refusal({ code: 503, reason: 'ServiceUnavailable', message: 'down' });
const unreachable = new ClusterError('unreachable', failedRequest('no answer'));

/** What a list of one is answered with: so many, and whether it tells that; `old` servers do not tell how many follow. */
type Answer = number | `${number} of an old one` | Error;

/** Counts the Pods, of a server that answers so for each namespace (`all` for all of them). */
async function count(
  answers: Record<string, Answer>,
  namespaces: NamespaceScope = 'all',
  kinds: readonly Resource[] = [pods],
) {
  const asked: string[] = [];
  const ask = async ({ verb, of, as, limit }: ListOperation) => {
    const place = of.resource === pods ? (of.namespace ?? 'all') : of.resource.plural;
    asked.push(`${verb} ${place} ${as} ${limit}`);
    const answer = answers[place] ?? 0;
    if (answer instanceof Error) throw answer;
    const all = Number.parseInt(String(answer), 10);
    return {
      items: all > 0 ? [{}] : [],
      continueToken: all > 1 ? 'next' : undefined,
      remainingItemCount: all > 1 && typeof answer === 'number' ? all - 1 : undefined,
    };
  };
  const counted: CountedKind[] = [];
  const cluster = { ask } as unknown as Pick<Cluster, 'ask'>;
  const places = { namespaces, fallback: 'default' };
  await countObjects(cluster, kinds, places, (one) => counted.push(one), new AbortController().signal);
  return { asked, counted };
}

describe('counting objects', () => {
  test.each<[title: string, answers: Record<string, Answer>, namespaces: NamespaceScope, words: string]>([
    ['none', { all: 0 }, 'all', 'none'],
    ['one', { all: 1 }, 'all', '1'],
    ['many, of which the server promises nothing exact', { all: 3_412 }, 'all', '~3,412'],
    ['what a server does not tell how much follows', { all: '9 of an old one' }, 'all', '1+'],
    ['some namespaces together', { shop: 3, web: 1 }, ['shop', 'web'], '~4'],
    ['empty ones', {}, ['shop', 'web'], 'none'],
    ['no more than what may be listed of them', { shop: 1, web: forbidden }, ['shop', 'web'], '1+'],
    ['those of default where all may not be listed', { all: forbidden, default: 2 }, 'all', '~2'],
    ['nothing that is forbidden everywhere', { all: forbidden, default: forbidden }, 'all', 'forbidden'],
    ['nothing that is forbidden where it is wanted', { shop: forbidden }, ['shop'], 'forbidden'],
    ['nothing of a kind whose server is down', { all: gone }, 'all', 'not counted'],
  ])('counts %s', async (_title, answers, namespaces, words) => {
    const { counted } = await count(answers, namespaces);
    expect(counted.map(({ count: one }) => countWords(one))).toEqual([words]);
  });

  test('asks for one object with nothing but its metadata', async () => {
    const { asked } = await count({ all: forbidden, default: 2 });
    expect(asked).toEqual(['list all metadata 1', 'list default metadata 1']);
  });

  test('counts what has no namespace whichever are shown', async () => {
    const { counted, asked } = await count({ nodes: 3 }, ['shop'], [nodes]);
    expect([counted[0]!.namespaces, asked]).toEqual(['all', ['list nodes metadata 1']]);
  });

  test('asks at most eight things at a time', async () => {
    let open = 0;
    let most = 0;
    const ask = async () => {
      most = Math.max(most, ++open);
      await new Promise((next) => setImmediate(next));
      open--;
      return { items: [], continueToken: undefined, remainingItemCount: undefined };
    };
    const kinds = Array.from({ length: 40 }, (_, place) =>
      resource({ kind: `K${place}`, plural: `k${place}` }),
    );
    const counted: CountedKind[] = [];
    await countObjects(
      { ask } as unknown as Pick<Cluster, 'ask'>,
      kinds,
      { namespaces: 'all', fallback: 'default' },
      (one) => counted.push(one),
      new AbortController().signal,
    );
    expect([most, counted.length]).toEqual([8, 40]);
  });

  test('fails where nobody answers, and tells of one kind where others were answered', async () => {
    await expect(count({ all: unreachable })).rejects.toBe(unreachable);
    const { counted } = await count({ all: 1, nodes: unreachable }, 'all', [pods, nodes]);
    expect(counted.map(({ count: one }) => countWords(one))).toEqual(['1', 'not counted']);
  });

  test('ends when it is told to, with the reason', async () => {
    const controller = new AbortController();
    const ask = async () => {
      controller.abort(new Error('enough'));
      throw new Error('aborted');
    };
    const counting = countObjects(
      { ask } as unknown as Pick<Cluster, 'ask'>,
      [pods],
      { namespaces: 'all', fallback: 'default' },
      () => undefined,
      controller.signal,
    );
    await expect(counting).rejects.toThrow('enough');
  });
});

describe('a count', () => {
  test.each<[ObjectCount, boolean]>([
    [{ state: 'counted', count: 0, is: 'exact' }, true],
    [{ state: 'counted', count: 0, is: 'at least' }, false],
    [{ state: 'counted', count: 1, is: 'exact' }, false],
    [{ state: 'forbidden', why: { fault: 'no' } }, true],
    [{ state: 'unknown', why: { fault: 'no' } }, false],
  ])('%j is of nothing that can be seen: %j', (count, nothing) => {
    expect(isNothing(count)).toBe(nothing);
  });

  test('says when and where it was made, and why it was not', () => {
    const exact: ObjectCount = { state: 'counted', count: 1, is: 'exact' };
    expect(countSentences({ resource: pods, namespaces: ['shop'], count: exact }, '12:00')).toEqual([
      'Counted at 12:00 in shop.',
    ]);
    expect(countSentences({ resource: nodes, namespaces: 'all', count: exact }, '12:00')).toEqual([
      'Counted at 12:00.',
    ]);
    const why = { fault: 'you may not' };
    expect(
      countSentences({ resource: pods, namespaces: 'all', count: { state: 'forbidden', why } }, '12:00'),
    ).toEqual(['Counted at 12:00 in all namespaces.', 'you may not']);
  });
});
