import { type Uri, window } from 'vscode';
import { lastTarget, rememberTarget } from '../connections/last-target.ts';
import { pickContext } from '../connections/pick-context.ts';
import type { Features } from '../features.ts';
import { offlineJudge } from '../language/offline-judge.ts';
import { withCancellableProgress } from '../prompts/progress.ts';
import { askAboutPlan } from './ask-about-plan.ts';
import type { RefusedObject } from './manifest-diagnostics.ts';
import { type ApplyPlan, type PlannedObject, planApply, takeOver } from './plan.ts';
import { headingOf, previewText, resultText, summarizeResults } from './preview.ts';
import { type AppliedObject, runApply } from './run.ts';
import { readSources, type SourceSet } from './sources.ts';

/** Where an object goes that names no namespace, in a context that names none either. */
const defaultNamespace = 'default';

/**
 * Apply Manifest: asks for the cluster, shows what the server says would happen to each object, asks once, applies, and
 * tells what became of each.
 */
export async function applyManifests(features: Features, ...args: unknown[]): Promise<void> {
  const set = await readSources(args);
  const context = await pickContext(features, { purpose: 'apply to', first: lastTarget(features) });
  if (!context) return;
  const cluster = await features.connections.open(context);
  const target = { cluster, namespace: context.namespace ?? defaultNamespace };
  const plan = await withCancellableProgress(
    `Asking ${context.name} what would change`,
    (signal, onProgress) =>
      planApply(target, set.objects, { signal, onProgress, judgeOffline: offlineJudge(features.language) }),
  );
  await rememberTarget(features, context);
  features.connectedClusters.tell();
  features.liveObjectChanges.tell();
  await offer(features, set, plan);
}

/** Shows a plan and applies it when it is confirmed. What conflicts by then is offered again. */
async function offer(features: Features, set: SourceSet, plan: ApplyPlan): Promise<void> {
  await showRefused(features, set, plan);
  const page = await features.previews.open(
    `Apply to ${plan.target.cluster.context.name}`,
    previewText(plan, set),
  );
  const confirmed = await confirmPlan(features, set, plan, page);
  if (!confirmed) return features.previews.close(page);
  const { name } = confirmed.target.cluster.context;
  const results = await withCancellableProgress(`Applying to ${name}`, (signal, onProgress) =>
    runApply(confirmed, { signal, onProgress }),
  );
  await tell(features, set, confirmed, results, page);
}

/** The plan to run, with the conflicts that the person takes over; undefined when they do not confirm. */
async function confirmPlan(
  { previews }: Features,
  set: SourceSet,
  plan: ApplyPlan,
  page: Uri,
): Promise<ApplyPlan | undefined> {
  let current = plan;
  while (true) {
    const answer = await askAboutPlan(current, set.problems, (planned) =>
      previews.reveal(page, headingOf(planned)),
    );
    if (answer.does === 'cancel') return undefined;
    if (answer.does === 'apply') return current;
    const { planned } = answer;
    current = await withCancellableProgress('Asking what taking over would change', (signal) =>
      takeOver(current, planned, signal),
    );
    previews.update(page, previewText(current, set));
  }
}

async function tell(
  features: Features,
  set: SourceSet,
  plan: ApplyPlan,
  results: readonly AppliedObject[],
  page: Uri,
): Promise<void> {
  const { name, id } = plan.target.cluster.context;
  const summary = `Applied to ${name}: ${summarizeResults(results)}.`;
  const failed = results.filter(({ result }) => result.result === 'failed');
  const conflicts = results.filter(({ result }) => result.result === 'conflict');
  features.previews.update(page, resultText(plan, results));
  await features.manifestDiagnostics.show(
    set.sources,
    results.flatMap(({ planned, result }): RefusedObject[] => {
      if (result.result === 'failed') return [{ manifest: planned.manifest, refusal: result }];
      const { outcome } = planned;
      return outcome.action === 'refused' ? [{ manifest: planned.manifest, refusal: outcome }] : [];
    }),
    set.problems,
  );
  const leftOut = results.some(({ result }) => result.result === 'left-out') || set.problems.length > 0;
  if (leftOut || failed.length + conflicts.length > 0) void window.showWarningMessage(summary);
  else {
    await features.previews.close(page);
    void window.showInformationMessage(summary);
  }
  if (results.some(({ planned }) => planned.manifest.object.kind === 'CustomResourceDefinition')) {
    await features.clustersView.reload(id);
  }
  if (conflicts.length > 0) await offerConflicts(features, set, plan, conflicts);
}

/** Objects that came into conflict only when they were applied. */
async function offerConflicts(
  features: Features,
  set: SourceSet,
  plan: ApplyPlan,
  conflicts: readonly AppliedObject[],
): Promise<void> {
  const objects = conflicts.map(({ planned, result }): PlannedObject => {
    if (result.result !== 'conflict') return planned;
    const { message, conflicts: fields } = result;
    return { ...planned, outcome: { action: 'conflict', message, conflicts: fields } };
  });
  await offer(features, { ...set, problems: [], leftOut: [] }, { target: plan.target, objects });
}

async function showRefused(
  { manifestDiagnostics }: Features,
  set: SourceSet,
  plan: ApplyPlan,
): Promise<void> {
  const refused = plan.objects.flatMap(({ manifest, outcome }) =>
    outcome.action === 'refused' ? [{ manifest, refusal: outcome }] : [],
  );
  await manifestDiagnostics.show(set.sources, refused, set.problems);
}
