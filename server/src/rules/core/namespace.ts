import { qualifiedName } from '../formats/qualified-name.ts';
import type { Rule } from '../shared/rule.ts';

const domainless = new Set(['kubernetes', 'orphan', 'foregroundDeletion']);

/** What the API server refuses a Namespace for. */
export const namespace: Rule = (object, causes) => {
  const finalizers = object.in('spec', 'finalizers');
  for (const finalizer of finalizers.items) {
    const { text } = finalizer;
    if (text === undefined) continue;
    const problems = qualifiedName(text);
    if (!text.includes('/') && !domainless.has(text)) {
      problems.push('name is neither a standard finalizer name nor is it fully qualified');
    }
    for (const problem of problems) {
      causes.invalid(finalizers, problem, { code: 'finalizer-name', shown: text, mark: finalizer });
    }
  }
};
