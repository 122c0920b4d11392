import type { Uri } from 'vscode';
import { askForTarget } from '../connections/ask-for-target.ts';
import { changeable, confirmChange } from '../connections/confirm-change.ts';
import { pickTarget } from '../connections/pick-target.ts';
import { isPinned } from '../connections/target.ts';
import type { LineTarget } from '../connections/target-of-line.ts';
import { sendable } from '../journal/journal.ts';
import { describeTarget } from '../journal/target.ts';
import { unknownSentence } from '../journal/unknown-steps.ts';
import { distinctWarnings } from '../journal/warnings.ts';
import { offlineJudge } from '../language/offline-judge.ts';
import { showInformation, showWarning } from '../prompts/messages.ts';
import { withCancellableProgress } from '../prompts/progress.ts';
import type { ApplyPlan, ApplyStep } from './apply-plan.ts';
import { askAboutPlan } from './ask-about-plan.ts';
import type { ManifestDependencies } from './dependencies.ts';
import { droppedTarget } from './dropped-target.ts';
import type { RefusedObject } from './manifest-diagnostics.ts';
import { openTarget } from './open-target.ts';
import { planApply, takeOver } from './plan-apply.ts';
import { headingOf, previewText, resultText, summarizeResults } from './preview.ts';
import { type AppliedStep, runApply } from './run-apply.ts';
import { readSources, type SourceSet } from './sources.ts';

const title = 'Apply Manifest';

/**
 * Apply Manifest: goes to the folder's target, or where the files were dropped, shows what the server says would happen to each object, asks once, applies, and
 * tells what became of each. Who means another target changes it where they are asked.
 */
export async function applyManifests(
  dependencies: ManifestDependencies,
  roots: readonly Uri[] | undefined,
  dropped: LineTarget | undefined,
): Promise<void> {
  const { connections, targets, language, log } = dependencies;
  const set = await readSources(roots);
  let asked =
    roots && dropped
      ? droppedTarget(dependencies, roots, dropped)
      : await askForTarget(dependencies, title, roots);
  while (asked) {
    const target = await openTarget(dependencies, asked, title, set.objects);
    if (!target) return;
    const { name } = target.cluster.context;
    const plan = await withCancellableProgress(`Asking ${name} what would change`, (signal, onProgress) =>
      planApply(target, set.objects, { signal, onProgress, judgeOffline: offlineJudge(language), log }),
    );
    if ((await offer(dependencies, set, plan)) === 'done') return;
    const { folder } = asked;
    const pinned = targets.pinned(folder);
    if (isPinned(pinned) && pinned.namespace !== undefined) {
      throw new Error('The target is pinned by kubewright.target: change that setting to apply elsewhere.');
    }
    const among = changeable(connections);
    const keep = dropped ? 'for this time' : 'as the target of the folder';
    const chosen = await pickTarget(dependencies, { folder, title, among, keep });
    asked = chosen && { target: chosen, folder };
  }
}

/** Shows a plan and applies it when it is confirmed. What conflicts by then is offered again. */
async function offer(
  dependencies: ManifestDependencies,
  set: SourceSet,
  plan: ApplyPlan,
): Promise<'done' | 'elsewhere'> {
  const { connections, previews } = dependencies;
  await showRefused(dependencies, set, plan);
  const page = await previews.open(`Apply to ${plan.target.cluster.context.name}`, previewText(plan, set));
  const confirmed = await confirmPlan(dependencies, set, plan, page);
  if (confirmed === 'elsewhere') {
    await previews.close(page);
    return 'elsewhere';
  }
  const { context } = plan.target.cluster;
  const count = confirmed && sendable(confirmed).length;
  const what = `apply ${count === 1 ? '1 object' : `${count} objects`} to it`;
  if (!confirmed || !(await confirmChange(connections, context, what))) {
    await previews.close(page);
    return 'done';
  }
  const { name } = context;
  const results = await withCancellableProgress(`Applying to ${name}`, (signal, onProgress) =>
    runApply(confirmed, { signal, onProgress, log: dependencies.log }),
  );
  await tell(dependencies, set, confirmed, results, page);
  return 'done';
}

