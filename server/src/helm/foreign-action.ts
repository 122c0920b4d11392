import type { Span } from '../yaml/nodes.ts';
import type { TemplateAction } from './template-actions.ts';
import { openCondition } from './version-condition.ts';

/** What one placeholder of another tool does, by its brackets and its first word. */
export function foreignAction(text: string, { start, end }: Span): TemplateAction {
  const written = text.slice(start, end);
  const word = firstWord(written);
  const block = blockOf(word);
  const isControl = block !== undefined || isComment.test(written) || isStatement(written);
  return {
    start,
    end,
    does: isControl ? 'control' : 'output',
    block,
    repeats: repeating.has(word),
    defines: false,
    isEdge: false,
    condition: openCondition,
    indent: undefined,
  };
}

/** The keyword of an action, and its mark where it is Mustache's or Handlebars': `#`, `^`, `/`. */
function firstWord(written: string): string {
  const inner = written.replace(/^(?:\$?\{\{\{?|\{%|<%|\[\[|#@)[-~+]?\s*/, '');
  if (inner === written) return '';
  return /^(?:[#^/]|end\w*|[a-z]+)/.exec(inner)?.[0] ?? '';
}

function blockOf(word: string): TemplateAction['block'] {
  if (opening.has(word)) return 'opens';
  if (turning.has(word)) return 'turns';
  return word === '/' || (word.startsWith('end') && closing.test(word)) ? 'closes' : undefined;
}

const opening = new Set([
  'if',
  'unless',
  'for',
  'with',
  'range',
  'define',
  'block',
  'macro',
  'raw',
  '#',
  '^',
]);
const turning = new Set(['else', 'elif', 'elsif', 'elseif']);
const closing = /^end(?:if|unless|for|with|range|block|macro|raw)?$/;
const repeating = new Set(['for', 'def', 'while', 'range', 'macro', 'define', 'block', '#']);

const isComment = /^(?:\{#|\{\{-?\s*(?:!|\/\*)|<%#)/;

/** What stands in brackets that print nothing: `{% set x = 1 %}`, `{{ $x := 1 }}`. */
function isStatement(written: string): boolean {
  return /^\{%/.test(written) || /^\{\{-?\s*\$\w*(?:\s*,\s*\$\w+)?\s*:?=[^=]/.test(written);
}
