import { sendable } from '../journal/journal.ts';
import { stepName } from '../journal/object-name.ts';
import type { StepResult } from '../journal/step.ts';
import { countOfWarnings, distinctWarnings } from '../journal/warnings.ts';
import { documentOf, nameInLine } from '../prompts/document-lines.ts';
import type { ApplyPlan, ApplyStep } from './apply-plan.ts';
import { differenceLines } from './difference.ts';
import type { LeftOut, ManifestProblem } from './read-manifests.ts';
import type { AppliedStep } from './run-apply.ts';

/** A one-line count of what a plan would do: `2 to create, 1 to change`. */
export function summarizePlan(plan: ApplyPlan, problems: readonly ManifestProblem[] = []): string {
  const counts = new Map<string, number>();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  for (const { outcome } of plan.steps) count(wordsForAction[outcome.action]);
  for (const _ of problems) count('unreadable');
  return withWarnings(listed(counts), plan.steps);
}

/** A one-line count of what an apply did: `2 created, 1 failed`. */
export function summarizeResults(results: readonly AppliedStep[]): string {
  const counts = new Map<string, number>();
  for (const { result } of results) {
    const what = wordsForResult[result.result];
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return withWarnings(listed(counts), results);
}

/** What of the files is not sent, and why. */
export interface NotSent {
  readonly problems: readonly ManifestProblem[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * The page that a person reads before confirming: the target, then every object with what happens to it, as a diff, and
 * what of the files is no object.
 */
export function previewText(plan: ApplyPlan, { problems, leftOut }: NotSent): string {
  const lines = [
    `Apply to ${plan.target.cluster.context.name}`,
    '',
    `  Server      ${plan.target.cluster.context.server ?? 'unknown'}`,
    `  Namespace   ${plan.target.namespace}, by the target, where an object names none`,
    `  Objects     ${summarizePlan(plan, problems)}`,
    `  To be sent  ${sendable(plan).length}, once you confirm`,
    '',
  ];
  const warningLines = linesOfWarnings();
  for (const step of plan.steps) {
    const own = ownNamespaceWords(step, plan);
    lines.push('', headingOf(step), ...(own === '' ? [] : [`  ${own}`]));
    lines.push(...outcomeLines(step), ...warningLines(step.warnings));
  }
  for (const { source, message } of problems)
    lines.push('', `=== ${fileOf(source)}: cannot be read`, `  ${message}`);
  if (leftOut.length > 0)
    lines.push('', '=== Left out: no objects of a cluster', ...leftOut.map(leftOutLine));
  return documentOf(lines);
}

/** The lines of what a server warns of, each text at the first object that has it, as kubectl prints them. */
function linesOfWarnings(): (warnings?: readonly string[]) => string[] {
  const told = new Set<string>();
  return (warnings = []) =>
    [...new Set(warnings)].flatMap((text) => {
      if (told.has(text)) return [];
      told.add(text);
      return [`  Warning: ${text}`];
    });
}

/** Files of one name are many in a tree of folders. */
function leftOutLine({ source, line, reason }: LeftOut): string {
  return `  ${source.split('/').slice(-2).join('/')}:${line} ${reason}`;
}

/** The headline of a fault, and below it what else is said of it. */
function faultLines(line: number, message: string): string[] {
  const [headline, ...rest] = message.split('\n');
  return [`  line ${line}: ${headline}`, ...rest.map((detail) => `    ${detail}`)];
}

/** The line of the page with which an object begins. */
export function headingOf(step: ApplyStep): string {
  return `=== ${nameInLine(stepName(step))}: ${nameInLine(wordsForOutcome(step))}`;
}

/** What says where an object goes, where that is not the target's namespace: `namespace web, by its manifest`. */
export function ownNamespaceWords(
  { object, namespace }: Pick<ApplyStep, 'object' | 'namespace'>,
  { target }: Pick<ApplyPlan, 'target'>,
): string {
  const isOwn = namespace !== undefined && object.metadata.namespace === namespace;
  return isOwn && namespace !== target.namespace ? `namespace ${namespace}, by its manifest` : '';
}

/** What happens to an object, in words: `create`, `change, taking over fields of other managers`. */
export function wordsForOutcome({ operation, outcome }: ApplyStep): string {
  switch (outcome.action) {
    case 'create':
      return 'create';
    case 'create-later':
      return `create, checked once ${outcome.needs} exists`;
    case 'change':
      return `change${operation.type === 'apply' && operation.ownership === 'take-over' ? ', taking over fields of other managers' : ''}`;
    case 'delete':
      return 'delete';
    case 'none':
      return 'no change';
    case 'conflict':
      return 'conflict, left out unless taken over';
    case 'refused':
      return 'refused, left out';
  }
}

/** The page after an apply: what became of every object. */
export function resultText(plan: ApplyPlan, results: readonly AppliedStep[]): string {
  const lines = [`Applied to ${plan.target.cluster.context.name}: ${summarizeResults(results)}.`];
  const warningLines = linesOfWarnings();
  for (const { step, result, warnings } of results) {
    const label = `${nameInLine(stepName(step))}: ${wordsForResult[result.result]}`;
    lines.push('', `=== ${label}`, ...resultLines(step, result), ...warningLines(warnings));
  }
  return documentOf(lines);
}

/** The name of a source in a line: the last part of its path. */
export function fileOf(source: string): string {
  return source.slice(source.lastIndexOf('/') + 1);
}

const wordsForAction: Record<ApplyStep['outcome']['action'], string> = {
  create: 'to create',
  'create-later': 'to create',
  change: 'to change',
  delete: 'to delete',
  none: 'unchanged',
  conflict: 'in conflict',
  refused: 'refused',
};

const wordsForResult: Record<StepResult['result'], string> = {
  created: 'created',
  changed: 'changed',
  unchanged: 'unchanged',
  deleting: 'being deleted',
  deleted: 'deleted',
  missing: 'not there',
  replaced: 'replaced by another one',
  'changed-since': 'changed since',
  conflict: 'in conflict',
  failed: 'failed',
  unknown: 'unknown',
  'left-out': 'left out',
};

function outcomeLines({ outcome, before }: ApplyStep): string[] {
  switch (outcome.action) {
    case 'create-later':
      return (outcome.faults ?? []).flatMap(({ line, message }) => faultLines(line, message));
    case 'change':
      return before && before !== 'unread' ? differenceLines(before, outcome.after) : [];
    case 'conflict':
      return outcome.conflicts.map(({ path, manager }) => `  ${path} is owned by ${manager}`);
    case 'refused':
      return [`  ${outcome.message}`];
    default:
      return [];
  }
}

function resultLines(step: ApplyStep, result: StepResult): string[] {
  switch (result.result) {
    case 'conflict':
      return result.conflicts.map(({ path, manager }) => `  ${path} is owned by ${manager}`);
    case 'failed':
      return [`  ${result.message}`];
    case 'unknown':
      return [`  ${result.message}`, '  Look before you try again.'];
    case 'left-out':
      return outcomeLines(step);
    default:
      return [];
  }
}

function withWarnings(summary: string, of: readonly { readonly warnings?: readonly string[] }[]): string {
  const warnings = distinctWarnings(of);
  return warnings.length === 0 ? summary : `${summary}, ${countOfWarnings(warnings)}`;
}

function listed(counts: ReadonlyMap<string, number>): string {
  if (counts.size === 0) return 'nothing';
  return [...counts].map(([what, number]) => `${number} ${what}`).join(', ');
}
