import type { RulesByKind } from './rule.ts';

/** The rules of all kinds that have no Pod template. */
export const otherRules: RulesByKind = {};
