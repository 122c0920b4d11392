import type { KubernetesVersion } from '../../catalog/catalog.ts';
import { compareKubernetesVersions } from '../../catalog/version.ts';
import { checkPodTemplate } from '../core/pod/pod-template.ts';
import { checkSelectsTemplate } from '../core/pod/template-selector.ts';
import { dnsLabel } from '../formats/dns-label.ts';
import { domainPrefixedPath } from '../formats/domain.ts';
import type { AdmissionAttributes } from '../shared/admission-attributes.ts';
import { checkNonNegative } from '../shared/bounds.ts';
import type { Causes, Check } from '../shared/causes.ts';
import { checkEnumIfSet } from '../shared/enum.ts';
import type { Field } from '../shared/field.ts';
import { goStruct } from '../shared/go-struct.ts';
import {
  changesBeside,
  changesInItems,
  checkImmutable,
  isSame,
  marksOf,
  storedAt,
} from '../shared/immutable.ts';
import { checkLabelSelector } from '../shared/label-selector.ts';
import type { Rule } from '../shared/rule.ts';
import { checkFailurePolicy, checkSuccessPolicy } from './job-policies.ts';

/** A Job. */
export const jobRule: Rule = (job, causes, attributes) => {
  const spec = job.at('spec');
  if (!spec.map) return;
  const manual = spec.at('manualSelector');
  if (!manual.isTrue && !manual.isUnknown) checkGeneratedSelector(job, causes);
  checkJobSpec(spec, attributes, causes);
  const selector = spec.at('selector');
  checkLabelSelector(selector, causes);
  if (manual.isTrue) checkGivenSelector(spec, causes);
  // The server makes one for a Job that is created, and misses it in one that is sent again.
  else if (attributes.operation === 'update') causes.again(spec, checkGivenSelector);
  checkPodNames(job, causes);
  if (attributes.old) checkJobUnchanged(spec, causes, attributes);
};

const checkGivenSelector: Check = (spec, causes) => {
  if (!spec.at('selector').isSet) causes.required(spec.at('selector'));
  checkSelectsTemplate(spec, causes);
};

/** What a Job has been started with stays. */
function checkJobUnchanged(spec: Field, causes: Causes, attributes: AdmissionAttributes): void {
  checkCompletionsUnchanged(spec, causes, attributes);
  checkImmutable(spec.at('selector'), causes, attributes);
  const template = spec.at('template');
  const isSuspended = storedAt(spec.at('suspend'), attributes.old).isTrue;
  const marks = marksOf(isSuspended ? changesWhileSuspended(template, attributes) : [template]);
  if (marks) checkImmutable(template, causes, attributes, marks);
  for (const name of ['completionMode', 'podFailurePolicy', 'backoffLimitPerIndex', 'managedBy']) {
    checkImmutable(spec.at(name), causes, attributes);
  }
  checkImmutable(spec.at('successPolicy'), causes, attributes);
}

/** While a Job is suspended, where its Pods may run can be changed: the changes that are none of that. */
function changesWhileSuspended(template: Field, { old, kubernetesVersion }: AdmissionAttributes): Field[] {
  const stored = storedAt(template, old);
  const [spec, before] = [template.at('spec'), stored.at('spec')];
  const ofContainers = hasFixedResources(kubernetesVersion) ? [] : ['resources'];
  const names = new Set([...Object.keys(spec.map ?? {}), ...Object.keys(before.map ?? {})]);
  for (const name of ['nodeSelector', 'tolerations', 'schedulingGates']) names.delete(name);
  const inSpec = [...names].flatMap((name) => {
    const [field, known] = [spec.at(name), before.at(name)];
    return name === 'containers' || name === 'initContainers'
      ? changesInItems(ofContainers, field, known)
      : changesBeside(name === 'affinity' ? ['nodeAffinity'] : [], field, known);
  });
  const metadata = changesBeside(['labels', 'annotations'], template.at('metadata'), stored.at('metadata'));
  return [...inSpec, ...metadata];
}

