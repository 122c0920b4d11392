import { compareKubernetesVersions } from '../../catalog/version.ts';
import { checkNodeSelector } from '../core/node-selector.ts';
import { byteLength } from '../formats/byte-length.ts';
import { dnsLabel } from '../formats/dns-label.ts';
import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import { parseSemanticVersion } from '../formats/semantic-version.ts';
import { checkPositive } from '../shared/bounds.ts';
import type { Causes } from '../shared/causes.ts';
import { checkDriverName } from '../shared/driver-name.ts';
import type { Field } from '../shared/field.ts';
import { checkImmutable } from '../shared/immutable.ts';
import type { Rule } from '../shared/rule.ts';
import type { WarningRule } from '../shared/warning.ts';
import { isTooMany } from './device-configuration.ts';
import { checkDeviceName, checkPoolName } from './device-name.ts';

const mostDevices = 128;
const mostProperties = 32;
const longestValue = 64;

/** What the API server refuses a ResourceSlice for; parts that it drops unless a feature is switched on are left to it. */
export const resourceSlice: Rule = (object, causes, attributes) => {
  const spec = object.at('spec');
  const pool = spec.at('pool');
  if (!spec.map) return;
  checkDriverName(spec.at('driver'), causes);
  if (pool.map) {
    const generation = pool.at('generation');
    checkPoolName(pool.at('name'), causes);
    checkPositive(pool.at('resourceSliceCount'), causes);
    if ((generation.number ?? 0) < 0) {
      causes.invalid(generation, 'must be greater than or equal to zero', { code: 'number-range' });
    }
  }
  checkImmutable(pool.at('name'), causes, attributes);
  for (const name of ['driver', 'nodeName']) checkImmutable(spec.at(name), causes, attributes);
  checkNodes(spec, causes);
  checkDevices(spec.at('devices'), causes);
};

/** Whose devices they are, in one way. */
function checkNodes(spec: Field, causes: Causes): void {
  const [name, selector, all] = ['nodeName', 'nodeSelector', 'allNodes'].map((field) => spec.at(field)) as [
    Field,
    Field,
    Field,
  ];
  const code = 'device-nodes';
  if (name.text === '' && name.isSet) {
    causes.invalid(name, 'must be either unset or set to a non-empty string', { code });
  } else if (name.text) causes.malformed(name, dnsSubdomain, { code: 'reference-name' });
  if (selector.isSet) {
    const terms = selector.at('nodeSelectorTerms');
    checkNodeSelector(selector, causes);
    if (selector.map && (Array.isArray(terms.value) || !terms.isSet) && terms.items.length !== 1) {
      const detail = 'must have exactly one node selector term';
      causes.invalid(terms, detail, { code, at: 'key', shown: terms.isSet ? terms.value : null });
    }
  }
  if (all.value === false) causes.invalid(all, 'must be either unset or set to true', { code });
  const detail =
    'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required';
  const given = [
    ...(name.isZero ? [] : [name]),
    ...(selector.isSet ? [selector] : []),
    ...(all.isTrue ? [all] : []),
  ];
  const isMaybe = [name, selector, all, spec.at('perDeviceNodeSelection')].some(
    (field) =>
      field.isUnknown ||
      (field.isSet && !field.map && field.text === undefined && typeof field.value !== 'boolean'),
  );
  // Where the feature is switched off, the server forgets that each device says its nodes.
  if (given.length === 0 && !isMaybe && !spec.at('perDeviceNodeSelection').isTrue) {
    causes.required(spec, detail, { code });
  } else if (given.length > 1 && !isMaybe) {
    const shown = `{${given.map((field) => `\`${field.name}\``).join(', ')}}`;
    causes.invalid(spec, `${detail}, but multiple fields are set`, {
      code,
      shown,
      mark: given[1]!,
      at: 'key',
    });
  }
}

function checkDevices(devices: Field, causes: Causes): void {
  if (isTooMany(devices, mostDevices, causes)) return;
  const seen = new Set<string>();
  for (const device of devices.items) {
    const name = device.at('name');
    if (!device.map) continue;
    checkDevice(device, causes);
    if (name.text === undefined) continue;
    if (seen.has(name.text)) causes.duplicate(device, { shown: name.text, mark: name });
    seen.add(name.text);
  }
}

/** The first beta has the properties of a device one level further in, which the server does not name. */
function checkDevice(device: Field, causes: Causes): void {
  const inner = device.at('basic').isSet ? device.at('basic') : device;
  const [attributes, capacity] = [inner.at('attributes'), inner.at('capacity')];
  causes.malformed(device.at('name'), dnsLabel, { code: 'reference-name' });
  const count = attributes.entries.length + capacity.entries.length;
  if (count > mostProperties) {
    const detail = `the total number of attributes and capacities must not exceed ${mostProperties}`;
    const mark = attributes.isSet ? attributes : capacity;
    causes.invalid(device, detail, { code: 'device-attribute', shown: count, mark, at: 'key' });
  }
  for (const entry of [...attributes.entries, ...capacity.entries]) {
    const key = String(entry.name);
    const named = device.child(String(entry.path.at(-2))).key(key);
    checkDeviceName(key, entry, { named, mark: entry, at: 'key' }, causes);
  }
  for (const attribute of attributes.entries) checkAttribute(attribute, causes);
}

function checkAttribute(attribute: Field, causes: Causes): void {
  const kinds = ['int', 'bool', 'string', 'version'];
  const given = kinds.filter((kind) => attribute.at(kind).isSet);
  const code = 'device-attribute';
  if (!attribute.map || kinds.some((kind) => attribute.has(kind) === undefined)) return;
  const [text, version] = [attribute.at('string'), attribute.at('version')];
  if (version.text !== undefined && version.isSet && !parseSemanticVersion(version.text)) {
    causes.invalid(version, 'must be a string compatible with semver.org spec 2.0.0', { code });
  }
  for (const value of [text, version]) {
    if (value.text !== undefined && byteLength(value.text) > longestValue)
      causes.tooLong(value, longestValue);
  }
  if (given.length === 1) return;
  const list = kinds.map((kind) => `\`${kind}\``).join(', ');
  const detail = given.length === 0 ? `must specify one of: ${list}` : `must specify exactly one of: ${list}`;
  const shown = given.length === 0 ? '' : `{${given.map((kind) => `${kind}`).join(', ')}}`;
  causes.invalid(attribute, detail, { code, shown, at: 'key' });
}

/** What the API server warns of in a ResourceSlice. */
export const resourceSliceWarnings: WarningRule = (slice, warnings, { kubernetesVersion }) => {
  const driver = slice.in('spec', 'driver');
  if (driver.text === undefined || driver.text === driver.text.toLowerCase()) return;
  if (compareKubernetesVersions(kubernetesVersion, '1.35') < 0) return;
  const text = `driver names should be lowercase; ${JSON.stringify(driver.text)} contains uppercase characters`;
  warnings.of(driver, text, { code: 'unwise-value' });
};
