import type { Causes } from '../../shared/causes.ts';
import type { Field } from '../../shared/field.ts';
import { containersOf } from './context.ts';

/** What a Pod must leave out once it says which operating system it is for, and how Windows shares its host. */
export function checkOperatingSystem(spec: Field, causes: Causes): void {
  checkHostProcesses(spec, causes);
  const os = spec.at('os');
  const name = os.at('name');
  if (!os.isSet || name.text === undefined) return;
  if (name.text === '') causes.required(name);
  else if (name.text === 'linux')
    forbid(spec, ['windowsOptions'], [], 'windows options cannot be set for a linux pod', causes);
  else if (name.text !== 'windows')
    causes.notSupported(os, ['linux', 'windows'], { shown: name.text, mark: name });
  else {
    const why = 'cannot be set for a windows pod';
    forbid(spec, podContext, containerContext, why, causes);
    for (const field of ['hostUsers', 'hostPID', 'hostIPC', 'shareProcessNamespace'].map((key) =>
      spec.at(key),
    )) {
      const isUsed = field.name === 'hostPID' || field.name === 'hostIPC' ? field.isTrue : field.isSet;
      if (isUsed) causes.forbidden(field, why, { code: 'operating-system' });
    }
  }
}

const podContext = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'fsGroup',
  'fsGroupChangePolicy',
  'sysctls',
  'runAsUser',
  'runAsGroup',
  'supplementalGroups',
  'supplementalGroupsPolicy',
  'seLinuxChangePolicy',
];
const containerContext = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
];

function forbid(
  spec: Field,
  ofPod: readonly string[],
  ofContainers: readonly string[],
  why: string,
  causes: Causes,
): void {
  const inContainers = ofContainers.length > 0 ? ofContainers : ofPod;
  const fields = [
    ...ofPod.map((name) => spec.in('securityContext', name)),
    ...containersOf(spec).flatMap(({ field }) =>
      inContainers.map((name) => field.in('securityContext', name)),
    ),
  ];
  for (const field of fields) {
    const isUsed = field.name === 'sysctls' ? field.items.length > 0 : field.isSet;
    if (isUsed) causes.forbidden(field, why, { code: 'operating-system' });
  }
}

function checkHostProcesses(spec: Field, causes: Causes): void {
  const ofPod = spec.in('securityContext', 'windowsOptions', 'hostProcess');
  const all = containersOf(spec);
  if (!ofPod.isSet && all.every(({ field }) => !field.at('securityContext').isSet)) return;
  const containers = all.map(({ field }) => field.in('securityContext', 'windowsOptions', 'hostProcess'));
  for (const own of containers) {
    if (!ofPod.isSet || !own.isSet || ofPod.value === own.value) continue;
    const why = `pod hostProcess value must be identical if both are specified, was ${String(ofPod.value)}`;
    causes.invalid(own, why, { code: 'host-process' });
  }
  const count = containers.filter((own) => (own.isSet ? own.isTrue : ofPod.isTrue)).length;
  if (count === 0) return;
  if (count !== containers.length) {
    const why =
      'If pod contains any hostProcess containers then all containers must be HostProcess containers';
    causes.invalid(spec, why, { code: 'host-process', shown: '' });
  }
  if (spec.at('hostNetwork').isZero) {
    const why = 'hostNetwork must be true if pod contains any hostProcess containers';
    causes.invalid(spec.at('hostNetwork'), why, { code: 'host-process', shown: false });
  }
}
