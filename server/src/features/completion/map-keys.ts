import type { CompletionItem } from 'vscode-languageserver';
import type { Schema } from '../../catalog/schema.ts';
import type { Path } from '../../yaml/path.ts';
import { fieldName } from '../../yaml/tree.ts';
import type { Completion } from './completion-context.ts';
import { definitionOf, type EnclosingObject } from './enclosing-object.ts';
import { entryItems } from './entries.ts';
import { supportedKeys } from './supported-values.ts';
import { type Surroundings, surroundingsOf } from './surroundings.ts';

/**
 * The keys of a map of free keys that validation would name: resources of containers, of quotas, of volumes. Empty for
 * other maps.
 */
export function mapKeyItems(
  completion: Completion,
  object: EnclosingObject,
  schema: Schema,
  path: Path,
): CompletionItem[] {
  if (!schema.values || schema.propertyNames.length > 0 || path.length === 0) return [];
  const { entry } = completion.cursor;
  const keys = knownKeys(surroundingsOf(completion), object, path, entry && fieldName(entry.key));
  return entryItems(
    completion,
    schema,
    keys.map((key) => ({ key })),
  );
}

/** The keys that are known of the map at `path`; `typed` is the one that is there already. */
export function knownKeys(
  surroundings: Surroundings,
  object: EnclosingObject,
  path: Path,
  typed?: string,
): readonly string[] {
  const definition = definitionOf(object, path.slice(0, -1));
  const usual = usualKeys.get(`${definition}.${path.at(-1)}`);
  return usual ?? supportedKeys(surroundings, object, path, typed);
}

/** What validation does not name though there is nothing else: by the definition's name without its group and version. */
const usualKeys: ReadonlyMap<string, readonly string[]> = new Map([
  ['VolumeResourceRequirements.requests', ['storage']],
  ['VolumeResourceRequirements.limits', ['storage']],
]);
