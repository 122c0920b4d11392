import type { Case } from './case.ts';

/**
 * Why a case is not for a cluster that others use; undefined where it touches nothing but objects whose name and label
 * carry the run's id.
 */
export function harmOf({ operation, disturbs }: Case): string | undefined {
  if (disturbs) return disturbs;
  return harms.find(({ operations }) => operations.test(operation))?.reason;
}

const harms: readonly { operations: RegExp; reason: string }[] = [
  {
    operations: / deleteCollection(?!Namespaced)/,
    reason: 'a collection outside of namespaces belongs to the whole cluster',
  },
  {
    operations:
      / (create|patch|replace|delete|read|list)(Node|APIService|FlowSchema|PriorityLevelConfiguration)(Status)?$/,
    reason: 'how the whole cluster works hangs on objects of this kind',
  },
  {
    operations: / (create|patch|replace|delete|read|list)(IPAddress|ServiceCIDR|StorageVersion)(Status)?$/,
    reason:
      'the name of such an object cannot carry the id of the run, or its contents are shared by the whole cluster',
  },
];
