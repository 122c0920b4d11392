import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Facts } from '../../server/src/catalog/files.ts';

type JsonSchema = Record<string, unknown>;

/**
 * Writes the schemas of a facts file as kubeconform's users have them (the variant `standalone-strict`): a file for each
 * kind, references replaced by what they mean, no field beyond those named, null where a field may be left out. Gives the
 * flag's value that finds them.
 */
export async function writeKubeconformSchemas(facts: string, folder: string): Promise<string> {
  const { schemas } = JSON.parse(await readFile(facts, 'utf8')) as Facts;
  await mkdir(folder, { recursive: true });
  for (const [name, schema] of Object.entries(schemas)) {
    for (const { group, version, kind } of identitiesOf(schema)) {
      const whole = standalone(name, schemas as Record<string, JsonSchema>);
      const properties = whole.properties as Record<string, JsonSchema>;
      properties.apiVersion = { type: 'string', enum: [group === '' ? version : `${group}/${version}`] };
      properties.kind = { type: 'string', enum: [kind] };
      const shortGroup = group === '' ? '' : `-${group.split('.')[0]}`;
      await writeFile(
        join(folder, `${kind}${shortGroup}-${version}.json`.toLowerCase()),
        JSON.stringify(whole),
      );
    }
  }
  return join(folder, '{{.ResourceKind}}{{.KindSuffix}}.json');
}

function identitiesOf(schema: object): { group: string; version: string; kind: string }[] {
  const written = (schema as JsonSchema)['x-kubernetes-group-version-kind'];
  return (written ?? []) as { group: string; version: string; kind: string }[];
}

/** A definition with all that it refers to in it. What refers to itself is any object there. */
function standalone(name: string, schemas: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const open = new Set<string>();
  const named = (definition: string): JsonSchema => {
    if (open.has(definition)) return { type: 'object' };
    open.add(definition);
    const made = inlined(schemas[definition] ?? {});
    open.delete(definition);
    return made;
  };
  const inlined = (schema: JsonSchema): JsonSchema => {
    const reference = referenceIn(schema);
    if (reference !== undefined) return named(reference);
    if (schema.format === 'int-or-string' || schema['x-kubernetes-int-or-string'] === true) {
      return { oneOf: [{ type: 'string' }, { type: 'integer' }] };
    }
    const { type, format, enum: values, required, properties, items, additionalProperties } = schema;
    const fields = properties as Record<string, JsonSchema> | undefined;
    const needed = new Set((required as string[] | undefined) ?? []);
    return {
      ...(type !== undefined && { type }),
      ...(format !== undefined && { format }),
      ...(values !== undefined && { enum: values }),
      ...(required !== undefined && { required }),
      ...(fields && {
        properties: Object.fromEntries(
          Object.entries(fields).map(([key, field]) => [
            key,
            needed.has(key) ? inlined(field) : orNull(inlined(field)),
          ]),
        ),
        additionalProperties: false,
      }),
      ...(items !== undefined && { items: orNull(inlined(items as JsonSchema)) }),
      ...(additionalProperties !== undefined &&
        typeof additionalProperties === 'object' && {
          additionalProperties: orNull(inlined(additionalProperties as JsonSchema)),
        }),
    };
  };
  return named(name);
}

function referenceIn(schema: JsonSchema): string | undefined {
  const all = schema.allOf as JsonSchema[] | undefined;
  const written = schema.$ref ?? (all?.length === 1 ? all[0]!.$ref : undefined);
  return typeof written === 'string' ? written.slice(written.lastIndexOf('/') + 1) : undefined;
}

function orNull(schema: JsonSchema): JsonSchema {
  return typeof schema.type === 'string' ? { ...schema, type: [schema.type, 'null'] } : schema;
}
