import { describe, expect, test } from 'vitest';
import { Colouring, leafScope } from '../../support/grammars.ts';

const colouring = new Colouring();

const parts: readonly (readonly [part: string, scope: string])[] = [
  ['object', 'variable.language.cel'],
  ['spec', 'variable.other.property.cel'],
  ['filter', 'keyword.other.macro.cel'],
  ['c, ', 'variable.other.readwrite.cel'],
  ['startsWith', 'entity.name.function.cel'],
  ['10', 'constant.numeric.cel'],
  ['&&', 'keyword.operator.logical.cel'],
  ['has', 'keyword.other.macro.cel'],
  ['in', 'keyword.operator.expression.in.cel'],
  ['true', 'constant.language.cel'],
  ['string', 'support.type.cel'],
];
const expression =
  "object.spec.a.filter(c, c.image.startsWith('x')).size() < 10 && has(object.b) && (1u in [2.5, 0xF]) == true || string(1) == 'a'";

test('an expression of a file', async () => {
  await expectExpression(expression, 'source.cel');
});

test('comments and texts of every kind', async () => {
  const text = '// why\nr"\\d" + """a\nb""" + \'c\\n\' + b"e"';
  const scopes = leafScope(await colouring.lines(text, 'source.cel'));
  const scopeOf = (part: string) => scopes[text.indexOf(part)];
  expect(scopeOf('why')).toBe('comment.line.double-slash.cel');
  expect(scopeOf('\\d')).toBe('string.quoted.double.raw.cel');
  expect(scopeOf('b""')).toBe('string.quoted.triple.cel');
  expect(scopeOf('\\n')).toBe('constant.character.escape.cel');
  expect(scopeOf('e"')).toBe('string.quoted.double.cel');
});

describe.each(['source.yaml', 'source.gotmpl.yaml'])('in %s', (grammar) => {
  test.each([
    `validations:\n- expression: ${expression}\n  after: true\n`,
    `validations:\n- expression: "${expression}"\n  after: true\n`,
    `validations:\n  - expression: '${expression.replaceAll("'", "''")}'\n    after: true\n`,
    `validations:\n- expression: |\n    ${expression}\n  after: true\n`,
    `validations:\n- "messageExpression": >-\n    ${expression}\n  after: true\n`,
    `- celExpression: ${expression} # why\n  after: true\n`,
    `x-kubernetes-validations:\n- rule: self.x == 1 && ${expression}\n  after: true\n`,
    `- rule: "oldSelf.x == 1 && ${expression}"\n  after: true\n`,
  ])('%s', async (text) => {
    await expectExpression(text, grammar);
    const scopes = leafScope(await colouring.lines(text, grammar));
    expect(scopes[text.lastIndexOf('after')]).toBe('entity.name.tag.yaml');
    expect(scopes[text.lastIndexOf('true')]).toBe('constant.language.boolean.yaml');
  });

  test('over several lines', async () => {
    const text = 'a:\n- expression: object.a ||\n    object.b\n    && has(object.c)\n  after: true\n';
    const scopes = leafScope(await colouring.lines(text, grammar));
    expect(scopes[text.indexOf('has')]).toBe('keyword.other.macro.cel');
    expect(scopes[text.lastIndexOf('after')]).toBe('entity.name.tag.yaml');
  });

  test.each(['rule: rate(a[5m]) > 1', 'expr: up == 0', 'expression: A', 'description: self.a == 1'])(
    '%s is none',
    async (text) => {
      const scopes = leafScope(await colouring.lines(text, grammar));
      expect(scopes.at(-2)).toMatch(/^(?:string\.unquoted\.plain\.out|constant\.numeric\.integer\.decimal)/);
      expect(scopes[text.indexOf(': ') + 2]).toBe('string.unquoted.plain.out.yaml');
    },
  );
});

async function expectExpression(text: string, grammar: string): Promise<void> {
  const scopes = leafScope(await colouring.lines(text, grammar));
  let from = text.indexOf('object');
  const found = parts.map(([part]) => {
    const at = text.indexOf(part, from);
    from = at + part.length;
    return [part, scopes[at]];
  });
  expect(found).toEqual(parts);
}
