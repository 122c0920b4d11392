/**
 * Stages of an apply: everything of one is there before the next begins. What is not named belongs to the
 * stage of ordinary objects. The first two make room for others, the third is asked for when the objects after
 * it are admitted, and the last is asked by the server itself about every later object.
 */
const stages: readonly ReadonlySet<string>[] = [
  new Set(['/Namespace']),
  new Set(['apiextensions.k8s.io/CustomResourceDefinition']),
  new Set([
    '/ServiceAccount',
    '/LimitRange',
    '/ResourceQuota',
    '/Secret',
    '/ConfigMap',
    'scheduling.k8s.io/PriorityClass',
    'node.k8s.io/RuntimeClass',
    'storage.k8s.io/StorageClass',
    'rbac.authorization.k8s.io/ClusterRole',
    'rbac.authorization.k8s.io/Role',
  ]),
];
const lastStage: ReadonlySet<string> = new Set([
  'admissionregistration.k8s.io/MutatingWebhookConfiguration',
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding',
  'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding',
  'apiregistration.k8s.io/APIService',
]);

/** Splits a set into its stages, in the order of applying; empty stages are left out, the order within one is kept. */
export function stagesOf<Item>(
  items: readonly Item[],
  objectOf: (item: Item) => { apiVersion: string; kind: string },
): Item[][] {
  const staged: Item[][] = Array.from({ length: stages.length + 2 }, () => []);
  for (const item of items) staged[stageOf(objectOf(item))]!.push(item);
  return staged.filter((stage) => stage.length > 0);
}

/** The order of deleting: what was applied last goes first. */
export function deletionStagesOf<Item>(
  items: readonly Item[],
  objectOf: (item: Item) => { apiVersion: string; kind: string },
): Item[][] {
  return stagesOf(items, objectOf).reverse();
}

/** `apps` of `apps/v1`, and nothing for the core group's `v1`. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

function stageOf({ apiVersion, kind }: { apiVersion: string; kind: string }): number {
  const name = `${groupOf(apiVersion)}/${kind}`;
  if (lastStage.has(name)) return stages.length + 1;
  const stage = stages.findIndex((names) => names.has(name));
  return stage < 0 ? stages.length : stage;
}
