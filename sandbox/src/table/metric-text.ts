import { convertObject } from '../../../server/src/conversion/convert-object.ts';
import { field, list, text } from './field.ts';

/** The Targets of a HorizontalPodAutoscaler of either version: `cpu: 12%/80%, memory: <unknown>/1Gi + 1 more...`. */
export function autoscalerTargets(autoscaler: unknown): string {
  const current = convertObject(autoscaler, 'autoscaling/v2');
  const metrics = list(current, 'spec', 'metrics');
  if (metrics.length === 0) return '<none>';
  const statuses = list(current, 'status', 'currentMetrics');
  const texts = metrics.map((metric, index) => metricText(metric, statuses[index]));
  const shown = texts.slice(0, 2).join(', ');
  return texts.length > 2 ? `${shown} + ${texts.length - 2} more...` : shown;
}

function metricText(metric: unknown, status: unknown): string {
  switch (text(metric, 'type')) {
    case 'External':
      return valueText(field(metric, 'external', 'target'), field(status, 'external', 'current'));
    case 'Object':
      return valueText(field(metric, 'object', 'target'), field(status, 'object', 'current'));
    case 'Pods':
      return averageText(field(metric, 'pods', 'target'), field(status, 'pods', 'current'));
    case 'Resource':
      return resourceText(field(metric, 'resource'), field(status, 'resource', 'current'));
    case 'ContainerResource':
      return resourceText(field(metric, 'containerResource'), field(status, 'containerResource', 'current'));
    default:
      return '<unknown type>';
  }
}

function valueText(target: unknown, current: unknown): string {
  if (field(target, 'averageValue') !== undefined) return `${averageText(target, current)} (avg)`;
  return `${current === undefined ? '<unknown>' : text(current, 'value') || '0'}/${text(target, 'value') || '0'}`;
}

function averageText(target: unknown, current: unknown): string {
  return `${text(current, 'averageValue') || '<unknown>'}/${text(target, 'averageValue') || '0'}`;
}

function resourceText(resource: unknown, current: unknown): string {
  const name = text(resource, 'name');
  const target = field(resource, 'target');
  if (field(target, 'averageValue') !== undefined) return `${name}: ${averageText(target, current)}`;
  return `${name}: ${percentText(current, '<unknown>')}/${percentText(target, '<auto>')}`;
}

function percentText(value: unknown, none: string): string {
  const utilization = field(value, 'averageUtilization');
  return utilization === undefined ? none : `${String(utilization)}%`;
}
