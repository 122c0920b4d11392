import { dnsLabel } from '../formats/dns-label.ts';
import { pathSegment } from '../formats/path-segment.ts';
import { formatQuantity } from '../formats/quantity.ts';
import type { AdmissionAttributes } from '../shared/admission-attributes.ts';
import type { Causes } from '../shared/causes.ts';
import { checkEnumIfSet } from '../shared/enum.ts';
import { isEnabledByDefault } from '../shared/feature-gates.ts';
import type { Field } from '../shared/field.ts';
import { checkNonNegativeAmount, quantityAt } from '../shared/resource-amount.ts';
import { containerResourceName, containerResources } from '../shared/resource-name.ts';
import type { Rule } from '../shared/rule.ts';
import { checkSegment } from '../shared/typed-reference.ts';

const longestPeriod = 1800;
const longestWindow = 3600;

/** What the API server refuses a HorizontalPodAutoscaler for, in either of its versions. */
export const horizontalPodAutoscaler: Rule = (object, causes, attributes) => {
  const spec = object.at('spec');
  if (!spec.map) return;
  checkReplicas(spec, causes, attributes);
  checkTargetReference(spec, causes, attributes);
  checkMetrics(spec, causes);
  checkScalingRules(spec.in('behavior', 'scaleUp'), causes, attributes);
  checkScalingRules(spec.in('behavior', 'scaleDown'), causes, attributes);
};

function checkReplicas(spec: Field, causes: Causes, { old }: AdmissionAttributes): void {
  const code = 'autoscaler-replicas';
  const least = spec.at('minReplicas');
  const most = spec.at('maxReplicas');
  const minimum = (old?.spec as Record<string, unknown> | undefined)?.minReplicas === 0 ? 0 : 1;
  if (least.number !== undefined && least.number < minimum) {
    causes.invalid(least, `must be greater than or equal to ${minimum}`, { code });
  }
  const number = most.isSet ? most.number : 0;
  if (number === undefined) return;
  if (number < 1) causes.invalid(most, 'must be greater than 0', { code, shown: number });
  if (least.number !== undefined && number < least.number) {
    causes.invalid(most, 'must be greater than or equal to `minReplicas`', { code, shown: number });
  }
}

function checkTargetReference(spec: Field, causes: Causes, { old }: AdmissionAttributes): void {
  const target = spec.at('scaleTargetRef');
  if (!target.map) return;
  checkSegment(target.at('kind'), causes);
  checkSegment(target.at('name'), causes);
  const stored = (old?.spec as Record<string, Record<string, unknown>> | undefined)?.scaleTargetRef;
  if (
    stored &&
    stored.kind === target.at('kind').value &&
    stored.apiVersion === target.at('apiVersion').value
  )
    return;
  checkApiVersion(target, causes, target.at('kind').text === 'ReplicationController' ? 'core' : 'named');
}

/** The version of what is scaled or measured; `named` where it must be of a group that has a name. */
function checkApiVersion(reference: Field, causes: Causes, group: 'core' | 'named'): void {
  const apiVersion = reference.at('apiVersion');
  if (apiVersion.text === undefined || reference.at('kind').text === undefined) return;
  const slashes = apiVersion.text.split('/').length - 1;
  const remark = { code: 'reference-version', shown: apiVersion.text } as const;
  if (slashes > 1) {
    causes.invalid(apiVersion, `unexpected GroupVersion string: ${apiVersion.text}`, remark);
  } else if (group === 'named' && (slashes === 0 || apiVersion.text.startsWith('/'))) {
    causes.invalid(apiVersion, 'apiVersion must specify API group', { ...remark, at: 'key' });
  }
}

function checkMetrics(spec: Field, causes: Causes): void {
  const metrics = spec.at('metrics');
  for (const metric of metrics.items) checkMetric(metric, causes);
  checkCpuTarget(spec, causes);
  const isScaledToZero = spec.at('minReplicas').number === 0;
  const types = metrics.items.map((metric) => metric.at('type').text);
  if (!isScaledToZero || types.some((type) => type === undefined || type === 'Object' || type === 'External'))
    return;
  const detail = 'must specify at least one Object or External metric to support scaling to zero replicas';
  causes.forbidden(metrics, detail, { mark: spec.at('minReplicas'), at: 'value' });
}

/** `autoscaling/v1` has one number; the server judges it as the metric of v2 that it stands for. */
function checkCpuTarget(spec: Field, causes: Causes): void {
  const target = spec.at('targetCPUUtilizationPercentage');
  if (target.number === undefined || target.number >= 1) return;
  const place = ['resource', 'target', 'averageUtilization'].reduce(
    (field, name) => field.child(name),
    spec.child('metrics').child(0),
  );
  causes.invalid(place, 'must be greater than 0', {
    code: 'number-range',
    shown: target.number,
    mark: target,
  });
}

const sources = ['object', 'external', 'pods', 'resource', 'containerResource'] as const;
type Source = (typeof sources)[number];
const types = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'];

function checkMetric(metric: Field, causes: Causes): void {
  const type = metric.at('type');
  if (!metric.map || type.text === undefined) return;
  if (type.text === '') causes.required(type, 'must specify a metric source type');
  const present = sources.filter((source) => metric.at(source).isSet);
  const first = present[0];
  const isKnown = types.includes(type.text);
  // The server says so twice: before it looks at the source and after.
  if (!isKnown) causes.notSupported(type, types, { shown: type.text });
  if (first && metric.at(first).map) checkSource[first](metric.at(first), causes);
  const expected = `${type.text.slice(0, 1).toLowerCase()}${type.text.slice(1)}`;
  if (!isKnown) causes.notSupported(type, types, { shown: type.text });
  else if (!metric.at(expected).isSet) {
    causes.required(metric.at(expected), 'must populate information for the given metric source', {
      mark: type,
    });
  }
  if (present.length <= 1) return;
  for (const source of present.filter((name) => name !== expected)) {
    causes.forbidden(metric.at(source), 'must populate the given metric source only');
  }
}

