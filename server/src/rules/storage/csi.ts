import { warnOfNodeLabel, warnOfNodeSelector } from '../core/node-label-warnings.ts';
import { byteLength } from '../formats/byte-length.ts';
import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import { qualifiedName } from '../formats/qualified-name.ts';
import { checkNonNegative } from '../shared/bounds.ts';
import type { Causes } from '../shared/causes.ts';
import { checkDriverName } from '../shared/driver-name.ts';
import { checkUnique } from '../shared/duplicates.ts';
import { checkEnumIfSet } from '../shared/enum.ts';
import { isEnabledByDefault } from '../shared/feature-gates.ts';
import type { Field } from '../shared/field.ts';
import { changesBeside, checkImmutable, isSame, marksOf, storedAt } from '../shared/immutable.ts';
import { checkLabelSelector } from '../shared/label-selector.ts';
import { checkNonNegativeAmount } from '../shared/resource-amount.ts';
import type { Rule } from '../shared/rule.ts';
import type { WarningRule } from '../shared/warning.ts';

const shortestUpdatePeriod = 10;
const shortestExpiration = 600;
const longestExpiration = 2 ** 32;
const longestNodeId = 256;

/** What the API server refuses a CSIDriver for. */
export const csiDriver: Rule = (object, causes, attributes) => {
  const spec = object.at('spec');
  const tokens = spec.at('tokenRequests');
  const period = spec.at('nodeAllocatableUpdatePeriodSeconds');
  checkEnumIfSet(spec.at('fsGroupPolicy'), ['File', 'None', 'ReadWriteOnceWithFSType'], causes);
  checkTokenRequests(tokens, causes);
  for (const mode of spec.at('volumeLifecycleModes').items) {
    if (mode.text === undefined || mode.text === 'Persistent' || mode.text === 'Ephemeral') continue;
    const list = spec.at('volumeLifecycleModes');
    causes.notSupported(list, ['Persistent', 'Ephemeral'], { shown: mode.text, mark: mode });
  }
  const hasPeriod = isEnabledByDefault('MutableCSINodeAllocatableCount', attributes.kubernetesVersion);
  if (hasPeriod && period.number !== undefined && period.number < shortestUpdatePeriod) {
    causes.invalid(period, 'must be greater than or equal to 10 seconds', { code: 'number-range' });
  }
  const inSecrets = spec.at('serviceAccountTokenInSecrets');
  if (inSecrets.isSet && tokens.isZero) {
    causes.invalid(inSecrets, 'serviceAccountTokenInSecrets is set but no tokenRequests are specified');
  }
  const attach = spec.at('attachRequired');
  if (attributes.old && !isSame(attach, storedAt(attach, attributes.old))) {
    const remark = { code: 'immutable-field', shown: attach.value, mark: attach } as const;
    causes.invalid(spec.child('attachedRequired'), 'field is immutable', remark);
  }
  const modes = spec.at('volumeLifecycleModes');
  if (!modes.isZero) checkImmutable(modes, causes, attributes);
};

/** What the API server refuses a CSINode for. */
export const csiNode: Rule = (object, causes, { old }) => {
  const drivers = object.in('spec', 'drivers');
  for (const driver of drivers.items) checkNodeDriver(driver, causes);
  checkUnique(drivers, (driver) => driver.at('name'), causes);
  for (const before of storedAt(drivers, old).items) {
    const after = drivers.items.find((driver) => isSame(driver.at('name'), before.at('name')));
    const marks = after && marksOf(changesBeside(['allocatable'], after, before));
    if (marks) causes.invalid(drivers, 'field is immutable', { ...marks, shown: after.value });
  }
};

/** What the API server refuses a CSIStorageCapacity for. */
export const csiStorageCapacity: Rule = (object, causes, attributes) => {
  checkLabelSelector(object.at('nodeTopology'), causes);
  causes.malformed(object.at('storageClassName'), dnsSubdomain, { code: 'reference-name' });
  checkNonNegativeAmount(object.at('capacity'), causes);
  checkImmutable(object.at('nodeTopology'), causes, attributes);
  checkImmutable(object.at('storageClassName'), causes, attributes);
};

function checkTokenRequests(tokens: Field, causes: Causes): void {
  checkUnique(tokens, (token) => token.at('audience'), causes);
  for (const token of tokens.items) {
    const seconds = token.at('expirationSeconds');
    if (seconds.number === undefined) continue;
    const code = 'number-range';
    if (seconds.number < shortestExpiration) {
      causes.invalid(seconds, 'may not specify a duration less than 10 minutes', { code });
    }
    if (seconds.number > longestExpiration) {
      causes.invalid(seconds, 'may not specify a duration larger than 2^32 seconds', { code });
    }
  }
}

function checkNodeDriver(driver: Field, causes: Causes): void {
  if (!driver.map) return;
  checkDriverName(driver.at('name'), causes);
  const id = driver.at('nodeID');
  if (id.text === '') causes.required(id);
  if (byteLength(id.text ?? '') > longestNodeId)
    causes.invalid(id, `must be ${longestNodeId} characters or less`);
  checkNonNegative(driver.in('allocatable', 'count'), causes);
  const seen = new Set<string>();
  // The server names the driver, not the key.
  for (const key of driver.at('topologyKeys').items) {
    if (key.text === undefined) continue;
    if (key.text === '') causes.required(driver, '', { mark: key });
    if (seen.has(key.text)) causes.duplicate(driver, { shown: key.text, mark: key });
    seen.add(key.text);
    for (const problem of qualifiedName(key.text))
      causes.invalid(driver, problem, { shown: key.text, mark: key });
  }
}

/** What the API server warns of in a CSIStorageCapacity. */
export const csiStorageCapacityWarnings: WarningRule = (capacity, warnings) => {
  const topology = capacity.at('nodeTopology');
  for (const expression of topology.at('matchExpressions').items) {
    warnOfNodeLabel(expression.at('key'), warnings, 'with label');
  }
  const labels = topology.at('matchLabels');
  warnOfNodeSelector(labels, warnings, (label) => labels.at(String(label.name)));
};

/** What the API server warns of in a CSIDriver. */
export const csiDriverWarnings: WarningRule = (driver, warnings, { operation }) => {
  const spec = driver.at('spec');
  const flag = spec.at('serviceAccountTokenInSecrets');
  if (operation === 'update' || spec.at('tokenRequests').items.length === 0 || flag.isSet) return;
  const text =
    'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes';
  warnings.about(flag, text, {
    code: 'unwise-value',
    about: 'absence',
    mark: spec.at('tokenRequests'),
    at: 'key',
  });
};
