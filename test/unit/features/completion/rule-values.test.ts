import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  type Catalog,
  type KubernetesVersion,
  kubernetesVersions,
} from '../../../../server/src/catalog/catalog.ts';
import type { Schema } from '../../../../server/src/catalog/schema.ts';
import { toInternalObject } from '../../../../server/src/checks/object-rules/check-rules.ts';
import type { JsonObject } from '../../../../server/src/defaults/draft.ts';
import { complete } from '../../../../server/src/features/completion/completion.ts';
import { Causes } from '../../../../server/src/rules/shared/causes.ts';
import type { Violation } from '../../../../server/src/rules/shared/violation.ts';
import { violations } from '../../../../server/src/rules/violations.ts';
import { jsonAt, type Path } from '../../../../server/src/yaml/path.ts';
import { stringify } from '../../../../server/src/yaml/stringify.ts';
import { unknown } from '../../../../server/src/yaml/unknown.ts';
import { atCursor } from '../../../support/cursor.ts';
import { withCatalog } from '../../catalog/built-catalog.ts';
import { recordedObjects, withValue } from '../recorded-objects.ts';

/**
 * Wherever a rule names the values that it takes, completion offers exactly these, without those that the rules refuse for
 * what else is written. Every string of every recorded object
 * that may stand in a document is replaced by one that no rule knows: what the rules then say is supported there is what
 * completion is asked for, in the whole document and in one that has nothing but the way to the place.
 */

const catalogs = new Map<KubernetesVersion, Catalog>();
for (const version of kubernetesVersions)
  withCatalog(version, (catalog) => {
    catalogs.set(version, catalog);
  });

/** Where the rules call for one of a few values (`core/service.ts:45`), and the line there. */
const callSites = callSitesOf(new URL('../../../../server/src/rules/', import.meta.url));

/** Places in the rules that name something else than what may be typed, and why. */
const exceptions: ReadonlyMap<string, string> = new Map([
  [
    "if (!uri.text.startsWith(start)) causes.notSupported(uri, [form], { code: 'disk-uri', shown: uri.text });",
    'the form of an address, which nobody can accept as it is',
  ],
  [
    "if (manual.isTrue) causes.notSupported(manual, ['nil', 'false'], { code: 'job-selector' });",
    'a boolean, which may only be false or left out',
  ],
  [
    "causes.notSupported(operator, ['Equal', 'Exists', 'Lt', 'Gt']);",
    'the server names the very values that it refuses here',
  ],
  ["checkEnum(source.at('keyType'), keyTypes, causes);", 'of a feature that no version has switched on'],
]);

/** What a rule names at a place of an object. */
interface Place {
  readonly object: JsonObject;
  readonly path: Path;
  readonly at: 'key' | 'value';
  readonly sites: readonly string[];
  readonly supported: readonly string[];
}

describe('what the rules support is what completion offers', () => {
  const reached = new Set<string>();

  test.each(kubernetesVersions)(
    'in Kubernetes %s',
    async (version) => {
      const catalog = catalogs.get(version)!;
      const wrong: unknown[] = [];
      for (const place of await placesOf(catalog, version)) {
        for (const site of place.sites) reached.add(site);
        for (const [form, object] of Object.entries({ whole: place.object, alone: alone(place) })) {
          const { at } = place;
          const [whole, path] = form === 'whole' ? [object, place.path] : [object, firstItems(place.path)];
          const supported = supportedIn(whole, { ...place, path }, catalog, version);
          const known = at === 'key' ? Object.keys(jsonAt(whole, path) ?? {}) : [];
          const expected = usable(supported ?? place.supported).filter((value) => !known.includes(value));
          const text = textAt(whole, { ...place, path });
          const offered = await labelsAt(text, catalog, version);
          const left = expected.filter((value) => !offered.includes(value));
          // Nothing that is written may be a reason where nothing is.
          const isReason = form === 'whole' ? isRefusedThere : isNamedAgain;
          const isLeftRight = left.every(
            (value) => at === 'value' && isReason(whole, path, value, catalog, version),
          );
          // What is decided by what nobody has written yet may be more than by what stands in the whole document.
          const isRight = isLeftRight && (!supported || offered.every((value) => expected.includes(value)));
          if (!isRight)
            wrong.push({
              form,
              kind: object.kind,
              at: path.join('.'),
              offered,
              expected,
              sites: place.sites,
            });
        }
      }
      expect(wrong).toEqual([]);
    },
    300_000,
  );

  test('and every place in the rules that names values was reached', () => {
    const missing = [...callSites].filter(([site, code]) => !reached.has(site) && !exceptions.has(code));
    expect(missing).toEqual([]);
    expect(callSites.size).toBeGreaterThan(100);
    expect([...reached].filter((site) => !callSites.has(site))).toEqual([]);
    expect([...exceptions.keys()].filter((code) => ![...callSites.values()].includes(code))).toEqual([]);
  });
});

