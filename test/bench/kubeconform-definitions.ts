import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '../../server/src/defaults/draft.ts';
import { parseDocuments } from '../../server/src/yaml/documents.ts';
import { toValue } from '../../server/src/yaml/value.ts';

type JsonSchema = Record<string, unknown>;

/**
 * Writes the schemas of the CustomResourceDefinitions below a folder as kubeconform's users have them (its own
 * `openapi2jsonschema.py`, for `-strict`): a file for each kind in each version, the schema as it is written, no field beyond
 * those named. Gives the flag's value that finds them.
 */
export async function writeDefinitionSchemas(manifests: string, folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  for (const entry of await readdir(manifests, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:yaml|yml|json)$/.test(entry.name)) continue;
    const text = await readFile(join(entry.parentPath, entry.name), 'utf8');
    if (!text.includes('CustomResourceDefinition')) continue;
    for (const { root } of parseDocuments(text)) await writeDefinition(toValue(root), folder);
  }
  return join(folder, '{{.Group}}', '{{.ResourceKind}}_{{.ResourceAPIVersion}}.json');
}

async function writeDefinition(definition: unknown, folder: string): Promise<void> {
  if (fieldOf(definition, 'kind') !== 'CustomResourceDefinition') return;
  const spec = fieldOf(definition, 'spec');
  const group = fieldOf(spec, 'group');
  const kind = fieldOf(fieldOf(spec, 'names'), 'kind');
  const versions = fieldOf(spec, 'versions');
  if (typeof group !== 'string' || typeof kind !== 'string' || !Array.isArray(versions)) return;
  for (const version of versions) {
    const schema = fieldOf(fieldOf(version, 'schema'), 'openAPIV3Schema');
    const name = fieldOf(version, 'name');
    if (!isObject(schema) || typeof name !== 'string') continue;
    await mkdir(join(folder, group), { recursive: true });
    await writeFile(
      join(folder, group, `${kind.toLowerCase()}_${name}.json`),
      JSON.stringify(strict(schema), (_key, value: unknown) =>
        typeof value === 'bigint' ? Number(value) : value,
      ),
    );
  }
}

/** The same schema without room for other fields where it names some, unless it says that it has. */
function strict(schema: JsonSchema): JsonSchema {
  const isKept = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const { properties, items, additionalProperties } = schema;
  if (schema['x-kubernetes-int-or-string'] === true || schema.format === 'int-or-string') {
    return { oneOf: [{ type: 'string' }, { type: 'integer' }] };
  }
  return {
    ...schema,
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, isObject(field) ? strict(field) : field]),
      ),
      ...(!isKept && additionalProperties === undefined && { additionalProperties: false }),
    }),
    ...(isObject(items) && { items: strict(items) }),
    ...(isObject(additionalProperties) && { additionalProperties: strict(additionalProperties) }),
  };
}

function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}
