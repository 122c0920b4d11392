import type { AdmissionAttributes } from '../shared/admission-attributes.ts';
import type { Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import { isSame, marksOf, storedAt } from '../shared/immutable.ts';
import { quantityAt } from '../shared/resource-amount.ts';
import type { Rule } from '../shared/rule.ts';
import { checkClaimSpec } from './claim-spec.ts';

/** What the API server refuses a PersistentVolumeClaim for. */
export const persistentVolumeClaim: Rule = (object, causes, attributes) => {
  const spec = object.at('spec');
  checkClaimSpec(spec, causes);
  if (attributes.old && spec.map) checkUpdate(object, spec, causes, attributes);
};

function checkUpdate(object: Field, spec: Field, causes: Causes, { old }: AdmissionAttributes): void {
  const stored = storedAt(spec, old);
  const isBound = (old?.status as Record<string, unknown> | undefined)?.phase === 'Bound';
  const names = new Set([...Object.keys(spec.map ?? {}), ...Object.keys(stored.map ?? {})]);
  const changed = [...names].filter((name) => isChanged(name, spec, stored, isBound));
  const marks = marksOf(changed.map((name) => spec.at(name)));
  if (marks) {
    const detail =
      'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
    const before = spec.isUnknown ? {} : { ...stored.map };
    const after = { ...spec.map };
    if (!before.volumeName) before.volumeName = after.volumeName;
    if (isBound) after.volumeAttributesClassName = before.volumeAttributesClassName;
    if (isBound && spec.in('resources', 'requests').isSet) {
      const requests = { ...spec.in('resources', 'requests').map };
      requests.storage = stored.in('resources', 'requests', 'storage').value;
      after.resources = { ...spec.at('resources').map, requests };
    }
    const change = { type: 'core.PersistentVolumeClaimSpec', before, after };
    causes.forbidden(spec, detail, { ...marks, change });
  }
  const mode = spec.at('volumeMode');
  if (!isSame(mode, stored.at('volumeMode'))) {
    // The server names this field as if it stood at the root.
    const remark = { code: 'immutable-field', shown: mode.value, mark: mode } as const;
    causes.invalid(object.child('volumeMode'), 'field is immutable', remark);
  }
  const size = spec.in('resources', 'requests', 'storage');
  const before = quantityAt(stored.in('resources', 'requests', 'storage'));
  const after = size.isSet ? quantityAt(size) : size.isUnknown ? undefined : { billionths: 0n };
  if (!before || !after || after.billionths >= before.billionths) return;
  const capacity = quantityAt(storedAt(spec, { spec: old?.status }).in('capacity', 'storage'));
  if (after.billionths > (capacity?.billionths ?? 0n)) return;
  causes.forbidden(size, 'field can not be less than status.capacity', { code: 'immutable-field' });
}

/** Whether a field of the spec differs where it may not: some are still to be decided when a claim is made. */
function isChanged(name: string, spec: Field, stored: Field, isBound: boolean): boolean {
  const after = spec.at(name);
  const before = stored.at(name);
  if (isSame(after, before)) return false;
  if (name === 'volumeName' || name === 'storageClassName') return before.isSet && before.text !== '';
  if (name === 'volumeAttributesClassName') return !isBound;
  if (name === 'resources') {
    const isResized =
      !isBound && !isSameSize(after.in('requests', 'storage'), before.in('requests', 'storage'));
    return isResized || !isSame(after.at('limits'), before.at('limits'));
  }
  return true;
}

function isSameSize(after: Field, before: Field): boolean {
  return isSame(after, before) || quantityAt(after)?.billionths === quantityAt(before)?.billionths;
}
