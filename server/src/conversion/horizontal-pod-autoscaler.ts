import { isObject, type JsonObject } from '../defaults/draft.ts';

/** `autoscaling/v1` has no room for these; the server keeps them in annotations. */
const metricsAnnotation = 'autoscaling.alpha.kubernetes.io/metrics';
const behaviorAnnotation = 'autoscaling.alpha.kubernetes.io/behavior';
const statusesAnnotation = 'autoscaling.alpha.kubernetes.io/current-metrics';
const conditionsAnnotation = 'autoscaling.alpha.kubernetes.io/conditions';
const ownAnnotations: ReadonlySet<string> = new Set([
  metricsAnnotation,
  behaviorAnnotation,
  statusesAnnotation,
  conditionsAnnotation,
]);

/** An `autoscaling/v2` HorizontalPodAutoscaler in the shape of v1. */
export function autoscalerV2ToV1(autoscaler: JsonObject): JsonObject {
  const { metrics, behavior, ...spec } = objectAt(autoscaler, 'spec');
  const { currentMetrics, conditions, currentReplicas = 0, ...status } = objectAt(autoscaler, 'status');
  const isCpu = (metric: JsonObject) => utilizationOf(metric, 'target') !== undefined;
  const cpuTarget = objects(metrics).find(isCpu);
  const cpuStatus = objects(currentMetrics).findLast(
    (metric) => utilizationOf(metric, 'current') !== undefined,
  );
  const others = objects(metrics).filter((metric) => !isCpu(metric));
  const annotations = {
    ...withoutOwnAnnotations(autoscaler),
    ...encoded(behaviorAnnotation, isObject(behavior) ? capitalised(behavior) : undefined),
    ...encoded(conditionsAnnotation, listOrNothing(objects(conditions).map(conditionInOrder))),
    ...encoded(
      statusesAnnotation,
      listOrNothing(objects(currentMetrics).map((metric) => metricToV1(metric, 'current'))),
    ),
    ...encoded(metricsAnnotation, listOrNothing(others.map((metric) => metricToV1(metric, 'target')))),
  };
  return {
    ...autoscaler,
    ...withAnnotations(autoscaler, annotations),
    ...replaced(autoscaler, 'spec', {
      ...spec,
      targetCPUUtilizationPercentage: cpuTarget && utilizationOf(cpuTarget, 'target'),
    }),
    ...replaced(autoscaler, 'status', {
      ...status,
      currentReplicas,
      currentCPUUtilizationPercentage: cpuStatus && utilizationOf(cpuStatus, 'current'),
    }),
  };
}

/** An `autoscaling/v1` HorizontalPodAutoscaler in the shape of v2; without any metric it gets the server's 80 % of CPU. */
export function autoscalerV1ToV2(autoscaler: JsonObject): JsonObject {
  const { targetCPUUtilizationPercentage: target, ...spec } = objectAt(autoscaler, 'spec');
  const {
    currentCPUUtilizationPercentage: current,
    currentReplicas,
    ...status
  } = objectAt(autoscaler, 'status');
  const annotations = objectAt(objectAt(autoscaler, 'metadata'), 'annotations');
  const annotated = (name: string) => listOrNothing(objects(decoded(annotations[name])));
  const others = annotated(metricsAnnotation)?.map((metric) => metricToV2(metric, 'target')) ?? [];
  const cpu = target === undefined && others.length === 0 ? 80 : target;
  const behavior = decoded(annotations[behaviorAnnotation]);
  const statuses =
    annotated(statusesAnnotation)?.map((metric) => metricToV2(metric, 'current')) ??
    (current === undefined
      ? undefined
      : [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: current } } }]);
  const cpuMetric = {
    type: 'Resource',
    resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: cpu } },
  };
  return {
    ...autoscaler,
    ...withAnnotations(autoscaler, withoutOwnAnnotations(autoscaler)),
    ...replaced(autoscaler, 'spec', {
      ...spec,
      metrics: [...others, ...(cpu === undefined ? [] : [cpuMetric])],
      behavior: isObject(behavior) ? uncapitalised(behavior) : undefined,
    }),
    ...replaced(autoscaler, 'status', {
      ...status,
      currentReplicas: currentReplicas === 0 ? undefined : currentReplicas,
      currentMetrics: statuses ?? null,
      conditions: annotated(conditionsAnnotation),
    }),
  };
}