const checkSource: Readonly<Record<Source, (source: Field, causes: Causes) => void>> = {
  object(source, causes) {
    const described = source.at('describedObject');
    checkSegment(described.at('kind'), causes);
    checkSegment(described.at('name'), causes);
    checkApiVersion(described, causes, 'core');
    checkIdentifier(source, causes);
    const target = checkTarget(source, causes);
    if (target.at('value').isSet || target.at('averageValue').isSet || !target.map) return;
    causes.required(target.at('averageValue'), 'must set either a target value or averageValue');
  },
  external(source, causes) {
    checkIdentifier(source, causes);
    const target = checkTarget(source, causes);
    if (!target.map) return;
    const value = target.at('value');
    const average = target.at('averageValue');
    if (!value.isSet && !average.isSet) {
      causes.required(average, 'must set either a target value for metric or a per-pod target');
    }
    if (value.isSet && average.isSet) {
      causes.forbidden(value, 'may not set both a target value for metric and a per-pod target');
    }
  },
  pods(source, causes) {
    checkIdentifier(source, causes);
    const target = checkTarget(source, causes);
    if (target.at('averageValue').isSet || !target.map) return;
    causes.required(target.at('averageValue'), 'must specify a positive target averageValue');
  },
  resource(source, causes) {
    if (source.at('name').text === '') causes.required(source.at('name'), 'must specify a resource name');
    checkUtilization(checkTarget(source, causes), causes);
  },
  containerResource(source, causes) {
    const name = source.at('name');
    const container = source.at('container');
    if (name.text === '') causes.required(name, 'must specify a resource name');
    else {
      causes.malformed(name, containerResourceName, { code: 'resource-name', choices: containerResources });
    }
    if (container.text === '') causes.required(container, 'must specify a container');
    else causes.malformed(container, dnsLabel, { code: 'reference-name' });
    checkUtilization(checkTarget(source, causes), causes);
  },
};

function checkIdentifier(source: Field, causes: Causes): void {
  const name = source.in('metric', 'name');
  if (!source.at('metric').map) return;
  if (name.text === '') causes.required(name, 'must specify a metric name');
  else causes.malformed(name, pathSegment);
}

function checkUtilization(target: Field, causes: Causes): void {
  if (!target.map) return;
  const value = target.at('averageValue');
  const utilization = target.at('averageUtilization');
  if (!utilization.isSet && !value.isSet) {
    causes.required(utilization, 'must set either a target raw value or a target utilization');
  }
  if (utilization.isSet && value.isSet) {
    causes.forbidden(value, 'may not set both a target raw value and a target utilization');
  }
}

const targetTypes = ['Utilization', 'Value', 'AverageValue'];

function checkTarget(source: Field, causes: Causes): Field {
  const target = source.at('target');
  const type = target.at('type');
  if (!target.map) return target;
  if (type.text === '') causes.required(type, 'must specify a metric target type');
  if (type.text !== undefined && !targetTypes.includes(type.text)) {
    causes.invalid(type, 'must be either Utilization, Value, or AverageValue', {
      shown: type.text,
      choices: targetTypes,
    });
  }
  for (const amount of [target.at('value'), target.at('averageValue')]) {
    const quantity = quantityAt(amount);
    if (!quantity || quantity.billionths > 0n) continue;
    causes.invalid(amount, 'must be positive', { code: 'number-range', shown: formatQuantity(quantity) });
  }
  const utilization = target.at('averageUtilization');
  if (utilization.number !== undefined && utilization.number < 1) {
    causes.invalid(utilization, 'must be greater than 0', { code: 'number-range' });
  }
  return target;
}

function checkScalingRules(rules: Field, causes: Causes, { kubernetesVersion }: AdmissionAttributes): void {
  if (!rules.isSet || !rules.map) return;
  const code = 'number-range';
  const window = rules.at('stabilizationWindowSeconds');
  if ((window.number ?? 0) < 0) causes.invalid(window, 'must be greater than or equal to zero', { code });
  if ((window.number ?? 0) > longestWindow) {
    causes.invalid(window, `must be less than or equal to ${longestWindow}`, { code });
  }
  checkEnumIfSet(rules.at('selectPolicy'), ['Disabled', 'Max', 'Min'], causes);
  const policies = rules.at('policies');
  if (policies.isZero) causes.required(policies, 'must specify at least one Policy');
  for (const policy of policies.items) checkScalingPolicy(policy, causes);
  if (isEnabledByDefault('HPAConfigurableTolerance', kubernetesVersion)) {
    checkNonNegativeAmount(rules.at('tolerance'), causes);
  }
}

function checkScalingPolicy(policy: Field, causes: Causes): void {
  if (!policy.map) return;
  const code = 'number-range';
  const type = policy.at('type');
  if (type.text !== undefined && type.text !== 'Pods' && type.text !== 'Percent') {
    causes.notSupported(type, ['Percent', 'Pods'], { shown: type.text });
  }
  for (const field of [policy.at('value'), policy.at('periodSeconds')]) {
    const number = field.isSet ? field.number : 0;
    if (number !== undefined && number <= 0)
      causes.invalid(field, 'must be greater than zero', { code, shown: number });
  }
  const period = policy.at('periodSeconds');
  if ((period.number ?? 0) <= longestPeriod) return;
  causes.invalid(period, `must be less than or equal to ${longestPeriod}`, { code });
}
