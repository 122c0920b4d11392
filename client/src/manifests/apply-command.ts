import type { Uri } from 'vscode';
import { changeable, confirmChange } from '../connections/confirm-change.ts';
import { pickContext } from '../connections/pick-context.ts';
import { sendable } from '../journal/journal.ts';
import { unknownSentence } from '../journal/unknown-steps.ts';
import { distinctWarnings } from '../journal/warnings.ts';
import { offlineJudge } from '../language/offline-judge.ts';
import { showInformation, showWarning } from '../prompts/messages.ts';
import { withCancellableProgress } from '../prompts/progress.ts';
import type { ApplyPlan, ApplyStep } from './apply-plan.ts';
import { askAboutPlan } from './ask-about-plan.ts';
import type { ManifestDependencies } from './dependencies.ts';
import type { RefusedObject } from './manifest-diagnostics.ts';
import { planApply, takeOver } from './plan-apply.ts';
import { headingOf, previewText, resultText, summarizeResults } from './preview.ts';
import { type AppliedStep, runApply } from './run-apply.ts';
import { readSources, type SourceSet } from './sources.ts';

/** Where an object goes that names no namespace, in a context that names none either. */
const defaultNamespace = 'default';

/**
 * Apply Manifest: asks for the cluster, shows what the server says would happen to each object, asks once, applies, and
 * tells what became of each.
 */
export async function applyManifests(
  dependencies: ManifestDependencies,
  roots: readonly Uri[] | undefined,
): Promise<void> {
  const { connections, lastTarget, language, log } = dependencies;
  const set = await readSources(roots);
  const among = changeable(connections);
  const context = await pickContext(connections, { purpose: 'apply to', first: lastTarget.key, among });
  if (!context) return;
  const cluster = await connections.open(context);
  const target = { cluster, namespace: context.namespace ?? defaultNamespace };
  const plan = await withCancellableProgress(
    `Asking ${context.name} what would change`,
    (signal, onProgress) =>
      planApply(target, set.objects, { signal, onProgress, judgeOffline: offlineJudge(language), log }),
  );
  await lastTarget.remember(context);
  await offer(dependencies, set, plan);
}

/** Shows a plan and applies it when it is confirmed. What conflicts by then is offered again. */
async function offer(dependencies: ManifestDependencies, set: SourceSet, plan: ApplyPlan): Promise<void> {
  const { connections, previews } = dependencies;
  await showRefused(dependencies, set, plan);
  const page = await previews.open(`Apply to ${plan.target.cluster.context.name}`, previewText(plan, set));
  const confirmed = await confirmPlan(dependencies, set, plan, page);
  const { context } = plan.target.cluster;
  const count = confirmed && sendable(confirmed).length;
  const what = `apply ${count === 1 ? '1 object' : `${count} objects`} to it`;
  if (!confirmed || !(await confirmChange(connections, context, what))) return previews.close(page);
  const { name } = context;
  const results = await withCancellableProgress(`Applying to ${name}`, (signal, onProgress) =>
    runApply(confirmed, { signal, onProgress, log: dependencies.log }),
  );
  await tell(dependencies, set, confirmed, results, page);
}

/** The plan to run, with the conflicts that the person takes over; undefined when they do not confirm. */
async function confirmPlan(
  { previews }: ManifestDependencies,
  set: SourceSet,
  plan: ApplyPlan,
  page: Uri,
): Promise<ApplyPlan | undefined> {
  let current = plan;
  while (true) {
    const answer = await askAboutPlan(current, set.problems, (step) =>
      previews.reveal(page, headingOf(step)),
    );
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
  const { name, id } = plan.target.cluster.context;
  const unknown = unknownSentence(results);
  const summary = `Applied to ${name}: ${summarizeResults(results)}.${unknown}`;
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
