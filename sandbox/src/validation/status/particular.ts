import { dnsSubdomain } from '../../../../server/src/rules/formats/dns-subdomain.ts';
import { qualifiedName } from '../../../../server/src/rules/formats/qualified-name.ts';
import { checkConditions, isConditionTrue } from './conditions.ts';
import { checkNotNegative } from './counts.ts';
import { numberAt, type StatusRule } from './status-rule.ts';

/** A namespace is active until it is deleted. */
export const namespaceStatus: StatusRule = ({ object, status }, causes) => {
  const isDeleted = object.in('metadata', 'deletionTimestamp').isSet;
  const [wanted, when] = isDeleted ? ['Terminating', 'not empty'] : ['Active', 'empty'];
  const phase = status.at('phase').text ?? '';
  if (phase === wanted) return;
  causes.invalid(status.child('Phase'), `may only be '${wanted}' if \`deletionTimestamp\` is ${when}`, {
    shown: phase,
  });
};

const systemConditions = ['PodScheduled', 'Ready', 'Initialized'];

/** What a Pod's status may say beside what its kubelet does. */
export const podStatus: StatusRule = ({ status, before }, causes) => {
  const natural = 'must be a non-negative integer';
  for (const condition of status.at('conditions').items) {
    const [type, generation] = [condition.at('type'), condition.at('observedGeneration')];
    if (numberAt(generation) < 0) causes.invalid(generation, natural);
    if (systemConditions.includes(type.text ?? '')) continue;
    const named = condition.child('Type');
    for (const problem of qualifiedName(type.text ?? ''))
      causes.invalid(named, problem, { shown: type.text ?? '' });
  }
  const node = status.at('nominatedNodeName');
  if (node.text && node.text !== before.at('nominatedNodeName').text) causes.malformed(node, dnsSubdomain);
  if (numberAt(status.at('observedGeneration')) < 0) causes.invalid(status.at('observedGeneration'), natural);
};

const answers = ['True', 'False', 'Unknown'];

/** Whether an APIService is available is one of three answers. */
export const apiServiceStatus: StatusRule = ({ status }, causes) => {
  for (const condition of status.at('conditions').items) {
    const answer = condition.at('status');
    if (!answers.includes(answer.text ?? ''))
      causes.notSupported(answer, answers, { shown: answer.text ?? '' });
  }
};

/** The server names them as if the status were their list. */
export const storageVersionStatus: StatusRule = ({ status }, causes) => {
  const known = new Map<string, number>();
  for (const [index, condition] of status.at('conditions').items.entries()) {
    const named = status.child(index);
    const type = condition.at('type').text ?? '';
    const twin = known.get(type);
    if (twin !== undefined) {
      const detail = `the type of the condition is not unique, it also appears in conditions[${twin}]`;
      causes.invalid(named.child('type'), detail, { shown: type });
    }
    known.set(type, index);
    for (const name of ['type', 'status']) {
      const text = condition.at(name).text ?? '';
      for (const problem of qualifiedName(text)) causes.invalid(named.child(name), problem, { shown: text });
    }
    for (const name of ['reason', 'message'])
      if (condition.at(name).text === '') causes.required(named.child(name));
  }
};

/** How far a migration has come: from a version that stays, and to one end. */
export const migrationStatus: StatusRule = ({ status, before }, causes) => {
  const [version, conditions] = [status.at('resourceVersion'), status.at('conditions')];
  const text = version.text ?? '';
  if (!/^[1-9][0-9]*$/.test(text)) {
    causes.invalid(version, `resource version is not well formed: ${text}`, { shown: text });
  }
  checkConditions(conditions, causes);
  const known = before.at('resourceVersion').text ?? '';
  if (known !== '' && known !== text) causes.invalid(version, 'field is immutable', { shown: text });
  const is = (type: string) => isConditionTrue(conditions, type);
  const was = (type: string) => isConditionTrue(before.at('conditions'), type);
  const refuse = (detail: string) => causes.invalid(conditions, detail);
  if (is('Succeeded') && is('Failed')) {
    refuse('Both success and failed conditions cannot be true at the same time');
  }
  for (const [type, name] of ends) {
    if (is(type) && is('Running')) refuse(`Running condition cannot be true when ${name} condition is true`);
  }
  for (const [type, name] of ends) {
    const title = name[0]!.toUpperCase() + name.slice(1);
    if (was(type) && !is(type)) refuse(`${title} condition cannot be set to false once it is true`);
  }
};

const ends = [
  ['Succeeded', 'success'],
  ['Failed', 'failed'],
] as const;

const mostConditions = 8;

/** What a DeviceTaintRule has led to. */
export const taintRuleStatus: StatusRule = ({ status }, causes) => {
  const conditions = status.at('conditions');
  checkConditions(conditions, causes);
  const count = conditions.items.length;
  if (count > mostConditions) causes.tooMany(conditions, count, mostConditions);
};

/** What a PodDisruptionBudget allows. */
export const disruptionBudgetStatus: StatusRule = ({ status }, causes) => {
  checkConditions(status.at('conditions'), causes);
  for (const name of ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'])
    checkNotNegative(status.at(name), causes);
};
