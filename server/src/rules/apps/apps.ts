import { checkClaimSpec } from '../core/claim-spec.ts';
import { checkPodTemplate, type PodAdditions } from '../core/pod/pod-template.ts';
import { checkSelectorMap, checkWorkloadSelector } from '../core/pod/template-selector.ts';
import { dnsLabel } from '../formats/dns-label.ts';
import type { AdmissionAttributes } from '../shared/admission-attributes.ts';
import { checkNonNegative } from '../shared/bounds.ts';
import type { Causes } from '../shared/causes.ts';
import { isEnabledByDefault, isEnabledWithBetas } from '../shared/feature-gates.ts';
import { Field } from '../shared/field.ts';
import { changesInItems, checkImmutable, marksOf, storedAt } from '../shared/immutable.ts';
import { checkAtMostAll, checkIntOrPercent } from '../shared/int-or-percent.ts';
import type { Rule } from '../shared/rule.ts';
import { intOrPercentValue } from './int-or-percent-value.ts';

/** A Deployment. */
export const deploymentRule: Rule = (deployment, causes, attributes) => {
  const spec = deployment.at('spec');
  if (!spec.map) return;
  checkNonNegative(spec.at('replicas'), causes);
  checkWorkloadSelector(spec, 'deployment', causes);
  checkTemplate(spec, 'ReplicaSet', attributes, causes);
  checkDeploymentStrategy(spec.at('strategy'), causes);
  const ready = spec.at('minReadySeconds');
  checkNonNegative(ready, causes);
  checkNonNegative(spec.at('revisionHistoryLimit'), causes);
  const deadline = spec.at('progressDeadlineSeconds');
  checkNonNegative(deadline, causes);
  const least = ready.isSet ? ready.number : 0;
  if (deadline.number !== undefined && least !== undefined && deadline.number <= least) {
    causes.invalid(deadline, 'must be greater than minReadySeconds', {
      code: 'progress-deadline',
      against: ready,
    });
  }
  checkImmutable(spec.at('selector'), causes, attributes);
};

/** A ReplicaSet. */
export const replicaSetRule: Rule = (replicaSet, causes, attributes) => {
  const spec = replicaSet.at('spec');
  if (!spec.map) return;
  checkNonNegative(spec.at('replicas'), causes);
  checkNonNegative(spec.at('minReadySeconds'), causes);
  checkWorkloadSelector(spec, 'deployment', causes);
  checkTemplate(spec, 'ReplicaSet', attributes, causes);
  checkImmutable(spec.at('selector'), causes, attributes);
};

/** A DaemonSet. */
export const daemonSetRule: Rule = (daemonSet, causes, attributes) => {
  const spec = daemonSet.at('spec');
  if (!spec.map) return;
  checkImmutable(spec.at('selector'), causes, attributes);
  checkWorkloadSelector(spec, 'daemonset', causes);
  checkTemplate(spec, 'DaemonSet', attributes, causes);
  checkNonNegative(spec.at('minReadySeconds'), causes);
  const strategy = spec.at('updateStrategy');
  const type = strategy.at('type');
  if (type.text === 'RollingUpdate') checkDaemonSetUpdate(strategy.at('rollingUpdate'), causes);
  else if (type.text !== undefined && type.text !== 'OnDelete') {
    causes.notSupported(strategy, ['RollingUpdate', 'OnDelete'], { mark: type });
  }
  checkNonNegative(spec.at('revisionHistoryLimit'), causes);
};

const managementPolicies = ['OrderedReady', 'Parallel'];

/** A StatefulSet. */
export const statefulSetRule: Rule = (statefulSet, causes, attributes) => {
  const spec = statefulSet.at('spec');
  if (!spec.map) return;
  const management = spec.at('podManagementPolicy');
  if (management.text && !managementPolicies.includes(management.text)) {
    causes.invalid(management, "must be 'OrderedReady' or 'Parallel'", {
      code: 'unsupported-value',
      choices: managementPolicies,
    });
  }
  checkStatefulSetUpdate(spec.at('updateStrategy'), attributes, causes);
  for (const when of ['whenDeleted', 'whenScaled']) {
    const policy = spec.in('persistentVolumeClaimRetentionPolicy', when);
    if (policy.text && policy.text !== 'Retain' && policy.text !== 'Delete') {
      causes.notSupported(policy, ['Retain', 'Delete']);
    }
  }
  checkNonNegative(spec.at('replicas'), causes);
  checkNonNegative(spec.at('minReadySeconds'), causes);
  checkNonNegative(spec.in('ordinals', 'start'), causes);
  const service = spec.at('serviceName');
  if (service.text !== '' && !attributes.old) causes.malformed(service, dnsLabel, { code: 'reference-name' });
  checkWorkloadSelector(spec, 'statefulset', causes);
  if (!attributes.old) {
    for (const template of spec.at('volumeClaimTemplates').items) checkClaimSpec(template.at('spec'), causes);
  }
  const claims = claimsOf(spec.at('volumeClaimTemplates'));
  checkClaimNames(spec, causes);
  const before = causes.violations.length;
  checkTemplate(spec, 'StatefulSet', attributes, causes, { claims, hostNames: 'given' });
  if (claims !== 'unknown') countClaims(spec.in('template', 'spec', 'volumes'), claims, causes, before);
  checkStatefulSetUnchanged(spec, causes, attributes);
};

