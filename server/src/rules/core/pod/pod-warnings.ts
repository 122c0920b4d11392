import { warnOfAddress } from '../../shared/address-warnings.ts';
import type { Field } from '../../shared/field.ts';
import { warnOfFractionOfByte } from '../../shared/fraction-of-byte.ts';
import { warnOfHostName } from '../../shared/metadata-warnings.ts';
import type { WarningRule, Warnings } from '../../shared/warning.ts';
import { warnOfNodeLabel, warnOfNodeSelector, warnOfNodeTerm } from '../node-label-warnings.ts';
import { warnOfContainers } from './container-warnings.ts';
import { containersOf } from './context.ts';
import { warnOfPorts } from './port-warnings.ts';
import { warnOfVolumes } from './volume-warnings.ts';

/** A Pod, or a template of Pods. */
export function warnOfPod(pod: Field, kind: 'pod' | 'template', warnings: Warnings): void {
  const metadata = pod.at('metadata');
  const spec = pod.at('spec');
  const annotations = metadata.at('annotations');
  warnOfNodeSelector(spec.at('nodeSelector'), warnings);
  const affinity = spec.at('affinity');
  if (affinity.isSet) warnOfNodeAffinity(affinity.at('nodeAffinity'), warnings);
  warnOfSpread(spec.at('topologySpreadConstraints'), warnings);
  if (annotations.isSet) warnOfAnnotations(annotations, warnings);
  warnOfVolumes(spec.at('volumes'), warnings);
  warnOfRepeated(spec.at('hostAliases'), 'ip', warnings);
  warnOfRepeated(spec.at('imagePullSecrets'), 'name', warnings);
  for (const secret of spec.at('imagePullSecrets').items) {
    const name = secret.at('name');
    if (name.text === '') warnings.of(name, 'invalid empty name ""', { code: 'unwise-value' });
  }
  const overhead = spec.at('overhead');
  if (overhead.isSet) {
    for (const name of ['memory', 'ephemeral-storage']) warnOfFractionOfByte(overhead.key(name), warnings);
  }
  if (annotations.isSet) warnOfSeccomp(annotations, spec, warnings);
  warnOfContainers(pod, kind, warnings);
  warnOfPorts(
    containersOf(spec).map(({ field }) => field.at('ports')),
    warnings,
  );
  const grace = spec.at('terminationGracePeriodSeconds');
  // Of a Pod itself the server makes it 1 while it reads it.
  if (kind === 'template' && grace.number !== undefined && grace.number < 0) {
    const text = 'must be >= 0; negative values are invalid and will be treated as 1';
    warnings.of(grace, text, { code: 'unwise-value' });
  }
  for (const name of affinity.isSet ? ['podAffinity', 'podAntiAffinity'] : []) {
    warnOfPodAffinity(affinity.at(name), warnings);
  }
  for (const server of spec.in('dnsConfig', 'nameservers').items) warnOfAddress(server, warnings);
  for (const alias of spec.at('hostAliases').items) warnOfAddress(alias.at('ip'), warnings);
}

const deadAnnotations = [
  [
    'scheduler.alpha.kubernetes.io/critical-pod',
    'non-functional in v1.16+; use the "priorityClassName" field instead',
  ],
  ['security.alpha.kubernetes.io/sysctls', 'non-functional in v1.11+; use the "sysctls" field instead'],
  [
    'security.alpha.kubernetes.io/unsafe-sysctls',
    'non-functional in v1.11+; use the "sysctls" field instead',
  ],
] as const;

function warnOfAnnotations(annotations: Field, warnings: Warnings): void {
  for (const [key, text] of deadAnnotations) {
    const annotation = annotations.key(key);
    if (annotation.isSet) warnings.of(annotation, text, { code: 'deprecated-annotation', at: 'key' });
  }
}

function warnOfNodeAffinity(affinity: Field, warnings: Warnings): void {
  const required = affinity.in('requiredDuringSchedulingIgnoredDuringExecution', 'nodeSelectorTerms');
  for (const term of required.items) warnOfNodeTerm(term, warnings, 'required');
  for (const term of affinity.at('preferredDuringSchedulingIgnoredDuringExecution').items) {
    warnOfNodeTerm(term.at('preference'), warnings, 'preferred');
  }
}

function warnOfSpread(constraints: Field, warnings: Warnings): void {
  for (const constraint of constraints.items) {
    warnOfNodeLabel(constraint.at('topologyKey'), warnings, 'with label');
    warnOfNoSelector(constraint.at('labelSelector'), warnings);
  }
}

function warnOfPodAffinity(affinity: Field, warnings: Warnings): void {
  for (const term of affinity.at('requiredDuringSchedulingIgnoredDuringExecution').items) {
    warnOfNoSelector(term.at('labelSelector'), warnings);
  }
  for (const term of affinity.at('preferredDuringSchedulingIgnoredDuringExecution').items) {
    warnOfNoSelector(term.in('podAffinityTerm', 'labelSelector'), warnings);
  }
}

function warnOfNoSelector(selector: Field, warnings: Warnings): void {
  if (selector.isSet) return;
  const text = 'a null labelSelector results in matching no pod';
  warnings.of(selector, text, { code: 'no-selector', at: 'key', about: 'absence' });
}

function warnOfRepeated(list: Field, name: string, warnings: Warnings): void {
  if (!list.isSet) return;
  const known = new Set<string>();
  for (const item of list.items) {
    const field = item.at(name);
    if (field.text === undefined) continue;
    if (known.has(field.text)) {
      warnings.of(field, `duplicate ${name} ${JSON.stringify(field.text)}`, { code: 'repeated-item' });
    }
    known.add(field.text);
  }
}

function warnOfSeccomp(annotations: Field, spec: Field, warnings: Warnings): void {
  const annotation = annotations.key('seccomp.security.alpha.kubernetes.io/pod');
  const profile = spec.in('securityContext', 'seccompProfile');
  if (!annotation.isSet || profile.isSet || profile.isUnknown) return;
  const text = 'non-functional in v1.27+; use the "seccompProfile" field instead';
  warnings.of(annotation, text, { code: 'deprecated-annotation', at: 'key' });
}

/** What the API server warns of in a Pod; of a stored one it has done so. */
export const podWarnings: WarningRule = (pod, warnings, { operation }) => {
  if (operation === 'update') return;
  warnOfHostName(pod, "the Pod's hostname", warnings);
  warnOfPod(pod, 'pod', warnings);
};
