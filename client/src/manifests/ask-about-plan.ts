import { sendable } from '../journal/journal.ts';
import { stepName } from '../journal/object-name.ts';
import { describeTarget } from '../journal/target.ts';
import { cancelChoice } from '../prompts/confirm.ts';
import { type Choice, pickWhileOpen, type Separator } from '../prompts/pick.ts';
import type { ApplyPlan, ApplyStep } from './apply-plan.ts';
import { ownNamespaceWords, summarizePlan, wordsForOutcome } from './preview.ts';
import type { ManifestProblem } from './read-manifests.ts';

/** What a person wants done with a plan. */
export type PlanAnswer =
  | { readonly does: 'apply' }
  | { readonly does: 'cancel' }
  /** It is to go to another cluster or namespace. */
  | { readonly does: 'go-elsewhere' }
  /** Judge it again with the other managers' fields of this object taken over. */
  | { readonly does: 'take-over'; readonly step: ApplyStep };

/** A row: an answer that can be taken, or an object to read about. */
type Row = Choice<{ readonly answer?: PlanAnswer; readonly step?: ApplyStep }>;

/**
 * Asks whether a plan is to be applied. The question says where to, and has a row for each object with what happens to
 * it; the first row, which a key that is pressed or held takes, is to leave it. `show` is called with the object whose
 * row the person is at; `place` is the cluster with what is said of it.
 */
export async function askAboutPlan(
  plan: ApplyPlan,
  problems: readonly ManifestProblem[],
  { place, show }: { readonly place: string; readonly show: (step: ApplyStep) => void },
): Promise<PlanAnswer> {
  const picked = await pickWhileOpen<Row['value']>(
    {
      title: `Apply to ${place}: ${summarizePlan(plan, problems)}`,
      placeholder: 'Go down to confirm, or through the objects: the page follows',
    },
    {
      onOpen: (pick) => pick.offer(rowsOf(plan, problems)),
      onDidChangeActive: ({ step }) => step && show(step),
      accepts: ({ answer }) => answer !== undefined,
    },
  );
  return picked?.answer ?? { does: 'cancel' };
}

function rowsOf(plan: ApplyPlan, problems: readonly ManifestProblem[]): (Row | Separator)[] {
  const conflicts = plan.steps.filter(({ outcome }) => outcome.action === 'conflict');
  return [
    { ...cancelChoice, value: { answer: { does: 'cancel' } } },
    ...applyRows(plan, problems),
    ...(conflicts.length > 0 ? [{ separator: 'Conflicts with other field managers' }] : []),
    ...conflicts.map(takeOverRow),
    ...(conflicts.length > 0 ? [{ separator: 'Target' }] : []),
    elsewhereRow(plan),
    { separator: 'What happens to each object' },
    ...plan.steps.map((step) => objectRow(step, plan)),
  ];
}

function applyRows(plan: ApplyPlan, problems: readonly ManifestProblem[]): Row[] {
  const sent = sendable(plan);
  if (sent.length === 0) return [];
  const objects = sent.length === 1 ? '1 object' : `${sent.length} objects`;
  const leftOut = plan.steps.length - sent.length + problems.length;
  const doubtful = sent.filter(({ outcome }) => outcome.action === 'create-later' && outcome.faults?.length);
  const notes = [
    leftOut > 0 ? `${leftOut} left out: refused, in conflict or unreadable` : '',
    doubtful.length > 0 ? `${doubtful.length} with errors, likely to be refused at their turn` : '',
  ];
  return [
    {
      icon: 'cloud-upload',
      label: `Apply ${objects} to ${describeTarget(plan.target, sent)}`,
      description: plan.target.cluster.context.server ?? '',
      detail: notes.filter((note) => note !== '').join('; '),
      value: { answer: { does: 'apply' } },
    },
  ];
}

function elsewhereRow({ target: { cluster, namespace } }: ApplyPlan): Row {
  return {
    icon: 'target',
    label: 'Change the Target…',
    description: `${cluster.context.name} / ${namespace} is the target`,
    value: { answer: { does: 'go-elsewhere' } },
  };
}

function takeOverRow(step: ApplyStep): Row {
  const { outcome } = step;
  const fields = outcome.action === 'conflict' ? outcome.conflicts : [];
  return {
    icon: 'arrow-swap',
    label: `Take over ${stepName(step)}`,
    detail: fields.map(({ path, manager }) => `${path} of ${manager}`).join(', '),
    value: { answer: { does: 'take-over', step }, step },
  };
}

function objectRow(step: ApplyStep, plan: ApplyPlan): Row {
  const { outcome } = step;
  const faults = outcome.action === 'create-later' ? (outcome.faults ?? []) : [];
  const icon = faults.length > 0 ? 'warning' : icons[outcome.action];
  const detail =
    outcome.action === 'refused'
      ? outcome.message
      : [
          ...faults.map(({ line, message }) => `line ${line}: ${message.split('\n')[0]}`),
          ...(step.warnings ?? []).map((text) => `Warning: ${text}`),
        ].join(' ');
  return {
    icon,
    label: stepName(step),
    description: [wordsForOutcome(step), ownNamespaceWords(step, plan)]
      .filter((part) => part !== '')
      .join(' · '),
    detail,
    value: { step },
  };
}

const icons: Record<ApplyStep['outcome']['action'], string> = {
  create: 'add',
  'create-later': 'clock',
  change: 'edit',
  delete: 'trash',
  none: 'check',
  conflict: 'warning',
  refused: 'error',
};
