import type { Rule } from '../shared/rule.ts';
import { checkDeviceConfigurations, checkDeviceSelectors } from './device-configuration.ts';

/** What the API server refuses a DeviceClass for. */
export const deviceClass: Rule = (object, causes) => {
  const spec = object.at('spec');
  if (!spec.map) return;
  checkDeviceSelectors(spec.at('selectors'), causes);
  checkDeviceConfigurations(spec.at('config'), causes);
};
