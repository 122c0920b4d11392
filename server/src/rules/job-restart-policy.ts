import type { Path } from '../yaml/path.ts';
import type { Rule } from './rule.ts';

/** The Pods of a Job end: `Always`, the default, is refused. */
export const jobRestartPolicy: Rule = function* ({ object }) {
  const job = jobSpecPath.get(object.kind);
  if (!job || !String(object.apiVersion).startsWith('batch/')) return;
  const path = [...job, 'template', 'spec'];
  const podSpec = valueAt(object, path);
  if (!isObject(podSpec)) return;
  const { restartPolicy } = podSpec;
  if (restartPolicy === undefined || restartPolicy === null || restartPolicy === '') {
    yield {
      code: 'missing-required',
      path: [...path, 'restartPolicy'],
      at: 'key',
      reason: 'FieldValueRequired',
      message: 'valid values: "OnFailure", "Never"',
    };
  } else if (restartPolicy === 'Always') {
    yield {
      code: 'unsupported-value',
      path: [...path, 'restartPolicy'],
      at: 'value',
      reason: 'FieldValueNotSupported',
      message: 'supported values: "OnFailure", "Never"',
    };
  }
};

const jobSpecPath = new Map<unknown, Path>([
  ['Job', ['spec']],
  ['CronJob', ['spec', 'jobTemplate', 'spec']],
]);

function valueAt(object: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), object);
}

function isObject(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
