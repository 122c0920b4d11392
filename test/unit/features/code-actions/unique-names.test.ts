import type { Catalog } from '../../../../server/src/catalog/catalog.ts';
import { withCatalog } from '../../catalog/built-catalog.ts';
import { type Example, mends } from './fix-examples.ts';

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

const pod = (spec: string) => `apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n${spec}`;
const containers = (...names: readonly string[]) =>
  `  containers:\n${names.map((name) => `    - name: ${name}\n      image: nginx\n`).join('')}`;
const ports = (...names: readonly string[]) =>
  `${containers('web')}      ports:\n${names.map((name, index) => `        - name: ${name}\n          containerPort: ${8080 + index}\n`).join('')}`;

const label = 'a'.repeat(63);
const cut = `${'a'.repeat(61)}-2`;
const dashed = `${'a'.repeat(60)}-bc`;

const examples: readonly Example[] = [
  [
    'a name of full length is cut',
    pod(containers(label, label)),
    'duplicate-container',
    `Change to "${cut}"`,
    pod(containers(label, cut)),
  ],
  [
    'a name that is nearly as long',
    pod(containers('a'.repeat(62), 'a'.repeat(62))),
    'duplicate-container',
    `Change to "${cut}"`,
    pod(containers('a'.repeat(62), cut)),
  ],
  [
    'what is cut ends with a letter or digit',
    pod(containers(dashed, dashed)),
    'duplicate-container',
    `Change to "${'a'.repeat(60)}-2"`,
    pod(containers(dashed, `${'a'.repeat(60)}-2`)),
  ],
  [
    'what is cut is not there already',
    pod(containers(label, cut, label)),
    'duplicate-container',
    `Change to "${'a'.repeat(61)}-3"`,
    pod(containers(label, cut, `${'a'.repeat(61)}-3`)),
  ],
  [
    'a number of more digits takes more room',
    pod(
      containers(label, ...Array.from({ length: 8 }, (_, index) => `${'a'.repeat(61)}-${index + 2}`), label),
    ),
    'duplicate-container',
    `Change to "${'a'.repeat(60)}-10"`,
    pod(
      containers(
        label,
        ...Array.from({ length: 8 }, (_, index) => `${'a'.repeat(61)}-${index + 2}`),
        `${'a'.repeat(60)}-10`,
      ),
    ),
  ],
  [
    'the name of a port has no more than 15 characters',
    pod(ports('metrics-server1', 'metrics-server1')),
    'duplicate-port',
    'Change to "metrics-serve-2"',
    pod(ports('metrics-server1', 'metrics-serve-2')),
  ],
  [
    'a short name of a port',
    pod(ports('http', 'http')),
    'duplicate-port',
    'Change to "http-2"',
    pod(ports('http', 'http-2')),
  ],
  [
    'the name of a port of a Service may be longer',
    'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  ports:\n    - name: metrics-server1\n      port: 80\n    - name: metrics-server1\n      port: 81\n',
    'duplicate-port',
    'Change to "metrics-server1-2"',
    'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  ports:\n    - name: metrics-server1\n      port: 80\n    - name: metrics-server1-2\n      port: 81\n',
  ],
  [
    'a volume',
    pod(
      `${containers('web')}  volumes:\n    - name: ${label}\n      emptyDir: {}\n    - name: ${label}\n      hostPath: {path: /a}\n`,
    ),
    'duplicate-volume',
    `Change to "${cut}"`,
    pod(
      `${containers('web')}  volumes:\n    - name: ${label}\n      emptyDir: {}\n    - name: ${cut}\n      hostPath: {path: /a}\n`,
    ),
  ],
  [
    'containers of another list have names, too',
    pod(`  initContainers:\n    - name: web-2\n      image: nginx\n${containers('web', 'web')}`),
    'duplicate-container',
    'Change to "web-3"',
    pod(`  initContainers:\n    - name: web-2\n      image: nginx\n${containers('web', 'web-3')}`),
  ],
  [
    'in JSON',
    `{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": [{"name": "${label}", "image": "b"}, {"name": "${label}", "image": "c"}]}}\n`,
    'duplicate-container',
    `Change to "${cut}"`,
    `{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": [{"name": "${label}", "image": "b"}, {"name": "${cut}", "image": "c"}]}}\n`,
  ],
];

mends(examples, () => ({ catalog }));
