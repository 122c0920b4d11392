import { expect, test } from 'vitest';
import type { Catalog } from '../../../../server/src/catalog/catalog.ts';
import { withCatalog } from '../../catalog/built-catalog.ts';
import { Asking, afterAction, fixesAmong } from './asking.ts';
import { type Example, mends } from './fix-examples.ts';

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

const of = (kind: string, selector: string, template: string, name = 'web') =>
  `apiVersion: ${kind === 'ReplicationController' ? 'v1' : 'apps/v1'}\nkind: ${kind}\nmetadata:\n  name: ${name}\nspec:\n${selector}  template:\n${template}    spec:\n      containers:\n        - name: web\n          image: nginx\n`;
const block = (around: string, name: string, labels: Record<string, string>, margin: number) => {
  const indent = ' '.repeat(margin);
  const lines = Object.entries(labels).map(([key, value]) => `${indent}    ${key}: ${value}\n`);
  return `${indent}${around}:\n${indent}  ${name}:\n${lines.join('')}`;
};
const selected = (labels: Record<string, string>) => block('selector', 'matchLabels', labels, 2);
const labelled = (labels: Record<string, string>) => block('metadata', 'labels', labels, 4);
const expression = (key: string, operator: string, values?: string) =>
  `  selector:\n    matchExpressions:\n      - key: ${key}\n        operator: ${operator}\n${values ? `        values: [${values}]\n` : ''}`;

const given = "Give the template the selector's labels";
const taken = "Select the template's labels";

