import type { YamlDocument } from '../yaml/nodes.ts';

/** Whether a document says itself that it is a patch, by a directive of strategic merge. */
export function isPatch({ text }: YamlDocument): boolean {
  return text.includes('$patch') && /^\s*(?:- )?["']?\$patch["']?\s*:/m.test(text);
}
