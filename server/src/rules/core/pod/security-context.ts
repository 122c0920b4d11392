import { userId } from '../../formats/user-id.ts';
import type { Causes } from '../../shared/causes.ts';
import { checkEnumIfSet } from '../../shared/enum.ts';
import type { Field } from '../../shared/field.ts';
import { checkRelativePath } from './file-path.ts';
import { checkWindowsOptions } from './windows-options.ts';

/** The security context of a container. */
export function checkSecurityContext(context: Field, spec: Field, causes: Causes): void {
  if (!context.isSet) return;
  checkUserIds(context, ['runAsUser', 'runAsGroup'], causes);
  const procMount = context.at('procMount');
  checkEnumIfSet(procMount, ['Default', 'Unmasked'], causes);
  const hostUsers = spec.at('hostUsers');
  if (procMount.text === 'Unmasked' && (!hostUsers.isSet || hostUsers.isTrue)) {
    causes.invalid(procMount, '`hostUsers` must be false to use `Unmasked`', { code: 'proc-mount' });
  }
  checkEscalation(context, causes);
  checkProfiles(context, causes);
  checkWindowsOptions(context.at('windowsOptions'), causes);
}

/** Ids of users and groups. */
export function checkUserIds(context: Field, names: readonly string[], causes: Causes): void {
  for (const name of names) {
    const id = context.at(name);
    const { number } = id;
    if (number === undefined) continue;
    for (const problem of userId(number)) causes.invalid(id, problem, { code: 'user-id' });
  }
}

/** The seccomp and AppArmor profiles: a file is named where the type says so, and nowhere else. */
export function checkProfiles(context: Field, causes: Causes): void {
  const seccomp = context.at('seccompProfile');
  const appArmor = context.at('appArmorProfile');
  if (!seccomp.isSet && !appArmor.isSet) return;
  checkProfile(seccomp, 'seccomp', causes);
  if (seccomp.at('type').text === 'Localhost') checkRelativePath(seccomp.at('localhostProfile'), causes);
  checkProfile(appArmor, 'AppArmor', causes);
  const file = appArmor.at('localhostProfile');
  if (appArmor.at('type').text !== 'Localhost' || !file.isSet || file.text === undefined) return;
  if (file.text !== file.text.trim()) {
    causes.invalid(file, 'must not be padded with whitespace', { code: 'security-profile' });
  } else if (file.text === '') {
    causes.required(file, 'must be set when AppArmor type is Localhost', { code: 'security-profile' });
  }
  if (file.text.length > 4095) causes.tooLong(file, 4095);
}

function checkProfile(profile: Field, name: 'seccomp' | 'AppArmor', causes: Causes): void {
  if (!profile.isSet || !profile.map) return;
  const type = profile.at('type');
  const file = profile.at('localhostProfile');
  if (type.text === '') causes.required(type, `type is required when ${String(profile.name)} is set`);
  else checkEnumIfSet(type, ['Localhost', 'RuntimeDefault', 'Unconfined'], causes);
  if (type.text === 'Localhost' && !file.isSet) {
    causes.required(file, `must be set when ${name} type is Localhost`, { code: 'security-profile' });
  } else if (type.text !== undefined && type.text !== 'Localhost' && file.isSet) {
    if (name === 'AppArmor' && type.text !== 'RuntimeDefault' && type.text !== 'Unconfined') return;
    const shown = name === 'seccomp' ? { Type: type.text, LocalhostProfile: file.value } : file.value;
    causes.invalid(file, `can only be set when ${name} type is Localhost`, {
      code: 'security-profile',
      shown,
    });
  }
}

function checkEscalation(context: Field, causes: Causes): void {
  const escalation = context.at('allowPrivilegeEscalation');
  if (escalation.value !== false) return;
  const remark = {
    code: 'privilege-escalation',
    mark: escalation,
    against: context.at('privileged'),
  } as const;
  if (context.at('privileged').isTrue) {
    causes.invalid(
      context,
      'cannot set `allowPrivilegeEscalation` to false and `privileged` to true',
      remark,
    );
  }
  for (const capability of context.in('capabilities', 'add').items) {
    if (capability.text !== 'CAP_SYS_ADMIN') continue;
    const why = 'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN';
    causes.invalid(context, why, { ...remark, against: capability });
  }
}
