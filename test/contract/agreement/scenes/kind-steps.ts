import type { RawRequest } from '../../api/case.ts';
import type { KindUnderTest } from '../../api/served-kinds.ts';
import { type Scene, type Step, step } from '../scene.ts';

/** How scenes call a resource. */
export function nameOf({ plural, group, version }: KindUnderTest): string {
  return `${plural}.${group || 'core'}/${version}`;
}

/** Makes scenes of one kind. */
export function scenesOf(kind: KindUnderTest, rows: Readonly<Record<string, readonly Step[]>>): Scene[] {
  return Object.entries(rows).map(([title, steps]) => ({ kind: nameOf(kind), title, steps }));
}

/** The steps that most scenes have. */
export function stepsOf(kind: KindUnderTest) {
  const { collection, path, object } = kind;
  type Options = Omit<RawRequest, 'method' | 'path'>;
  return {
    make: step('create', 'POST', collection, { body: object }),
    post: (body: unknown, options: Options = {}) => step('create', 'POST', collection, { body, ...options }),
    put: (options: Options, below = '') => step(`replace${below}`, 'PUT', `${path}${below}`, options),
    get: (options: Options = {}) => step('get', 'GET', path, options),
    list: (query: Record<string, string>, options: Options = {}) =>
      step('list', 'GET', collection, { query, ...options }),
    watch: (query: Record<string, string>, options: Options = {}) =>
      step('watch', 'GET', collection, { query: { watch: '1', timeoutSeconds: '1', ...query }, ...options }),
    patch: (type: keyof typeof patchTypes, body: unknown, query: Record<string, string> = {}, below = '') =>
      step(`patch ${type}${below}`, 'PATCH', `${path}${below}`, {
        query,
        body,
        headers: { 'content-type': patchTypes[type] },
      }),
    remove: (body?: unknown, query: Record<string, string> = {}) =>
      step('delete', 'DELETE', path, { query, ...(body !== undefined && { body }) }),
    removeAll: (query: Record<string, string>, body?: unknown) =>
      step('deletecollection', 'DELETE', collection, { query, ...(body !== undefined && { body }) }),
    /** The smallest object with other metadata. */
    withMetadata: (more: Record<string, unknown>) => ({
      ...object,
      metadata: { ...(object.metadata as object), ...more },
    }),
  };
}

export const patchTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

/** Of the objects of a scene. */
export const ours = { labelSelector: 'case={name}' };
