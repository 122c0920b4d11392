import { describe, expect, it } from 'vitest';
import { kubectlCommand, nameWithKind } from '../../../client/src/objects/copied-text.ts';
import { configMaps, definitions, namespaces, resource } from './fake-cluster.ts';

const deployments = resource({ group: 'apps', kind: 'Deployment', plural: 'deployments' });
const reference = (name: string, of = configMaps, namespace: string | undefined = 'shop') => ({
  resource: of,
  namespace: of.scope === 'Cluster' ? undefined : namespace,
  name,
});
const here = { context: 'prod', kubeconfig: undefined };

it.each([
  { of: 'the core group', reference: reference('web'), text: 'configmap/web' },
  { of: 'another group', reference: reference('web', deployments), text: 'deployment.apps/web' },
  {
    of: 'a kind whose server has no word for one',
    reference: reference('web', { ...deployments, singular: '' }),
    text: 'deployment.apps/web',
  },
])('an object of $of has the name that kubectl prints', ({ reference: one, text }) => {
  expect(nameWithKind(one)).toBe(text);
});

describe('the command of kubectl for', () => {
  it.each([
    {
      of: 'an object',
      objects: [{ place: here, reference: reference('web') }],
      text: 'kubectl --context prod -n shop get configmap/web -o yaml',
    },
    {
      of: 'what has no namespace',
      objects: [{ place: here, reference: reference('shop', namespaces) }],
      text: 'kubectl --context prod get namespace/shop -o yaml',
    },
    {
      of: 'several, by their places',
      objects: [
        { place: here, reference: reference('web') },
        { place: here, reference: reference('x.example.com', definitions) },
        { place: here, reference: reference('web', deployments) },
      ],
      text: 'kubectl --context prod -n shop get configmap/web deployment.apps/web -o yaml && kubectl --context prod get customresourcedefinition.apiextensions.k8s.io/x.example.com -o yaml',
    },
    {
      of: 'a context of another kubeconfig, with what a shell would take for its own',
      objects: [
        {
          place: { context: "it's $(mine); rm *", kubeconfig: '/home/a b/config' },
          reference: reference('a:b'),
        },
      ],
      text: "kubectl --kubeconfig '/home/a b/config' --context 'it'\\''s $(mine); rm *' -n shop get configmap/a:b -o yaml",
    },
  ])('$of', ({ objects, text }) => {
    expect(kubectlCommand(objects)).toBe(text);
  });
});