/** From 1.36 on what the Pods of a suspended Job need can be changed, too. */
function hasFixedResources(version: KubernetesVersion): boolean {
  return compareKubernetesVersions(version, '1.36') < 0;
}

/** The indexes of an indexed Job may become more or fewer, when as many Pods run at once. */
function checkCompletionsUnchanged(spec: Field, causes: Causes, attributes: AdmissionAttributes): void {
  const [completions, parallelism] = [spec.at('completions'), spec.at('parallelism')];
  if (spec.at('completionMode').text !== 'Indexed') {
    checkImmutable(completions, causes, attributes);
    return;
  }
  if (!completions.isSet || isSame(completions, storedAt(completions, attributes.old))) return;
  if (isSame(completions, parallelism)) return;
  causes.invalid(completions, 'can only be modified in tandem with spec.parallelism', {
    code: 'immutable-field',
    against: parallelism,
  });
}

/** The spec of a Job or of a CronJob's Jobs; all but its selector. */
export function checkJobSpec(spec: Field, attributes: AdmissionAttributes, causes: Causes): void {
  for (const name of nonNegative) checkNonNegative(spec.at(name), causes);
  if (spec.at('maxFailedIndexes').isSet && !spec.at('backoffLimitPerIndex').isSet) {
    causes.required(spec.at('backoffLimitPerIndex'), 'when maxFailedIndexes is specified');
  }
  const managedBy = spec.at('managedBy');
  if (managedBy.text === '' && managedBy.isSet) causes.required(managedBy);
  else if (managedBy.isSet) causes.malformed(managedBy, domainPrefixedPath, { code: 'managed-by' });
  if ((managedBy.text?.length ?? 0) > 63) causes.tooLong(managedBy, 63);
  checkCompletion(spec, causes);
  checkFailurePolicy(spec, causes);
  checkSuccessPolicy(spec, causes);
  const replacement = spec.at('podReplacementPolicy');
  const replacements = spec.at('podFailurePolicy').isSet ? ['Failed'] : ['Failed', 'TerminatingOrFailed'];
  checkEnumIfSet(replacement, replacements, causes, { code: 'pod-replacement-policy' });
  if (spec.at('template').map) checkPodTemplate(spec.at('template'), attributes, causes);
  checkRestartPolicy(spec, causes);
}

const nonNegative = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
];

/** The Pods of a Job end: `Always`, the default, is refused. */
function checkRestartPolicy(spec: Field, causes: Causes): void {
  const restartPolicy = spec.in('template', 'spec', 'restartPolicy');
  const { text } = restartPolicy;
  const remark = { code: 'job-restart-policy' } as const;
  if (text === undefined || !spec.in('template', 'spec').map) return;
  if (text === 'Always' || text === '') {
    causes.required(restartPolicy, 'valid values: "OnFailure", "Never"', remark);
  } else if (text !== 'OnFailure' && text !== 'Never') {
    causes.notSupported(restartPolicy, ['OnFailure', 'Never'], remark);
  } else if (text !== 'Never' && spec.at('podFailurePolicy').isSet) {
    causes.invalid(restartPolicy, 'only "Never" is supported when podFailurePolicy is specified', remark);
  }
}

const most = 100_000;
const mostBesideMany = 10_000;

function checkCompletion(spec: Field, causes: Causes): void {
  const mode = spec.at('completionMode');
  const [perIndex, failed] = [spec.at('backoffLimitPerIndex'), spec.at('maxFailedIndexes')];
  checkEnumIfSet(mode, ['NonIndexed', 'Indexed'], causes);
  if (mode.text === 'Indexed') {
    checkIndexed(spec, causes);
    return;
  }
  if (mode.text !== 'NonIndexed' && mode.text !== '') return;
  for (const field of [perIndex, failed]) {
    if (field.isSet) causes.invalid(field, 'requires indexed completion mode', { code: 'completion-mode' });
  }
  const success = spec.at('successPolicy');
  if (success.isSet) {
    const rules = success.at('rules');
    const items = rules.items.map((rule) => goStruct(rule, ['SucceededIndexes', 'SucceededCount']));
    const shown = { Rules: rules.isSet ? items : null };
    causes.invalid(success, 'requires indexed completion mode', {
      code: 'completion-mode',
      at: 'key',
      shown,
    });
  }
}

