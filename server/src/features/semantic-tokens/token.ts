import type { SemanticTokensLegend } from 'vscode-languageserver';

/** What a stretch of a document means, in the protocol's standard words, so that every theme has a colour for it. */
export const tokenTypes = [
  'type',
  'property',
  'enumMember',
  'variable',
  'function',
  'keyword',
  'string',
  'number',
  'operator',
] as const;

/** `declaration` tells a field of an object from one that an expression reads. */
export const tokenModifiers = ['declaration', 'deprecated', 'defaultLibrary'] as const;

export type TokenType = (typeof tokenTypes)[number];
export type TokenModifier = (typeof tokenModifiers)[number];

/** A stretch of one line and what it means. */
export interface Token {
  /** From the start of what it was made of. */
  readonly offset: number;
  readonly length: number;
  readonly type: TokenType;
  readonly modifiers?: readonly TokenModifier[];
}

/** What the numbers in an answer stand for. */
export const legend: SemanticTokensLegend = {
  tokenTypes: [...tokenTypes],
  tokenModifiers: [...tokenModifiers],
};
