import { expect, test } from 'vitest';
import type { ClusterRequest } from '../../../client/src/cluster/http/request.ts';
import { readServer } from '../../../scripts/facts/server-answers.ts';

const kinds = (group: string, ...resources: [resource: string, verbs: string[]][]) => ({
  kind: 'APIGroupDiscoveryList',
  items: [
    {
      metadata: { name: group },
      versions: [
        {
          version: 'v1',
          resources: resources.map(([resource, verbs]) => ({
            resource,
            verbs,
            scope: 'Namespaced',
            responseKind: { kind: resource },
          })),
        },
      ],
    },
  ],
});

/** What a server has, by path. */
const served: Readonly<Record<string, unknown>> = {
  '/version': { gitVersion: 'v1.37.0' },
  '/api': kinds('', ['pods', ['list']], ['bindings', ['create']]),
  '/apis': kinds('apps', ['deployments', ['get', 'list']]),
  '/apis/apiregistration.k8s.io/v1/apiservices': { items: [] },
  '/openapi/v3': {
    paths: {
      'apis/apps/v1': { serverRelativeURL: '/openapi/v3/apis/apps/v1?hash=2' },
      'api/v1': { serverRelativeURL: '/openapi/v3/api/v1?hash=1' },
    },
  },
  '/openapi/v3/api/v1': { components: { schemas: { a: {} } } },
  '/openapi/v3/apis/apps/v1': { components: { schemas: { b: {} } } },
  '/openapi/v2': { definitions: { a: {}, b: {} } },
  '/api/v1/pods': { kind: 'Table', columnDefinitions: [] },
  '/apis/apps/v1/deployments': { kind: 'Table', columnDefinitions: [] },
};

test('a server is asked for its kinds, its documents in the order of their paths, all definitions, and the tables of what it lists', async () => {
  const accepted = new Map<string, string | undefined>();
  const transport = {
    async json<Answer>({ path, headers }: ClusterRequest): Promise<Answer> {
      const plain = path.replace(/\?.*/, '');
      accepted.set(plain, headers.accept);
      return served[plain] as Answer;
    },
  };
  expect(await readServer(transport)).toEqual({
    version: served['/version'],
    discovery: [served['/api'], served['/apis']],
    apiServices: served['/apis/apiregistration.k8s.io/v1/apiservices'],
    documents: [served['/openapi/v3/api/v1'], served['/openapi/v3/apis/apps/v1']],
    definitions: { a: {}, b: {} },
    tables: {
      'pods./v1': served['/api/v1/pods'],
      'deployments.apps/v1': served['/apis/apps/v1/deployments'],
    },
  });
  expect([...accepted.keys()].sort()).toEqual(Object.keys(served).sort());
  expect(accepted.get('/apis')).toContain('v=v2;as=APIGroupDiscoveryList');
  expect(accepted.get('/api/v1/pods')).toContain('as=Table');
});
