import { userId } from '../../formats/user-id.ts';
import type { Causes } from '../../shared/causes.ts';
import { checkEnumIfSet } from '../../shared/enum.ts';
import type { Field } from '../../shared/field.ts';
import { checkProfiles, checkUserIds } from './security-context.ts';
import { checkWindowsOptions } from './windows-options.ts';

/** The security context of a whole Pod, and what of the spec's own fields belongs to it. */
export function checkPodSecurityContext(spec: Field, causes: Causes): void {
  const context = spec.at('securityContext');
  // Nothing is written there in most Pods, and the server itself makes it an empty one.
  const isWritten = !context.isZero;
  if (isWritten) checkIds(context, causes);
  checkSharedProcesses(spec, context, causes);
  if (isWritten) checkOptions(context, spec, causes);
}

function checkIds(context: Field, causes: Causes): void {
  checkUserIds(context, ['fsGroup', 'runAsUser', 'runAsGroup'], causes);
  for (const group of context.at('supplementalGroups').items) {
    for (const problem of group.number === undefined ? [] : userId(group.number)) {
      causes.invalid(group, problem, { code: 'user-id' });
    }
  }
}

function checkSharedProcesses(spec: Field, context: Field, causes: Causes): void {
  const shared = spec.at('shareProcessNamespace');
  if (!shared.isTrue || !spec.at('hostPID').isTrue) return;
  const field = context.child('shareProcessNamespace');
  causes.invalid(field, 'ShareProcessNamespace and HostPID cannot both be enabled', {
    code: 'shared-processes',
    shown: true,
    mark: shared,
  });
}

function checkOptions(context: Field, spec: Field, causes: Causes): void {
  checkSysctls(context.at('sysctls'), spec, causes);
  checkEnumIfSet(context.at('fsGroupChangePolicy'), ['Always', 'OnRootMismatch'], causes);
  checkProfiles(context, causes);
  checkWindowsOptions(context.at('windowsOptions'), causes);
  checkEnumIfSet(context.at('supplementalGroupsPolicy'), ['Merge', 'Strict'], causes);
  checkEnumIfSet(context.at('seLinuxChangePolicy'), ['MountOption', 'Recursive'], causes);
}

function checkSysctls(sysctls: Field, spec: Field, causes: Causes): void {
  const seen = new Set<string>();
  for (const sysctl of sysctls.items) {
    const name = sysctl.at('name');
    const { text } = name;
    if (text === undefined) continue;
    if (text === '') causes.required(name);
    else if (text.length > 253 || !sysctlName.test(text)) {
      causes.invalid(name, `must have at most 253 characters and match regex ${sysctlPattern}`, {
        code: 'sysctl-name',
      });
    } else if (seen.has(text)) causes.duplicate(name, { code: 'sysctl-name' });
    seen.add(text);
    for (const [field, prefix] of [
      ['hostNetwork', /^net[./]/],
      ['hostIPC', /^(?:kernel[./](?:sem$|shm|msg)|fs[./]mqueue[./])/],
    ] as const) {
      if (!spec.at(field).isTrue || !prefix.test(text)) continue;
      causes.invalid(name, `may not be specified when '${field}' is true`, { code: 'sysctl-name' });
    }
  }
}

const sysctlPattern = '^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$';
const sysctlName = /^[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?(?:[./][a-z0-9](?:[-_a-z0-9]*[a-z0-9])?)*$/;
