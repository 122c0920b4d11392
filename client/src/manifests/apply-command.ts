import { type QuickPickItem, QuickPickItemKind, type Uri, window } from 'vscode';
import { pickContext } from '../clusters/pick-context.ts';
import type { Features } from '../features.ts';
import { offlineJudge } from '../language/offline-judge.ts';
import { withCancellableProgress } from '../progress.ts';
import { lastTarget, rememberTarget } from './last-target.ts';
import type { RefusedObject } from './manifest-diagnostics.ts';
import { placeOf } from './place.ts';
import { type ApplyPlan, nameOf, type PlannedObject, planApply, takeOver } from './plan.ts';
import { previewText, resultText, summarizePlan, summarizeResults } from './preview.ts';
import { type AppliedObject, runApply, sendable } from './run.ts';
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
  await offer(features, set, plan);
}

/** Shows a plan and applies it when it is confirmed. What conflicts by then is offered again. */
async function offer(features: Features, set: SourceSet, plan: ApplyPlan): Promise<void> {
  await showRefused(features, set, plan);
  const page = await features.previews.open(
    `Apply to ${plan.target.cluster.context.name}`,
    previewText(plan, set.problems),
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
    const choice = await window.showQuickPick(choices(current, set), {
      title: `Apply to ${current.target.cluster.context.name}: ${summarizePlan(current, set.problems)}`,
      placeHolder: 'The page says what would happen to each object',
      ignoreFocusOut: true,
    });
    if (!choice || choice.does === 'cancel') return undefined;
    if (choice.does === 'apply') return current;
    const { planned } = choice;
    current = await withCancellableProgress('Asking what taking over would change', (signal) =>
      takeOver(current, planned, signal),
    );
    previews.update(page, previewText(current, set.problems));
  }
}

type Choice = QuickPickItem &
  ({ does: 'apply' } | { does: 'cancel' } | { does: 'take-over'; planned: PlannedObject });

function choices(plan: ApplyPlan, set: SourceSet): Choice[] {
  const sent = sendable(plan);
  const leftOut = plan.objects.length - sent.length + set.problems.length;
  const objects = sent.length === 1 ? '1 object' : `${sent.length} objects`;
  const apply: Choice = {
    does: 'apply',
    label: `$(cloud-upload) Apply ${objects} to ${placeOf(plan, sent)}`,
    detail: leftOut > 0 ? `${leftOut} left out: refused, in conflict or unreadable` : '',
  };
  const conflicts = plan.objects.flatMap((planned): Choice[] => {
    if (planned.outcome.action !== 'conflict') return [];
    const fields = planned.outcome.conflicts.map(({ path, manager }) => `${path} of ${manager}`);
    return [
      {
        does: 'take-over',
        planned,
        label: `$(arrow-swap) Take over ${nameOf(planned.manifest, planned.namespace)}`,
        detail: fields.join(', '),
      },
    ];
  });
  const separator: Choice = { does: 'cancel', label: 'Conflicts', kind: QuickPickItemKind.Separator };
  return [
    ...(sent.length > 0 ? [apply] : []),
    ...(conflicts.length > 0 ? [separator, ...conflicts] : []),
    { does: 'cancel', label: '$(close) Cancel' },
  ];
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
  await offer(features, { ...set, problems: [] }, { target: plan.target, objects });
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
