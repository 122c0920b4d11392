import { dnsLabel } from '../../formats/dns-label.ts';
import { dnsSubdomain } from '../../formats/dns-subdomain.ts';
import { qualifiedName } from '../../formats/qualified-name.ts';
import { inclusiveRangeError } from '../../formats/validation-messages.ts';
import { ipOf } from '../../shared/address.ts';
import type { Causes } from '../../shared/causes.ts';
import { checkEnum, checkEnumIfSet } from '../../shared/enum.ts';
import { isEnabledByDefault } from '../../shared/feature-gates.ts';
import type { Field } from '../../shared/field.ts';
import { goStruct } from '../../shared/go-struct.ts';
import { checkLabels } from '../../shared/labels.ts';
import { checkAffinity } from './affinity.ts';
import { checkContainers } from './containers.ts';
import { containersOf, type PodContext } from './context.ts';
import { checkDns } from './dns.ts';
import { checkHostPorts } from './host-ports.ts';
import { checkOperatingSystem } from './operating-system.ts';
import { checkPodSecurityContext } from './pod-security-context.ts';
import { checkOverhead, checkPodResources } from './resources.ts';
import { checkTolerations } from './tolerations.ts';
import { checkTopologySpread } from './topology-spread.ts';
import { checkVolumes } from './volumes.ts';

