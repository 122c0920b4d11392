import { describe, expect, test } from 'vitest';
import type { CodeAction, Diagnostic } from 'vscode-languageserver';
import type { Catalog } from '../../../../server/src/catalog/catalog.ts';
import { withCatalog } from '../../catalog/built-catalog.ts';
import { Asking, afterAction } from './asking.ts';

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

const withTwoSlips = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  restartPolicy: always
  container:
    - name: web
`;

const stop = (number: number, text: string) => `\${${number}:${text}}`;
const skeleton = `  schedule: "@daily"
  jobTemplate:
    spec:
      template:
        metadata:
          labels:
            app: ${stop(1, 'change-me')}
        spec:
          containers:
            - name: ${stop(2, 'change-me')}
              image: ${stop(3, 'change-me')}
          restartPolicy: \${4|Never,OnFailure|}`;

describe('the menu', () => {
  test('the fixes come first, ignoring last and each edit once; the first fix alone is preferred', async () => {
    const asking = new Asking(withTwoSlips, { catalog });
    const problems = await asking.diagnostics();
    const menu = (await asking.ask(problems)).map(({ title, isPreferred }) =>
      isPreferred ? `* ${title}` : title,
    );
    expect(menu).toEqual([
      '* Change to "Always"',
      'Change to "Never"',
      'Change to "OnFailure"',
      '* Change to "containers"',
      'Remove "container"',
      'Ignore "unsupported-value" on this line',
      'Ignore "unsupported-value" in this document',
      'Ignore "unknown-field" on this line',
      'Ignore "unknown-field" in this document',
    ]);
  });

  test('two problems that one edit ignores have it once', async () => {
    const asking = new Asking('apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{}]}\n', {
      catalog,
    });
    const problems = await asking.diagnostics();
    expect(problems.map(({ code }) => code)).toEqual(['missing-required', 'missing-required']);
    const titles = (await asking.ask(problems)).map(({ title }) => title);
    expect(titles.slice(-2)).toEqual([
      'Ignore "missing-required" on this line',
      'Ignore "missing-required" in this document',
    ]);
    expect(new Set(titles).size).toBe(titles.length);
  });

  test('what comes from elsewhere stands between', async () => {
    const asking = new Asking(withTwoSlips, { catalog });
    const [problem] = await asking.diagnostics();
    const other: CodeAction = { title: 'Fetch', command: { title: 'Fetch', command: 'fetch' } };
    const titles = (await asking.ask([problem!], undefined, [other])).map(({ title }) => title);
    expect(titles.indexOf('Fetch')).toBe(titles.findIndex((title) => title.startsWith('Ignore')) - 1);
  });

  test('a problem that is not found any more has the fix that it was told with', async () => {
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
    const fix = { title: 'Change to "b"', edits: [{ range, newText: 'b' }] };
    const told: Diagnostic = { range, message: 'm', source: 'kubewright', data: { fix } };
    const asking = new Asking('a', { catalog });
    expect(await asking.ask([told, { ...told, source: 'other' }])).toEqual([
      {
        title: 'Change to "b"',
        kind: 'quickfix',
        diagnostics: [told],
        isPreferred: true,
        edit: { changes: { 'file:///example.yaml': [{ range, newText: 'b' }] } },
      },
    ]);
  });

  test('where the editor takes snippets, what is to be replaced is a placeholder', async () => {
    const text = 'apiVersion: batch/v1\nkind: CronJob\nmetadata:\n  name: "a"\nspec:\n  schedule: "@daily"\n';
    const asking = new Asking(text, { catalog, snippets: 'taken' });
    const [problem] = await asking.diagnostics();
    const [action] = await asking.ask([problem!]);
    expect(action!.edit!.documentChanges).toEqual([
      {
        textDocument: { uri: 'file:///example.yaml', version: null },
        edits: [
          {
            range: expect.anything(),
            snippet: {
              kind: 'snippet',
              value: skeleton,
            },
          },
        ],
      },
    ]);
  });
});

const budget = (share: string) =>
  `apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata:\n  name: a\nspec:\n  maxUnavailable: ${share}\n`;

describe('all that has one right answer, on saving', () => {
  const fixed = async (text: string, version = '1.36') => {
    const asking = new Asking(text, { catalog, version });
    const [action] = await asking.ask([], ['source.fixAll']);
    return action ? afterAction(text, action) : text;
  };

  test('quotes, letters, names by another name, apiVersions, in all documents at once', async () => {
    const before = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  serviceAccount: shop
  containers:
    - name: web
      image: nginx
      imagePullPolicy: always
      tty: "true"
      ports:
        - containerPort: "80"
      env:
        - name: A
          value: 1
---
apiVersion: autoscaling/v2beta2
kind: HorizontalPodAutoscaler
metadata:
  name: web
spec:
  MaxReplicas: "3"
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: web
`;
    const after = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  serviceAccountName: shop
  containers:
    - name: web
      image: nginx
      imagePullPolicy: Always
      tty: true
      ports:
        - containerPort: 80
      env:
        - name: A
          value: "1"
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: web
spec:
  maxReplicas: 3
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: web
`;
    expect(await fixed(before)).toBe(after);
    expect(await fixed(after)).toBe(after);
    expect(await new Asking(after, { catalog }).diagnostics()).toEqual([]);
  });

  test('not what may be meant otherwise', async () => {
    const text = `apiVersion: v1