function callSitesOf(folder: URL): Map<string, string> {
  const sites = new Map<string, string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || isPlumbing(name)) continue;
    const lines = readFileSync(new URL(name, folder), 'utf8').split('\n');
    for (const [index, line] of lines.entries()) {
      if (/\bcauses\.notSupported\(|\bcheckEnum(?:IfSet)?\(/.test(line))
        sites.set(`${name}:${index + 1}`, line.trim());
    }
  }
  return sites;
}

function isPlumbing(file: string): boolean {
  return file === 'shared/enum.ts' || file === 'shared/causes.ts';
}

/** Every place at which the rules name values, one for each call site and field. */
async function placesOf(catalog: Catalog, version: KubernetesVersion): Promise<Place[]> {
  const places = new Map<string, Place>();
  const asked = new Set<string>();
  for (const object of recordedObjects) {
    const kind = catalog.find(String(object.apiVersion), String(object.kind));
    if (!kind) continue;
    await catalog.load(kind);
    const schema = catalog.schema(kind)!;
    for (const { path, at, field } of candidates(object, schema, [])) {
      const question = `${kind.kind} ${field}`;
      // Not every object has what the rule asks for first: those that have the field are all tried.
      if (asked.has(question) && jsonAt(object, path) === undefined) continue;
      asked.add(question);
      for (const bogus of bogusValues) {
        const { sites, found } = recordSites(() => judge(changed(object, path, at, bogus), catalog, version));
        const supported = supportedAt(found, at === 'key' ? [...path, bogus] : path, at);
        if (!supported || sites.length === 0) continue;
        const key = `${sites.join()} ${question}`;
        if (!places.has(key)) places.set(key, { object, path, at, sites, supported });
      }
    }
  }
  return [...places.values()];
}

/** What no rule knows, and what one knows and does not take. */
const bogusValues = ['bogusValue', 'status.phase'];

function judge(object: JsonObject, catalog: Catalog, version: KubernetesVersion): Violation[] {
  const kind = catalog.find(String(object.apiVersion), String(object.kind))!;
  return violations({
    object: toInternalObject(object, kind, { catalog, version }),
    operation: 'create',
    scope: kind.scope,
    kubernetesVersion: version,
  });
}

function supportedIn(
  object: JsonObject,
  { path, at }: Pick<Place, 'path' | 'at'>,
  catalog: Catalog,
  version: KubernetesVersion,
): string[] | undefined {
  const [bogus] = bogusValues;
  const found = judge(changed(object, path, at, bogus!), catalog, version);
  return supportedAt(found, at === 'key' ? [...path, bogus!] : path, at);
}

/** Whether a value is refused at a place for what stands in the object, or is in the list already. */
function isRefusedThere(
  object: JsonObject,
  path: Path,
  value: string,
  catalog: Catalog,
  version: KubernetesVersion,
): boolean {
  const list = jsonAt(object, path.slice(0, -1));
  const isInList = Array.isArray(list) && list.some((item, index) => item === value && index !== path.at(-1));
  const told = ({ code, detail, field }: Violation) => JSON.stringify([code, detail, field]);
  const before = new Set(judge(withValue(object, path, unknown), catalog, version).map(told));
  return (
    isInList || judge(withValue(object, path, value), catalog, version).some((one) => !before.has(told(one)))
  );
}

/** Whether a rule that takes a value is not the only one that names values there. */
function isNamedAgain(
  object: JsonObject,
  path: Path,
  value: string,
  catalog: Catalog,
  version: KubernetesVersion,
): boolean {
  const found = judge(withValue(object, path, value), catalog, version);
  return supportedAt(found, path, 'value')?.includes(value) === false;
}

