import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../../server/src/catalog/catalog.ts';
import { withCatalog } from '../../catalog/built-catalog.ts';
import { Asking, afterAction } from './asking.ts';
import { mends, offers } from './fix-examples.ts';

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

const service = (spec: string) => `apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n${spec}`;
const pod = (rest: string) => `apiVersion: v1\nkind: Pod\n${rest}`;
const configMap = (data: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n${data}`;
const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n';
const container = '    - name: a\n      image: b\n';

describe('a line at a column of its own', () => {
  mends(
    [
      [
        'has a list that is no deeper than it',
        service('  type: ClusterIP\n   ports:\n   - port: 80\n     name: x\n'),
        'bad-indentation',
        'Move the block to column 3',
        service('  type: ClusterIP\n  ports:\n  - port: 80\n    name: x\n'),
      ],
      [
        'has others beside it that are as deep',
        service('  type: ClusterIP\n   ports: # all\n   - port: 80\n   selector:\n     a: b\n'),
        'bad-indentation',
        'Move the block to column 3',
        service('  type: ClusterIP\n  ports: # all\n  - port: 80\n  selector:\n    a: b\n'),
      ],
      [
        'is the first of its object',
        pod('metadata:\n   name: p\n  labels:\n    a: b\nspec:\n  containers: [{name: a, image: b}]\n'),
        'bad-indentation',
        'Move the block to column 3',
        pod('metadata:\n  name: p\n  labels:\n    a: b\nspec:\n  containers: [{name: a, image: b}]\n'),
      ],
      [
        'is the first of the document',
        ' apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers: [{name: a, image: b}]\n',
        'bad-indentation',
        'Move the block to column 1',
        'apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers: [{name: a, image: b}]\n',
      ],
      [
        'stands with the first ones of its object',
        service('   type: ClusterIP\n   ports:\n   - port: 80\n  selector:\n    a: b\n'),
        'bad-indentation',
        'Move the block to column 3',
        service('  type: ClusterIP\n  ports:\n  - port: 80\n  selector:\n    a: b\n'),
      ],
      [
        'is the first behind a dash',
        pod('metadata:\n  name: p\nspec:\n  containers:\n    -  name: a\n      image: b\n'),
        'bad-indentation',
        'Move it to column 7',
        pod(`metadata:\n  name: p\nspec:\n  containers:\n${container}`),
      ],
      [
        'ends before what stands where it is to',
        configMap('  a: b\n c: |\n   d\n  e: f\n'),
        'bad-indentation',
        'Move the block to column 3',
        configMap('  a: b\n  c: |\n    d\n  e: f\n'),
      ],
      [
        'hides another one below it',
        service('  type: ClusterIP\n   ports:\n   - port: 80\n  selector:\n    a: b\n   clusterIP: None\n'),
        'bad-indentation',
        'Move the block to column 3',
        service('  type: ClusterIP\n  ports:\n  - port: 80\n  selector:\n    a: b\n   clusterIP: None\n'),
      ],
      [
        'is right, and the line above is not deep enough',
        service('  ports:\n    - port: 80\n  name: x\n      protocol: TCP\n'),
        'bad-indentation',
        'Move the line above to column 7',
        service('  ports:\n    - port: 80\n      name: x\n      protocol: TCP\n'),
      ],
    ],
    () => ({ catalog }),
  );
});

describe('a list that belongs to nothing', () => {
  mends(
    [
      [
        'moves under its key',
        pod('metadata:\n  name: p\nspec:\n  containers:\n - name: a\n   image: b\n'),
        'unexpected-text',
        'Move the block to column 3',
        pod('metadata:\n  name: p\nspec:\n  containers:\n  - name: a\n    image: b\n'),
      ],
      [
        'or its item to the others',
        'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: a\nrules:\n- apiGroups: [apps]\n  resources:\n- pods\n  verbs: [get]\n',
        'missing-colon',
        'Move the block to column 3',
        'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: a\nrules:\n- apiGroups: [apps]\n  resources:\n  - pods\n  verbs: [get]\n',
      ],
    ],
    () => ({ catalog }),
  );
});

describe('a key without a space behind its colon', () => {
  mends(
    [
      [
        'gets one',
        pod('metadata:\n  name: p\n  labels:&all\n    a: b\nspec:\n  containers: [{name: a, image: b}]\n'),
        'missing-colon',
        'Insert a space',
        pod('metadata:\n  name: p\n  labels: &all\n    a: b\nspec:\n  containers: [{name: a, image: b}]\n'),
      ],
    ],
    () => ({ catalog }),
  );
});

describe('lines that are indented by tabs are all mended at once', () => {
  mends(
    [
      [
        'as deep as the document is',
        'apiVersion: v1\nkind: Service\nmetadata:\n    name: web\nspec:\n\tports:\n\t\t- port: 80\n\t\t  name: x\n\tselector:\n\t\ta: b\n',
        'tab-indentation',
        'Indent by spaces',
        'apiVersion: v1\nkind: Service\nmetadata:\n    name: web\nspec:\n    ports:\n        - port: 80\n          name: x\n    selector:\n        a: b\n',
      ],
      [
        'with those of a text, but not what is a part of it',
        `${head}data:\n\ta: |\n\t\tb\n\n\t\tc\n  d: |\n    all:\n    \techo\n`,
        'tab-indentation',
        'Indent by spaces',
        `${head}data:\n  a: |\n    b\n\n    c\n  d: |\n    all:\n    \techo\n`,
      ],
      [
        'and behind dashes',
        pod('metadata:\n\tname: p\nspec:\n\tcontainers:\n\t-\tname: a\n\t\timage: b\n'),
        'tab-indentation',
        'Indent by spaces',
        pod('metadata:\n  name: p\nspec:\n  containers:\n  - name: a\n    image: b\n'),
      ],
    ],
    () => ({ catalog }),
  );

  const fixed = async (text: string) => {
    const [action] = await new Asking(text, { catalog }).ask([], ['source.fixAll']);
    return action ? afterAction(text, action) : text;
  };

  test('on saving, where it is all the same how wide a tab is', async () => {
    const text = `${head}data:\n\ta: b\n\tc: d\n---\n${head}data:\n\ta: b\n`;
    expect(await fixed(text)).toBe(`${head}data:\n  a: b\n  c: d\n---\n${head}data:\n  a: b\n`);
  });

  test('not where it is not', async () => {
    const text = `${head}  labels:\n\ta: b\n`;
    expect(await fixed(text)).toBe(text);
  });
});

describe('a line that is too far left of a text', () => {
  const title = 'Indent into the text behind `|`';
  mends(
    [
      [
        'and seems to lack a colon',
        configMap('  run: |\n    if true; then\n  echo hi\n    fi\n'),
        'missing-colon',
        title,
        configMap('  run: |\n    if true; then\n    echo hi\n    fi\n'),
      ],
      [
        'by one column',
        configMap('  run: |\n    x\n   y\n'),
        'bad-indentation',
        title,
        configMap('  run: |\n    x\n    y\n'),
      ],
      [
        'with others',
        configMap('  run: |\n    set -e\n\n  echo a\n  if true; then\n    echo b\n  fi\n  other: c\n'),
        'missing-colon',
        title,
        configMap('  run: |\n    set -e\n\n    echo a\n    if true; then\n    echo b\n    fi\n  other: c\n'),
      ],
      [
        'in an item of a list',
        pod(
          `metadata:\n  name: p\nspec:\n  containers:\n${container}      command:\n        - sh\n        - |\n          set -e\n        echo hi\n          exit\n`,
        ),
        'unexpected-text',
        title,
        pod(
          `metadata:\n  name: p\nspec:\n  containers:\n${container}      command:\n        - sh\n        - |\n          set -e\n          echo hi\n          exit\n`,
        ),
      ],
      [
        'but not with a key below it',
        configMap('  run: |\n    a\n  echo hi\n  other: |\n    c\n  - d\n    e\n'),
        'missing-colon',
        title,
        configMap('  run: |\n    a\n    echo hi\n  other: |\n    c\n  - d\n    e\n'),
      ],
      [
        'of which nothing else is there',
        configMap('  run: |\n  echo hi\n'),
        'missing-colon',
        title,
        configMap('  run: |\n    echo hi\n'),
      ],
    ],
    () => ({ catalog }),
  );
  offers(
    [
      [
        'is rather to be indented than to become a key',
        configMap('  run: |\n    if true; then\n  echo hi\n    fi\n'),
        'missing-colon',
        [`* ${title}`, 'Insert `:`'],
      ],
      [
        'is a key without its colon where it is not so far left of anything',
        configMap('  run: |\n    x\n  y: z\n  key\n'),
        'missing-colon',
        ['* Insert `:`'],
      ],
    ],
    () => ({ catalog }),
  );
});
