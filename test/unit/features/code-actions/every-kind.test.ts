import { expect, test } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver';
import type { Catalog, Kind } from '../../../../server/src/catalog/catalog.ts';
import type { JsonObject } from '../../../../server/src/defaults/draft.ts';
import { schemaAlong } from '../../../../server/src/features/completion/enclosing-object.ts';
import { formatPath, jsonAt, type Path } from '../../../../server/src/yaml/path.ts';
import { stringify } from '../../../../server/src/yaml/stringify.ts';
import { toValue } from '../../../../server/src/yaml/value.ts';
import { withCatalog } from '../../catalog/built-catalog.ts';
import { recordedObjects } from '../recorded-objects.ts';
import { Asking, afterAction, fixesAmong } from './asking.ts';

let catalog: Catalog;
let kinds: readonly Kind[] = [];
withCatalog('1.36', async (opened) => {
  catalog = opened;
  kinds = catalog.kinds().filter(({ listOf }) => !listOf);
  for (const kind of kinds) await catalog.load(kind);
});

/** What an object is refused for once all that it lacks is inserted, by its kind, and why that is so. */
const refused: Readonly<Record<string, string>> = {
  'CertificateSigningRequest: certificate-request': 'nobody writes a request for a certificate by hand',
  'ClusterTrustBundle: trust-bundle': 'nobody writes a certificate by hand',
};

/** The same of an object of which only one field is left out: the rest stays as it is. */
const refusedIn: Readonly<Record<string, string>> = {
  ...refused,
  'ClusterTrustBundle: object-name': 'the name begins with the signer, and is not told as a whole',
  'CustomResourceDefinition: definition-name':
    'the name is made of the group and the plural, which are both new',
  'APIService: definition-name': 'the name is made of the group and the version, which are both new',
  'LimitRange: missing-required': 'the server does not say which field it misses',
};

async function errorsIn(text: string): Promise<Diagnostic[]> {
  const problems = await new Asking(text, { catalog }).diagnostics();
  return problems.filter(({ severity }) => severity === 1);
}

/** The text with all that is missing: by the fix that inserts all at once, or the one that there is. */
async function filled(text: string): Promise<string> {
  const asking = new Asking(text, { catalog });
  const problems = (await asking.diagnostics()).filter(({ severity }) => severity === 1);
  const fixes = fixesAmong(await asking.ask(problems));
  const chosen =
    fixes.find(({ title }) => title.startsWith('Insert all')) ??
    fixes.find(({ title }) => /^(?:Insert|Fill in) /.test(title));
  return chosen ? afterAction(text, chosen) : text;
}

async function lacksSomething(text: string): Promise<boolean> {
  return (await errorsIn(text)).some(({ code }) => code === 'missing-required');
}

/** What a text without a field is refused for once all is inserted that it lacks. */
async function faultsOnceFilled(text: string, kind: string, path: Path): Promise<string[]> {
  const after = await filled(text);
  return (await errorsIn(after))
    .filter((problem) => !(faultOf(kind, problem) in refusedIn))
    .map(({ message }) => `${kind} without ${formatPath(path)}: ${message}`);
}

function faultOf(kind: string, { code }: Diagnostic): string {
  return `${kind}: ${code}`;
}

/** The paths of all fields of an object below the type, and of nothing in lists but their first items. */
function* fieldsOf(value: unknown, path: Path = []): Iterable<Path> {
  if (Array.isArray(value)) yield* fieldsOf(value[0], [...path, 0]);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (path.length > 0 || (name !== 'apiVersion' && name !== 'kind')) yield [...path, name];
      yield* fieldsOf(inner, [...path, name]);
    }
  }
}

function without(object: JsonObject, path: Path): JsonObject {
  const copy = structuredClone(object);
  const container = jsonAt(copy, path.slice(0, -1)) as Record<string, unknown>;
  delete container[String(path.at(-1))];
  return copy;
}

test('of nothing but its type, every object is made one that the API server takes', async () => {
  const faults: string[] = [];
  for (const { apiVersion, kind } of kinds) {
    const text = await filled(`apiVersion: ${apiVersion}\nkind: ${kind}\n`);
    for (const problem of await errorsIn(text)) {
      if (!(faultOf(kind, problem) in refused))
        faults.push(`${apiVersion} ${kind}: ${problem.message}\n${text}`);
    }
  }
  expect(faults).toEqual([]);
});

test('each required field that such an object is without is inserted again', async () => {
  const faults: string[] = [];
  let required = 0;
  for (const { apiVersion, kind } of kinds) {
    const whole = await filled(`apiVersion: ${apiVersion}\nkind: ${kind}\n`);
    const object = toValue(new Asking(whole, { catalog }).document.documents[0]!.root) as JsonObject;
    for (const path of fieldsOf(object)) {
      const text = stringify(without(object, path));
      if (!(await lacksSomething(text))) continue;
      required++;
      faults.push(...(await faultsOnceFilled(text, kind, path)));
    }
  }
  expect(faults).toEqual([]);
  expect(required).toBeGreaterThan(300);
});

test('each required field that an object of the API server is without is inserted again', async () => {
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const object of recordedObjects) {
    const { apiVersion, kind } = object as { apiVersion: string; kind: string };
    const schema = catalog.schema(catalog.find(apiVersion, kind)!)!;
    if ((await errorsIn(stringify(object))).length > 0) continue;
    for (const path of fieldsOf(object)) {
      const around =
        schemaAlong(schema, path.slice(0, -1))?.name ?? `${kind} ${formatPath(path.slice(0, -1))}`;
      const field = `${around} ${path.at(-1)}`;
      if (seen.has(field)) continue;
      seen.add(field);
      const text = stringify(without(object, path));
      if (await lacksSomething(text)) faults.push(...(await faultsOnceFilled(text, kind, path)));
    }
  }
  expect(faults).toEqual([]);
  expect(seen.size).toBeGreaterThan(700);
});