const examples: readonly Example[] = [
  [
    'two labels: the template gets both, one changed and one new',
    of('Deployment', selected({ app: 'web', tier: 'front' }), labelled({ app: 'shop' })),
    'selector-mismatch',
    given,
    of('Deployment', selected({ app: 'web', tier: 'front' }), labelled({ app: 'web', tier: 'front' })),
  ],
  [
    'two labels: the selector takes what the template has of them',
    of('Deployment', selected({ app: 'web', tier: 'front' }), labelled({ app: 'shop', version: 'v1' })),
    'selector-mismatch',
    taken,
    of('Deployment', selected({ app: 'shop' }), labelled({ app: 'shop', version: 'v1' })),
  ],
  [
    'two labels that differ: the selector takes both',
    of('StatefulSet', selected({ app: 'web', tier: 'front' }), labelled({ app: 'shop', tier: 'back' })),
    'selector-mismatch',
    taken,
    of('StatefulSet', selected({ app: 'shop', tier: 'back' }), labelled({ app: 'shop', tier: 'back' })),
  ],
  [
    'no label in common: the selector takes all that there are',
    of('DaemonSet', selected({ tier: 'front' }), labelled({ app: 'shop', version: 'v1' })),
    'selector-mismatch',
    taken,
    of('DaemonSet', selected({ app: 'shop', version: 'v1' }), labelled({ app: 'shop', version: 'v1' })),
  ],
  [
    'a template without metadata',
    of('Deployment', selected({ app: 'web', tier: 'front' }), ''),
    'selector-mismatch',
    given,
    of('Deployment', selected({ app: 'web', tier: 'front' }), labelled({ app: 'web', tier: 'front' })),
  ],
  [
    'a template with metadata and no labels',
    of('ReplicaSet', selected({ app: 'web', tier: 'front' }), '    metadata:\n      annotations: {a: b}\n'),
    'selector-mismatch',
    given,
    of(
      'ReplicaSet',
      selected({ app: 'web', tier: 'front' }),
      '    metadata:\n      annotations: {a: b}\n      labels:\n        app: web\n        tier: front\n',
    ),
  ],
  [
    'on one line',
    of(
      'Deployment',
      '  selector: {matchLabels: {app: web, tier: front}}\n',
      '    metadata: {labels: {app: shop}}\n',
    ),
    'selector-mismatch',
    given,
    of(
      'Deployment',
      '  selector: {matchLabels: {app: web, tier: front}}\n',
      '    metadata: {labels: {app: web, "tier": "front"}}\n',
    ),
  ],
  [
    'on one line, the selector',
    of(
      'Deployment',
      '  selector: {matchLabels: {app: web, tier: front}}\n',
      '    metadata: {labels: {app: shop}}\n',
    ),
    'selector-mismatch',
    taken,
    of('Deployment', '  selector: {matchLabels: {app: shop}}\n', '    metadata: {labels: {app: shop}}\n'),
  ],
  [
    'on one line, several that go',
    of(
      'Deployment',
      '  selector: {matchLabels: {tier: front, app: web, zone: a}}\n',
      '    metadata: {labels: {app: web}}\n',
    ),
    'selector-mismatch',
    taken,
    of('Deployment', '  selector: {matchLabels: {"app": "web"}}\n', '    metadata: {labels: {app: web}}\n'),
  ],
  [
    'a selector that is a plain map',
    of('ReplicationController', '  selector:\n    app: web\n    tier: front\n', labelled({ app: 'shop' })),
    'selector-mismatch',
    taken,
    of('ReplicationController', '  selector:\n    app: shop\n', labelled({ app: 'shop' })),
  ],
  [
    'a plain map and a template that has nothing of it',
    of('ReplicationController', '  selector:\n    tier: front\n', labelled({ app: 'shop' })),
    'selector-mismatch',
    taken,
    of('ReplicationController', '  selector:\n    app: shop\n', labelled({ app: 'shop' })),
  ],
  [
    'values that YAML would read as something else',
    of('Deployment', selected({ app: '"1"', tier: '"yes"' }), labelled({ app: '"2"' })),
    'selector-mismatch',
    given,
    of('Deployment', selected({ app: '"1"', tier: '"yes"' }), labelled({ app: '"1"', tier: '"yes"' })),
  ],
  [
    'a label that a comment stands behind',
    of('Deployment', selected({ app: 'web # ours', tier: 'front' }), labelled({ app: 'shop # theirs' })),
    'selector-mismatch',
    given,
    of(
      'Deployment',
      selected({ app: 'web # ours', tier: 'front' }),
      labelled({ app: 'web # theirs', tier: 'front' }),
    ),
  ],
  [
    'an expression with one value',
    of('Deployment', expression('app', 'In', 'web'), labelled({ app: 'shop' })),
    'selector-mismatch',
    'Change the label to "web"',
    of('Deployment', expression('app', 'In', 'web'), labelled({ app: 'web' })),
  ],
  [
    'an expression with one value, of a label that is not there',
    of('Deployment', expression('tier', 'In', 'front'), labelled({ app: 'shop' })),
    'selector-mismatch',
    'Add "tier: front" to the labels',
    of('Deployment', expression('tier', 'In', 'front'), labelled({ app: 'shop', tier: 'front' })),
  ],
  [
    'an expression that a label exists',
    of('Deployment', expression('tier', 'Exists'), labelled({ app: 'shop' })),
    'selector-mismatch',
    'Add "tier: change-me" to the labels',
    of('Deployment', expression('tier', 'Exists'), labelled({ app: 'shop', tier: 'change-me' })),
  ],
  [
    'an expression that a label has none of these values',
    of('Deployment', expression('tier', 'NotIn', 'front, back'), labelled({ app: 'shop', tier: 'back' })),
    'selector-mismatch',
    'Remove the label "tier"',
    of('Deployment', expression('tier', 'NotIn', 'front, back'), labelled({ app: 'shop' })),
  ],
  [
    'an expression that a label is not there',
    of('Deployment', expression('tier', 'DoesNotExist'), labelled({ app: 'shop', tier: 'back' })),
    'selector-mismatch',
    'Remove the label "tier"',
    of('Deployment', expression('tier', 'DoesNotExist'), labelled({ app: 'shop' })),
  ],
  [
    'a label and an expression',
    of(
      'Deployment',
      `${selected({ app: 'web' })}    matchExpressions:\n      - {key: tier, operator: In, values: [front]}\n`,
      labelled({ app: 'shop', tier: 'back' }),
    ),
    'selector-mismatch',
    given,
    of(
      'Deployment',
      `${selected({ app: 'web' })}    matchExpressions:\n      - {key: tier, operator: In, values: [front]}\n`,
      labelled({ app: 'web', tier: 'front' }),
    ),
  ],
  [
    'in the second of two documents',
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n---\n${of('Deployment', selected({ app: 'web', tier: 'front' }), labelled({ app: 'shop' }))}`,
    'selector-mismatch',
    given,
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n---\n${of('Deployment', selected({ app: 'web', tier: 'front' }), labelled({ app: 'web', tier: 'front' }))}`,
  ],
  [
    'in an item of a list',
    'apiVersion: v1\nkind: List\nitems:\n- apiVersion: apps/v1\n  kind: Deployment\n  metadata: {name: a}\n  spec:\n    selector: {matchLabels: {app: web, tier: front}}\n    template:\n      metadata:\n        labels:\n          app: shop\n      spec: {containers: [{name: a, image: b}]}\n',
    'selector-mismatch',
    given,
    'apiVersion: v1\nkind: List\nitems:\n- apiVersion: apps/v1\n  kind: Deployment\n  metadata: {name: a}\n  spec:\n    selector: {matchLabels: {app: web, tier: front}}\n    template:\n      metadata:\n        labels:\n          app: web\n          tier: front\n      spec: {containers: [{name: a, image: b}]}\n',
  ],
  [
    'in JSON',
    '{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "a"}, "spec": {"selector": {"matchLabels": {"app": "web", "tier": "front"}}, "template": {"metadata": {"labels": {"app": "shop"}}, "spec": {"containers": [{"name": "a", "image": "b"}]}}}}\n',
    'selector-mismatch',
    given,
    '{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "a"}, "spec": {"selector": {"matchLabels": {"app": "web", "tier": "front"}}, "template": {"metadata": {"labels": {"app": "web", "tier": "front"}}, "spec": {"containers": [{"name": "a", "image": "b"}]}}}}\n',
  ],
  [
    'a selector of nothing',
    of('Deployment', '  selector: {}\n', labelled({ app: 'shop', tier: 'back' })),
    'empty-selector',
    taken,
    of('Deployment', selected({ app: 'shop', tier: 'back' }), labelled({ app: 'shop', tier: 'back' })),
  ],
];

