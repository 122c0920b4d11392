import type { AdmissionAttributes } from '../../shared/admission-attributes.ts';
import { checkAnnotations } from '../../shared/annotations.ts';
import type { Causes } from '../../shared/causes.ts';
import type { Field } from '../../shared/field.ts';
import { checkLabels } from '../../shared/labels.ts';
import type { Rule } from '../../shared/rule.ts';
import type { PodContext } from './context.ts';
import { checkPodAnnotations } from './pod-annotations.ts';
import { checkPodSpec } from './pod-spec.ts';
import { volumesByName } from './volumes.ts';

/** What the Pods of a workload get from it. */
export interface PodAdditions {
  /** Volumes beside those in their spec, by name; `unknown` where one of the names is. */
  readonly claims: ReadonlyMap<string, Field> | 'unknown';
  /** Their host name and subdomain; those in the template are then not looked at. */
  readonly hostNames: 'own' | 'given';
}

/** What the API server refuses a PodTemplate for. */
export const podTemplateRule: Rule = (object, causes, attributes) => {
  const template = object.at('template');
  if (template.map) checkPodTemplate(template, attributes, causes);
};

/** A template of Pods. */
export function checkPodTemplate(
  template: Field,
  { kubernetesVersion }: AdmissionAttributes,
  causes: Causes,
  { claims, hostNames }: PodAdditions = nothing,
): void {
  const metadata = template.at('metadata');
  const spec = template.at('spec');
  const own = volumesByName(spec);
  if (own && claims !== 'unknown') for (const [name, claim] of claims) own.set(name, claim);
  const volumes = claims === 'unknown' ? undefined : own;
  const context: PodContext = {
    kubernetesVersion,
    of: 'template',
    metadata,
    spec,
    volumes,
    faultyVolumes: new Set(),
    hostNames,
  };
  checkLabels(metadata.at('labels'), causes, template.child('labels'));
  checkAnnotations(metadata.at('annotations'), causes, template.child('annotations'));
  checkPodAnnotations(context, causes);
  checkPodSpec(context, causes);
}

const nothing: PodAdditions = { claims: new Map(), hostNames: 'own' };
