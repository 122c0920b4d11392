import type { KubeContext } from '../cluster/cluster.ts';
import type { Log } from '../cluster/log.ts';
import { isGrave } from '../cluster/objects/grave-kinds.ts';
import { confirmChange, refuseReadOnly } from '../connections/confirm-change.ts';
import type { Connections } from '../connections/connections.ts';
import { type Entry, type Journal, sendable } from '../journal/journal.ts';
import { runDeletion } from '../journal/run-deletion.ts';
import type { Before, DeletionStep, DeletionWay, Step } from '../journal/step.ts';
import { describeTarget } from '../journal/target.ts';
import { waitingFor } from '../journal/waiting-for.ts';
import { confirmName } from '../prompts/ask-for-text.ts';
import { confirm } from '../prompts/confirm.ts';
import { showError, showInformation, showWarning } from '../prompts/messages.ts';
import { withCancellableProgress } from '../prompts/progress.ts';
import { type ChangedFields, deletionFacts } from './deletion-facts.ts';
import { type DeletionResult, deletionResult } from './deletion-result.ts';
import { deletionSettings } from './deletion-settings.ts';
import { readPlan } from './read-plan.ts';
import { meaningOf, usualWay } from './way-words.ts';

/** What a deletion asks and tells by. */
export interface DeletionDependencies {
  readonly connections: Connections;
  readonly log: Log;
}

/**
 * Asks about a deletion, naming cluster, server, namespace, each object and what goes with it; does it; and tells what became of it
 * once the objects are gone. What has changed between the question and the deletion is asked about again. Resolves to whether the
 * person has left it. Rejects where the cluster is read-only.
 */
export async function deleteReviewed(
  { connections, log }: DeletionDependencies,
  context: KubeContext,
  plan: Journal,
): Promise<'done' | 'left'> {
  refuseReadOnly(connections, context);
  let asked = plan;
  let changed: ChangedFields = new Map();
  for (;;) {
    const { what, place } = namesOf(asked);
    const confirmed = await askAbout(connections, context, asked, changed);
    if (!confirmed) return 'left';
    const entries = await withCancellableProgress(
      `Deleting ${what} from ${place}`,
      (signal, onProgress, say) =>
        runDeletion(confirmed, {
          signal,
          log,
          ...(confirmed.steps.length > 1 ? { onProgress } : {}),
          onWait: (waiting) => say(waitingFor(waiting)),
        }),
    );
    const again = entries.filter(({ result }) => result.result === 'changed-since');
    const ended = entries.filter((entry) => !again.includes(entry));
    if (ended.length > 0) tell(deletionResult(ended, what, place), log);
    if (again.length === 0) return 'done';
    changed = new Map(again.flatMap((entry) => changedOf(entry)));
    asked = { target: plan.target, steps: [...changed.keys()] };
  }
}

function tell({ text, is }: DeletionResult, log: Log): void {
  if (is === 'as meant') showInformation(text);
  else if (is === 'otherwise') showWarning(text);
  else {
    log.error('a deletion', text);
    showError(text);
  }
}

/** The plan as it is confirmed: each step as it was read, done the way that was chosen; undefined where the person leaves it. */
async function askAbout(
  connections: Connections,
  context: KubeContext,
  plan: Journal,
  changed: ChangedFields,
): Promise<Journal | undefined> {
  const { cluster } = plan.target;
  const steps = deletionSteps(plan);
  const before = new Map<Step, Before>();
  const { what, place } = namesOf(plan);
  const known = [...connections.wordsOf(context), context.server].filter((word) => word !== undefined);
  const way = await confirm({
    title: `Delete from ${place}${known.length > 0 ? ` (${known.join(', ')})` : ''}`,
    way: usualWay,
    action: (chosen: DeletionWay) => ({
      label: `Delete ${what} from ${place}`,
      detail: meaningOf(chosen, steps),
    }),
    settings: deletionSettings(steps),
    read: (signal) => readPlan(cluster, steps, (step, found) => void before.set(step, found), signal),
    facts: (found, chosen) => deletionFacts(plan, steps, changed, found, chosen),
  });
  if (!way) return undefined;
  if (!(await confirmChange(connections, context, `delete ${what} from it`))) return undefined;
  if (!(await confirmGrave(steps, context, `delete ${what} from ${place}`))) return undefined;
  return {
    target: plan.target,
    steps: steps.map((step) => ({
      ...step,
      operation: { ...step.operation, way },
      before: before.has(step) ? before.get(step) : step.before,
      outcome: before.has(step) && before.get(step) === undefined ? { action: 'none' } : step.outcome,
    })),
  };
}

/** What is hard to make good is named by who deletes it: the object, or of several the cluster. */
async function confirmGrave(
  steps: readonly DeletionStep[],
  { name: cluster }: KubeContext,
  what: string,
): Promise<boolean> {
  const [first, ...others] = steps.filter(({ resource }) => resource && isGrave(resource));
  if (!first) return true;
  return await confirmName(others.length > 0 ? cluster : (first.object.metadata.name ?? cluster), what);
}

/** The step that is asked about again, of the object as it is now, and what the person is told of it. */
function changedOf({ step, result }: Entry): [Step, readonly string[]][] {
  if (result.result !== 'changed-since' || step.operation.type !== 'delete') return [];
  const { operation } = step;
  const told = [...new Set([...(operation.told ?? []), ...result.fields])];
  const again: Step = { ...step, before: result.now, operation: { ...operation, told } };
  return [[again, result.fields]];
}

function deletionSteps(plan: Journal): DeletionStep[] {
  return sendable(plan).filter((step): step is DeletionStep => step.operation.type === 'delete');
}

/** What is deleted, and where from, as it is confirmed and told. */
function namesOf(plan: Journal): { what: string; place: string } {
  const steps = sendable(plan);
  const [first, ...others] = steps;
  const what =
    first && others.length === 0
      ? `${first.object.kind} ${first.object.metadata.name}`
      : `${steps.length} objects`;
  return { what, place: describeTarget(plan.target, steps) };
}