kind: Pod
metadata:
  name: Web_1
spec:
  container: []
  containers:
    - name: a
      image: nginx
      resources:
        limits:
          memory: 1GB
    - name: a
      image: other
`;
    expect(await fixed(text)).toBe(text);
  });

  const secret = (data: string) => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\n${data}`;
  const service = (spec: string) => `apiVersion: v1\nkind: Service\nmetadata:\n  name: a\nspec:\n${spec}`;
  const pod = (spec: string) => `apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n${spec}`;
  const container = '  containers: [{name: a, image: b}]\n';

  test.each([
    [
      'a word or number that would be read as base64 of something else',
      secret('data: {debug: true, pin: 1234}\n'),
    ],
    [
      'a number of another spelling than its text has, and a word for a truth value',
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata: {a: 0644, b: 1_000, c: yes, d: 0x1F, e: True}\n',
    ],
    ['what is refused in quotes, too', pod(`  restartPolicy: no\n${container}`)],
    [
      'a word that may be about the field as well as its value',
      `apiVersion: v1\nkind: Node\nmetadata:\n  name: a\nspec:\n  unschedulable: disabled\n`,
    ],
    [
      'an annotation that names what may be no object of the kind that its field names',
      'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: a\n  annotations:\n    kubernetes.io/ingress.class: nginx\nspec:\n  defaultBackend: {service: {name: a, port: {number: 80}}}\n',
    ],
    [
      'the group of a kind, where the object has fields of another one',
      'kind: Service\nmetadata:\n  name: a\nspec:\n  template: {}\n  ports: [{port: 80}]\n',
    ],
    ['a number in quotes that may be a percentage', budget('"25"')],
    [
      'an apiVersion whose fields have to be moved by hand',
      'apiVersion: networking.k8s.io/v1beta1\nkind: Ingress\nmetadata:\n  name: a\nspec:\n  rules:\n    - http: {paths: [{path: /, pathType: Exact, backend: &b {serviceName: a, servicePort: 80}}, {path: /b, pathType: Exact, backend: *b}]}\n',
    ],
  ])('not %s', async (_, text) => {
    expect(await new Asking(text, { catalog }).diagnostics()).not.toEqual([]);
    expect(await fixed(text)).toBe(text);
  });

  test('not a network that may be one address as well', async () => {
    const text = service(
      '  type: LoadBalancer\n  loadBalancerSourceRanges: [192.168.1.5/24]\n  ports: [{port: 80}]\n',
    );
    const [problem] = await new Asking(text, { catalog, version: '1.34' }).diagnostics();
    expect(problem?.code).toBe('address-spelling');
    expect(await fixed(text, '1.34')).toBe(text);
  });

  test.each([
    [
      'a port in quotes',
      service('  ports: [{port: 80, targetPort: "8080"}]\n'),
      service('  ports: [{port: 80, targetPort: 8080}]\n'),
    ],
    [
      'a version that looks like a number',
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata: {a: 1.10, b: true, c: -3}\n',
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata: {a: "1.10", b: "true", c: "-3"}\n',
    ],
    [
      'an address in the only other spelling that it has',
      service('  type: LoadBalancer\n  loadBalancerSourceRanges: [2001:DB8::/32]\n  ports: [{port: 80}]\n'),
      service('  type: LoadBalancer\n  loadBalancerSourceRanges: [2001:db8::/32]\n  ports: [{port: 80}]\n'),
    ],
  ])('but %s', async (_, before, after) => {
    expect(await fixed(before)).toBe(after);
  });

  test('it is no quick fix, and offered only when it is asked for', async () => {
    const asking = new Asking(withTwoSlips, { catalog });
    const problems = await asking.diagnostics();
    const kinds = async (only?: string[]) => [
      ...new Set((await asking.ask(problems, only)).map(({ kind }) => kind)),
    ];
    expect(await kinds()).toEqual(['quickfix']);
    expect(await kinds(['quickfix'])).toEqual(['quickfix']);
    expect(await kinds(['source'])).toEqual(['source.fixAll.kubewright']);
    expect(await kinds(['source.fixAll.kubewright'])).toEqual(['source.fixAll.kubewright']);
    expect(await kinds(['source.organizeImports'])).toEqual([]);
  });
});

describe('what a comment would not have ignored is not offered to be', () => {
  const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n';
  const ignoring = async (text: string) => {
    const asking = new Asking(text, { catalog });
    const actions = await asking.ask(await asking.diagnostics());
    return actions.map(({ title }) => title).filter((title) => title.startsWith('Ignore'));
  };

  test('a line without a colon that others seem to belong to', async () => {
    expect(await ignoring(`${head}data:\n  a: b\n    key\n      c: d\nextra: 1\n`)).toEqual([
      'Ignore "unknown-field" on this line',
      'Ignore "unknown-field" in this document',
    ]);
  });

  test('on a line on which a comment would end the value', async () => {
    expect(await ignoring(`purpose: one\n  two\n${head}`)).toEqual([
      'Ignore "unknown-field" in this document',
    ]);
  });
});
