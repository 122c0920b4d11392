import { expect, test } from 'vitest';
import { widgetDefinition } from '../../support/widgets.ts';
import { diagnosticsOf, judgedFolder } from './judged-folder.ts';

const spec = (properties: string, rest = '') =>
  widgetDefinition(`spec: {type: object, properties: {${properties}}${rest}}`);
const older = spec('size: {type: integer}, colour: {type: string, enum: [red]}');
const newer = spec('size: {type: integer}, shape: {type: string}', ', required: [size]');
const widget = (fields: string) =>
  `apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec: {${fields}}\n`;

/** What is said of each of these objects, where a folder has both definitions, in either place. */
async function judged(objects: Record<string, string>, definitions: Record<string, string>) {
  const told = await judgedFolder({ ...objects, ...definitions });
  return Object.fromEntries(Object.keys(objects).map((path) => [path, told[path] ?? []]));
}

test.each([
  ['the older one nearer', { 'widgets.yaml': older, 'releases/1.1/widgets.yaml': newer }],
  ['the newer one nearer', { 'widgets.yaml': newer, 'releases/1.0/widgets.yaml': older }],
])('an object is judged by the definition that takes it, %s', async (_where, definitions) => {
  const objects = {
    'a.yaml': widget('size: 1, colour: red'),
    'b.yaml': widget('size: 1, shape: round'),
    'c.yaml': widget('colour: red'),
    'd.yaml': widget('size: big, shape: round'),
    'e.yaml': widget('size: 1, hight: 3'),
  };
  expect(await judged(objects, definitions)).toEqual({
    'a.yaml': [],
    'b.yaml': [],
    'c.yaml': [],
    'd.yaml': ['4 error wrong-type: `size` takes an integer, not the string "big".'],
    'e.yaml': ['4 error unknown-field: Unknown field `hight`.'],
  });
});

test('what only one of them refuses is no error, and says which it was judged by', async () => {
  const found = await diagnosticsOf({
    'a.yaml': widget('size: 1, colour: red, shape: round'),
    'crds/newer.yaml': newer,
    'crds/older.yaml': older,
  });
  expect(
    found
      .get('a.yaml')
      ?.map(({ severity, message, relatedInformation }) => [
        severity,
        message,
        relatedInformation?.map(({ location }) => location.uri),
      ]),
  ).toEqual([[2, 'Unknown field `colour`.', ['file:///folder/crds/newer.yaml']]]);
});

test('the same definition twice is one, whatever it says to people', async () => {
  const described = older.replace('{type: object,', '{description: A widget., type: object,');
  expect(described).not.toBe(older);
  const found = await diagnosticsOf({ 'a.yaml': widget('shape: 1'), 'b.yaml': older, 'c.yaml': described });
  expect(found.get('a.yaml')).toMatchObject([{ severity: 1, message: 'Unknown field `shape`.' }]);
  expect(found.get('a.yaml')?.[0]?.relatedInformation).toBeUndefined();
});

test('one that is broken, is a template, or has no schema, counts where there is no other', async () => {
  const broken = {
    'broken.yaml': older.replace('  names: {', '  names: {{'),
    'chart/templates/crd.yaml': older.replace('scope: Namespaced', 'scope: {{ .Values.scope }}'),
    'bare.yaml': older.replace(/schema: .*$/m, 'additionalPrinterColumns: []'),
    'patch.yaml': spec('shape: {type: string}'),
    'kustomization.yaml': 'patches: [{path: patch.yaml}]\n',
  };
  const unknown = ['4 error unknown-field: Unknown field `shape`.'];
  const objects = { 'a.yaml': widget('shape: round') };
  expect(await judged(objects, { ...broken, 'deep/down/crd.yaml': older })).toEqual({ 'a.yaml': unknown });
  expect(await judged(objects, { 'bare.yaml': broken['bare.yaml'] })).toEqual({ 'a.yaml': [] });
});

test('each version is that of the definition that serves it', async () => {
  const alpha = older.replace('- name: v1', '- name: v1alpha1');
  const both = { 'v1.yaml': newer, 'v1alpha1.yaml': alpha };
  const first = widget('size: 1, colour: red').replace('/v1', '/v1alpha1');
  expect(
    await judged(
      { 'a.yaml': first, 'b.yaml': widget('size: 1, shape: a'), 'c.yaml': widget('size: 1, colour: red') },
      both,
    ),
  ).toEqual({ 'a.yaml': [], 'b.yaml': [], 'c.yaml': ['4 error unknown-field: Unknown field `colour`.'] });
});

test('an item of a list is judged like an object of its own', async () => {
  const told = await judgedFolder({
    'list.yaml': `apiVersion: v1\nkind: List\nitems:\n  - ${widget('shape: a').trim().replaceAll('\n', '\n    ')}\n`,
    'a.yaml': older,
    'b.yaml': spec('shape: {type: string}'),
  });
  expect(told).toEqual({});
});
