import type { ProseFile } from '../../../server/src/catalog/files.ts';
import { proseToMarkdown } from '../../../server/src/catalog/markdown.ts';
import type { OpenApiSchema } from '../../../server/src/catalog/openapi.ts';
import { compareApiVersionPriority } from '../../../server/src/catalog/version.ts';

/**
 * What one source says: plain texts by a definition's full name and its fields, the definition's own under the empty
 * name.
 */
export type SourceProse = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * The prose of the definitions and their fields, as Markdown: each text from the first of the sources that has it. No
 * source has all of it, because generators of clients leave out what stands beside a reference to another definition;
 * what none has is taken from another version of the same definition. Only fields that a definition has are kept.
 */
export function joinProse(
  sources: readonly SourceProse[],
  definitions: Readonly<Record<string, OpenApiSchema>>,
): ProseFile {
  const ofTypes = new Map<string, string>();
  const own = new Map(
    Object.entries(definitions).map(([name, definition]) => {
      const texts = sources.map((source) => withoutTypes(source.get(name), definition, definitions, ofTypes));
      return [name, firstOf(texts)];
    }),
  );
  const siblings = byDefinition(Object.keys(definitions));
  const prose: ProseFile = {};
  for (const [name, texts] of own) {
    const fields: Record<string, string> = {};
    for (const field of ['', ...Object.keys(definitions[name]!.properties ?? {})]) {
      const text =
        texts.get(field) ??
        (field === '' ? ofTypes.get(name) : undefined) ??
        inOtherVersion(field, siblings.get(withoutVersion(name))!, own);
      if (text !== undefined) fields[field] = proseToMarkdown(text);
    }
    if (Object.keys(fields).length > 0) prose[name] = fields;
  }
  return prose;
}

/**
 * What a source says of a definition and its fields. Of a type that is no object, generators repeat at each field what Go
 * says of the type (`IntOrString is a type that ...`): that goes to `ofTypes`.
 */
function withoutTypes(
  texts: ReadonlyMap<string, string> | undefined,
  { properties = {} }: OpenApiSchema,
  definitions: Readonly<Record<string, OpenApiSchema>>,
  ofTypes: Map<string, string>,
): ReadonlyMap<string, string> {
  const own = new Map(texts);
  for (const [field, schema] of Object.entries(properties)) {
    const text = own.get(field);
    const type = (schema.$ref ?? schema.allOf?.find(({ $ref }) => $ref)?.$ref)?.replace(/^.*\//, '');
    if (text === undefined || type === undefined || definitions[type]?.properties) continue;
    const typeName = type.slice(type.lastIndexOf('.') + 1);
    if (typeName.toLowerCase() === field.toLowerCase() || !text.startsWith(`${typeName} `)) continue;
    own.delete(field);
    ofTypes.set(type, text);
  }
  return own;
}

/** Each text of the first that has it. */
function firstOf(sources: readonly ReadonlyMap<string, string>[]): ReadonlyMap<string, string> {
  const texts = sources.toReversed().flatMap((source) => [...source].filter(([, text]) => text !== ''));
  return new Map(texts);
}

/** The most stable version that says something of a field speaks for the others. */
function inOtherVersion(
  field: string,
  siblings: readonly string[],
  own: ReadonlyMap<string, ReadonlyMap<string, string>>,
): string | undefined {
  return siblings
    .filter((name) => own.get(name)?.has(field))
    .toSorted((left, right) => compareApiVersionPriority(versionOf(left), versionOf(right)))
    .map((name) => own.get(name)!.get(field))[0];
}

/** The versions of each definition. */
function byDefinition(names: readonly string[]): Map<string, string[]> {
  const versions = new Map<string, string[]>();
  for (const name of names) {
    const known = versions.get(withoutVersion(name));
    if (known) known.push(name);
    else versions.set(withoutVersion(name), [name]);
  }
  return versions;
}

/** `io.k8s.api.core.v1.Pod` without its version. */
function withoutVersion(name: string): string {
  return name.replace(/\.v\d\w*\.(?=\w+$)/, '.');
}

function versionOf(name: string): string {
  return name.split('.').at(-2) ?? '';
}
