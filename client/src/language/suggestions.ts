import type { Middleware } from 'vscode-languageclient';
import { labelPlainly } from '../prompts/suggestions.ts';
import { withoutLateLists } from './late-suggestions.ts';

/** What is suggested, of what the language server answers: nothing that comes too late, and labels as they are written. */
export const provideSuggestions: NonNullable<Middleware['provideCompletionItem']> = async (...asked) => {
  const list = await withoutLateLists(...asked);
  if (list) labelPlainly(Array.isArray(list) ? list : list.items);
  return list;
};