/** All but these fields of a StatefulSet's spec stay as they were created. */
function checkStatefulSetUnchanged(spec: Field, causes: Causes, { old }: AdmissionAttributes): void {
  if (!old) return;
  const stored = storedAt(spec, old);
  const names = new Set([...Object.keys(spec.map ?? {}), ...Object.keys(stored.map ?? {})]);
  for (const name of changeable) names.delete(name);
  const marks = marksOf([...names].flatMap((name) => changesOf(name, spec.at(name), stored.at(name))));
  if (!marks) return;
  const [last, ...others] = [...changeable].reverse().map((name) => `'${name}'`);
  causes.forbidden(
    spec,
    `updates to statefulset spec for fields other than ${others.reverse().join(', ')} and ${last} are forbidden`,
    marks,
  );
}

/** The server forgets what says of a template that it is one of a claim. */
function changesOf(name: string, after: Field, before: Field): Field[] {
  const forgotten = name === 'volumeClaimTemplates' ? ['apiVersion', 'kind', 'status'] : [];
  return changesInItems(forgotten, after, before);
}

const changeable = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
];

/** A ReplicationController, whose selector is a plain map. */
export const replicationControllerRule: Rule = (controller, causes, attributes) => {
  const spec = controller.at('spec');
  if (!spec.map) return;
  checkNonNegative(spec.at('minReadySeconds'), causes);
  const template = spec.at('template');
  const isDefaulted = template.in('metadata', 'labels').isUnknown;
  if (spec.at('selector').isZero && !isDefaulted) causes.required(spec.at('selector'));
  checkNonNegative(spec.at('replicas'), causes);
  if (!template.isSet) {
    causes.required(template);
    return;
  }
  checkSelectorMap(spec.at('selector'), template.in('metadata', 'labels'), causes);
  checkTemplate(spec, 'ReplicationController', attributes, causes);
};

/** A ControllerRevision: some object under a number. */
export const controllerRevisionRule: Rule = (revision, causes, attributes) => {
  checkNonNegative(revision.at('revision'), causes);
  const data = revision.at('data');
  if (!data.isSet) causes.required(data, 'data is mandatory');
  else if (!data.map) causes.required(data, 'data must be a valid JSON object');
  checkImmutable(data, causes, attributes);
};

/** What runs on and on restarts its Pods always and gives them no deadline. */
function checkTemplate(
  spec: Field,
  kind: string,
  attributes: AdmissionAttributes,
  causes: Causes,
  additions?: PodAdditions,
): void {
  const template = spec.at('template');
  if (!template.map) return;
  checkPodTemplate(template, attributes, causes, additions);
  const podSpec = template.at('spec');
  const restartPolicy = podSpec.at('restartPolicy');
  const deadline = podSpec.at('activeDeadlineSeconds');
  if (restartPolicy.text && restartPolicy.text !== 'Always') {
    causes.notSupported(restartPolicy, ['Always'], { code: 'workload-restart-policy' });
  }
  if (deadline.isSet) {
    causes.forbidden(deadline, `activeDeadlineSeconds in ${kind} is not Supported`, {
      code: 'workload-deadline',
    });
  }
}

function checkDeploymentStrategy(strategy: Field, causes: Causes): void {
  const type = strategy.at('type');
  const rollingUpdate = strategy.at('rollingUpdate');
  if (type.text === 'Recreate') {
    if (!rollingUpdate.isSet) return;
    causes.forbidden(rollingUpdate, "may not be specified when strategy `type` is 'Recreate'", {
      code: 'rolling-update',
      against: type,
    });
  } else if (type.text === 'RollingUpdate') {
    const unavailable = rollingUpdate.at('maxUnavailable');
    const surge = rollingUpdate.at('maxSurge');
    checkIntOrPercent(unavailable, causes);
    checkIntOrPercent(surge, causes);
    if (intOrPercentValue(unavailable) === 0 && intOrPercentValue(surge) === 0) {
      causes.invalid(unavailable, 'may not be 0 when `maxSurge` is 0', {
        code: 'rolling-update',
        against: surge,
      });
    }
    checkAtMostAll(unavailable, causes);
  } else if (type.text !== undefined) {
    causes.notSupported(strategy, ['Recreate', 'RollingUpdate'], { mark: type });
  }
}

