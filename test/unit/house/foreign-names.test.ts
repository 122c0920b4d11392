import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { computedAssignments } from '../../support/foreign-names.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Whose names are the project's own; all others go through `setField` of `server/src/yaml/own-field.ts`. */
const ownNames = new Map([
  ['server/src/yaml/own-field.ts', 'the one place that sets a field by any name'],
  ['server/src/catalog/union-schema.ts', 'keywords that it lists'],
  ['server/src/codes/example-objects.ts', 'paths of the examples'],
  ['sandbox/src/apply/field-set.ts', 'steps of managedFields, which begin with `f:`, `k:`, `v:` or `i:`'],
  ['sandbox/src/lifecycle/prepare.ts', 'fields that it lists'],
  ['client/src/cluster/kubeconfig/exec-plugin.ts', 'stdout and stderr'],
  ['spdy/src/open-streams.ts', 'numbers of streams'],
  ['check/src/arguments/parse-arguments.ts', 'codes that the table has'],
]);

function sources(): Map<string, string> {
  const found = new Map<string, string>();
  for (const program of ['client', 'server', 'sandbox', 'check', 'spdy']) {
    const folder = join(root, program, 'src');
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts')) continue;
      const path = join(folder, name);
      found.set(relative(root, path).replaceAll('\\', '/'), readFileSync(path, 'utf8'));
    }
  }
  return found;
}

describe('names that come from outside', () => {
  test('are set as own fields', () => {
    const assignments = computedAssignments(sources());
    expect(assignments.filter(({ file }) => !ownNames.has(file))).toEqual([]);
    const used = new Set(assignments.map(({ file }) => file));
    expect([...ownNames.keys()].filter((file) => !used.has(file))).toEqual([]);
  });

  test.each([
    ['object[name] = value;', ['object[name]']],
    ['(object as Fields)[key] ??= {};', ['Fields)[key]']],
    ['this.value[field] = copy;', ['this.value[field]']],
    ['all[`f:x`] = {};', ['all[`f:x`]']],
    ['list[index] = item; if (object[name] === value) f(object[name] => 1);', []],
    ["object['name'] = value; list[0] = item; const [name] = parts;", []],
  ])('%s', (text, expected) => {
    expect(computedAssignments(new Map([['a.ts', text]])).map(({ target }) => target)).toEqual(expected);
  });
});
