import { expect, test } from 'vitest';
import { definitionsIn } from '../../../check/src/files/definitions-in.ts';
import { widgetDefinition } from '../../support/widgets.ts';

const definition = widgetDefinition('size: {type: string}');

test.each<[what: string, text: string, found: string]>([
  ['a definition', definition, 'some'],
  ['a definition behind something else', `a: 1\n---\n${definition}`, 'some'],
  ['a definition with Windows line ends', definition.replaceAll('\n', '\r\n'), 'some'],
  ['a definition that a chart fills in', `# {{ x }}\n${definition}    label: {{ .Values.a }}\n`, 'some'],
  ['a broken definition', `${definition}---\n${definition}foo: [`, 'broken'],
  ['nothing', '', 'none'],
  ['a schema of JSON', '{"type": "object"}', 'none'],
  ['the words of a definition', '# apiextensions.k8s.io/v1 CustomResourceDefinition\na: 1\n', 'none'],
])('%s', async (_, text, found) => {
  expect(await definitionsIn('file:///a.yaml', text)).toBe(found);
});
