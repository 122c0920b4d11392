import { askWhileTyping } from '../prompts/ask-while-typing.ts';
import type { ClustersView } from './clusters-view.ts';
import { filterSuggestions, withSuggestion } from './filter-suggestions.ts';
import { kindAtHand } from './kind-at-hand.ts';
import type { KindNode } from './nodes/kind-node.ts';
import { readFilter } from './row-options.ts';

const title = 'Filter Objects';

/**
 * Filter Objects: shows what is typed while it is typed; what the server is to select by is asked for at the end. Nothing shows
 * all again, and who leaves the input has what was shown before.
 */
export async function filterObjects(view: ClustersView, given: KindNode | undefined): Promise<void> {
  const kind = await kindAtHand(view, title, given);
  if (!kind) return;
  const before = kind.options;
  const typed = await askWhileTyping({
    title: `Filter ${kind.label}`,
    placeholder: 'Words of the name, the namespace or what is printed; status:failed; label:app=web',
    value: before.filter,
    onDidType: (filter) => kind.choose({ ...kind.options, filter }),
    choicesFor: (filter) => ({
      done: filter.trim() === '' ? 'Show all' : `Show ${filter.trim()}`,
      about: isAsked(filter) ? 'Enter asks the server' : '',
      suggestions: filterSuggestions(filter, kind.store ?? { sorted: [], columns: [] }).map((suggestion) => ({
        label: suggestion.part,
        description: suggestion.about,
        becomes: withSuggestion(filter, suggestion),
      })),
    }),
  });
  if (typed === undefined) return kind.choose(before);
  const filter = typed.trim();
  kind.choose({ ...kind.options, filter, selection: readFilter(filter).selection });
}

function isAsked(filter: string): boolean {
  const { labelSelector, fieldSelector } = readFilter(filter).selection;
  return labelSelector !== undefined || fieldSelector !== undefined;
}
