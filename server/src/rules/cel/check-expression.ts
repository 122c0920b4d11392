import type { CauseOptions, Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import { celProblem, missingOperand, type SyntaxProblem } from './syntax.ts';
import { undeclaredNames } from './undeclared-names.ts';

/** An expression that is written: its syntax. `what` is how the server calls it. Whether its names and types fit is left to the server. */
export function checkExpressionSyntax(
  expression: Field,
  causes: Causes,
  remark: CauseOptions = {},
  what: '' | 'messageExpression ' = '',
): void {
  const { text } = expression;
  if (!text || text.trim() === '') return;
  const problem = celProblem(text);
  if (!problem) return;
  causes.invalid(expression, `${what}compilation failed: ${toldOfSyntax(text, problem)}`, {
    code: 'expression-syntax',
    shown: text,
    ...remark,
  });
}

/** The same of an expression that may not be left out. */
export function checkGivenExpression(expression: Field, causes: Causes, remark: CauseOptions = {}): void {
  if (expression.text !== '') {
    checkExpressionSyntax(expression, causes, remark);
    return;
  }
  const problem = `ERROR: <input>:1:0: Syntax error: ${missingOperand}`;
  causes.invalid(expression, `compilation failed: ${problem}`, {
    code: 'expression-syntax',
    shown: '',
    ...remark,
  });
}

/** Names that stand for nothing, which an editor cannot be sure of: a library of the server's may have them. */
export function checkExpressionNames(
  expression: Field,
  declared: readonly string[],
  causes: Causes,
  remark: CauseOptions = {},
): void {
  const { text } = expression;
  if (!text || celProblem(text)) return;
  const found = undeclaredNames(text, declared).slice(0, mostNames);
  if (found.length === 0) return;
  const errors = found.map(({ name, offset }) =>
    told(text, offset, `undeclared reference to '${name}' (in container '')`),
  );
  causes.invalid(expression, `compilation failed: ${errors.join('\n')}`, {
    shown: text,
    follows: true,
    ...remark,
  });
}

const mostNames = 10;

function toldOfSyntax(text: string, { offset, message }: SyntaxProblem): string {
  if (offset === undefined) return `ERROR: <input>:-1:0: ${message}`;
  return told(text, offset, `Syntax error: ${message}`);
}

/** A problem as the server tells it, with its line and a mark below. */
function told(text: string, offset: number, problem: string): string {
  const before = text.slice(0, offset).split('\n');
  const column = before.at(-1)!.length;
  const line = text.split('\n')[before.length - 1];
  return `ERROR: <input>:${before.length}:${column + 1}: ${problem}\n | ${line}\n | ${'.'.repeat(column)}^`;
}
