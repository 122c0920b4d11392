import type { OpenDocument } from './open-document.ts';

/**
 * Whether a document is of a format that only looks like Kubernetes' YAML: compose files and the like by the language
 * the client gives them, notes of Helm's charts, and templates of no chart by where they are and the actions in them.
 */
export function isForeignDocument({ uri, languageId, text, template }: OpenDocument): boolean {
  if (template) return /\.txt$/i.test(uri);
  if (otherLanguages.has(languageId)) return true;
  return text.includes('{{') && /\/templates\/.*\.(?:ya?ml|tpl|txt|json)$/.test(uri);
}

const otherLanguages = new Set(['ansible', 'azure-pipelines', 'dockercompose', 'github-actions-workflow']);
