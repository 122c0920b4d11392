import type { ScalarNode } from '../yaml/nodes.ts';
import type { Fix } from './finding.ts';

/** The edit that writes another word in a scalar's place, in the scalar's own quotes where it has some. */
export function replaceScalar(node: ScalarNode, word: string): Fix {
  const newText = isPlain(node) ? word : JSON.stringify(word);
  return { title: `Change to "${word}"`, span: node.span, newText };
}

/** The edit that makes a plain scalar the string that it looks like. */
export function quoteScalar(node: ScalarNode): Fix {
  return { title: `Quote "${node.text}"`, span: node.span, newText: JSON.stringify(node.text) };
}

function isPlain(node: ScalarNode): boolean {
  return node.style === 'plain';
}