function checkIndexed(spec: Field, causes: Causes): void {
  const [completions, parallelism, failed] = ['completions', 'parallelism', 'maxFailedIndexes'].map((name) =>
    spec.at(name),
  ) as [Field, Field, Field];
  const remark = { code: 'completion-mode' } as const;
  if (!completions.isSet) causes.required(completions, 'when completion mode is Indexed', remark);
  if ((parallelism.number ?? 0) > most) {
    const why = `must be less than or equal to ${most} when completion mode is Indexed`;
    causes.invalid(parallelism, why, remark);
  }
  if (failed.number !== undefined && completions.number !== undefined && failed.number > completions.number) {
    causes.invalid(failed, 'must be less than or equal to completions', remark);
  }
  if ((failed.number ?? 0) > most) causes.invalid(failed, `must be less than or equal to ${most}`, remark);
  if ((completions.number ?? 0) <= most || !spec.at('backoffLimitPerIndex').isSet) return;
  if (!failed.isSet) causes.required(failed, `must be specified when completions is above ${most}`, remark);
  for (const field of [parallelism, failed]) {
    if ((field.number ?? 0) <= mostBesideMany) continue;
    const why = `must be less than or equal to ${mostBesideMany} when completions are above ${most} and used with backoff limit per index`;
    causes.invalid(field, why, remark);
  }
}

const nameLabels = ['job-name', 'batch.kubernetes.io/job-name'];
const generatedLabels = [...nameLabels, 'controller-uid', 'batch.kubernetes.io/controller-uid'];

/** Without `manualSelector` the server makes the selector and the labels of the template, and wants no others there. */
function checkGeneratedSelector(job: Field, causes: Causes): void {
  const [selector, labels] = [job.in('spec', 'selector'), job.in('spec', 'template', 'metadata', 'labels')];
  const [name, uid] = ['name', 'uid'].map((field) => job.in('metadata', field).text);
  for (const key of generatedLabels) {
    const label = labels.at(key);
    if (!label.isSet || label.text === undefined || !name) continue;
    const isName = nameLabels.includes(key);
    if (label.text === (isName ? name : uid) || (!isName && uid === undefined)) continue;
    const detail = isName ? `must be '${name}'` : uid ? `must be '${uid}'` : 'must be the uid of the Job';
    causes.invalid(label, detail, { code: 'job-label', shown: labels.value, named: labels.key(key) });
  }
  const wanted = selector.at('matchLabels').entries.map((label) => String(label.name));
  const asked = selector.at('matchExpressions').items.flatMap((expression) => {
    const operator = expression.at('operator').text;
    return operator === 'In' || operator === 'Exists' ? (expression.at('key').text ?? []) : [];
  });
  if ([...wanted, ...asked].every((key) => generatedLabels.includes(key))) return;
  causes.invalid(selector, '`selector` not auto-generated', { code: 'job-selector', at: 'key' });
}

/** An index becomes part of the name of its Pod. */
function checkPodNames(job: Field, causes: Causes): void {
  const name = job.in('metadata', 'name');
  const completions = job.in('spec', 'completions').number ?? 0;
  if (job.in('spec', 'completionMode').text !== 'Indexed' || completions <= 0 || !name.text) return;
  const last = `${name.text}-${completions - 1}`;
  if (dnsLabel(last).length === 0) return;
  causes.invalid(name, `will not able to create pod with invalid DNS label: ${last}`, {
    code: 'object-name',
  });
}
