import type { Resource } from '../../../client/src/cluster/kube-object.ts';

const verbs = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'];

export const pods: Resource = {
  group: '',
  version: 'v1',
  kind: 'Pod',
  apiVersion: 'v1',
  plural: 'pods',
  singular: 'pod',
  scope: 'Namespaced',
  verbs,
  shortNames: ['po'],
  categories: ['all'],
  subresources: [],
};

export const deployments: Resource = {
  ...pods,
  group: 'apps',
  kind: 'Deployment',
  apiVersion: 'apps/v1',
  plural: 'deployments',
  singular: 'deployment',
  shortNames: ['deploy'],
};

export const nodes: Resource = {
  ...pods,
  kind: 'Node',
  plural: 'nodes',
  singular: 'node',
  scope: 'Cluster',
  shortNames: ['no'],
  categories: [],
};