/** Which side of a metric: what is wanted (`target`), or what was measured (`current`). */
type Side = 'target' | 'current';

/** The CPU utilization of a metric; undefined for every other metric. */
function utilizationOf(metric: JsonObject, side: Side): unknown {
  const resource = objectAt(metric, 'resource');
  return metric.type === 'Resource' && resource.name === 'cpu'
    ? objectAt(resource, side).averageUtilization
    : undefined;
}

function metricToV1(metric: JsonObject, side: Side): JsonObject {
  const [name, source] = sourceOf(metric);
  const value = objectAt(source, side);
  const wanted = objectAt(source, 'metric');
  const prefix = (suffix: string) => `${side}${suffix}`;
  switch (name) {
    case 'resource':
    case 'containerResource':
      return metricOf(metric, name, {
        name: source.name,
        [prefix('AverageUtilization')]: value.averageUtilization,
        [prefix('AverageValue')]: value.averageValue,
        container: source.container,
      });
    case 'pods':
      return metricOf(metric, name, {
        metricName: wanted.name,
        [prefix('AverageValue')]: value.averageValue,
        selector: wanted.selector,
      });
    case 'object':
      return metricOf(metric, name, {
        target: referenceInOrder(objectAt(source, 'describedObject')),
        metricName: wanted.name,
        [prefix('Value')]: value.value ?? '0',
        selector: wanted.selector,
        averageValue: value.averageValue,
      });
    case 'external':
      return metricOf(metric, name, {
        metricName: wanted.name,
        metricSelector: wanted.selector,
        [prefix('Value')]: value.value ?? (side === 'current' ? '0' : undefined),
        [prefix('AverageValue')]: value.averageValue,
      });
    default:
      return metric;
  }
}

function metricToV2(metric: JsonObject, side: Side): JsonObject {
  const [name, source] = sourceOf(metric);
  const average = source[`${side}AverageValue`];
  switch (name) {
    case 'resource':
    case 'containerResource': {
      const utilization = source[`${side}AverageUtilization`];
      const type = utilization === undefined ? 'AverageValue' : 'Utilization';
      return metricOf(metric, name, {
        name: source.name,
        [side]: measureOf(side, type, { averageValue: average, averageUtilization: utilization }),
        container: source.container,
      });
    }
    case 'pods':
      return metricOf(metric, name, {
        metric: compact({ name: source.metricName, selector: source.selector }),
        [side]: measureOf(side, 'AverageValue', { averageValue: average }),
      });
    case 'object': {
      const hasAverage = side === 'target' && source.averageValue !== undefined;
      return metricOf(metric, name, {
        describedObject: source.target,
        [side]: measureOf(side, source.averageValue === undefined ? 'Value' : 'AverageValue', {
          value: hasAverage && isZero(source[`${side}Value`]) ? undefined : source[`${side}Value`],
          averageValue: source.averageValue,
        }),
        metric: compact({ name: source.metricName, selector: source.selector }),
      });
    }
    case 'external':
      return metricOf(metric, name, {
        metric: compact({ name: source.metricName, selector: source.metricSelector }),
        [side]: measureOf(side, average === undefined ? 'Value' : 'AverageValue', {
          value: source[`${side}Value`],
          averageValue: average,
        }),
      });
    default:
      return metric;
  }
}

/** The one field of a metric that its type names: `Pods` is described by `pods`. */
function sourceOf(metric: JsonObject): [string, JsonObject] {
  const type = String(metric.type);
  const name = type.charAt(0).toLowerCase() + type.slice(1);
  return [name, objectAt(metric, name)];
}

function metricOf(metric: JsonObject, name: string, source: JsonObject): JsonObject {
  return { type: metric.type, [name]: compact(source) };
}

