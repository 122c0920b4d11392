import type { KubeObject, Resource } from '../cluster/kube-object.ts';
import type { Deletion } from '../cluster/operation.ts';
import type { OfflineFault } from './offline-fault.ts';
import type { FieldConflict, Refusal } from './refusal.ts';

/** What is done to an object. */
export type Operation =
  /** A server-side apply; fields of other managers are left to them or taken over. */
  | { readonly type: 'apply'; readonly ownership: 'respect' | 'take-over' }
  /** The creation of an object whose name the server makes. */
  | { readonly type: 'create' }
  | DeletionOperation;

/** A deletion. With a uid, of this very object and no later one of its name. */
export interface DeletionOperation {
  readonly type: 'delete';
  readonly uid?: string;
  readonly way?: DeletionWay;
  /** Fields that may have changed since it was read, because the person was told that they have (`changedSince`). */
  readonly told?: readonly string[];
}

/** How an object is deleted: what becomes of what it owns (it goes after it, where nothing is said), and how long it may take. */
export type DeletionWay = Pick<Deletion, 'propagationPolicy' | 'gracePeriodSeconds'>;

/** What the cluster had of an object: undefined where there was none, `unread` where nobody has looked yet or may look. */
export type Before = KubeObject | undefined | 'unread';

/** What a step would do, by the server's own dry run, or as far as it is known without one. */
export type Outcome =
  | { readonly action: 'create'; readonly after: KubeObject }
  | { readonly action: 'change'; readonly after: KubeObject }
  | { readonly action: 'delete' }
  /** The cluster has it so already: as it would be applied, or not at all. */
  | { readonly action: 'none' }
  /** The server can judge it only when another object of the same journal, which this names, is there. */
  | {
      readonly action: 'create-later';
      readonly needs: string;
      /** What is said against it without a server meanwhile; undefined where nothing could judge it. */
      readonly faults?: readonly OfflineFault[];
    }
  /** Other managers own fields with other values: nothing is written unless they are taken over. */
  | { readonly action: 'conflict'; readonly message: string; readonly conflicts: readonly FieldConflict[] }
  | ({ readonly action: 'refused' } & Refusal);

/** One object, what is to be done to it, and what is known of that: enough to show it, to do it and to undo it. */
export interface Step<Origin = unknown> {
  /** What asks for it: a manifest at a place in a file. */
  readonly origin: Origin;
  /** The object as it was asked for; of a deletion only what names it counts. */
  readonly object: KubeObject;
  /** Undefined while the cluster does not serve its kind. */
  readonly resource: Resource | undefined;
  /** Undefined for cluster-scoped objects and for those whose kind is not served yet. */
  readonly namespace: string | undefined;
  readonly operation: Operation;
  readonly before: Before;
  readonly outcome: Outcome;
  /** What the server warned of in its dry run; nothing where there was none. */
  readonly warnings?: readonly string[];
}

/** A step that deletes. */
export type DeletionStep = Step & { readonly operation: DeletionOperation };

/** What became of a step. */
export type StepResult =
  | { readonly result: 'created' | 'changed' | 'unchanged'; readonly object: KubeObject }
  /** Its deletion has begun: it goes when nothing keeps it any more. */
  | { readonly result: 'deleting'; readonly uid: string | undefined; readonly heldBy: readonly string[] }
  /** Deleted, or not there to be deleted. */
  | { readonly result: 'deleted' | 'missing' }
  /** Not deleted: another object has its name by now. */
  | { readonly result: 'replaced' }
  /** Not deleted: it is another one than was read in more than its status, in these fields. */
  | { readonly result: 'changed-since'; readonly fields: readonly string[]; readonly now: KubeObject }
  | { readonly result: 'conflict'; readonly message: string; readonly conflicts: readonly FieldConflict[] }
  | ({ readonly result: 'failed' } & Refusal)
  /** Sent, and neither an answer nor the object says whether it was done. */
  | { readonly result: 'unknown'; readonly message: string }
  /** Not sent: refused or in conflict before, or the person cancelled before its turn. */
  | { readonly result: 'left-out' };

/** The very object that a deletion is about, as far as that is known: the one that was asked for, else the one that was read. */
export function deletedUid({ operation, before }: Pick<Step, 'operation' | 'before'>): string | undefined {
  const asked = operation.type === 'delete' ? operation.uid : undefined;
  return asked ?? (before === 'unread' ? undefined : before?.metadata.uid);
}

/** Whether a run sends the step. */
export function isSendable({ outcome }: Pick<Step, 'outcome'>): boolean {
  return outcome.action !== 'refused' && outcome.action !== 'conflict';
}
