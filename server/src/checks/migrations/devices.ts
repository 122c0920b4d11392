import { exactRequestFields } from '../../conversion/device.ts';
import { field, valueAt } from '../../manifest/fields.ts';
import type { YamlNode } from '../../yaml/nodes.ts';
import { itemsOf, type Migration } from './migration.ts';
import type { Rewriter } from './rewriter.ts';

/** `resource.k8s.io/v1beta2` and later: what a request asks for stands in `exactly`. */
export const resourceClaim: Migration = (object, rewriter) => {
  exactly(valueAt(object, ['spec', 'devices', 'requests']), rewriter);
};

/** The same of the claims that a template makes. */
export const resourceClaimTemplate: Migration = (object, rewriter) => {
  exactly(valueAt(object, ['spec', 'spec', 'devices', 'requests']), rewriter);
};

/** What was the `basic` of a device are fields of its own. */
export const resourceSlice: Migration = (object, rewriter) => {
  for (const device of itemsOf(valueAt(object, ['spec', 'devices']))) {
    const basic = field(device, 'basic');
    if (!basic) continue;
    const fields = rewriter.fieldsOf(device);
    const own = basic.value?.type === 'map' && !basic.alias ? rewriter.fieldsOf(basic.value) : undefined;
    if (!fields || !own) {
      rewriter.giveUp();
      return;
    }
    fields.combine(['basic'], () => own.texts);
    rewriter.write(fields);
  }
};

function exactly(requests: YamlNode | undefined, rewriter: Rewriter): void {
  for (const request of itemsOf(requests)) {
    if (!exactRequestFields.some((name) => field(request, name))) continue;
    const fields = rewriter.fieldsOf(request);
    if (!fields) return;
    fields.combine(exactRequestFields, (taken) => [fields.map('exactly', [...taken.values()])]);
    rewriter.write(fields);
  }
}
