import { mayTellOfOthers } from '../../../server/src/workspace/workspace.ts';
import type { Unreadable } from '../report.ts';
import type { Refusal, SourceFiles } from './source-files.ts';
import type { Target } from './targets.ts';

/** What a look at all files gives before any is judged. */
export interface Survey {
  /** The files that are to be judged. */
  readonly targets: readonly Target[];
  readonly unreadable: readonly Unreadable[];
  /** Those that tell of others, by their URIs: what is near the root of its folder first, as in an editor. */
  readonly known: readonly string[];
  /** How long the texts to be judged are together. */
  readonly characters: number;
}

/**
 * Looks into every file that is to be judged, and into those beside them, for what they tell of others. `looked` hears how
 * far it is.
 */
export function survey(
  targets: readonly (Target | Unreadable)[],
  beside: readonly (Target | Unreadable)[],
  sources: SourceFiles,
  looked: (done: number) => void,
): Survey {
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
    // Of a folder, regular files alone are found.
    const read = sources.look(target.uri, target.is === 'found' ? 'regular file' : 'anything');
    if ('text' in read) {
      readable.push(target);
      characters += read.text.length;
      if (mayTellOfOthers(target.uri, read.text)) known.push(target.uri);
    } else unreadable.push(unreadableOf(target, read));
  }
  const seen = new Set(beside.length > 0 ? readable.map(({ uri }) => uri) : []);
  for (const file of beside) {
    looked(++done);
    if (!('uri' in file)) unreadable.push(file);
    else if (!seen.has(file.uri)) {
      const text = sources.read(file.uri);
      if (text !== undefined && mayTellOfOthers(file.uri, text)) known.push(file.uri);
    }
  }
  return { targets: readable, unreadable, known: nearestFirst(known), characters };
}

/** A target without a text. */
export function unreadableOf({ file, is }: Target, refusal: Refusal): Unreadable {
  const isNote = is === 'found' && refusal.is === 'no text';
  return { file, reason: refusal.reason, counts: isNote ? 'as note' : 'as failure' };
}

function nearestFirst(uris: readonly string[]): string[] {
  const depthOf = (uri: string) => uri.split('/').length;
  return uris.toSorted((left, right) => depthOf(left) - depthOf(right));
}