/**
 * The plan to run, with the conflicts that the person takes over; `elsewhere` when they mean another target, undefined when they
 * do not confirm.
 */
async function confirmPlan(
  { previews, connections }: ManifestDependencies,
  set: SourceSet,
  plan: ApplyPlan,
  page: Uri,
): Promise<ApplyPlan | 'elsewhere' | undefined> {
  const place = connections.describe(plan.target.cluster.context);
  let current = plan;
  while (true) {
    const answer = await askAboutPlan(current, set.problems, {
      place,
      show: (step) => previews.reveal(page, headingOf(step)),
    });
    if (answer.does === 'go-elsewhere') return 'elsewhere';
    if (answer.does === 'cancel') return undefined;
    if (answer.does === 'apply') return current;
    const { step } = answer;
    current = await withCancellableProgress('Asking what taking over would change', (signal) =>
      takeOver(current, step, signal),
    );
    previews.update(page, previewText(current, set));
  }
}

async function tell(
  dependencies: ManifestDependencies,
  set: SourceSet,
  plan: ApplyPlan,
  results: readonly AppliedStep[],
  page: Uri,
): Promise<void> {
  const { previews, diagnostics, refresh } = dependencies;
  const { id } = plan.target.cluster.context;
  const unknown = unknownSentence(results);
  const place = describeTarget(plan.target, sendable(plan));
  const summary = `Applied to ${place}: ${summarizeResults(results)}.${unknown}`;
  const failed = results.filter(({ result }) => result.result === 'failed');
  const conflicts = results.filter(({ result }) => result.result === 'conflict');
  previews.update(page, resultText(plan, results));
  await diagnostics.show(
    set.sources,
    results.flatMap(({ step: { origin, outcome }, result }): RefusedObject[] => {
      if (result.result === 'failed') return [{ manifest: origin, refusal: result }];
      return outcome.action === 'refused' ? [{ manifest: origin, refusal: outcome }] : [];
    }),
    set.problems,
  );
  const leftOut = results.some(({ result }) => result.result === 'left-out') || set.problems.length > 0;
  // What the person has read before they confirmed need not be told again.
  const known = distinctWarnings(plan.steps);
  const isNew = distinctWarnings(results).some((text) => !known.includes(text));
  if (leftOut || isNew || unknown !== '' || failed.length + conflicts.length > 0) showWarning(summary);
  else {
    await previews.close(page);
    showInformation(summary);
  }
  if (results.some(({ step }) => step.object.kind === 'CustomResourceDefinition')) {
    await refresh.ask({ contextId: id });
  }
  if (conflicts.length > 0) await offerConflicts(dependencies, set, plan, conflicts);
}

/** Objects that came into conflict only when they were applied. */
async function offerConflicts(
  dependencies: ManifestDependencies,
  set: SourceSet,
  plan: ApplyPlan,
  conflicts: readonly AppliedStep[],
): Promise<void> {
  const steps = conflicts.map(({ step, result }): ApplyStep => {
    if (result.result !== 'conflict') return step;
    const { message, conflicts: fields } = result;
    return { ...step, outcome: { action: 'conflict', message, conflicts: fields } };
  });
  await offer(dependencies, { ...set, problems: [], leftOut: [] }, { target: plan.target, steps });
}

async function showRefused(
  { diagnostics }: ManifestDependencies,
  set: SourceSet,
  plan: ApplyPlan,
): Promise<void> {
  const refused = plan.steps.flatMap(({ origin, outcome }) =>
    outcome.action === 'refused' ? [{ manifest: origin, refusal: outcome }] : [],
  );
  await diagnostics.show(set.sources, refused, set.problems);
}
