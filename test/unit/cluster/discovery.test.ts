import { describe, expect, test } from 'vitest';
import {
  indexOfKinds,
  parseAggregated,
  parseGroups,
  resourceListReader,
} from '../../../client/src/cluster/discovery/parse.ts';
import { deployments } from './resources.ts';

const scale = { name: 'scale', kind: 'Scale', verbs: ['get', 'patch'] };
const expected = { ...deployments, categories: ['all'], subresources: [scale] };

describe('resources of a live cluster', () => {
  test('aggregated; a group that does not answer hides no other', () => {
    const resources = parseAggregated({
      kind: 'APIGroupDiscoveryList',
      items: [
        { metadata: { name: 'metrics.k8s.io' }, versions: [{ version: 'v1', freshness: 'Stale' }] },
        {
          metadata: { name: 'apps' },
          versions: [
            {
              version: 'v1',
              resources: [
                {
                  resource: 'deployments',
                  responseKind: { group: 'apps', version: 'v1', kind: 'Deployment' },
                  scope: 'Namespaced',
                  singularResource: 'deployment',
                  verbs: deployments.verbs,
                  shortNames: ['deploy'],
                  categories: ['all'],
                  subresources: [
                    { subresource: 'scale', responseKind: { kind: 'Scale' }, verbs: ['get', 'patch'] },
                  ],
                },
                { resource: 'broken', scope: 'Namespaced' },
              ],
            },
          ],
        },
      ],
    });
    expect(resources).toEqual([expected]);
    const find = indexOfKinds(resources!);
    expect([find('apps/v1', 'Deployment'), find('v1', 'Deployment'), find('apps/v1', 'constructor')]).toEqual(
      [expected, undefined, undefined],
    );
  });

  test('group by group', () => {
    expect(
      resourceListReader(
        'apps',
        'v1',
      )({
        resources: [
          {
            name: 'deployments',
            singularName: '',
            namespaced: true,
            kind: 'Deployment',
            verbs: deployments.verbs,
            shortNames: ['deploy'],
            categories: ['all'],
          },
          { name: 'deployments/scale', namespaced: true, kind: 'Scale', verbs: ['get', 'patch'] },
        ],
      }),
    ).toEqual([expected]);
  });

  test("the server's preferred version comes first", () => {
    const group = {
      name: 'g',
      versions: [{ version: 'v2' }, { version: 'v1' }],
      preferredVersion: { version: 'v1' },
    };
    expect(parseGroups({ kind: 'APIGroupList', groups: [group] })).toEqual([
      { group: 'g', version: 'v1' },
      { group: 'g', version: 'v2' },
    ]);
  });
});
