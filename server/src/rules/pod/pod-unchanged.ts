import type { Causes } from '../causes.ts';
import type { Field } from '../field.ts';
import { isSame } from '../immutable.ts';

/**
 * A Pod that is there stays as it is, but for images, a shorter deadline and more tolerations. The server adds to its
 * message a diff of Go's structs; that is left out.
 */
export function checkPodUnchanged(spec: Field, stored: Field, causes: Causes): void {
  if (!spec.map || !stored.map) return;
  const before = causes.violations.length;
  for (const list of containerLists) {
    const [containers, known] = [spec.at(list), stored.at(list)];
    if (containers.isUnknown || containers.items.length === known.items.length) continue;
    causes.forbidden(containers, 'pod updates may not add or remove containers', remark);
  }
  if (causes.violations.length > before) return;
  checkDeadline(spec.at('activeDeadlineSeconds'), stored.at('activeDeadlineSeconds'), causes);
  if (!keepsTolerations(spec.at('tolerations'), stored.at('tolerations'))) {
    const detail = 'existing toleration can not be modified except its tolerationSeconds';
    causes.forbidden(spec.at('tolerations'), detail, remark);
  }
  if (isUnchanged(spec, stored)) return;
  causes.forbidden(
    spec,
    'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
    remark,
  );
}

const remark = { code: 'immutable-field' };
const containerLists = ['containers', 'initContainers'];

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
  if (tolerations.isUnknown) return true;
  const names = ['key', 'operator', 'value', 'effect'];
  return stored.items.every((known) =>
    tolerations.items.some((toleration) =>
      names.every((name) => isSame(toleration.at(name), known.at(name))),
    ),
  );
}

function isUnchanged(spec: Field, stored: Field): boolean {
  const names = new Set([...Object.keys(spec.map ?? {}), ...Object.keys(stored.map ?? {})]);
  for (const name of ['activeDeadlineSeconds', 'tolerations', 'ephemeralContainers']) names.delete(name);
  if ((stored.at('terminationGracePeriodSeconds').number ?? 0) < 0) {
    names.delete('terminationGracePeriodSeconds');
  }
  // A Pod that is held back may still be told where to run.
  if (stored.at('schedulingGates').items.length > 0) {
    for (const name of ['schedulingGates', 'nodeSelector', 'affinity']) names.delete(name);
  }
  return [...names].every((name) =>
    containerLists.includes(name)
      ? spec
          .at(name)
          .items.every((container, index) => isSameBut('image', container, stored.at(name).items[index]))
      : isSame(spec.at(name), stored.at(name)),
  );
}

function isSameBut(except: string, left: Field, right: Field | undefined): boolean {
  const names = new Set([...Object.keys(left.map ?? {}), ...Object.keys(right?.map ?? {})]);
  names.delete(except);
  return [...names].every((name) => right !== undefined && isSame(left.at(name), right.at(name)));
}
