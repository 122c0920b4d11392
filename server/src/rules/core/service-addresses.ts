import { familyOf, parseIp } from '../formats/ip.ts';
import { ipOf } from '../shared/address.ts';
import type { AdmissionAttributes } from '../shared/admission-attributes.ts';
import type { Causes } from '../shared/causes.ts';
import { checkEnumIfSet } from '../shared/enum.ts';
import type { Field } from '../shared/field.ts';
import { isSame, storedAt } from '../shared/immutable.ts';

/**
 * The cluster IPs of a Service's spec. Of `clusterIP` alone, or where that alone is changed, the server makes the list
 * before it validates, and of neither it takes what is stored.
 */
export function clusterIpsOf(spec: Field, old: AdmissionAttributes['old']): readonly unknown[] {
  const ips = spec.at('clusterIPs');
  const ip = spec.at('clusterIP');
  if (isListUsed(spec, old)) return ips.items.map(({ value }) => value);
  if (!ip.isZero) return [ip.value];
  return spec.at('type').text === 'ExternalName' ? [] : storedAt(ips, old).items.map(({ value }) => value);
}

/** A list that is not written, or that is as it was beside an address that has changed, is made out of that address. */
function isListUsed(spec: Field, old: AdmissionAttributes['old']): boolean {
  const ips = spec.at('clusterIPs');
  const ip = spec.at('clusterIP');
  if (ips.isZero) return false;
  return !old || ip.isZero || isSame(ip, storedAt(ip, old)) || !isSame(ips, storedAt(ips, old));
}

/** The first address of a Service stays, unless it gets or loses them all by its type. */
function checkClusterIpUnchanged(spec: Field, causes: Causes, old: AdmissionAttributes['old']): void {
  const [before] = storedAt(spec.at('clusterIPs'), old).items;
  const ips = clusterIpsOf(spec, old);
  const types = [spec.at('type').text, storedAt(spec.at('type'), old).text];
  if (before?.text === undefined || typeof ips[0] !== 'string' || ips[0] === before.text) return;
  if (types.includes('ExternalName') || types.includes(undefined)) return;
  const list = spec.at('clusterIPs');
  const mark = isListUsed(spec, old) ? list : spec.at('clusterIP');
  causes.invalid(list.child(0), 'may not change once set', { code: 'immutable-field', shown: ips, mark });
}

/** `clusterIP`, `clusterIPs`, `ipFamilies` and `ipFamilyPolicy`, apart and against each other. */
export function checkClusterIps(
  spec: Field,
  causes: Causes,
  { kubernetesVersion, old }: AdmissionAttributes,
): void {
  const type = spec.at('type').text;
  if (type === undefined || type === 'ExternalName') return;
  const before = causes.violations.length;
  const usesList = isListUsed(spec, old);
  if (usesList) checkInStep(spec, causes);
  checkFamilies(spec, causes);
  const policies = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];
  checkEnumIfSet(spec.at('ipFamilyPolicy'), policies, causes);
  if (spec.at('ipFamilyPolicy').text === 'SingleStack' && spec.at('ipFamilies').items.length > 1) {
    const detail = "must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified";
    causes.invalid(spec.at('ipFamilyPolicy'), detail, { against: spec.at('ipFamilies') });
  }

  const list = spec.at('clusterIPs');
  const ips = clusterIpsOf(spec, old);
  const known = (old?.spec as Record<string, unknown> | undefined)?.clusterIPs;
  let isWhole = true;
  for (const [index, ip] of ips.entries()) {
    const place = usesList ? list.items[index]! : list.child(0);
    const mark = usesList ? place : spec.at('clusterIP');
    if (typeof ip !== 'string') return;
    if (index === 0 && ip === 'None') {
      if (ips.length === 1) continue;
      causes.invalid(list, "'None' must be the first and only value", { mark });
      isWhole = false;
      continue;
    }
    if (Array.isArray(known) && known.includes(ip)) continue;
    for (const problem of ipOf(kubernetesVersion)(ip)) {
      causes.invalid(place, problem, { code: 'ip-address', shown: ip, mark });
      isWhole = false;
    }
  }
  if (ips.length > 2) causes.invalid(list, 'may only hold up to 2 values');
  if (isWhole) checkFamiliesOf(ips as readonly string[], spec, causes);
  if (causes.violations.length === before) checkClusterIpUnchanged(spec, causes, old);
}

/** The first of the list is the single one. */
function checkInStep(spec: Field, causes: Causes): void {
  const ip = spec.at('clusterIP');
  const list = spec.at('clusterIPs');
  const first = list.items[0]?.text;
  if (ip.text === undefined || list.items.length === 0 || first === undefined) return;
  if (ip.text === '') causes.invalid(list, 'must be empty when `clusterIP` is not specified');
  else if (first !== ip.text) causes.invalid(list, 'first value must match `clusterIP`');
}

function checkFamilies(spec: Field, causes: Causes): void {
  const seen = new Set<string>();
  for (const family of spec.at('ipFamilies').items) {
    checkEnumIfSet(family, ['IPv4', 'IPv6'], causes);
    if (family.text !== undefined && seen.has(family.text)) causes.duplicate(family);
    seen.add(family.text ?? '');
  }
}

function checkFamiliesOf(ips: readonly string[], spec: Field, causes: Causes): void {
  const list = spec.at('clusterIPs');
  const families = ips.map((ip) => parseIp(ip)).map((address) => address && familyOf(address));
  if (ips.length > 1 && new Set(families).size === 1) {
    causes.invalid(list, 'may specify no more than one IP for each IP family');
  }
  if (ips[0] === 'None') return;
  for (const [index, expected] of spec.at('ipFamilies').items.entries()) {
    const family = families[index];
    if (!family || (expected.text !== 'IPv4' && expected.text !== 'IPv6') || family === expected.text)
      continue;
    const place = list.isZero ? list.child(0) : list.items[index]!;
    const mark = list.isZero ? spec.at('clusterIP') : place;
    const detail = `expected an ${expected.text} value as indicated by \`ipFamilies[${index}]\``;
    causes.invalid(place, detail, { shown: ips[index], mark });
  }
}
