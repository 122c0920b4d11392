import type { OpenDocument } from './open-document.ts';

/**
 * Whether a document is of a format that only looks like Kubernetes' YAML: compose files and the like by the language
 * the client gives them, notes of Helm's charts, and parts of templates of no chart.
 */
export function isForeignDocument({ uri, languageId, text, template }: OpenDocument): boolean {
  if (template && /\.txt$/i.test(uri)) return true;
  return otherLanguages.has(languageId) || (text.includes('{{') && /\/templates\/.*\.txt$/.test(uri));
}

const otherLanguages = new Set(['ansible', 'azure-pipelines', 'dockercompose', 'github-actions-workflow']);
