import type { CauseOptions, Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import { celProblem } from './syntax.ts';

/** A longer one is left to the server. */
export const longestExpression = 100_000;

/** An expression that is written: its syntax. `what` is how the server calls it. Whether its names and types fit is left to the server. */
export function checkExpressionSyntax(
  expression: Field,
  causes: Causes,
  remark: CauseOptions = {},
  what: '' | 'messageExpression ' = '',
): void {
  const { text } = expression;
  if (!text || text.trim() === '' || text.length > longestExpression) return;
  const problem = celProblem(text);
  if (!problem) return;
  const before = text.slice(0, problem.offset).split('\n');
  const column = before.at(-1)!.length;
  const place = `${before.length}:${column + 1}`;
  const line = text.split('\n')[before.length - 1];
  causes.invalid(
    expression,
    `${what}compilation failed: ERROR: <input>:${place}: Syntax error: ${problem.message}\n | ${line}\n | ${'.'.repeat(column)}^`,
    {
      code: 'expression-syntax',
      shown: text,
      ...remark,
    },
  );
}
