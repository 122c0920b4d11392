import { Field } from '../../shared/field.ts';
import type { Rule } from '../../shared/rule.ts';
import { checkPodAnnotations } from './pod-annotations.ts';
import { checkPodSpec } from './pod-spec.ts';
import { checkPodUpdate } from './pod-update.ts';
import { volumesByName } from './volumes.ts';

/** A Pod. */
export const podRule: Rule = (pod, causes, { kubernetesVersion, old, subresource }) => {
  const spec = pod.at('spec');
  const context = {
    kubernetesVersion,
    of: 'pod',
    state: old ? 'stored' : 'new',
    metadata: pod.at('metadata'),
    spec,
    volumes: volumesByName(spec),
    faultyVolumes: new Set<string>(),
    hostNames: 'own',
  } as const;
  checkPodAnnotations(context, causes);
  checkPodSpec(context, causes);
  const nodeName = spec.at('nodeName');
  if (nodeName.text && spec.at('schedulingGates').items.length > 0) {
    causes.forbidden(nodeName, 'cannot be set until all schedulingGates have been cleared', {
      code: 'scheduling-gates',
    });
  }
  if (old && subresource === undefined) checkPodUpdate(spec, Field.root(old).at('spec'), causes);
};
