import type { Fix } from '../../../checks/finding.ts';
import type { ScalarNode } from '../../../yaml/nodes.ts';
import { quoteString } from '../../../yaml/stringify.ts';

/** The fix that writes another text for a scalar, in its own quotes where it has some, so that it is read as a text. */
export function replaceText(node: ScalarNode, text: string): Fix {
  const newText = node.style === 'plain' ? quoteString(text) : JSON.stringify(text);
  return { title: `Change to "${text}"`, span: node.span, newText };
}

/** The fix that writes a number or a word in a scalar's place as it is. */
export function replacePlain(node: ScalarNode, text: string): Fix {
  return { title: `Change to ${text}`, span: node.span, newText: text };
}