/** The spec of a Pod or of a Pod's template. */
export function checkPodSpec(context: PodContext, causes: Causes): void {
  const { spec, kubernetesVersion } = context;
  checkVolumes(context, causes);
  checkResourceClaims(spec.at('resourceClaims'), causes);
  checkContainers(context, causes);
  checkPodResources(spec, causes);
  checkOverhead(spec.at('overhead'), causes);
  checkHostPorts(context, causes);
  checkEnum(spec.at('restartPolicy'), ['Always', 'OnFailure', 'Never'], causes);
  checkEnum(spec.at('dnsPolicy'), ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'], causes);
  checkLabels(spec.at('nodeSelector'), causes);
  checkPodSecurityContext(spec, causes);
  checkAffinity(spec.at('affinity'), causes);
  checkDns(spec, kubernetesVersion, causes);
  checkGates(spec, causes);
  checkTopologySpread(spec.at('topologySpreadConstraints'), causes);
  checkHostUsers(spec, causes);
  checkNames(context, causes);
  checkActiveDeadline(spec.at('activeDeadlineSeconds'), causes);
  checkTolerations(spec.at('tolerations'), causes);
  for (const alias of spec.at('hostAliases').items) {
    causes.malformed(alias.at('ip'), ipOf(kubernetesVersion), { code: 'ip-address' });
    for (const name of alias.at('hostnames').items)
      causes.malformed(name, dnsSubdomain, { code: 'host-name' });
  }
  checkEnumIfSet(spec.at('preemptionPolicy'), ['PreemptLowerPriority', 'Never'], causes);
  checkOperatingSystem(spec, causes);
  if (isEnabledByDefault('EnvFiles', kubernetesVersion)) checkEnvironmentFiles(context, causes);
}

const claimFields = ['Name', 'ResourceClaimName', 'ResourceClaimTemplateName'];

function checkResourceClaims(claims: Field, causes: Causes): void {
  if (!claims.isSet) return;
  const names = new Set<string>();
  for (const claim of claims.items) {
    const name = claim.at('name');
    if (name.text === '') causes.required(name);
    else if (name.text !== undefined && names.has(name.text)) causes.duplicate(name);
    else causes.malformed(name, dnsLabel, { code: 'resource-claim' });
    if (name.text) names.add(name.text);
    const byName = claim.at('resourceClaimName');
    const byTemplate = claim.at('resourceClaimTemplateName');
    if (byName.isSet && byTemplate.isSet) {
      causes.invalid(
        claim,
        'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified',
        { code: 'resource-claim', shown: goStruct(claim, claimFields) },
      );
    } else if (!byName.isSet && !byTemplate.isSet) {
      causes.invalid(claim, 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`', {
        code: 'resource-claim',
        shown: goStruct(claim, claimFields),
      });
    }
    for (const reference of [byName, byTemplate]) {
      if (reference.isSet) causes.malformed(reference, dnsSubdomain, { code: 'reference-name' });
    }
  }
}

function checkGates(spec: Field, causes: Causes): void {
  for (const gate of spec.at('readinessGates').items) {
    causes.malformed(gate.at('conditionType'), qualifiedName, { code: 'gate-name' });
  }
  const gates = spec.at('schedulingGates');
  if (gates.isSet) checkSchedulingGates(gates, causes);
}

function checkSchedulingGates(gates: Field, causes: Causes): void {
  const seen = new Set<string>();
  for (const gate of gates.items) {
    const name = gate.at('name');
    if (name.text === undefined) continue;
    for (const problem of qualifiedName(name.text)) {
      causes.invalid(gate, problem, { code: 'gate-name', shown: name.text, mark: name });
    }
    if (seen.has(name.text)) causes.duplicate(gate, { shown: name.text, mark: name });
    seen.add(name.text);
  }
}

function checkHostUsers(spec: Field, causes: Causes): void {
  if (spec.at('hostUsers').value !== false) return;
  const why = 'when `hostUsers` is false';
  for (const name of ['hostNetwork', 'hostPID', 'hostIPC']) {
    const field = spec.at(name);
    if (!field.isTrue) continue;
    const reported = name === 'hostNetwork' ? field : spec.child(name.replace('host', 'Host'));
    causes.forbidden(reported, why, { code: 'host-users', mark: field });
  }
  for (const { field } of containersOf(spec)) {
    const devices = field.at('volumeDevices');
    if (devices.items.length > 0) causes.forbidden(devices, why, { code: 'host-users' });
  }
}

function checkNames({ spec, hostNames, kubernetesVersion }: PodContext, causes: Causes): void {
  if (isEnabledByDefault('HostnameOverride', kubernetesVersion)) checkHostnameOverride(spec, causes);
  checkName(spec.at('serviceAccountName'), dnsSubdomain, causes);
  checkName(spec.at('nodeName'), dnsSubdomain, causes);
  if (hostNames === 'own') {
    checkName(spec.at('hostname'), dnsLabel, causes);
    checkName(spec.at('subdomain'), dnsLabel, causes);
  }
  checkName(spec.at('priorityClassName'), dnsSubdomain, causes);
  const runtimeClassName = spec.at('runtimeClassName');
  if (runtimeClassName.isSet) causes.malformed(runtimeClassName, dnsSubdomain, { code: 'reference-name' });
}

function checkName(field: Field, format: (text: string) => string[], causes: Causes): void {
  if (field.text === '') return;
  causes.malformed(field, format, { code: 'reference-name' });
}

function checkHostnameOverride(spec: Field, causes: Causes): void {
  const override = spec.at('hostnameOverride');
  if (!override.isSet) return;
  if (spec.at('setHostnameAsFQDN').isTrue) {
    causes.forbidden(override, 'may not be specified when setHostnameAsFQDN is true', { code: 'host-name' });
  }
  if (spec.at('hostNetwork').isTrue) {
    causes.forbidden(override, 'may not be specified when hostNetwork is true', { code: 'host-name' });
  }
  if ((override.text?.length ?? 0) > 64) causes.tooLong(override, 64);
  causes.malformed(override, dnsSubdomain, { code: 'host-name' });
}

function checkActiveDeadline(field: Field, causes: Causes): void {
  const { number } = field;
  if (number === undefined || (number >= 1 && number <= longestDeadline)) return;
  causes.invalid(field, inclusiveRangeError(1, longestDeadline), { code: 'number-range' });
}

const longestDeadline = 2 ** 31 - 1;

/** A file with environment variables lies in a volume that lives and dies with the Pod. */
function checkEnvironmentFiles({ spec }: PodContext, causes: Causes): void {
  let volumes: Map<unknown, Field> | undefined;
  for (const { field } of containersOf(spec)) {
    for (const variable of field.at('env').items) {
      const reference = variable.in('valueFrom', 'fileKeyRef');
      if (!reference.isSet) continue;
      const name = reference.at('volumeName');
      if (name.text === undefined) continue;
      volumes ??= new Map(spec.at('volumes').items.map((volume) => [volume.at('name').value, volume]));
      const volume = volumes.get(name.text);
      if (!volume) causes.notFound(name, { code: 'unknown-volume' });
      else if (!volume.at('emptyDir').isSet) {
        causes.invalid(name, 'referenced volume must be of type emptyDir', { code: 'environment-file' });
      }
    }
  }
}