/** The strings, lists of strings and maps that an object has, or may have in the maps that it has. */
function* candidates(
  value: unknown,
  schema: Schema,
  path: Path,
): Generator<Omit<Place, 'object' | 'sites' | 'supported'> & { field: string }> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      if (schema.items) yield* candidates(item, schema.items, [...path, index]);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const name of schema.propertyNames) {
    const inner = schema.property(name)!;
    if (path.length === 0 && (name === 'apiVersion' || name === 'kind')) continue;
    const field = `${schema.name}.${name}`;
    const isList = inner.types[0] === 'array';
    if ((isList ? inner.items : inner)?.types[0] === 'string') {
      yield { path: [...path, name, ...(isList ? [0] : [])], at: 'value', field };
    }
    if (Object.hasOwn(value, name)) yield* candidates((value as JsonObject)[name], inner, [...path, name]);
  }
  const { values } = schema;
  if (!values || values === 'any') return;
  yield { path, at: 'key', field: `${path.findLast((part) => typeof part === 'string')}` };
  for (const [key, inner] of Object.entries(value)) yield* candidates(inner, values, [...path, key]);
}

function changed(object: JsonObject, path: Path, at: 'key' | 'value', value: unknown): JsonObject {
  return at === 'key' ? withValue(object, [...path, String(value)], '1') : withValue(object, path, value);
}

/** An object that has the place and nothing else but what says what it is. */
function alone({ object, path, at }: Place): JsonObject {
  const { apiVersion, kind } = object;
  return changed({ apiVersion, kind }, firstItems(path), 'value', at === 'key' ? {} : 'bogusValue');
}

function firstItems(path: Path): Path {
  return path.map((part) => (typeof part === 'number' ? 0 : part));
}

/** Nobody chooses the empty string, or the form of an address. */
function usable(supported: readonly string[]): string[] {
  return supported.filter((value) => value !== '' && !value.includes('{')).sort();
}

function textAt(object: JsonObject, { path, at }: Pick<Place, 'path' | 'at'>): string {
  const text = stringify(changed(object, path, at, 'cursorHere'));
  return text.replace(/cursorHere(: ?"?1"?)?/, '|');
}

async function labelsAt(marked: string, catalog: Catalog, version: KubernetesVersion): Promise<string[]> {
  const offset = marked.indexOf('|');
  const { text, position } = atCursor(
    `${marked.slice(0, offset)}|${marked.slice(offset + 1).replaceAll('|', ' ')}`,
  );
  const { items } = await complete({ text, uri: 'file:///workspace/app.yaml', position, catalog, version });
  return items.map(({ label }) => label).sort();
}

function supportedAt(found: readonly Violation[], path: Path, at: 'key' | 'value'): string[] | undefined {
  const lists = found.flatMap(({ mark, path: named, at: where, supported }) =>
    supported && where === at && (mark ?? named).join('\n') === path.join('\n')
      ? [supported.map((value) => String(JSON.parse(value)))]
      : [],
  );
  const [first, ...others] = lists;
  return first?.filter((value) => others.every((other) => other.includes(value)));
}

/** What is found, and the lines of the rules that have named values. */
function recordSites(judge: () => Violation[]): { sites: string[]; found: Violation[] } {
  const sites = new Set<string>();
  const { notSupported } = Causes.prototype;
  Causes.prototype.notSupported = function (this: Causes, field, supported, remark) {
    const before = this.violations.length;
    notSupported.call(this, field, supported, remark);
    const added = this.violations[before];
    if (added && bogusValues.some((bogus) => JSON.stringify(added).includes(bogus))) sites.add(callSite());
  };
  try {
    return { found: judge(), sites: [...sites] };
  } finally {
    Causes.prototype.notSupported = notSupported;
  }
}

function callSite(): string {
  for (const line of new Error().stack!.split('\n')) {
    const [, file, number] = /rules\/([^:?]*\.ts)[^:]*:(\d+)/.exec(line) ?? [];
    if (file && !isPlumbing(file)) return `${file}:${number}`;
  }
  return 'nowhere';
}
