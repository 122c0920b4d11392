import type { GoingAlong } from '../cluster/objects/what-goes.ts';
import { kindLabel } from '../connections/kind-label.ts';
import type { Journal } from '../journal/journal.ts';
import { stepName } from '../journal/object-name.ts';
import { type DeletionStep, type DeletionWay, isSendable, type Step } from '../journal/step.ts';
import type { Fact, FactSection } from '../prompts/confirm.ts';
import type { ReadPlan } from './read-plan.ts';

/** Fields of objects that have changed since the person was asked, by the steps that are asked about again. */
export type ChangedFields = ReadonlyMap<Step, readonly string[]>;

/**
 * What a person is to know before: each object where there are several, with what holds it and who owns it; what is left out; what
 * goes with them, and what stays.
 */
export function deletionFacts(
  plan: Journal,
  steps: readonly DeletionStep[],
  changed: ChangedFields,
  found: ReadPlan | undefined,
  way: DeletionWay,
): FactSection[] {
  const sections: FactSection[] = [
    {
      heading: 'Changed since you were asked',
      facts: [...changed].map(([step, fields]) => ({
        label: stepName(step),
        description: fields.join(', '),
      })),
    },
    {
      heading: 'What is deleted',
      facts:
        steps.length > 1 ? steps.map((step) => ({ label: stepName(step), ...stateOf(step, found) })) : [],
    },
    {
      heading: 'Left out',
      facts: plan.steps
        .filter((step) => !isSendable(step))
        .map((step) => ({ label: stepName(step), description: reasonOf(step) })),
    },
  ];
  if (found) sections.push(...consequencesOf(steps, found, way));
  return sections.filter(({ facts }) => facts.length > 0);
}

function consequencesOf(steps: readonly DeletionStep[], found: ReadPlan, way: DeletionWay): FactSection[] {
  const { going, unread, readInPart, unseen } = found.consequences;
  const staying = way.propagationPolicy === 'Orphan' ? going.filter(({ by }) => by === 'ownership') : [];
  const facts = [
    ...(steps.length === 1 ? factsOfOne(steps[0]!, found) : []),
    ...going.filter((each) => !staying.includes(each)).map(countOf),
    ...(unread.length > 0
      ? [{ label: `Not known: ${unread.map(kindLabel).join(', ')}`, description: 'may not be listed' }]
      : []),
    ...(readInPart.length > 0
      ? [
          {
            label: `Not known: ${readInPart.map(kindLabel).join(', ')}`,
            description: 'only the first of many were looked through',
          },
        ]
      : []),
    ...(unseen.length > 0
      ? [{ label: `Not looked through: ${unseen.join(', ')}`, description: 'too many namespaces' }]
      : []),
  ];
  return [
    {
      heading: steps.length === 1 ? 'What goes with it' : 'What goes with them',
      facts: facts.length > 0 ? facts : [{ label: 'Nothing' }],
    },
    { heading: 'What stays', facts: staying.map(countOf) },
  ];
}

function countOf({ resource, count, is }: GoingAlong): Fact {
  const { kind, group } = resource;
  return {
    label: `${is === 'all' ? '' : 'at least '}${count} ${count === 1 ? kind : kindLabel(resource)}`,
    description: group,
  };
}

/** Of the only object there is more room to say it. */
function factsOfOne(step: DeletionStep, { before, problems }: ReadPlan): Fact[] {
  const object = before.get(step);
  const problem = problems.get(step);
  if (problem !== undefined) return [{ label: 'It may not be read', description: problem }];
  if (object === undefined || object === 'unread')
    return [{ label: 'It is not there', description: 'any more' }];
  if (isAnother(step, object.metadata.uid))
    return [{ label: 'Another one has its name by now', description: 'and stays' }];
  const { finalizers = [], ownerReferences = [], deletionTimestamp } = object.metadata;
  return [
    ...(deletionTimestamp === undefined ? [] : [{ label: 'It is being deleted', description: 'already' }]),
    ...finalizers.map((finalizer) => ({
      label: `Held by ${finalizer}`,
      description: 'until it is taken away',
    })),
    ...ownerReferences
      .filter(({ controller }) => controller)
      .map(({ kind, name }) => ({
        label: `Owned by ${kind} ${name}`,
        description: 'which may make another in its place',
      })),
  ];
}

/** How one of several fares, in few words. */
function stateOf(step: DeletionStep, found: ReadPlan | undefined): Pick<Fact, 'description'> {
  if (!found) return {};
  const problem = found.problems.get(step);
  if (problem !== undefined) return { description: `may not be read: ${problem}` };
  const object = found.before.get(step);
  if (object === undefined || object === 'unread') return { description: 'not there' };
  if (isAnother(step, object.metadata.uid)) return { description: 'another one by now, which stays' };
  const { finalizers = [], ownerReferences = [], deletionTimestamp } = object.metadata;
  const owner = ownerReferences.find(({ controller }) => controller);
  const words = [
    ...(deletionTimestamp === undefined ? [] : ['being deleted already']),
    ...(finalizers.length > 0 ? [`held by ${finalizers.join(', ')}`] : []),
    ...(owner ? [`owned by ${owner.kind} ${owner.name}`] : []),
  ];
  return words.length > 0 ? { description: words.join('; ') } : {};
}

function isAnother({ operation }: DeletionStep, uid: string | undefined): boolean {
  return operation.uid !== undefined && operation.uid !== uid;
}

function reasonOf({ outcome }: Step): string {
  return outcome.action === 'refused' ? outcome.message : '';
}
