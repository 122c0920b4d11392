/** A text to measure with. It holds one fault, near its end, so that first diagnostics are never empty. */
export interface Input {
  readonly text: string;
  /** Typed over, adds one fault; put back, takes it away again. Stands in the middle of the text. */
  readonly edit: { readonly offset: number; readonly word: string; readonly faulty: string };
  /** A line of its own, in the middle of the text, where fields of an object are completed. */
  readonly completion: { readonly offset: number; readonly line: string };
}

/** `count` Deployments of 24 lines, a document each, of six shapes and with names, labels, images and ports of their own. */
export function deployments(count: number): Input {
  const rows = Array.from({ length: count }, (_, index) => deployment(index));
  rows[count - 2] = rows[count - 2]!.replace(/containerPort: \d+/, 'containerPort: eighty');
  const middle = rows.slice(0, count >> 1).join('').length;
  return input(rows.join(''), middle, { word: 'replicas: 2', faulty: 'replicas: b' }, '          im');
}

/** A `kind: List` of `count` ConfigMaps. */
export function listOfConfigMaps(count: number): Input {
  const rows = Array.from(
    { length: count },
    (_, index) => `  - apiVersion: v1
    kind: ConfigMap
    metadata:
      name: settings-${index}
    data:
      a: "1"
      b: text
    immutable: ${index === count - 2 ? 'maybe' : 'false'}
`,
  );
  const head = 'apiVersion: v1\nkind: List\nitems:\n';
  const middle = head.length + rows.slice(0, count >> 1).join('').length;
  return input(
    head + rows.join(''),
    middle,
    { word: 'immutable: false', faulty: 'immutable: maybe' },
    '    im',
  );
}

/** One Pod of `lines` lines: as many containers as that takes. */
export function longPod(lines: number): Input {
  const count = Math.round((lines - 6) / 10);
  const rows = Array.from(
    { length: count },
    (_, index) => `    - name: worker-${index}
      image: registry.example.com/worker:1.2.3
      env:
        - name: INDEX
          value: "${index}"
      ports:
        - containerPort: ${index === count - 2 ? 'eighty' : 1024 + index}
          protocol: TCP
      imagePullPolicy: Always
      stdin: false
`,
  );
  const head = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: long\nspec:\n  containers:\n';
  const middle = head.length + rows.slice(0, count >> 1).join('').length;
  return input(head + rows.join(''), middle, { word: 'stdin: false', faulty: 'stdin: maybe' }, '      im');
}

/** One ConfigMap of `count` keys. */
export function wideConfigMap(count: number): Input {
  const rows = Array.from({ length: count }, (_, index) =>
    index === count - 2 ? `  key-${index}: 12\n` : `  key-${index}: "some value ${index}"\n`,
  );
  const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: wide\ndata:\n';
  const middle = head.length + rows.slice(0, count >> 1).join('').length;
  const word = `"some value ${count >> 1}"`;
  return input(head + rows.join(''), middle, { word, faulty: '5' }, '  ne');
}

/** CustomResourceDefinitions of together `bytes` bytes, a document of about 1 MB each, deep schemas as operators have them. */
export function definitions(bytes: number): Input {
  const rows: string[] = [];
  for (let size = 0; size < bytes; size += rows.at(-1)!.length) rows.push(definition(rows.length));
  rows[rows.length - 1] = rows.at(-1)!.replace('storage: true', 'storage: maybe');
  const middle = rows.slice(0, rows.length >> 1).join('').length;
  return input(rows.join(''), middle, { word: 'served: true', faulty: 'served: mayb' }, '  sc');
}

function input(
  text: string,
  from: number,
  { word, faulty }: { word: string; faulty: string },
  line: string,
): Input {
  const indent = /^ */.exec(line)![0];
  const sibling = new RegExp(`\\n${indent}(?=[a-z])`).exec(text.slice(from));
  if (!sibling) throw new Error(`no line is indented like ${JSON.stringify(line)}`);
  const offset = text.indexOf(word, from);
  if (offset < 0) throw new Error(`the text has no ${word}`);
  return { text, edit: { offset, word, faulty }, completion: { offset: from + sibling.index + 1, line } };
}

function deployment(index: number): string {
  const name = `${names[index % names.length]}-${index}`;
  const port = 3000 + ((index * 37) % 6000);
  const label = labels[index % labels.length];
  return `---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  labels:
    ${label}: ${name}
spec:
  replicas: ${1 + (index % 5)}
  selector:
    matchLabels:
      ${label}: ${name}
  template:
    metadata:
      labels:
        ${label}: ${name}
    spec:
      containers:
        - name: ${names[index % names.length]}
          image: registry.example.com/team-${index % 23}/${name}:1.${index % 40}.${index % 7}
          ports:
            - containerPort: ${port}
${endings[index % endings.length]!(index, port)}`;
}

const names = ['web', 'api', 'worker', 'gateway', 'search', 'billing', 'report'];
const labels = ['app', 'app.kubernetes.io/name', 'k8s-app', 'component'];

/** The two last lines of a Deployment. */
const endings: readonly ((index: number, port: number) => string)[] = [
  () => `              protocol: TCP
          imagePullPolicy: Always
`,
  (index) => `              name: http
          args: ["--listen", ":${index}", '--log=json']
`,
  (index) => `          env:
            - { name: DATABASE_URL, value: "postgres://db-${index}.internal:5432/main" }
`,
  (index) => `          resources:
            limits: { cpu: ${100 + (index % 9) * 50}m, memory: ${64 << (index % 5)}Mi }
`,
  (_, port) => `          readinessProbe:
            httpGet: { path: /healthz, port: ${port} }
`,
  () => `          securityContext:
            allowPrivilegeEscalation: false
`,
];

function definition(index: number): string {
  const field = (name: string, column: number) => {
    const indent = ' '.repeat(column);
    return `${indent}${name}:
${indent}  description: What the controller does when it finds ${name} set, and what it does when it does not find it.
${indent}  type: string
${indent}  maxLength: 253
`;
  };
  const groups = Array.from({ length: 200 }, (_, group) => {
    const fields = Array.from({ length: 26 }, (_, one) => field(`field${one}`, 22)).join('');
    return `                  group${group}:
                    type: object
                    properties:
${fields}`;
  });
  return `---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: things${index}.example.com
spec:
  group: example.com
  names:
    plural: things${index}
    singular: thing${index}
    kind: Thing${index}
    listKind: Thing${index}List
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
${groups.join('').replaceAll(/^ {2}/gm, '')}`;
}
