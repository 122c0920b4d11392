import { mayTellOfOthers } from '../../../server/src/workspace/workspace.ts';
import type { Unreadable } from '../report.ts';
import { type DefinitionsIn, definitionsIn } from './definitions-in.ts';
import type { Refusal, SourceFiles, SourceText } from './source-files.ts';
import type { SchemaSource, Target } from './targets.ts';

/** What a look at all files gives before any is judged. */
export interface Survey {
  /** The files that are to be judged. */
  readonly targets: readonly Target[];
  readonly unreadable: readonly Unreadable[];
  /** Those that tell of others, by their URIs: what is near the root of its folder first, as in an editor. */
  readonly known: readonly string[];
  /** Files of `--schemas` that may define kinds, and are not to be judged anyway. */
  readonly schemas: readonly Target[];
  /** How long the texts to be judged are together. */
  readonly characters: number;
}

/** What is looked at beside the files that are to be judged. */
export interface Beside {
  readonly schemas: readonly SchemaSource[];
  /** Of the workspace. */
  readonly files: readonly (Target | Unreadable)[];
}

/**
 * Looks into every file that is to be judged, and into those beside them, for what they tell of others. `looked` hears how
 * far it is.
 */
export async function survey(
  targets: readonly (Target | Unreadable)[],
  beside: Beside,
  sources: SourceFiles,
  looked: (done: number) => void,
): Promise<Survey> {
  const readable: Target[] = [];
  const unreadable: Unreadable[] = [];
  const known: string[] = [];
  let characters = 0;
  let done = 0;
  for (const target of targets) {
    looked(++done);
    if (!('uri' in target)) {
      unreadable.push(target);
      continue;
    }
    const read = lookAt(target, sources);
    if ('text' in read) {
      readable.push(target);
      characters += read.text.length;
      if (mayTellOfOthers(target.uri, read.text)) known.push(target.uri);
    } else unreadable.push(unreadableOf(target, read));
  }
  const schemas: Target[] = [];
  const seen = new Set(readable.map(({ uri }) => uri));
  for (const source of beside.schemas) {
    const told = await toldBy(source, sources, () => looked(++done));
    unreadable.push(...told.unreadable);
    for (const file of told.known) {
      if (seen.has(file.uri)) continue;
      seen.add(file.uri);
      known.push(file.uri);
      schemas.push(file);
    }
  }
  for (const file of beside.files) {
    looked(++done);
    if (!('uri' in file)) unreadable.push(file);
    else if (!seen.has(file.uri)) {
      const text = sources.read(file.uri);
      if (text !== undefined && mayTellOfOthers(file.uri, text)) known.push(file.uri);
    }
  }
  return { targets: readable, unreadable, known: nearestFirst(known), schemas, characters };
}

/**
 * What a path of `--schemas` tells of others. That it defines nothing is a failure: whoever names it means to have kinds of
 * it, and without them their objects would count as right.
 */
async function toldBy(
  { path, files }: SchemaSource,
  sources: SourceFiles,
  looked: () => void,
): Promise<{ readonly unreadable: readonly Unreadable[]; readonly known: readonly Target[] }> {
  const unreadable: Unreadable[] = [];
  const known: Target[] = [];
  let found: DefinitionsIn = 'none';
  for (const file of files) {
    looked();
    const read = 'uri' in file ? lookAt(file, sources) : undefined;
    if (!('uri' in file)) unreadable.push(file);
    else if (!read || !('text' in read)) unreadable.push(unreadableOf(file, read!));
    else {
      // A pipe is read once, and asked for whenever its kinds are.
      if (file.is === 'named') sources.give(file.uri, read.text);
      if (mayTellOfOthers(file.uri, read.text)) known.push(file);
      // Of a folder one file is enough to know that it is the right one.
      if (found === 'none') found = await definitionsIn(file.uri, read.text);
    }
  }
  if (found !== 'some' && unreadable.every(({ counts }) => counts === 'as note'))
    unreadable.push({ file: path, reason: withoutDefinitions[found], counts: 'as failure' });
  return { unreadable, known };
}

const withoutDefinitions = {
  none: 'there is no CustomResourceDefinition in it, which is what --schemas takes kinds from',
  broken: 'its CustomResourceDefinition is no YAML',
} as const;

/** Of a folder, regular files alone are found. */
function lookAt({ uri, is }: Target, sources: SourceFiles): SourceText {
  return sources.look(uri, is === 'found' ? 'regular file' : 'anything');
}

/** A target without a text. */
export function unreadableOf({ file, is }: Target, refusal: Refusal): Unreadable {
  const isNote = is === 'found' && refusal.is === 'no text';
  // Names of other bytes are read with this sign in their place, and then there is no such file.
  const isMisnamed = is === 'found' && refusal.is === 'unreadable' && file.includes('\ufffd');
  const reason = isMisnamed ? 'its name is no UTF-8: rename it' : refusal.reason;
  return { file, reason, counts: isNote ? 'as note' : 'as failure' };
}

function nearestFirst(uris: readonly string[]): string[] {
  const depthOf = (uri: string) => uri.split('/').length;
  return uris.toSorted((left, right) => depthOf(left) - depthOf(right));
}
