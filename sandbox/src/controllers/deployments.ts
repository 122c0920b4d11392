import { equalValues } from '../apply/typed-value.ts';
import { type Clock, timestamp } from '../clock.ts';
import type { KubeObject, ObjectStore } from '../object-store.ts';
import { startController } from './controller.ts';
import {
  type Condition,
  controlledBy,
  isControlledBy,
  type PodTemplate,
  resources,
  type Workload,
  withCondition,
} from './objects.ts';
import { recordEvent } from './record-event.ts';
import { nextSizes, shareOf } from './rolling-update.ts';
import { stableHash } from './stable-hash.ts';

const manager = 'kube-controller-manager';
const hashLabel = 'pod-template-hash';
const revisionAnnotation = 'deployment.kubernetes.io/revision';
const desiredAnnotation = 'deployment.kubernetes.io/desired-replicas';
const mostAnnotation = 'deployment.kubernetes.io/max-replicas';

/** Makes a ReplicaSet per template of a Deployment and moves its replicas over to the newest. */
export function startDeployments(store: ObjectStore, clock: Clock): { dispose(): void } {
  return startController(store, clock, {
    resource: resources.deployments,
    kind: 'Deployment',
    owned: [resources.replicaSets],
    reconcile: (object) => reconcile(store, object as Workload, timestamp(clock.now())),
  });
}

function reconcile(store: ObjectStore, deployment: Workload, now: string): void {
  const all = store
    .list(resources.replicaSets, deployment.metadata.namespace)
    .filter((set) => isControlledBy(set, deployment) && !set.metadata.deletionTimestamp) as Workload[];
  all.sort((left, right) => revisionOf(left) - revisionOf(right));

  const matching = all.find((set) => sameTemplate(set.spec.template, deployment.spec.template));
  const isPaused = deployment.spec.paused === true;
  const current = matching ?? (isPaused ? undefined : createSet(store, deployment, all));
  const old = all.filter((set) => set !== matching);
  if (current) raiseRevision(store, deployment, current, old);
  const resize: Resize = (set, replicas) => resizeSet(store, { deployment, set, replicas, now });
  if (current && !isPaused) rollOut(resize, deployment, current, old);
  if (isPaused) scalePaused(resize, deployment, [...old, ...(current ? [current] : [])]);
  forgetOldSets(store, deployment, old);
  writeStatus(store, deployment, now);
}

