import { expect, it } from 'vitest';
import { comparedTitle } from '../../../client/src/objects/compared-title.ts';
import { configMaps, namespaces } from './fake-cluster.ts';

const object = (
  name: string,
  cluster = 'prod',
  namespace: string | undefined = 'shop',
  resource = configMaps,
) => ({
  cluster,
  reference: { resource, namespace: resource === namespaces ? undefined : namespace, name },
});

it.each([
  { left: object('web'), right: object('api'), title: 'web ↔ api' },
  { left: object('web'), right: object('web'), title: 'web ↔ web' },
  { left: object('web'), right: object('web', 'test'), title: 'web (prod ↔ test)' },
  { left: object('web'), right: object('web', 'test', 'tea'), title: 'web (shop, prod ↔ tea, test)' },
  { left: object('web'), right: object('api', 'prod', 'tea'), title: 'web (shop) ↔ api (tea)' },
  {
    left: object('shop', 'prod', 'shop', namespaces),
    right: object('shop', 'prod', 'tea'),
    title: 'shop (Namespace ↔ ConfigMap, tea)',
  },
])('$title says in what two objects differ', ({ left, right, title }) => {
  expect(comparedTitle(left, right)).toBe(title);
});