/** v1 cannot leave the value out; beside an average its zero means none (as 1.36 reads it; older ones refuse it). */
function isZero(quantity: unknown): boolean {
  return quantity === 0 || quantity === '0';
}

function measureOf(side: Side, type: string, values: JsonObject): JsonObject {
  return compact(side === 'target' ? { type, ...values } : values);
}

function referenceInOrder({ kind, name, apiVersion, ...rest }: JsonObject): JsonObject {
  return compact({ kind, name, apiVersion, ...rest });
}

function conditionInOrder({
  type,
  status,
  lastTransitionTime,
  reason,
  message,
  ...rest
}: JsonObject): JsonObject {
  return compact({ type, status, lastTransitionTime: lastTransitionTime ?? null, reason, message, ...rest });
}

/** The annotation holds the server's internal type, whose fields begin with capitals and of which none is left out. */
function capitalised(behavior: JsonObject): JsonObject {
  const rules = (value: unknown) => {
    if (!isObject(value)) return null;
    const policies = objects(value.policies).map(({ type, value: amount, periodSeconds }) => ({
      Type: type,
      Value: amount,
      PeriodSeconds: periodSeconds,
    }));
    return {
      StabilizationWindowSeconds: value.stabilizationWindowSeconds ?? null,
      SelectPolicy: value.selectPolicy ?? null,
      Policies: Array.isArray(value.policies) ? policies : null,
      Tolerance: value.tolerance ?? null,
    };
  };
  return { ScaleUp: rules(behavior.scaleUp), ScaleDown: rules(behavior.scaleDown) };
}

function uncapitalised(behavior: JsonObject): JsonObject | undefined {
  const rules = (value: unknown) => {
    if (!isObject(value)) return undefined;
    const policies = objects(value.Policies).map(({ Type, Value, PeriodSeconds }) =>
      compact({ type: Type, value: Value, periodSeconds: PeriodSeconds }),
    );
    return compact({
      stabilizationWindowSeconds: value.StabilizationWindowSeconds ?? undefined,
      selectPolicy: value.SelectPolicy ?? undefined,
      policies: Array.isArray(value.Policies) ? policies : undefined,
      tolerance: value.Tolerance ?? undefined,
    });
  };
  const result = compact({ scaleUp: rules(behavior.ScaleUp), scaleDown: rules(behavior.ScaleDown) });
  return Object.keys(result).length > 0 ? result : undefined;
}

function withoutOwnAnnotations(autoscaler: JsonObject): JsonObject {
  const annotations = objectAt(objectAt(autoscaler, 'metadata'), 'annotations');
  return Object.fromEntries(Object.entries(annotations).filter(([name]) => !ownAnnotations.has(name)));
}

function withAnnotations(autoscaler: JsonObject, annotations: JsonObject): JsonObject {
  const { annotations: _old, ...metadata } = objectAt(autoscaler, 'metadata');
  const isEmpty = Object.keys(annotations).length === 0;
  if (isEmpty && !isObject(autoscaler.metadata)) return {};
  return { metadata: isEmpty ? metadata : { ...metadata, annotations } };
}

/** A field's new content, where the object had that field. */
function replaced(object: JsonObject, field: string, content: JsonObject): JsonObject {
  return isObject(object[field]) ? { [field]: compact(content) } : {};
}

function encoded(annotation: string, value: unknown): JsonObject {
  return value === undefined ? {} : { [annotation]: JSON.stringify(value) };
}

/** What an annotation holds; nothing where it is no JSON: the server ignores that too. */
function decoded(annotation: unknown): unknown {
  if (typeof annotation !== 'string') return undefined;
  try {
    return JSON.parse(annotation);
  } catch {
    return undefined;
  }
}

function listOrNothing(list: JsonObject[]): JsonObject[] | undefined {
  return list.length > 0 ? list : undefined;
}

function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function objectAt(object: JsonObject, field: string): JsonObject {
  const value = object[field];
  return isObject(value) ? value : {};
}

function compact(object: JsonObject): JsonObject {
  const rest = { ...object };
  for (const name of Object.keys(rest)) if (rest[name] === undefined) delete rest[name];
  return rest;
}