function createSet(store: ObjectStore, deployment: Workload, old: readonly Workload[]): Workload {
  const hash = stableHash(deployment.spec.template);
  const { template } = structuredClone(deployment.spec);
  const labels = { ...template.metadata?.labels, [hashLabel]: hash };
  const selector = structuredClone(deployment.spec.selector) as { matchLabels?: Record<string, string> };
  return store.create(resources.replicaSets, {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${deployment.metadata.name}-${hash}`,
      namespace: deployment.metadata.namespace ?? 'default',
      labels,
      annotations: setAnnotations(deployment, nextRevision(old)),
      ownerReferences: controlledBy(deployment),
    },
    spec: {
      replicas: 0,
      selector: { ...selector, matchLabels: { ...selector?.matchLabels, [hashLabel]: hash } },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
    status: { replicas: 0 },
  }) as Workload;
}

function setAnnotations(deployment: Workload, revision: number): Record<string, string> {
  const { desired, maxSurge } = rolloutOf(deployment);
  const { 'kubectl.kubernetes.io/last-applied-configuration': _, ...own } =
    deployment.metadata.annotations ?? {};
  return {
    ...own,
    [desiredAnnotation]: String(desired),
    [mostAnnotation]: String(desired + maxSurge),
    [revisionAnnotation]: String(revision),
  };
}

/** The current set always has the highest revision, also when an old template has come back. */
function raiseRevision(
  store: ObjectStore,
  deployment: Workload,
  current: Workload,
  old: readonly Workload[],
): void {
  const { namespace, name = '' } = current.metadata;
  const revision = Math.max(revisionOf(current), nextRevision(old));
  store.update(resources.replicaSets, namespace, name, manager, (copy) => {
    copy.metadata.annotations = { ...copy.metadata.annotations, ...setAnnotations(deployment, revision) };
  });
  // Through its status, so that it makes no new generation, as kube-controller-manager does.
  store.update(
    resources.deployments,
    namespace,
    deployment.metadata.name ?? '',
    manager,
    (copy) => {
      copy.metadata.annotations = { ...copy.metadata.annotations, [revisionAnnotation]: String(revision) };
    },
    'status',
  );
}

/** Gives a ReplicaSet another number of replicas. */
type Resize = (set: Workload, replicas: number) => void;

function rollOut(resize: Resize, deployment: Workload, current: Workload, old: readonly Workload[]): void {
  const { desired, maxSurge, maxUnavailable, type } = rolloutOf(deployment);
  if (type === 'Recreate') {
    for (const set of old) resize(set, 0);
    if (old.every((set) => count(set, 'replicas') === 0)) resize(current, desired);
    return;
  }
  const sizeOf = (set: Workload) => ({
    replicas: set.spec.replicas ?? 0,
    available: count(set, 'availableReplicas'),
  });
  const next = nextSizes({
    desired,
    maxSurge,
    maxUnavailable,
    current: sizeOf(current),
    old: old.map(sizeOf),
  });
  resize(current, next.current);
  for (const [index, set] of old.entries()) resize(set, next.old[index] ?? 0);
}

/** A paused Deployment rolls nothing out, but it still follows its number of replicas. */
function scalePaused(resize: Resize, deployment: Workload, sets: readonly Workload[]): void {
  const newest = sets.filter((set) => (set.spec.replicas ?? 0) > 0).at(-1) ?? sets.at(-1);
  if (!newest) return;
  const others = sets.filter((set) => set !== newest).reduce((sum, set) => sum + (set.spec.replicas ?? 0), 0);
  resize(newest, Math.max(0, rolloutOf(deployment).desired - others));
}

interface Resizing {
  readonly deployment: Workload;
  readonly set: Workload;
  readonly replicas: number;
  readonly now: string;
}

function resizeSet(store: ObjectStore, { deployment, set, replicas, now }: Resizing): void {
  const { namespace, name = '' } = set.metadata;
  let before = replicas;
  store.update(resources.replicaSets, namespace, name, manager, (copy) => {
    before = (copy as Workload).spec.replicas ?? 0;
    (copy as Workload).spec.replicas = replicas;
  });
  if (before === replicas) return;
  const direction = replicas > before ? 'up' : 'down';
  recordEvent(store, {
    about: deployment,
    reason: 'ScalingReplicaSet',
    message: `Scaled ${direction} replica set ${name} from ${before} to ${replicas}`,
    component: 'deployment-controller',
    now: Date.parse(now),
  });
}

function forgetOldSets(store: ObjectStore, deployment: Workload, old: readonly Workload[]): void {
  const limit = (deployment.spec.revisionHistoryLimit as number | undefined) ?? 10;
  const empty = old.filter((set) => set.spec.replicas === 0 && count(set, 'replicas') === 0);
  for (const set of empty.slice(0, Math.max(0, empty.length - limit))) {
    store.delete(resources.replicaSets, set.metadata.namespace, set.metadata.name ?? '');
  }
}

function writeStatus(store: ObjectStore, deployment: Workload, now: string): void {
  const { namespace, name = '' } = deployment.metadata;
  const sets = store
    .list(resources.replicaSets, namespace)
    .filter((set) => isControlledBy(set, deployment)) as Workload[];
  const current = sets.find((set) => sameTemplate(set.spec.template, deployment.spec.template));
  const total = (field: string) => sets.reduce((sum, set) => sum + count(set, field), 0);
  const { desired, maxUnavailable } = rolloutOf(deployment);
  const replicas = total('replicas');
  const available = total('availableReplicas');
  const updated = current ? count(current, 'replicas') : 0;
  const isAvailable = available >= desired - maxUnavailable;
  const isComplete = updated === desired && replicas === desired && available === desired;

  store.update(
    resources.deployments,
    namespace,
    name,
    manager,
    (copy) => {
      const earlier = (copy.status as { conditions?: Condition[] } | undefined)?.conditions;
      const conditions = withDated(earlier, availableCondition(isAvailable), now);
      copy.status = withoutZeros({
        observedGeneration: copy.metadata.generation,
        replicas,
        updatedReplicas: updated,
        readyReplicas: total('readyReplicas'),
        availableReplicas: available,
        unavailableReplicas: Math.max(0, Math.max(desired, replicas) - available),
        conditions: withDated(conditions, progressCondition(deployment, current, isComplete), now),
      });
    },
    'status',
  );
}

function availableCondition(isAvailable: boolean): Condition {
  return isAvailable
    ? {
        type: 'Available',
        status: 'True',
        reason: 'MinimumReplicasAvailable',
        message: 'Deployment has minimum availability.',
      }
    : {
        type: 'Available',
        status: 'False',
        reason: 'MinimumReplicasUnavailable',
        message: 'Deployment does not have minimum availability.',
      };
}

function progressCondition(
  deployment: Workload,
  current: Workload | undefined,
  isComplete: boolean,
): Condition {
  if (deployment.spec.paused === true) {
    return {
      type: 'Progressing',
      status: 'Unknown',
      reason: 'DeploymentPaused',
      message: 'Deployment is paused',
    };
  }
  const set = `ReplicaSet "${current?.metadata.name}"`;
  return isComplete
    ? {
        type: 'Progressing',
        status: 'True',
        reason: 'NewReplicaSetAvailable',
        message: `${set} has successfully progressed.`,
      }
    : { type: 'Progressing', status: 'True', reason: 'ReplicaSetUpdated', message: `${set} is progressing.` };
}

function withDated(conditions: Condition[] | undefined, condition: Condition, now: string): Condition[] {
  const earlier = conditions?.find(({ type }) => type === condition.type);
  const unchanged = earlier?.status === condition.status && earlier.reason === condition.reason;
  const lastUpdateTime = unchanged ? (earlier.lastUpdateTime ?? now) : now;
  return withCondition(conditions, { ...condition, lastUpdateTime }, now);
}

function rolloutOf(deployment: Workload): {
  desired: number;
  maxSurge: number;
  maxUnavailable: number;
  type: string;
} {
  const desired = deployment.spec.replicas ?? 1;
  const strategy = (deployment.spec.strategy ?? {}) as {
    type?: string;
    rollingUpdate?: { maxSurge?: unknown; maxUnavailable?: unknown };
  };
  if (strategy.type === 'Recreate') return { desired, maxSurge: 0, maxUnavailable: 0, type: 'Recreate' };
  const maxSurge = shareOf(strategy.rollingUpdate?.maxSurge ?? '25%', desired, 'up');
  const maxUnavailable = shareOf(strategy.rollingUpdate?.maxUnavailable ?? '25%', desired, 'down');
  const stuck = maxSurge === 0 && maxUnavailable === 0;
  return { desired, maxSurge, maxUnavailable: stuck ? 1 : maxUnavailable, type: 'RollingUpdate' };
}

/** The templates of a Deployment and of its ReplicaSet differ by the label that the set adds. */
function sameTemplate(left: PodTemplate, right: PodTemplate): boolean {
  return equalValues(withoutHash(left), withoutHash(right));
}

function withoutHash(template: PodTemplate): unknown {
  const { [hashLabel]: _, ...labels } = template?.metadata?.labels ?? {};
  return { ...template, metadata: { ...template?.metadata, labels } };
}

function revisionOf(set: KubeObject): number {
  return Number(set.metadata.annotations?.[revisionAnnotation] ?? 0);
}

function nextRevision(old: readonly KubeObject[]): number {
  return 1 + Math.max(0, ...old.map(revisionOf));
}

function count(set: Workload, field: string): number {
  return (set.status?.[field] as number | undefined) ?? 0;
}

function withoutZeros(status: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(status).filter(([, value]) => value !== 0 && value !== undefined));
}
