import { compareKubernetesVersions } from '../../catalog/version.ts';
import { warnOfAddress, warnOfNetwork } from '../shared/address-warnings.ts';
import type { Field } from '../shared/field.ts';
import type { WarningRule, Warnings } from '../shared/warning.ts';

/** What the API server warns of in a Service. */
export const serviceWarnings: WarningRule = (object, warnings, { kubernetesVersion }) => {
  const spec = object.at('spec');
  const since = (version: '1.35' | '1.36') => compareKubernetesVersions(kubernetesVersion, version) >= 0;
  const type = spec.at('type').text;
  const externalIps = spec.at('externalIPs');
  const isHeadless = type === 'ClusterIP' && spec.at('clusterIP').text === 'None';
  const hints = object.in('metadata', 'annotations').key('service.kubernetes.io/topology-aware-hints');
  if (hints.isSet) {
    const text =
      'annotation service.kubernetes.io/topology-aware-hints is deprecated, please use service.kubernetes.io/topology-mode instead';
    warnings.about(hints, text, { code: 'deprecated-annotation', at: 'key' });
  }
  const addresses = spec.at('clusterIPs');
  for (const address of addresses.items) {
    if (address.text !== 'None') warnOfAddress(address, warnings);
  }
  // The older field becomes the first of the newer one.
  if (addresses.isZero && spec.at('clusterIP').text !== 'None') {
    warnOfAddress(spec.at('clusterIP'), warnings, addresses.child(0));
  }
  if (isHeadless) warnOfHeadless(spec, warnings);
  else if (externalIps.items.length > 0 && type !== 'ExternalName' && type !== undefined && since('1.36')) {
    const text = 'spec.externalIPs is deprecated and may no longer be implemented in some clusters';
    warnings.about(externalIps, text, { code: 'deprecated-field', at: 'key' });
  }
  for (const address of externalIps.items) warnOfAddress(address, warnings);
  warnOfAddress(spec.at('loadBalancerIP'), warnings);
  for (const range of spec.at('loadBalancerSourceRanges').items) warnOfNetwork(range, warnings);
  if (type === 'ExternalName' && externalIps.items.length > 0) {
    warnings.about(externalIps, 'spec.externalIPs is ignored when spec.type is "ExternalName"', ignored);
  }
  if (type !== undefined && type !== 'ExternalName' && spec.at('externalName').text) {
    const text = 'spec.externalName is ignored when spec.type is not "ExternalName"';
    warnings.about(spec.at('externalName'), text, ignored);
  }
  const distribution = spec.at('trafficDistribution');
  if (distribution.text === 'PreferClose' && since('1.35')) {
    const text = '"PreferClose" is deprecated; use "PreferSameZone"';
    warnings.of(distribution, text, { code: 'deprecated-field' });
  }
};

const ignored = { code: 'ignored-field', at: 'key' } as const;

function warnOfHeadless(spec: Field, warnings: Warnings): void {
  const [address, affinity] = [spec.at('loadBalancerIP'), spec.at('sessionAffinity')];
  const externalIps = spec.at('externalIPs');
  if (address.text) {
    warnings.about(address, 'spec.loadBalancerIP is ignored for headless services', ignored);
  }
  if (externalIps.items.length > 0) {
    warnings.about(externalIps, 'spec.externalIPs is ignored for headless services', ignored);
  }
  if (affinity.text && affinity.text !== 'None') {
    warnings.about(affinity, 'spec.SessionAffinity is ignored for headless services', ignored);
  }
}