mends(examples, () => ({ catalog }));

/** A mismatch, and what is offered. */
const offers: readonly (readonly [name: string, text: string, titles: readonly string[]])[] = [
  [
    'several values may be meant',
    of('Deployment', expression('app', 'In', 'web, shop'), labelled({ app: 'other' })),
    [],
  ],
  [
    'the template has nothing to select',
    of('Deployment', selected({ app: 'web' }), '    metadata: {}\n'),
    ['Add "app: web" to the labels'],
  ],
  [
    'the end that is marked comes first: the label',
    of('Deployment', selected({ app: 'web' }), labelled({ app: 'shop' })),
    ['Change the label to "web"', 'Change the selector to "shop"'],
  ],
  [
    'the end that is marked comes first: the selector',
    of('Deployment', selected({ app: 'web' }), labelled({ app: 'shop' }), 'shop'),
    ['Change the selector to "shop"', 'Change the label to "web"'],
  ],
  [
    'labels that came by an alias stay as they are',
    `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\n  labels: &own {app: shop}\nspec:\n${selected({ app: 'web', tier: 'front' })}  template:\n    metadata:\n      labels: *own\n    spec: {containers: [{name: a, image: b}]}\n`,
    [taken],
  ],
];

test.each(offers)('%s', async (_, text, titles) => {
  const asking = new Asking(text, { catalog });
  const problem = (await asking.diagnostics()).find(({ code }) => code === 'selector-mismatch');
  const fixes = fixesAmong(await asking.offered(problem!));
  expect(fixes.map(({ title }) => title)).toEqual(titles);
  for (const fix of fixes) {
    expect(await new Asking(afterAction(text, fix), { catalog }).diagnostics()).toEqual([]);
  }
});
