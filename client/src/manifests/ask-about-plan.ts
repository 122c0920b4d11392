import { type Disposable, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { placeOf } from './place.ts';
import { type ApplyPlan, nameOf, type PlannedObject } from './plan.ts';
import { summarizePlan, wordsForOutcome } from './preview.ts';
import type { ManifestProblem } from './read-manifests.ts';
import { sendable } from './run.ts';

/** What a person wants done with a plan. */
export type PlanAnswer =
  | { readonly does: 'apply' }
  | { readonly does: 'cancel' }
  /** Judge it again with the other managers' fields of this object taken over. */
  | { readonly does: 'take-over'; readonly planned: PlannedObject };

type Row = QuickPickItem & { readonly answer?: PlanAnswer; readonly planned?: PlannedObject };

/**
 * Asks whether a plan is to be applied. The question says where to, and has a row for each object with what happens to
 * it; `show` is called with the object whose row the person is at.
 */
export async function askAboutPlan(
  plan: ApplyPlan,
  problems: readonly ManifestProblem[],
  show: (planned: PlannedObject) => void,
): Promise<PlanAnswer> {
  const pick = window.createQuickPick<Row>();
  pick.title = `Apply to ${plan.target.cluster.context.name}: ${summarizePlan(plan, problems)}`;
  pick.placeholder = 'Confirm, or go through the objects: the page follows';
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.items = rowsOf(plan, problems);
  const listeners: Disposable[] = [];
  try {
    return await new Promise((answer) => {
      listeners.push(
        pick.onDidChangeActive(([row]) => row?.planned && show(row.planned)),
        pick.onDidAccept(() => {
          const [row] = pick.activeItems;
          if (row?.answer) answer(row.answer);
        }),
        pick.onDidHide(() => answer({ does: 'cancel' })),
      );
      pick.show();
    });
  } finally {
    for (const listener of listeners) listener.dispose();
    pick.dispose();
  }
}

function rowsOf(plan: ApplyPlan, problems: readonly ManifestProblem[]): Row[] {
  const conflicts = plan.objects.filter(({ outcome }) => outcome.action === 'conflict');
  return [
    ...applyRows(plan, problems),
    ...(conflicts.length > 0 ? [separator('Conflicts with other field managers')] : []),
    ...conflicts.map(takeOverRow),
    { label: '$(close) Cancel', answer: { does: 'cancel' } },
    separator('What happens to each object'),
    ...plan.objects.map(objectRow),
  ];
}

function applyRows(plan: ApplyPlan, problems: readonly ManifestProblem[]): Row[] {
  const sent = sendable(plan);
  if (sent.length === 0) return [];
  const objects = sent.length === 1 ? '1 object' : `${sent.length} objects`;
  const leftOut = plan.objects.length - sent.length + problems.length;
  const doubtful = sent.filter(({ outcome }) => outcome.action === 'create-later' && outcome.faults?.length);
  const notes = [
    leftOut > 0 ? `${leftOut} left out: refused, in conflict or unreadable` : '',
    doubtful.length > 0 ? `${doubtful.length} with errors, likely to be refused at their turn` : '',
  ];
  return [
    {
      label: `$(cloud-upload) Apply ${objects} to ${placeOf(plan, sent)}`,
      description: plan.target.cluster.context.server ?? '',
      detail: notes.filter((note) => note !== '').join('; '),
      answer: { does: 'apply' },
    },
  ];
}

function takeOverRow(planned: PlannedObject): Row {
  const { outcome } = planned;
  const fields = outcome.action === 'conflict' ? outcome.conflicts : [];
  return {
    label: `$(arrow-swap) Take over ${nameOf(planned.manifest, planned.namespace)}`,
    detail: fields.map(({ path, manager }) => `${path} of ${manager}`).join(', '),
    answer: { does: 'take-over', planned },
    planned,
  };
}

function objectRow(planned: PlannedObject): Row {
  const { outcome } = planned;
  const faults = outcome.action === 'create-later' ? (outcome.faults ?? []) : [];
  const icon = faults.length > 0 ? 'warning' : icons[outcome.action];
  const detail =
    outcome.action === 'refused'
      ? outcome.message
      : faults.map(({ line, message }) => `line ${line}: ${message}`).join(' ');
  return {
    label: `$(${icon}) ${nameOf(planned.manifest, planned.namespace)}`,
    description: wordsForOutcome(planned),
    detail,
    planned,
  };
}

const icons: Record<PlannedObject['outcome']['action'], string> = {
  create: 'add',
  'create-later': 'clock',
  change: 'edit',
  none: 'check',
  conflict: 'warning',
  refused: 'error',
};

function separator(label: string): Row {
  return { label, kind: QuickPickItemKind.Separator };
}
