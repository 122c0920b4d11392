import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceProse } from './prose.ts';

/**
 * The prose of these definitions in the doc comments of the official client's generated models (`folder` holds `V1Pod.d.ts` and
 * `V1Pod.js`). It is of the newest version, and has nothing beside references.
 */
export async function proseOfOfficialClient(
  folder: string,
  definitions: readonly string[],
): Promise<SourceProse> {
  const prose = new Map<string, ReadonlyMap<string, string>>();
  for (const name of definitions) {
    for (const model of modelNamesOf(name)) {
      const comments = await readModel(folder, model);
      if (!comments) continue;
      prose.set(name, comments);
      break;
    }
  }
  return prose;
}

/** The generator puts the group before the version where a name would clash: `CoreV1Event`, else `V1Pod`. */
function modelNamesOf(definition: string): string[] {
  const [kind = '', version = '', group = ''] = definition.split('.').reverse();
  const short = `${capitalised(version)}${kind}`;
  return [`${capitalised(group)}${short}`, short];
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Comments by the field's name in JSON; the model's own under the empty name. */
async function readModel(folder: string, model: string): Promise<Map<string, string> | undefined> {
  const types = await readFile(join(folder, `${model}.d.ts`), 'utf8').catch(() => undefined);
  if (types === undefined) return undefined;
  const jsonNames = jsonNamesOf(await readFile(join(folder, `${model}.js`), 'utf8'));
  const comments = new Map<string, string>();
  for (const match of types.matchAll(
    /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:export declare class \w+|'([^']+)'\??:)/g,
  )) {
    const text = proseOf(match[1] ?? '');
    const field = match[2];
    if (text !== '') comments.set(field === undefined ? '' : (jsonNames.get(field) ?? field), text);
  }
  return comments;
}

/** From the model's `attributeTypeMap`: the class's `_continue` is `continue` in JSON. */
function jsonNamesOf(source: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const match of source.matchAll(/"name": "([^"]+)",\s*"baseName": "([^"]+)"/g))
    names.set(match[1]!, match[2]!);
  return names;
}

function proseOf(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.trim().replace(/^\*\s?/, ''))
    .join('\n')
    .trim()
    .replace(/\\(['"`\\])/g, '$1');
}
