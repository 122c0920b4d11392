import type { Causes } from '../../shared/causes.ts';
import type { Field } from '../../shared/field.ts';
import { changesBeside, changesInItems, isSame, marksOf } from '../../shared/immutable.ts';
import { checkSchedulingDirectives } from './scheduling-directives.ts';
import { checkTolerations } from './tolerations.ts';

/** A Pod that is there stays as it is, but for images, a shorter deadline and more tolerations. */
export function checkPodUpdate(spec: Field, stored: Field, causes: Causes): void {
  if (!spec.map || !stored.map) return;
  for (const list of containerLists) {
    const [containers, known] = [spec.at(list), stored.at(list)];
    if (!containers.isUnknown && containers.items.length !== known.items.length) {
      causes.forbidden(containers, 'pod updates may not add or remove containers', remark);
      return;
    }
    for (const container of containers.items) checkImageAgain(container.at('image'), causes);
  }
  checkDeadline(spec.at('activeDeadlineSeconds'), stored.at('activeDeadlineSeconds'), causes);
  if (!keepsTolerations(spec.at('tolerations'), stored.at('tolerations'))) {
    const detail = 'existing toleration can not be modified except its tolerationSeconds';
    causes.forbidden(spec.at('tolerations'), detail, remark);
  } else causes.again(spec.at('tolerations'), checkTolerations);
  checkGates(spec.at('schedulingGates'), stored.at('schedulingGates'), causes);
  const isHeldBack = stored.at('schedulingGates').items.length > 0;
  if (isHeldBack) checkSchedulingDirectives(spec, stored, causes);
  const marks = marksOf(changes(spec, stored, isHeldBack));
  if (!marks) return;
  causes.forbidden(
    spec,
    'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
    { ...marks, change: { type: 'core.PodSpec', before: stored.value, after: compared(spec, stored) } },
  );
}

/** Images have been looked at before. */
function checkImageAgain(image: Field, causes: Causes): void {
  if (image.text === '') causes.required(image, '', { follows: true });
  if (image.text !== undefined && image.text.trim() !== image.text) {
    causes.invalid(image, 'must not have leading or trailing whitespace', { follows: true });
  }
}

/** The spec that the server compares: what can be changed is as it was. */
function compared(spec: Field, stored: Field): Record<string, unknown> {
  const before = { ...stored.map };
  const withImages = (list: string) =>
    spec
      .at(list)
      .items.map((item, index) => ({ ...item.map, image: stored.at(list).items[index]?.at('image').value }));
  return {
    ...spec.map,
    activeDeadlineSeconds: before.activeDeadlineSeconds,
    schedulingGates: before.schedulingGates,
    tolerations: before.tolerations,
    ...(spec.at('containers').items.length > 0 && { containers: withImages('containers') }),
    ...(spec.at('initContainers').items.length > 0 && { initContainers: withImages('initContainers') }),
  };
}

const remark = { code: 'immutable-field' } as const;
const containerLists = ['containers', 'initContainers'];

/** What holds a Pod back can only be taken away. */
function checkGates(gates: Field, stored: Field, causes: Causes): void {
  const known = new Set(stored.items.map((gate) => gate.at('name').text));
  const last = new Map(gates.items.map((gate) => [gate.at('name').text, gate]));
  for (const gate of last.values()) {
    const name = gate.at('name');
    if (name.text === undefined || known.has(name.text) || known.has(undefined)) continue;
    const detail = `only deletion is allowed, but found new scheduling gate '${name.text}'`;
    causes.forbidden(name, detail, remark);
  }
}

function checkDeadline(deadline: Field, stored: Field, causes: Causes): void {
  const least = stored.number;
  if (least === undefined || deadline.isUnknown) return;
  if (!deadline.isSet) {
    causes.invalid(deadline, 'must not update from a positive integer to nil value', remark);
  } else if ((deadline.number ?? 0) > least) {
    causes.invalid(deadline, 'must be less than or equal to previous value', remark);
  }
}

function keepsTolerations(tolerations: Field, stored: Field): boolean {
  if (tolerations.isUnknown || (tolerations.isSet && !Array.isArray(tolerations.value))) return true;
  const names = ['key', 'operator', 'value', 'effect'];
  return stored.items.every(
    (known) =>
      isGivenToAll(known) ||
      tolerations.items.some((toleration) =>
        names.every((name) => isSame(toleration.at(name), known.at(name))),
      ),
  );
}

/** Of these two the server gives its own to every Pod that has none, also when it is changed. */
function isGivenToAll(toleration: Field): boolean {
  const key = toleration.at('key').text;
  return (
    (key === 'node.kubernetes.io/not-ready' || key === 'node.kubernetes.io/unreachable') &&
    toleration.at('operator').text === 'Exists' &&
    toleration.at('effect').text === 'NoExecute'
  );
}

/** What may not differ and does. */
function changes(spec: Field, stored: Field, isHeldBack: boolean): Field[] {
  const names = new Set([...Object.keys(spec.map ?? {}), ...Object.keys(stored.map ?? {})]);
  // The older name of `serviceAccountName` counts where that is missing alone; a Pod without a policy gets its class's.
  for (const name of ['activeDeadlineSeconds', 'tolerations', 'schedulingGates', 'serviceAccount']) {
    names.delete(name);
  }
  if (!spec.at('preemptionPolicy').isSet) names.delete('preemptionPolicy');
  if ((stored.at('terminationGracePeriodSeconds').number ?? 0) < 0) {
    names.delete('terminationGracePeriodSeconds');
  }
  if (isHeldBack) names.delete('nodeSelector');
  return [...names].flatMap((name) => {
    const [field, known] = [spec.at(name), stored.at(name)];
    return containerLists.includes(name)
      ? changesInItems(['image'], field, known)
      : changesBeside(name === 'affinity' && isHeldBack ? ['nodeAffinity'] : [], field, known);
  });
}
