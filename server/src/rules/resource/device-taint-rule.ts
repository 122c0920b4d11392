import { dnsLabel } from '../formats/dns-label.ts';
import { labelValue } from '../formats/label-value.ts';
import { checkDriverName } from '../shared/driver-name.ts';
import { checkEnum } from '../shared/enum.ts';
import { checkLabelKey } from '../shared/labels.ts';
import type { Rule } from '../shared/rule.ts';
import { checkPoolName } from './device-name.ts';

/** What the API server refuses a DeviceTaintRule for. */
export const deviceTaintRule: Rule = (object, causes) => {
  const spec = object.at('spec');
  const selector = spec.at('deviceSelector');
  const taint = spec.at('taint');
  if (!spec.map) return;
  if (selector.at('driver').isSet) checkDriverName(selector.at('driver'), causes);
  if (selector.at('pool').isSet) checkPoolName(selector.at('pool'), causes);
  if (selector.at('device').isSet) {
    causes.malformed(selector.at('device'), dnsLabel, { code: 'reference-name' });
  }
  const effect = taint.at('effect');
  if (!taint.map) return;
  checkLabelKey(taint.at('key'), causes);
  causes.malformed(taint.at('value'), labelValue, { code: 'label-value' });
  checkEnum(effect, ['NoExecute', 'NoSchedule', 'None'], causes);
};
