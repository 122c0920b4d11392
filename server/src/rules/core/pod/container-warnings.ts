import type { Field } from '../../shared/field.ts';
import { warnOfFractionOfByte } from '../../shared/fraction-of-byte.ts';
import type { Warnings } from '../../shared/warning.ts';
import { containersOf } from './context.ts';

/** The containers of a Pod, and the annotations of the Pod that speak of them. */
export function warnOfContainers(pod: Field, kind: 'pod' | 'template', warnings: Warnings): void {
  const annotations = pod.in('metadata', 'annotations');
  const spec = pod.at('spec');
  const hasAppArmor = kind === 'template' || spec.in('os', 'name').text !== 'windows';
  const profile = spec.in('securityContext', 'appArmorProfile');
  for (const { field: container } of containersOf(spec)) {
    if (annotations.isSet) {
      warnOfSeccomp(annotations, container, warnings);
      if (hasAppArmor) warnOfAppArmor(annotations, container, profile, warnings);
    }
    const resources = container.at('resources');
    if (!resources.isZero) warnOfFractions(resources, warnings);
    const variables = container.at('env');
    if (variables.items.length > 1) warnOfHiddenVariables(variables, warnings);
  }
}

function warnOfFractions(resources: Field, warnings: Warnings): void {
  for (const resource of ['memory', 'ephemeral-storage']) {
    for (const list of ['limits', 'requests']) {
      warnOfFractionOfByte(resources.at(list).key(resource), warnings);
    }
  }
}

function warnOfSeccomp(annotations: Field, container: Field, warnings: Warnings): void {
  const name = container.at('name').text;
  const profile = container.in('securityContext', 'seccompProfile');
  if (!name || profile.isSet || profile.isUnknown) return;
  const annotation = annotations.key(`container.seccomp.security.alpha.kubernetes.io/${name}`);
  if (!annotation.isSet) return;
  const text = 'non-functional in v1.27+; use the "seccompProfile" field instead';
  warnings.of(annotation, text, { code: 'deprecated-annotation', at: 'key' });
}

/** The annotation may stay beside a profile of the Pod that says the same. */
function warnOfAppArmor(annotations: Field, container: Field, ofPod: Field, warnings: Warnings): void {
  const name = container.at('name').text;
  const own = container.in('securityContext', 'appArmorProfile');
  if (!name || own.isSet || own.isUnknown || ofPod.isUnknown) return;
  const annotation = annotations.key(`container.apparmor.security.beta.kubernetes.io/${name}`);
  if (!annotation.isSet || annotation.text === undefined || isProfile(ofPod, annotation.text)) return;
  const text = 'deprecated since v1.30; use the "appArmorProfile" field instead';
  warnings.of(annotation, text, { code: 'deprecated-annotation', at: 'key' });
}

function isProfile(profile: Field, annotation: string): boolean {
  if (!profile.isSet) return false;
  const type = profile.at('type').text;
  const file = profile.at('localhostProfile');
  if (annotation === 'unconfined') return type === 'Unconfined' && !file.isSet;
  if (annotation === 'runtime/default') return type === 'RuntimeDefault' && !file.isSet;
  return type === 'Localhost' && annotation === `localhost/${file.text}` && file.text !== '';
}

/** A variable that is set once more and is not made of its first value. */
function warnOfHiddenVariables(variables: Field, warnings: Warnings): void {
  const known = new Set<string>();
  for (const variable of variables.items) {
    const name = variable.at('name').text;
    const value = variable.at('value').text;
    if (name === undefined || value === undefined) continue;
    const reference = `$(${name})`;
    const isKept = !variable.at('valueFrom').isSet && value !== reference && value.includes(reference);
    if (known.has(name) && !isKept) {
      const text = `hides previous definition of ${JSON.stringify(name)}, which may be dropped when using apply`;
      warnings.of(variable, text, { code: 'hidden-variable', mark: variable.at('name') });
    }
    known.add(name);
  }
}
