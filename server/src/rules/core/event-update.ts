import type { AdmissionAttributes } from '../shared/admission-attributes.ts';
import type { Causes } from '../shared/causes.ts';
import { Field } from '../shared/field.ts';
import { isSame } from '../shared/immutable.ts';

/** What the API server refuses a changed Event of `events.k8s.io/v1` for; it names the fields as `v1` does. */
export function checkEventUpdate(object: Field, causes: Causes, { old }: AdmissionAttributes): void {
  if (!old) return;
  const stored = Field.root(old);
  // An Event that `v1` has made has no time of this kind, and may be changed.
  if (!stored.at('eventTime').isSet) return;
  const told = new Set<string>();
  for (const [name, named] of fields) {
    const field = object.at(name);
    if (isSame(field, stored.at(name))) continue;
    const shown = field.value ?? zeros[name];
    const again = told.has(name) ? ({ follows: true } as const) : {};
    told.add(name);
    const remark = { code: 'immutable-field', shown, mark: field, ...again } as const;
    causes.invalid(object.child(named), 'field is immutable', remark);
  }
}

/** The server compares the reason twice. */
const fields = [
  ['regarding', 'involvedObject'],
  ['reason', 'reason'],
  ['note', 'message'],
  ['deprecatedSource', 'source'],
  ['deprecatedFirstTimestamp', 'firstTimestamp'],
  ['deprecatedLastTimestamp', 'lastTimestamp'],
  ['deprecatedCount', 'count'],
  ['reason', 'reason'],
  ['type', 'type'],
  ['eventTime', 'eventTime'],
  ['action', 'action'],
  ['related', 'related'],
  ['reportingController', 'reportingController'],
  ['reportingInstance', 'reportingInstance'],
] as const;

/** What Go has where there is nothing, other than null. */
const zeros: Readonly<Partial<Record<(typeof fields)[number][0], string | number>>> = {
  reason: '',
  note: '',
  deprecatedCount: 0,
  type: '',
  action: '',
  reportingController: '',
  reportingInstance: '',
};
