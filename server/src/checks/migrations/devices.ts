import { field, valueAt } from '../../manifest/fields.ts';
import type { YamlNode } from '../../yaml/nodes.ts';
import { itemsOf, type Migration } from './migration.ts';
import type { Rewriting } from './rewriting.ts';

/** `resource.k8s.io/v1beta2` and later: what a request asks for stands in `exactly`. */
export const resourceClaim: Migration = (object, rewriting) => {
  exactly(valueAt(object, ['spec', 'devices', 'requests']), rewriting);
};

/** The same of the claims that a template makes. */
export const resourceClaimTemplate: Migration = (object, rewriting) => {
  exactly(valueAt(object, ['spec', 'spec', 'devices', 'requests']), rewriting);
};

/** What was the `basic` of a device are fields of its own. */
export const resourceSlice: Migration = (object, rewriting) => {
  for (const device of itemsOf(valueAt(object, ['spec', 'devices']))) {
    const basic = field(device, 'basic');
    if (!basic) continue;
    const fields = rewriting.fieldsOf(device);
    const own = basic.value?.type === 'map' && !basic.alias ? rewriting.fieldsOf(basic.value) : undefined;
    if (!fields || !own) {
      rewriting.giveUp();
      return;
    }
    fields.combine(['basic'], () => own.texts);
    rewriting.write(fields);
  }
};

function exactly(requests: YamlNode | undefined, rewriting: Rewriting): void {
  for (const request of itemsOf(requests)) {
    if (!asked.some((name) => field(request, name))) continue;
    const fields = rewriting.fieldsOf(request);
    if (!fields) return;
    fields.combine(asked, (taken) => [fields.map('exactly', [...taken.values()])]);
    rewriting.write(fields);
  }
}

const asked = [
  'deviceClassName',
  'selectors',
  'allocationMode',
  'count',
  'adminAccess',
  'tolerations',
  'capacity',
];