function checkDaemonSetUpdate(rollingUpdate: Field, causes: Causes): void {
  const [unavailable, surge] = [rollingUpdate.at('maxUnavailable'), rollingUpdate.at('maxSurge')];
  for (const field of [unavailable, surge]) {
    checkIntOrPercent(field, causes);
    checkAtMostAll(field, causes);
  }
  const [down, up] = [intOrPercentValue(unavailable), intOrPercentValue(surge)];
  if (down === undefined || up === undefined) return;
  if (down !== 0 && up !== 0) {
    causes.invalid(surge, 'may not be set when maxUnavailable is non-zero', {
      code: 'rolling-update',
      against: unavailable,
    });
  } else if (down === 0 && up === 0) {
    causes.required(unavailable, 'cannot be 0 when maxSurge is 0', { code: 'rolling-update' });
  }
}

function checkStatefulSetUpdate(
  strategy: Field,
  { kubernetesVersion, features }: AdmissionAttributes,
  causes: Causes,
): void {
  const isEnabled = features === 'all betas' ? isEnabledWithBetas : isEnabledByDefault;
  const type = strategy.at('type');
  const rollingUpdate = strategy.at('rollingUpdate');
  if (type.text === 'OnDelete') {
    if (!rollingUpdate.isSet) return;
    causes.invalid(rollingUpdate, "only allowed for updateStrategy 'RollingUpdate'", {
      code: 'rolling-update',
      against: type,
    });
  } else if (type.text === 'RollingUpdate') {
    checkNonNegative(rollingUpdate.at('partition'), causes);
    const unavailable = rollingUpdate.at('maxUnavailable');
    if (!unavailable.isSet || !isEnabled('MaxUnavailableStatefulSet', kubernetesVersion)) return;
    checkIntOrPercent(unavailable, causes);
    checkAtMostAll(unavailable, causes);
    if (intOrPercentValue(unavailable) === 0)
      causes.invalid(unavailable, 'cannot be 0', { code: 'rolling-update' });
  } else if (type.text) {
    causes.invalid(strategy, "must be 'RollingUpdate' or 'OnDelete'", {
      code: 'unsupported-value',
      choices: ['RollingUpdate', 'OnDelete'],
      mark: type,
    });
  }
}

/** A claim becomes a volume of its name, in which the server misses it. */
function checkClaimNames(spec: Field, causes: Causes): void {
  const templates = spec.at('volumeClaimTemplates');
  const nameless = templates.items.find((template) => template.in('metadata', 'name').text === '');
  if (!nameless) return;
  const volume = spec.in('template', 'spec', 'volumes').child(0);
  const name = nameless.in('metadata', 'name');
  causes.required(volume.child('persistentVolumeClaim').child('claimName'), '', { mark: name });
  causes.required(volume.child('name'), '', { mark: name, follows: true });
}

/** The server puts the volumes of the claims before those of the template, and leaves out those of the same names. */
function countClaims(volumes: Field, claims: ReadonlyMap<string, Field>, causes: Causes, from: number): void {
  if (claims.size === 0) return;
  const list = volumes.printed;
  const left = volumes.items.map((volume) => claims.has(volume.at('name').text ?? ''));
  for (let index = from; index < causes.violations.length; index++) {
    const violation = causes.violations[index]!;
    const { field } = violation;
    if (!field.startsWith(`${list}[`)) continue;
    const end = field.indexOf(']', list.length);
    const own = Number(field.slice(list.length + 1, end));
    const counted = claims.size + own - left.slice(0, own).filter(Boolean).length;
    causes.violations[index] = { ...violation, field: `${list}[${counted}${field.slice(end)}` };
  }
}

/** The volumes that a StatefulSet's claims become. */
function claimsOf(templates: Field): PodAdditions['claims'] {
  if (templates.isSet && !Array.isArray(templates.value)) return 'unknown';
  const claims = new Map<string, Field>();
  for (const template of templates.items) {
    const { text } = template.in('metadata', 'name');
    if (text === undefined) return 'unknown';
    claims.set(text, Field.root({ persistentVolumeClaim: { claimName: text } }));
  }
  return claims;
}
