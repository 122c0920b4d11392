import { describe, expect, test } from 'vitest';
import { applyJsonPatch } from '../../../../sandbox/src/apply/json-patch.ts';
import { recordUpdate } from '../../../../sandbox/src/apply/record-update.ts';
import { serverSideApply } from '../../../../sandbox/src/apply/server-side-apply.ts';
import { strategicMergePatch } from '../../../../sandbox/src/apply/strategic-merge-patch.ts';
import type { KubeObject } from '../../../../sandbox/src/object-store.ts';
import { makeSchema } from '../../../../server/src/catalog/make-schema.ts';
import type { Schema } from '../../../../server/src/catalog/schema.ts';

/** Names that every object of the language inherits something by. */
const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf', '__defineGetter__'];

const schema: Schema = makeSchema(
  {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      data: { type: 'object', additionalProperties: { type: 'string' } },
      any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      items: {
        type: 'array',
        items: { type: 'object', properties: { name: { type: 'string' } } },
        'x-kubernetes-patch-merge-key': 'name',
        'x-kubernetes-patch-strategy': 'merge',
      },
    },
  } as never,
  () => undefined,
);

/** An object as it comes from a request: `JSON.parse` makes `__proto__` an own field. */
function object(rest: string): KubeObject {
  return JSON.parse(`{"apiVersion":"a.b/v1","kind":"Thing","metadata":{"name":"x"},${rest}}`);
}

const ownership = { schema, apiVersion: 'a.b/v1', manager: 'm', now: '2026-01-01T00:00:00Z' };

describe.each(names)('a field named %s', (name) => {
  const field = `${JSON.stringify(name)}`;

  test('is set and taken away by a strategic merge patch, at any level', () => {
    const patch = JSON.parse(
      `{${field}:{"polluted":true},"data":{${field}:"v"},"any":{"a":{${field}:{"polluted":true}}},` +
        `"items":[{"name":"a",${field}:{"polluted":true}}]}`,
    );
    const live = object('"data":{"k":"w"},"any":{"a":{"b":1}},"items":[{"name":"a"},{"name":"b"}]');
    const patched = strategicMergePatch({ live, patch, schema });
    expect(JSON.stringify(patched.data)).toBe(`{"k":"w",${field}:"v"}`);
    expect(JSON.stringify(patched.any)).toBe(`{"a":{"b":1,${field}:{"polluted":true}}}`);
    expect(JSON.stringify(patched.items)).toContain(`{"name":"a",${field}:{"polluted":true}}`);
    const taken = strategicMergePatch({
      live: patched,
      patch: JSON.parse(`{"data":{${field}:null}}`),
      schema,
    });
    expect(JSON.stringify(taken.data)).toBe('{"k":"w"}');
  });

  test('is added, copied, moved, tested, replaced and removed by a JSON patch', () => {
    const live = object('"data":{"k":"w"}');
    const at = `/data/${name}`;
    applyJsonPatch(live, [
      { op: 'add', path: at, value: 'v' },
      { op: 'test', path: at, value: 'v' },
      { op: 'replace', path: at, value: 'u' },
      { op: 'copy', from: at, path: '/data/copy' },
      { op: 'move', from: '/data/copy', path: '/data/moved' },
    ]);
    expect(JSON.stringify(live.data)).toBe(`{"k":"w",${field}:"u","moved":"u"}`);
    applyJsonPatch(live, [{ op: 'remove', path: at }]);
    expect(Object.keys(live.data as object)).toEqual(['k', 'moved']);
    expect(() => applyJsonPatch(live, [{ op: 'remove', path: at }])).toThrow();
    expect(() => applyJsonPatch(live, [{ op: 'add', path: `/data/${name}/polluted`, value: 1 }])).toThrow();
  });

  test('is applied, owned and given up by server-side apply', () => {
    const applied = object(`"data":{${field}:"v","k":"w"},"any":{${field}:{"polluted":true}}`);
    const first = serverSideApply({ ...ownership, live: undefined, applied, conflicts: 'refuse' });
    expect(JSON.stringify(first.data)).toBe(`{${field}:"v","k":"w"}`);
    expect(JSON.stringify(first.any)).toBe(`{${field}:{"polluted":true}}`);
    expect(JSON.stringify(first.metadata.managedFields)).toContain(`"f:${name}":{}`);
    const second = serverSideApply({
      ...ownership,
      live: first,
      applied: object('"data":{"k":"w"}'),
      conflicts: 'refuse',
    });
    expect(JSON.stringify(second.data)).toBe('{"k":"w"}');
  });

  test('is recorded as changed by an update', () => {
    const before = object('"data":{"k":"w"}');
    const after = object(`"data":{"k":"w",${field}:"v"}`);
    const { managedFields } = recordUpdate({ ...ownership, before, after }).metadata;
    expect(JSON.stringify(managedFields ?? [])).toBe('[]');
    const created = recordUpdate({ ...ownership, before: undefined, after });
    expect(JSON.stringify(created.metadata.managedFields)).toContain(`"f:${name}":{}`);
    expect(JSON.stringify(created.data)).toBe(`{"k":"w",${field}:"v"}`);
  });

  test('leaves what every object inherits as it was', () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
