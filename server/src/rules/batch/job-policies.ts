import { qualifiedName } from '../formats/qualified-name.ts';
import { checkNonNegative } from '../shared/bounds.ts';
import type { Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';

const mostRules = 20;
const mostExitCodes = 255;

/** What a Job does when one of its Pods fails. */
export function checkFailurePolicy(spec: Field, causes: Causes): void {
  const rules = spec.in('podFailurePolicy', 'rules');
  if (rules.items.length > mostRules) causes.tooMany(rules, rules.items.length, mostRules);
  const containers = namesOfContainers(spec);
  for (const rule of rules.items) checkFailureRule(rule, spec, containers, causes);
}

/** When a Job counts as done before all of its Pods are. */
export function checkSuccessPolicy(spec: Field, causes: Causes): void {
  const policy = spec.at('successPolicy');
  if (!policy.isSet || spec.at('completionMode').text !== 'Indexed') return;
  const rules = policy.at('rules');
  if (rules.isZero) {
    causes.required(rules, 'at least one rules must be specified when the successPolicy is specified');
  }
  if (rules.items.length > mostRules) causes.tooMany(rules, rules.items.length, mostRules);
  for (const rule of rules.items) checkSuccessRule(rule, spec.at('completions').number, causes);
}

const actions = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const statuses = ['False', 'True', 'Unknown'];

function checkFailureRule(rule: Field, spec: Field, containers: ContainerNames, causes: Causes): void {
  const action = rule.at('action');
  if (action.text === 'FailIndex') {
    if (!spec.at('backoffLimitPerIndex').isSet) {
      causes.invalid(action, 'requires the backoffLimitPerIndex to be set', { code: 'failure-policy' });
    }
  } else checkOneOf(action, actions, causes);
  const [codes, conditions] = [rule.at('onExitCodes'), rule.at('onPodConditions')];
  if (codes.isSet) checkExitCodes(codes, containers, causes);
  if (conditions.items.length > mostRules) causes.tooMany(conditions, conditions.items.length, mostRules);
  for (const condition of conditions.items) {
    causes.malformed(condition.at('type'), qualifiedName, { code: 'failure-policy' });
    checkOneOf(condition.at('status'), statuses, causes);
  }
  if (codes.isSet && conditions.items.length > 0) {
    refuseSources(rule, 'specifying both OnExitCodes and OnPodConditions is not supported', causes);
  } else if (!codes.isSet && conditions.isZero && rule.map) {
    refuseSources(rule, 'specifying one of OnExitCodes and OnPodConditions is required', causes);
  }
}

/** The containers of the Pods of a Job. */
interface ContainerNames {
  /** Undefined stands for a name that is not known. */
  readonly names: ReadonlySet<string | undefined>;
  readonly choices: readonly string[];
}

function namesOfContainers(spec: Field): ContainerNames {
  const containers = ['containers', 'initContainers'].flatMap(
    (list) => spec.in('template', 'spec', list).items,
  );
  const names = containers.map((one) => one.at('name').text);
  return { names: new Set(names), choices: names.flatMap((name) => name || []) };
}

/** Without the value, which the server leaves out here. */
function refuseSources(rule: Field, detail: string, causes: Causes): void {
  causes.found(rule, { reason: 'FieldValueInvalid', detail }, { code: 'failure-policy' });
}

function checkOneOf(field: Field, choices: readonly string[], causes: Causes): void {
  const list = choices.map((choice) => JSON.stringify(choice));
  if (field.text === '') causes.required(field, `valid values: [${list.join(' ')}]`);
  else if (field.text !== undefined && !choices.includes(field.text)) causes.notSupported(field, choices);
}

function checkExitCodes(codes: Field, containers: ContainerNames, causes: Causes): void {
  const [operator, container, values] = ['operator', 'containerName', 'values'].map((name) =>
    codes.at(name),
  ) as [Field, Field, Field];
  const remark = { code: 'failure-policy' } as const;
  checkOneOf(operator, ['In', 'NotIn'], causes);
  if (
    container.isSet &&
    container.text !== undefined &&
    !containers.names.has(container.text) &&
    !containers.names.has(undefined)
  ) {
    causes.invalid(container, 'must be one of the container or initContainer names in the pod template', {
      ...remark,
      choices: containers.choices,
    });
  }
  if (values.isZero) causes.invalid(values, 'at least one value is required', remark);
  if (values.items.length > mostExitCodes) causes.tooMany(values, values.items.length, mostExitCodes);
  const numbers = values.items.map(({ number }) => number);
  const seen = new Set<number>();
  for (const value of values.items) {
    if (operator.text === 'In' && value.number === 0) {
      causes.invalid(value, 'must not be 0 for the In operator', remark);
    }
    if (value.number === undefined) continue;
    if (seen.has(value.number)) causes.duplicate(value, remark);
    seen.add(value.number);
  }
  const isOrdered = numbers.every((number, index) => index === 0 || !(numbers[index - 1]! > number!));
  if (!isOrdered) causes.invalid(values, 'must be ordered', remark);
}

function checkSuccessRule(rule: Field, completions: number | undefined, causes: Causes): void {
  const [count, indexes] = [rule.at('succeededCount'), rule.at('succeededIndexes')];
  if (!count.isSet && !indexes.isSet && rule.map) {
    causes.required(rule, 'at least one of succeededCount or succeededIndexes must be specified');
  }
  if (completions === undefined) return;
  const remark = { code: 'success-policy' } as const;
  const total =
    indexes.isSet && indexes.text !== undefined ? countIndexes(indexes.text, completions) : undefined;
  if (typeof total === 'string') causes.invalid(indexes, `error parsing succeededIndexes: ${total}`, remark);
  checkNonNegative(count, causes);
  if (count.number === undefined) return;
  if (count.number > completions) {
    const why = `must be less than or equal to ${completions} (the number of specified completions)`;
    causes.invalid(count, why, remark);
  }
  const most = typeof total === 'string' ? 0 : total;
  if (most === undefined || count.number <= most) return;
  const why = `must be less than or equal to ${most} (the number of indexes in the specified succeededIndexes field)`;
  causes.invalid(count, why, remark);
}

/** How many indexes `1,3-5` stands for, or what is wrong with it in the server's words. */
function countIndexes(text: string, completions: number): number | string {
  if (text === '') return 0;
  let total = 0;
  let previous: number | undefined;
  for (const interval of text.split(',')) {
    const limits = interval.split('-');
    if (limits.length > 2)
      return `the fragment ${JSON.stringify(interval)} violates the requirement that an index interval can have at most two parts separated by '-'`;
    const numbers: number[] = [];
    for (const limit of limits) {
      if (!/^[+-]?\d+$/.test(limit))
        return `cannot convert string to integer for index: ${JSON.stringify(limit)}`;
      if (Number(limit) >= completions) return `too large index: ${JSON.stringify(limit)}`;
      numbers.push(Number(limit));
    }
    const [first, last = first] = numbers as [number, number?];
    if (previous !== undefined && previous >= first) {
      return `non-increasing order, previous: ${previous}, current: ${first}`;
    }
    if (numbers.length === 2 && first >= last)
      return `non-increasing order, previous: ${first}, current: ${last}`;
    total += last - first + 1;
    previous = last;
  }
  return total;
}
