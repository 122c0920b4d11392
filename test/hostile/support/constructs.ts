/** One construct of a text, in as many copies as one likes. */
export interface Construct {
  readonly name: string;
  /** The file that holds it; `app.yaml` where none is named. */
  readonly file?: string;
  /** What an editor calls its language; `yaml` where none is named. */
  readonly language?: string;
  text(copies: number): string;
}

/** So many copies of a part, which may differ by their number. */
function copies(count: number, part: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => part(index)).join('');
}

const podHead = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n';
const pod = `${podHead}spec:\n  containers:\n    - name: a\n      image: a\n`;
const mapHead = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n';
const podTemplate = (labels: string) =>
  `  template:\n    metadata:\n      labels:\n${labels}    spec:\n      containers:\n        - name: a\n          image: a\n`;
const definitionHead =
  'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: as.example.org\n';
const definitionNames =
  '  group: example.org\n  scope: Namespaced\n  names:\n    kind: A\n    plural: as\n    singular: a\n';
/** A definition of the kind `A`, its fields indented by 14, and an object of it. */
const defined = (properties: string, object: string) =>
  `${definitionHead}spec:\n${definitionNames}  versions:\n    - name: v1\n      served: true\n      storage: true\n      schema:\n        openAPIV3Schema:\n          type: object\n          properties:\n            spec:\n${properties}---\napiVersion: example.org/v1\nkind: A\nmetadata:\n  name: a\n${object}`;
/** Of one line of JSON, so that depth costs no margin. */
const definedBy = (spec: string, object: string) => defined(`              ${spec}\n`, object);
const template = (name: string, text: (copies: number) => string): Construct => ({
  name,
  file: 'chart/templates/app.yaml',
  language: 'helm',
  text,
});
const kustomization = (name: string, text: (copies: number) => string): Construct => ({
  name,
  file: 'app/kustomization.yaml',
  text,
});
const json = (name: string, text: (copies: number) => string): Construct => ({
  name,
  file: 'app.json',
  language: 'json',
  text,
});

/** Texts of which every part can be had a thousand times more often than anybody writes it. */
export const constructs: readonly Construct[] = [
  // YAML
  { name: 'entries of a map', text: (n) => `${mapHead}data:\n${copies(n, (i) => `  k${i}: v\n`)}` },
  { name: 'items of a list', text: (n) => `${mapHead}data:\n  a:\n${copies(n, () => '    - a\n')}` },
  {
    name: 'documents',
    text: (n) => copies(n, (i) => `---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c${i}\n`),
  },
  { name: 'markers of documents', text: (n) => copies(n, () => '---\n') },
  { name: 'documents of one word', text: (n) => copies(n, () => '---\na\n') },
  { name: 'ends of documents', text: (n) => copies(n, () => 'a: b\n...\n') },
  { name: 'blank lines', text: (n) => `${pod}${copies(n, () => '\n')}` },
  { name: 'blank lines with spaces', text: (n) => `${pod}${copies(n, () => '    \n')}` },
  { name: 'comments', text: (n) => `${pod}${copies(n, (i) => `# comment ${i}\n`)}` },
  {
    name: 'comments behind entries',
    text: (n) => `${mapHead}data:\n${copies(n, (i) => `  k${i}: v # comment\n`)}`,
  },
  { name: 'directives', text: (n) => `${copies(n, () => '%TAG ! tag:a\n')}---\n${pod}` },
  { name: 'keys that are there twice', text: (n) => `${mapHead}data:\n${copies(n, () => '  k: v\n')}` },
  { name: 'keys without a colon', text: (n) => `${mapHead}data:\n${copies(n, (i) => `  k${i}\n`)}` },
  { name: 'keys alone', text: (n) => `${mapHead}data:\n${copies(n, (i) => `  k${i}:\n`)}` },
  { name: 'root keys without a colon', text: (n) => copies(n, (i) => `k${i}\n`) },
  { name: 'explicit keys', text: (n) => `${mapHead}data:\n${copies(n, (i) => `  ? k${i}\n  : v\n`)}` },
  { name: 'quoted keys', text: (n) => `${mapHead}data:\n${copies(n, (i) => `  "k${i}": 'v'\n`)}` },
  { name: 'anchors', text: (n) => `${mapHead}data:\n${copies(n, (i) => `  k${i}: &a${i} v\n`)}` },
  { name: 'aliases', text: (n) => `${mapHead}data:\n  k: &a v\n${copies(n, (i) => `  k${i}: *a\n`)}` },
  { name: 'aliases of nothing', text: (n) => `${mapHead}data:\n${copies(n, (i) => `  k${i}: *a${i}\n`)}` },
  {
    name: 'aliases of a large map',
    text: (n) => `a: &a\n${copies(n, (i) => `  k${i}: v\n`)}b:\n${copies(n, () => '  - *a\n')}`,
  },
  {
    name: 'aliases of aliases',
    text: (n) => `a0: &a0 [a, a]\n${copies(n, (i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]\n`)}`,
  },
  {
    name: 'merge keys',
    text: (n) => `${mapHead}data:\n  a: &a {k: v}\n${copies(n, (i) => `  b${i}:\n    <<: *a\n`)}`,
  },
  { name: 'a merge key of many maps', text: (n) => `a: &a {k: v}\nb:\n  <<: [${copies(n, () => '*a, ')}]\n` },
  { name: 'tags', text: (n) => `${mapHead}data:\n${copies(n, (i) => `  k${i}: !!str v\n`)}` },
  {
    name: 'block scalars',
    text: (n) => `${mapHead}data:\n${copies(n, (i) => `  k${i}: |\n    a\n    b\n`)}`,
  },
  {
    name: 'lines of a block scalar',
    text: (n) => `${mapHead}data:\n  k: |\n${copies(n, () => '    echo hello\n')}`,
  },
  {
    name: 'lines of a folded scalar',
    text: (n) => `${mapHead}data:\n  k: >-\n${copies(n, () => '    some words\n')}`,
  },
  {
    name: 'lines of a plain scalar',
    text: (n) => `${mapHead}data:\n  k: a\n${copies(n, () => '    some words\n')}`,
  },
  {
    name: 'lines of a quoted scalar',
    text: (n) => `${mapHead}data:\n  k: "a\n${copies(n, () => '    some words\n')}    b"\n`,
  },
  {
    name: 'escapes of a quoted scalar',
    text: (n) => `${mapHead}data:\n  k: "${copies(n, () => '\\u0041\\n')}"\n`,
  },
  {
    name: 'quotes that are not closed',
    text: (n) => `${mapHead}data:\n${copies(n, (i) => `  k${i}: "v\n`)}`,
  },
  {
    name: 'single quotes that are not closed',
    text: (n) => `${mapHead}data:\n${copies(n, (i) => `  k${i}: 'v\n`)}`,
  },
  { name: 'a long line', text: (n) => `${mapHead}data:\n  k: ${copies(n, () => 'word ')}\n` },
  { name: 'a long key', text: (n) => `${mapHead}data:\n  ${'k'.repeat(n)}: v\n` },
  { name: 'a line of spaces', text: (n) => `${mapHead}data:\n  k:${' '.repeat(n)}v\n` },
  { name: 'a line of spaces at the end', text: (n) => `${mapHead}data:\n  k: v${' '.repeat(n)}\n  b: v\n` },
  { name: 'a line of tabs', text: (n) => `${mapHead}data:\n  k:${'\t'.repeat(n)}v\n` },
  { name: 'a line of colons', text: (n) => `${mapHead}data:\n  k: ${copies(n, () => 'a: ')}v\n` },
  { name: 'a line of dashes', text: (n) => `${mapHead}data:\n  ${copies(n, () => '- ')}v\n` },
  { name: 'a line of question marks', text: (n) => `${mapHead}data:\n  ${copies(n, () => '? ')}v\n` },
  { name: 'a line of number signs', text: (n) => `${mapHead}data:\n  k: v ${copies(n, () => ' #')}\n` },
  { name: 'items of a flow list', text: (n) => `${mapHead}data: {a: [${copies(n, () => 'a, ')}]}\n` },
  { name: 'entries of a flow map', text: (n) => `${mapHead}data: {${copies(n, (i) => `k${i}: v, `)}}\n` },
  { name: 'lines of a flow map', text: (n) => `${mapHead}data: {\n${copies(n, (i) => `  k${i}: v,\n`)}}\n` },
  { name: 'depth of flow lists', text: (n) => `${mapHead}data: ${'['.repeat(n)}${']'.repeat(n)}\n` },
  { name: 'depth of flow maps', text: (n) => `${mapHead}data: ${'{a: '.repeat(n)}${'}'.repeat(n)}\n` },
  { name: 'brackets that are not closed', text: (n) => `${mapHead}data: ${'['.repeat(n)}\n` },
  {
    name: 'braces that are not closed',
    text: (n) => `${mapHead}data:\n${copies(n, (i) => `  k${i}: {a: b\n`)}`,
  },
  { name: 'brackets that are closed too often', text: (n) => `${mapHead}data: ${']'.repeat(n)}\n` },
  {
    name: 'depth of block maps',
    text: (n) => copies(Math.ceil(Math.sqrt(2 * n)), (i) => `${' '.repeat(i)}a:\n`),
  },
  { name: 'depth of block lists', text: (n) => `a:\n  ${'- '.repeat(n)}a\n` },
  {
    name: 'margins that do not fit',
    text: (n) => `${mapHead}data:\n${copies(n, (i) => `${' '.repeat(i % 17)}k${i}: v\n`)}`,
  },
  { name: 'tabs as margins', text: (n) => `${mapHead}data:\n${copies(n, (i) => `\tk${i}: v\n`)}` },
  { name: 'control characters', text: (n) => `${mapHead}data:\n${copies(n, (i) => `  k${i}: \u0001\n`)}` },
  { name: 'characters of four bytes', text: (n) => `${mapHead}data:\n  k: ${copies(n, () => '😀')}\n` },
  { name: 'carriage returns', text: (n) => `${mapHead}data:\r\n${copies(n, (i) => `  k${i}: v\r\n`)}` },
  { name: 'carriage returns alone', text: (n) => `${mapHead}data:\n  k: ${copies(n, () => 'a\r')}\n` },
  {
    name: 'odd words of other formats',
    text: (n) => copies(n, (i) => `<a b="${i}">{ } [ ' " & * ! | > % @ \`\n`),
  },
  {
    name: 'a digit very often',
    text: (n) => `${podHead}spec:\n  terminationGracePeriodSeconds: ${'9'.repeat(n)}\n`,
  },
  { name: 'underscores of a number', text: (n) => `${podHead}spec:\n  priority: 1${'_'.repeat(n)}\n` },
  {
    name: 'merge keys one after the other',
    text: (n) => `a0: &a0 {k: v}\n${copies(n, (i) => `a${i + 1}: &a${i + 1} {<<: *a${i}, k${i}: v}\n`)}`,
  },
  {
    name: 'merge keys of a large map',
    text: (n) => `a: &a\n${copies(n, (i) => `  k${i}: v\n`)}b:\n${copies(n, () => '  - <<: *a\n')}`,
  },
  {
    name: 'merge keys that replace',
    text: (n) =>
      `a: &a\n${copies(n, (i) => `  k${i}: v\n`)}b:\n  <<: *a\n${copies(n, (i) => `  k${i}: w\n`)}  <<: *a\n`,
  },
  { name: 'anchors alike', text: (n) => `${mapHead}data:\n${copies(n, (i) => `  k${i}: &a v\n`)}` },
  {
    name: 'aliases as keys',
    text: (n) => `${mapHead}data:\n  &a k: v\n${copies(n, () => '  *a : v\n')}`,
  },
  { name: 'a long anchor', text: (n) => `${mapHead}data:\n  k: &${'a'.repeat(n)} v\n` },
  { name: 'properties of a value', text: (n) => `${mapHead}data:\n  k: ${copies(n, () => '!a ')}v\n` },
  { name: 'unknown tags', text: (n) => `${mapHead}data:\n${copies(n, (i) => `  k${i}: !t${i} v\n`)}` },
  { name: 'a long tag', text: (n) => `${mapHead}data:\n  k: !<${'%41'.repeat(n)}> v\n` },
  {
    name: 'block scalars with margins of their own',
    text: (n) => `${mapHead}data:\n${copies(n, (i) => `  k${i}: |2-\n      a\n     b\n`)}`,
  },
  {
    name: 'block scalars with nothing in them',
    text: (n) => `${mapHead}data:\n${copies(n, (i) => `  k${i}: >\n`)}`,
  },
  {
    name: 'blank lines of a block scalar',
    text: (n) =>
      `${mapHead}data:\n  k: |+\n${copies(n, () => '\n')}    a\n${copies(n, () => '          \n')}`,
  },
  {
    name: 'a block scalar whose margin shrinks',
    text: (n) => `${mapHead}data:\n  k: |\n${copies(n, (i) => `${' '.repeat(5 + (i % 3))}a\n`)}   b\n`,
  },
  {
    name: 'comments between entries',
    text: (n) => `${mapHead}data:\n${copies(n, (i) => `# a\n  # b\n  k${i}: v\n      # c\n`)}`,
  },
  {
    name: 'comments between keys and values',
    text: (n) => `${mapHead}data:\n${copies(n, (i) => `  k${i}: # a\n    # b\n    v\n`)}`,
  },
  {
    name: 'comments in a flow map',
    text: (n) => `${mapHead}data: {\n${copies(n, (i) => `  # a\n  k${i}: v, # b\n`)}}\n`,
  },
  {
    name: 'comments between documents',
    text: (n) => copies(n, (i) => `# a\n---\n# b ${i}\n`),
  },
  { name: 'items with nothing in them', text: (n) => `a:\n${copies(n, () => '  -\n')}` },
  { name: 'items that are maps', text: (n) => `a:\n${copies(n, (i) => `  - k: v\n    k${i}: v\n`)}` },
  { name: 'items at the margin of their key', text: (n) => `a:\n${copies(n, () => '- a\n')}` },
  { name: 'items after entries', text: (n) => `a:\n${copies(n, (i) => `  k${i}: v\n  - a\n`)}` },
  {
    name: 'lines of a value in single quotes',
    text: (n) => `${mapHead}data:\n  k: 'a\n${copies(n, () => "    it''s\n\n")}    b'\n`,
  },
  { name: 'doubled quotes', text: (n) => `${mapHead}data:\n  k: '${copies(n, () => "''")}'\n` },
  { name: 'quotes behind quotes', text: (n) => `${mapHead}data:\n  k: ${copies(n, () => '"a" ')}\n` },
  {
    name: 'lines of a plain key',
    text: (n) => `${mapHead}data:\n${copies(n, () => '  some words\n')}  : v\n`,
  },
  { name: 'entries of a flow map without values', text: (n) => `a: {${copies(n, (i) => `k${i}, `)}}\n` },
  { name: 'entries of a flow map without commas', text: (n) => `a: {${copies(n, (i) => `k${i}: v\n `)}}\n` },
  { name: 'explicit keys of a flow map', text: (n) => `a: {${copies(n, (i) => `? k${i} : v, `)}}\n` },
  { name: 'commas of a flow list', text: (n) => `a: [${','.repeat(n)}]\n` },
  { name: 'colons of a flow map', text: (n) => `a: {${':'.repeat(n)}}\n` },
  { name: 'flow lists that are items', text: (n) => `a:\n${copies(n, () => '  - [a, {b: c}]\n')}` },
  { name: 'brackets of both kinds', text: (n) => `a: ${copies(n, () => '[{a: ')}\n` },
  { name: 'brackets that do not fit', text: (n) => `a: ${copies(n, () => '[}{]')}\n` },
  {
    name: 'depth of maps and lists by turns',
    text: (n) => copies(Math.ceil(Math.sqrt(n)), (i) => `${' '.repeat(2 * i)}- a:\n`),
  },
  { name: 'maps of some depth', text: (n) => copies(n, (i) => `k${i}: {a: {b: {c: [d, {e: f}]}}}\n`) },
  {
    name: 'keys that are the same as another type',
    text: (n) => `${mapHead}data:\n${copies(n, () => '  1: a\n  "1": b\n')}`,
  },
  { name: 'marks of the byte order', text: (n) => copies(n, () => '\ufeff---\na: b\n') },
  { name: 'marks of the direction', text: (n) => `${mapHead}data:\n  k: ${'\u202e'.repeat(n)}\n` },
  { name: 'separators of lines', text: (n) => `${mapHead}data:\n  k: ${copies(n, () => 'a\u2028')}\n` },
  { name: 'halves of characters', text: (n) => `${mapHead}data:\n  k: ${'\ud83d'.repeat(n)}\n` },
  {
    name: 'long keys',
    text: (n) => `${mapHead}data:\n${copies(n, (i) => `  ${'k'.repeat(1100)}${i}: v\n`)}`,
  },
  {
    name: 'broken documents',
    text: (n) => copies(n, (i) => `---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: "c${i}\n`),
  },
  // Objects
  { name: 'unknown fields', text: (n) => `${pod}${copies(n, (i) => `  unknown${i}: v\n`)}` },
  { name: 'unknown fields of one item', text: (n) => `${pod}${copies(n, (i) => `      unknown${i}: v\n`)}` },
  { name: 'unknown fields alike', text: (n) => `${pod}${copies(n, () => '  containrs: []\n')}` },
  { name: 'an unknown long field', text: (n) => `${pod}  ${'x'.repeat(n)}: v\n` },
  {
    name: 'containers',
    text: (n) => `${podHead}spec:\n  containers:\n${copies(n, (i) => `    - name: c${i}\n      image: a\n`)}`,
  },
  {
    name: 'containers alike',
    text: (n) => `${podHead}spec:\n  containers:\n${copies(n, () => '    - name: c\n      image: a\n')}`,
  },
  {
    name: 'containers without a name',
    text: (n) => `${podHead}spec:\n  containers:\n${copies(n, () => '    - image: a\n')}`,
  },
  {
    name: 'ports',
    text: (n) => `${pod}      ports:\n${copies(n, (i) => `        - containerPort: ${i % 65536}\n`)}`,
  },
  {
    name: 'ports alike',
    text: (n) =>
      `${pod}      ports:\n${copies(n, () => '        - containerPort: 80\n          name: a\n          hostPort: 80\n')}`,
  },
  {
    name: 'variables',
    text: (n) => `${pod}      env:\n${copies(n, (i) => `        - name: V${i}\n          value: "1"\n`)}`,
  },
  {
    name: 'variables alike',
    text: (n) => `${pod}      env:\n${copies(n, () => '        - name: V\n          value: $(V)\n')}`,
  },
  {
    name: 'volumes and mounts',
    text: (n) =>
      `${pod}      volumeMounts:\n${copies(n, (i) => `        - name: v${i}\n          mountPath: /v${i}\n`)}  volumes:\n${copies(n, (i) => `    - name: v${i}\n      emptyDir: {}\n`)}`,
  },
  {
    name: 'mounts of nothing',
    text: (n) =>
      `${pod}      volumeMounts:\n${copies(n, (i) => `        - name: v${i}\n          mountPath: /v\n`)}`,
  },
  {
    name: 'volumes alike',
    text: (n) => `${pod}  volumes:\n${copies(n, () => '    - name: v\n      hostPath: {path: /a}\n')}`,
  },
  {
    name: 'labels',
    text: (n) =>
      `apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  labels:\n${copies(n, (i) => `    l${i}: v\n`)}spec:\n  containers:\n    - name: a\n      image: a\n`,
  },
  {
    name: 'labels of a selector',
    text: (n) =>
      `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\nspec:\n  selector:\n    matchLabels:\n${copies(n, (i) => `      l${i}: v\n`)}${podTemplate(copies(n, (i) => `        l${i}: w\n`))}`,
  },
  {
    name: 'annotations',
    text: (n) =>
      `apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  annotations:\n${copies(n, (i) => `    a${i}: v\n`)}spec:\n  containers:\n    - name: a\n      image: a\n`,
  },
  {
    name: 'bad labels',
    text: (n) =>
      `apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  labels:\n${copies(n, (i) => `    -l${i}-: -v\n`)}spec: {}\n`,
  },
  {
    name: 'finalizers',
    text: (n) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  finalizers:\n${copies(n, (i) => `    - a/f${i}\n`)}`,
  },
  {
    name: 'tolerations',
    text: (n) => `${pod}  tolerations:\n${copies(n, (i) => `    - key: k${i}\n      operator: Exists\n`)}`,
  },
  {
    name: 'topology spread constraints',
    text: (n) =>
      `${pod}  topologySpreadConstraints:\n${copies(n, (i) => `    - topologyKey: k${i}\n      maxSkew: 1\n      whenUnsatisfiable: DoNotSchedule\n`)}`,
  },
  {
    name: 'image pull secrets',
    text: (n) => `${pod}  imagePullSecrets:\n${copies(n, (i) => `    - name: s${i}\n`)}`,
  },
  {
    name: 'requests of resources',
    text: (n) =>
      `${pod}      resources:\n        requests:\n${copies(n, (i) => `          a.org/r${i}: 2\n`)}        limits:\n${copies(n, (i) => `          a.org/r${i}: 1\n`)}`,
  },
  {
    name: 'a long quantity',
    text: (n) => `${pod}      resources:\n        requests:\n          cpu: "${'9'.repeat(n)}"\n`,
  },
  {
    name: 'a long fraction',
    text: (n) => `${pod}      resources:\n        requests:\n          cpu: "0.${'9'.repeat(n)}x"\n`,
  },
  {
    name: 'a long duration',
    text: (n) =>
      `apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata:\n  name: a\nspec:\n  rules:\n    - timeouts:\n        request: ${'1h'.repeat(n)}x\n`,
  },
  {
    name: 'a long name',
    text: (n) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${'a.'.repeat(n)}\n`,
  },
  {
    name: 'a long label',
    text: (n) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels:\n    ${'a/'.repeat(n)}: ${'b'.repeat(n)}\n`,
  },
  { name: 'a long kind', text: (n) => `apiVersion: v1\nkind: ${'Pod'.repeat(n)}\nmetadata:\n  name: a\n` },
  {
    name: 'a long schedule',
    text: (n) =>
      `apiVersion: batch/v1\nkind: CronJob\nmetadata:\n  name: a\nspec:\n  schedule: "${'1,'.repeat(n)} * * * *"\n`,
  },
  {
    name: 'a long address',
    text: (n) =>
      `apiVersion: v1\nkind: Service\nmetadata:\n  name: a\nspec:\n  clusterIP: ${'1:'.repeat(n)}\n  ports:\n    - port: 1\n`,
  },
  {
    name: 'data of a Secret',
    text: (n) => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ndata:\n  k: ${'YWJj'.repeat(n)}=x\n`,
  },
  {
    name: 'a certificate',
    text: (n) =>
      `apiVersion: v1\nkind: Secret\ntype: kubernetes.io/tls\nmetadata:\n  name: a\nstringData:\n  tls.crt: |\n${copies(n, () => '    -----BEGIN CERTIFICATE-----\n    YWJj\n')}  tls.key: |\n${copies(n, () => '    -----BEGIN RSA PRIVATE KEY-----\n')}`,
  },
  {
    name: 'ports of a Service',
    text: (n) =>
      `apiVersion: v1\nkind: Service\nmetadata:\n  name: a\nspec:\n  ports:\n${copies(n, (i) => `    - name: p${i}\n      port: ${i % 65536}\n`)}`,
  },
  {
    name: 'addresses of a Service',
    text: (n) =>
      `apiVersion: v1\nkind: Service\nmetadata:\n  name: a\nspec:\n  externalIPs:\n${copies(n, (i) => `    - 10.0.0.${i % 300}\n`)}  ports:\n    - port: 1\n`,
  },
  {
    name: 'rules of an Ingress',
    text: (n) =>
      `apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: a\nspec:\n  rules:\n${copies(n, (i) => `    - host: h${i}.org\n      http:\n        paths:\n          - path: /\n            pathType: Prefix\n            backend:\n              service:\n                name: s${i}\n                port:\n                  number: 80\n`)}`,
  },
  {
    name: 'rules of a Role',
    text: (n) =>
      `apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: a\nrules:\n${copies(n, (i) => `  - apiGroups: [""]\n    resources: [r${i}]\n    verbs: [get]\n`)}`,
  },
  {
    name: 'subjects of a RoleBinding',
    text: (n) =>
      `apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata:\n  name: a\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: a}\nsubjects:\n${copies(n, (i) => `  - kind: ServiceAccount\n    name: s${i}\n`)}`,
  },
  {
    name: 'rules of a NetworkPolicy',
    text: (n) =>
      `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata:\n  name: a\nspec:\n  podSelector: {}\n  ingress:\n${copies(n, (i) => `    - ports:\n        - port: ${i % 70000}\n`)}`,
  },
  {
    name: 'metrics of a HorizontalPodAutoscaler',
    text: (n) =>
      `apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata:\n  name: a\nspec:\n  maxReplicas: 3\n  scaleTargetRef: {kind: Deployment, name: a}\n  metrics:\n${copies(n, () => '    - type: Resource\n      resource:\n        name: cpu\n        target: {type: Utilization, averageUtilization: 1}\n')}`,
  },
  {
    name: 'rules of a failure policy',
    text: (n) =>
      `apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: a\nspec:\n  podFailurePolicy:\n    rules:\n${copies(n, () => '      - action: FailJob\n        onExitCodes: {operator: In, values: [1, 1]}\n')}${podTemplate('        a: b\n')}`,
  },
  {
    name: 'webhooks',
    text: (n) =>
      `apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata:\n  name: a\nwebhooks:\n${copies(n, (i) => `  - name: w${i}.a.org\n    sideEffects: None\n    admissionReviewVersions: [v1]\n    clientConfig: {url: "https://a"}\n`)}`,
  },
  {
    name: 'endpoints',
    text: (n) =>
      `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: a\naddressType: IPv4\nendpoints:\n${copies(n, (i) => `  - addresses: [10.0.0.${i % 300}]\n`)}`,
  },
  {
    name: 'devices of a ResourceSlice',
    text: (n) =>
      `apiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata:\n  name: a\nspec:\n  driver: a.org\n  nodeName: a\n  pool: {name: a, resourceSliceCount: 1, generation: 1}\n  devices:\n${copies(n, (i) => `    - name: d${i}\n`)}`,
  },
  {
    name: 'requests of a ResourceClaim',
    text: (n) =>
      `apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata:\n  name: a\nspec:\n  devices:\n    requests:\n${copies(n, (i) => `      - name: r${i}\n        exactly: {deviceClassName: a}\n`)}    constraints:\n${copies(n, (i) => `      - requests: [r${i}]\n        matchAttribute: a.org/a\n`)}`,
  },
  {
    name: 'items of a List',
    text: (n) =>
      `apiVersion: v1\nkind: List\nitems:\n${copies(n, (i) => `  - apiVersion: v1\n    kind: ConfigMap\n    metadata:\n      name: c${i}\n`)}`,
  },
  {
    name: 'items without a kind',
    text: (n) =>
      `apiVersion: v1\nkind: List\nitems:\n${copies(n, (i) => `  - metadata:\n      name: c${i}\n`)}`,
  },
  {
    name: 'objects of unknown kinds',
    text: (n) => copies(n, (i) => `---\napiVersion: a.org/v1\nkind: K${i}\nmetadata:\n  name: a\n`),
  },
  {
    name: 'objects of old versions',
    text: (n) =>
      copies(n, (i) => `---\napiVersion: extensions/v1beta1\nkind: Ingress\nmetadata:\n  name: i${i}\n`),
  },
  {
    name: 'Services and the Pods that they select',
    text: (n) =>
      copies(
        n,
        (i) =>
          `---\napiVersion: v1\nkind: Service\nmetadata:\n  name: s${i}\nspec:\n  selector: {app: a${i}}\n  ports:\n    - port: 80\n      targetPort: p${i}\n---\n${pod}`,
      ),
  },
  {
    name: 'objects that name others',
    text: (n) =>
      copies(
        n,
        (i) =>
          `---\n${podHead}spec:\n  serviceAccountName: s${i}\n  containers:\n    - name: a\n      image: a\n      envFrom:\n        - configMapRef:\n            name: c${i}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c${i}\n`,
      ),
  },
  {
    name: 'managed fields',
    text: (n) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  managedFields:\n${copies(n, (i) => `    - manager: m${i}\n      operation: Apply\n      apiVersion: v1\n      fieldsV1: {"f:data": {}}\n`)}`,
  },
  {
    name: 'owner references',
    text: (n) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  ownerReferences:\n${copies(n, (i) => `    - {apiVersion: v1, kind: Pod, name: p${i}, uid: "${i}", controller: true}\n`)}`,
  },
  {
    name: 'annotations about containers',
    text: (n) =>
      `apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  annotations:\n${copies(n, (i) => `    container.apparmor.security.beta.kubernetes.io/c${i}: a\n`)}spec:\n  containers:\n${copies(n, (i) => `    - name: c${i + 1}\n      image: a\n`)}`,
  },
  {
    name: 'init containers',
    text: (n) =>
      `${pod}  initContainers:\n${copies(n, (i) => `    - name: i${i}\n      image: a\n      restartPolicy: Always\n`)}`,
  },
  { name: 'arguments', text: (n) => `${pod}      args:\n${copies(n, (i) => `        - --a=$(V${i})\n`)}` },
  { name: 'references in an argument', text: (n) => `${pod}      args: ["${copies(n, () => '$(V)$$(')}"]\n` },
  {
    name: 'variables that name keys',
    text: (n) =>
      `${pod}      env:\n${copies(n, (i) => `        - name: V${i}\n          valueFrom: {configMapKeyRef: {name: c${i}, key: k}}\n`)}`,
  },
  {
    name: 'terms of an affinity',
    text: (n) =>
      `${pod}  affinity:\n    podAntiAffinity:\n      preferredDuringSchedulingIgnoredDuringExecution:\n${copies(n, (i) => `        - weight: 1\n          podAffinityTerm: {topologyKey: k${i}, labelSelector: {matchLabels: {a: b}}}\n`)}`,
  },
  {
    name: 'expressions of a selector',
    text: (n) =>
      `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\nspec:\n  selector:\n    matchExpressions:\n${copies(n, (i) => `      - {key: l, operator: In, values: [v${i}]}\n`)}${podTemplate('        l: w\n')}`,
  },
  {
    name: 'values of an expression of a selector',
    text: (n) =>
      `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\nspec:\n  selector:\n    matchExpressions:\n      - key: l\n        operator: In\n        values:\n${copies(n, (i) => `          - v${i}\n`)}${podTemplate('        l: w\n')}`,
  },
  {
    name: 'host aliases',
    text: (n) =>
      `${pod}  hostAliases:\n${copies(n, (i) => `    - ip: 10.0.0.${i % 300}\n      hostnames: [h_${i}]\n`)}`,
  },
  {
    name: 'projected sources',
    text: (n) =>
      `${pod}  volumes:\n    - name: v\n      projected:\n        sources:\n${copies(n, (i) => `          - configMap: {name: c${i}, items: [{key: a, path: p}]}\n`)}`,
  },
  {
    name: 'resources of a quota',
    text: (n) =>
      `apiVersion: v1\nkind: ResourceQuota\nmetadata:\n  name: a\nspec:\n  scopes: [BestEffort]\n  hard:\n${copies(n, (i) => `    count/r${i}.a.org: 1\n`)}`,
  },
  {
    name: 'limits of a LimitRange',
    text: (n) =>
      `apiVersion: v1\nkind: LimitRange\nmetadata:\n  name: a\nspec:\n  limits:\n${copies(n, () => '    - type: Pod\n      max: {cpu: 1}\n      min: {cpu: 2}\n')}`,
  },
  {
    name: 'versions of a review',
    text: (n) =>
      `apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata:\n  name: a\nwebhooks:\n  - name: w.a.org\n    sideEffects: None\n    clientConfig: {url: "https://a"}\n    admissionReviewVersions:\n${copies(n, (i) => `      - v${i}\n`)}`,
  },
  {
    name: 'objects of one name',
    text: (n) => copies(n, () => '---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\n'),
  },
  {
    name: 'Services for one Pod',
    text: (n) =>
      `${pod}---\n${copies(n, (i) => `apiVersion: v1\nkind: Service\nmetadata:\n  name: s${i}\nspec:\n  selector: {app: a}\n  ports:\n    - port: 80\n      targetPort: p\n---\n`)}`,
  },
  {
    name: 'Roles and their bindings',
    text: (n) =>
      copies(
        n,
        (i) =>
          `---\napiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: r${i}\n---\napiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata:\n  name: b${i}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: r${i + 1}}\nsubjects: [{kind: ServiceAccount, name: s${i}}]\n`,
      ),
  },
  {
    name: 'Lists in Lists',
    text: (n) =>
      `{apiVersion: v1, kind: List, items: [${'{apiVersion: v1, kind: List, items: ['.repeat(n)}${']}'.repeat(n)}]}\n`,
  },
  // Comments that ignore
  {
    name: 'ignore comments',
    text: (n) => `${mapHead}datas:\n${copies(n, (i) => `  # kubewright-ignore unknown-field\n  k${i}: v\n`)}`,
  },
  {
    name: 'ignore comments behind entries',
    text: (n) => `${pod}${copies(n, (i) => `  x${i}: v # kubewright-ignore unknown-field\n`)}`,
  },
  {
    name: 'ignore comments in a block scalar',
    text: (n) => `${mapHead}datas: |\n${copies(n, () => '  # kubewright-ignore unknown-field\n')}`,
  },
  {
    name: 'ignore comments above everything',
    text: (n) => `${copies(n, () => '# kubewright-ignore unknown-field\n')}${pod}  x: v\n`,
  },
  {
    name: 'ignore comments below everything',
    text: (n) => `${pod}  x: v\n${copies(n, () => '# kubewright-ignore unknown-field\n')}`,
  },
  {
    name: 'codes of an ignore comment',
    text: (n) => `${pod}  x: v # kubewright-ignore ${copies(n, (i) => `code${i}, `)}a\n`,
  },
  {
    name: 'spaces of an ignore comment',
    text: (n) => `${pod}  x: v # kubewright-ignore a${' '.repeat(n)}\n`,
  },
  {
    name: 'number signs of an ignore comment',
    text: (n) => `${pod}  x: v ${'#'.repeat(n)} kubewright-ignore\n`,
  },
  // Definitions
  {
    name: 'properties of a definition',
    text: (n) =>
      definedBy(
        `{type: object, properties: {${copies(n, (i) => `p${i}: {type: string}, `)}}}`,
        `spec:\n${copies(n, (i) => `  p${i}: v\n`)}`,
      ),
  },
  {
    name: 'unknown fields of a custom object',
    text: (n) =>
      definedBy(
        '{type: object, properties: {a: {type: string}}}',
        `spec:\n${copies(n, (i) => `  p${i}: v\n`)}`,
      ),
  },
  {
    name: 'depth of a definition',
    text: (n) =>
      definedBy(
        `${'{type: object, properties: {a: '.repeat(n)}{type: string}${'}}'.repeat(n)}`,
        'spec: {}\n',
      ),
  },
  {
    name: "depth of a definition's lists",
    text: (n) =>
      definedBy(`${'{type: array, items: '.repeat(n)}{type: string}${'}'.repeat(n)}`, 'spec: []\n'),
  },
  {
    name: 'anyOf in anyOf',
    text: (n) =>
      definedBy(
        `{x-kubernetes-preserve-unknown-fields: true, ${'anyOf: [{required: [a]}, {'.repeat(n)}required: [b]${'}]'.repeat(n)}}`,
        'spec: {c: d}\n',
      ),
  },
  {
    name: 'branches of anyOf',
    text: (n) =>
      definedBy(
        `{type: object, properties: {a: {type: string}}, anyOf: [${copies(n, (i) => `{required: [r${i}]}, `)}]}`,
        'spec: {a: b}\n',
      ),
  },
  {
    name: 'branches of oneOf for many items',
    text: (n) =>
      definedBy(
        `{type: array, items: {type: object, properties: {a: {type: string}}, oneOf: [${copies(n, (i) => `{properties: {a: {pattern: "^a${i}$"}}}, `)}]}}`,
        `spec:\n${copies(Math.min(n, 300), (i) => `  - a: a${i}\n`)}`,
      ),
  },
  {
    name: 'not in not',
    text: (n) =>
      definedBy(`{type: object, ${'not: {'.repeat(n)}required: [a]${'}'.repeat(n)}}`, 'spec: {}\n'),
  },
  {
    name: 'required fields',
    text: (n) => definedBy(`{type: object, required: [${copies(n, (i) => `r${i}, `)}]}`, 'spec: {}\n'),
  },
  {
    name: 'values of an enum',
    text: (n) => definedBy(`{type: string, enum: [${copies(n, (i) => `e${i}, `)}]}`, 'spec: x\n'),
  },
  {
    name: 'versions of a definition',
    text: (n) =>
      `${definitionHead}spec:\n${definitionNames}  versions:\n${copies(n, (i) => `    - {name: v${i}, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}\n`)}`,
  },
  {
    name: 'columns of a definition',
    text: (n) =>
      `${definitionHead}spec:\n${definitionNames}  versions:\n    - name: v1\n      served: true\n      storage: true\n      schema: {openAPIV3Schema: {type: object}}\n      additionalPrinterColumns:\n${copies(n, (i) => `        - {name: c${i}, type: string, jsonPath: .a.b${i}}\n`)}`,
  },
  {
    name: 'unique items of a set',
    text: (n) =>
      definedBy(
        '{type: array, x-kubernetes-list-type: set, items: {type: string}}',
        `spec:\n${copies(n, (i) => `  - a${i}\n`)}`,
      ),
  },
  {
    name: 'items of a map by keys',
    text: (n) =>
      definedBy(
        '{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {type: object, required: [k], properties: {k: {type: string}}}}',
        `spec:\n${copies(n, (i) => `  - k: a${i}\n`)}`,
      ),
  },
  {
    name: 'a pattern that goes back',
    text: (n) => definedBy('{type: string, pattern: "^(a+)+$"}', `spec: ${'a'.repeat(n)}b\n`),
  },
  {
    name: 'a long pattern',
    text: (n) => definedBy(`{type: string, pattern: "${'(a|b)*'.repeat(n)}"}`, 'spec: ab\n'),
  },
  {
    name: 'a pattern that repeats',
    text: (n) => definedBy('{type: string, pattern: "^((a{0,30}){0,30})$"}', `spec: ${'a'.repeat(n)}b\n`),
  },
  {
    name: 'rules of a definition',
    text: (n) =>
      definedBy(
        `{type: object, properties: {a: {type: string}}, x-kubernetes-validations: [${copies(n, () => '{rule: "self.a == \\"b\\""}, ')}]}`,
        'spec: {a: b}\n',
      ),
  },
  {
    name: 'depth of an expression',
    text: (n) =>
      definedBy(
        `{type: object, x-kubernetes-validations: [{rule: "${'('.repeat(n)}true${')'.repeat(n)}"}]}`,
        'spec: {}\n',
      ),
  },
  {
    name: 'depth of an expression that is not closed',
    text: (n) =>
      definedBy(`{type: object, x-kubernetes-validations: [{rule: "${'(['.repeat(n)}"}]}`, 'spec: {}\n'),
  },
  {
    name: 'terms of an expression',
    text: (n) =>
      definedBy(
        `{type: object, x-kubernetes-validations: [{rule: "${copies(n, () => 'true && ')}true"}]}`,
        'spec: {}\n',
      ),
  },
  {
    name: 'negations of an expression',
    text: (n) =>
      definedBy(`{type: object, x-kubernetes-validations: [{rule: "${'!'.repeat(n)}true"}]}`, 'spec: {}\n'),
  },
  {
    name: 'choices of an expression',
    text: (n) =>
      definedBy(
        `{type: object, x-kubernetes-validations: [{rule: "${copies(n, () => 'true ? ')}true${copies(n, () => ' : true')}"}]}`,
        'spec: {}\n',
      ),
  },
  {
    name: 'calls of an expression',
    text: (n) =>
      definedBy(
        `{type: object, x-kubernetes-validations: [{rule: "self${copies(n, () => '.all(x, true)')}"}]}`,
        'spec: {}\n',
      ),
  },
  {
    name: 'strings of an expression that are not closed',
    text: (n) =>
      definedBy(
        `{type: object, x-kubernetes-validations: [{rule: "${copies(n, () => "'''a ")}"}]}`,
        'spec: {}\n',
      ),
  },
  {
    name: 'policies with expressions',
    text: (n) =>
      `apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicy\nmetadata:\n  name: a\nspec:\n  matchConstraints: {resourceRules: [{apiGroups: [""], apiVersions: [v1], resources: [pods], operations: [CREATE]}]}\n  validations:\n${copies(n, (i) => `    - expression: object.metadata.name == "${i}"\n`)}  variables:\n${copies(n, (i) => `    - name: v${i}\n      expression: "1"\n`)}`,
  },
  {
    name: 'allOf in allOf',
    text: (n) =>
      definedBy(
        `{type: object, properties: {a: {type: string}}, ${'allOf: [{required: [a]}, {'.repeat(n)}required: [b]${'}]'.repeat(n)}}`,
        'spec: {c: d}\n',
      ),
  },
  {
    name: 'branches of allOf',
    text: (n) =>
      definedBy(
        `{type: object, properties: {a: {type: string}}, allOf: [${copies(n, (i) => `{properties: {a: {pattern: "^(a|b${i})$"}}}, `)}]}`,
        'spec: {a: b}\n',
      ),
  },
  {
    name: 'patterns of a definition',
    text: (n) =>
      definedBy(
        `{type: object, properties: {${copies(n, (i) => `p${i}: {type: string, pattern: "^(a{1,3}|b${i})+$"}, `)}}}`,
        `spec:\n${copies(Math.min(n, 300), (i) => `  p${i}: v\n`)}`,
      ),
  },
  {
    name: 'patterns that are none',
    text: (n) =>
      definedBy(
        `{type: object, properties: {${copies(n, (i) => `p${i}: {type: string, pattern: "(a${i}"}, `)}}}`,
        'spec: {}\n',
      ),
  },
  {
    name: 'values of an enum for many items',
    text: (n) =>
      definedBy(
        `{type: array, items: {type: string, enum: [${copies(n, (i) => `e${i}, `)}]}}`,
        `spec:\n${copies(n, (i) => `  - e${i}\n`)}`,
      ),
  },
  {
    name: 'items that an enum has not',
    text: (n) =>
      definedBy(
        `{type: array, items: {type: string, enum: [${copies(n, (i) => `e${i}, `)}]}}`,
        `spec:\n${copies(n, (i) => `  - x${i}\n`)}`,
      ),
  },
  {
    name: 'items that are nearly one of an enum',
    text: (n) =>
      definedBy(
        `{type: array, items: {type: string, enum: [${copies(n, (i) => `choice${i}, `)}]}}`,
        `spec:\n${copies(n, (i) => `  - choise${i}\n`)}`,
      ),
  },
  {
    name: 'defaults of a definition',
    text: (n) =>
      definedBy(
        `{type: object, properties: {${copies(n, (i) => `p${i}: {type: string, default: a}, `)}}}`,
        'spec: {}\n',
      ),
  },
  {
    name: 'items of a default that an enum has not',
    text: (n) =>
      definedBy(
        `{type: array, default: [${copies(n, (i) => `x${i}, `)}], items: {type: string, enum: [${copies(n, (i) => `e${i}, `)}]}}`,
        'spec: []\n',
      ),
  },
  {
    name: 'branches for the items of a default',
    text: (n) =>
      definedBy(
        `{type: array, default: [${copies(Math.min(n, 300), (i) => `x${i}, `)}], items: {type: string, anyOf: [${copies(n, (i) => `{maxLength: ${i % 2}}, `)}]}}`,
        'spec: []\n',
      ),
  },
  {
    name: 'short names of a definition',
    text: (n) =>
      `${definitionHead}spec:\n${definitionNames}    shortNames:\n${copies(n, (i) => `      - s${i}\n`)}  versions: []\n`,
  },
  {
    name: 'definitions',
    text: (n) =>
      copies(
        n,
        (i) =>
          `---\napiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: k${i}s.a.org}\nspec: {group: a.org, scope: Cluster, names: {kind: K${i}, plural: k${i}s}, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]}\n---\napiVersion: a.org/v1\nkind: K${i}\nmetadata: {name: a}\n`,
      ),
  },
  {
    name: 'definitions of one kind',
    text: (n) =>
      `${copies(n, (i) => `---\n${definitionHead}spec: {group: example.org, scope: Cluster, names: {kind: A, plural: as}, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {p${i}: {type: string}}}}}]}\n`)}---\napiVersion: example.org/v1\nkind: A\nmetadata: {name: a}\nx: y\n`,
  },
  {
    name: 'objects of a defined kind',
    text: (n) =>
      `${definedBy('{type: object, properties: {a: {type: integer}}}', 'spec: {}\n')}${copies(n, (i) => `---\napiVersion: example.org/v1\nkind: A\nmetadata: {name: a${i}}\nspec: {a: b}\n`)}`,
  },
  // Templates
  template(
    'actions that print',
    (n) => `${mapHead}data:\n${copies(n, (i) => `  k${i}: {{ .Values.v${i} }}\n`)}`,
  ),
  template(
    'lines of actions',
    (n) => `${mapHead}data:\n${copies(n, () => '  {{- include "a" . | nindent 2 }}\n')}`,
  ),
  template(
    'conditions',
    (n) =>
      `${mapHead}data:\n${copies(n, (i) => `  {{- if .Values.v${i} }}\n  k${i}: v\n  {{- else }}\n  k${i}: w\n  {{- end }}\n`)}`,
  ),
  template('conditions for versions', (n) =>
    copies(
      n,
      (i) =>
        `{{- if .Capabilities.APIVersions.Has "v${i}" }}\napiVersion: v1\n{{- else }}\napiVersion: v2\n{{- end }}\n`,
    ),
  ),
  template(
    'choices of one condition',
    (n) =>
      `${mapHead}data:\n  {{- if .a }}\n  k: v\n${copies(n, (i) => `  {{- else if .a${i} }}\n  k: v\n`)}  {{- end }}\n`,
  ),
  template(
    'conditions in conditions',
    (n) =>
      `${mapHead}data:\n${copies(n, () => '  {{- if .a }}\n')}  k: v\n${copies(n, () => '  {{- end }}\n')}`,
  ),
  template(
    'conditions that are not closed',
    (n) => `${mapHead}data:\n${copies(n, (i) => `  {{- if .a }}\n  k${i}: v\n`)}`,
  ),
  template('ends of nothing', (n) => `${mapHead}data:\n${copies(n, (i) => `  {{- end }}\n  k${i}: v\n`)}`),
  template(
    'ranges',
    (n) => `${mapHead}data:\n${copies(n, (i) => `  {{- range .a }}\n  k${i}: v\n  {{- end }}\n`)}`,
  ),
  template('defines', (n) => copies(n, (i) => `{{- define "d${i}" }}\na: b\n{{- end }}\n`)),
  template('defines in a line', (n) => copies(n, (i) => `{{ define "d${i}" }}a{{ end }}`)),
  template('defines that are not closed', (n) => copies(n, (i) => `{{- define "d${i}" }}\na: b\n`)),
  template('actions of a line', (n) => `${mapHead}data:\n  k: ${copies(n, () => '{{ .a }}')}\n`),
  template(
    'conditions of a line',
    (n) => `${mapHead}data:\n  k: ${copies(n, () => '{{ if .a }}a{{ end }}')}\n`,
  ),
  template(
    'delimiters that are not closed',
    (n) => `${mapHead}data:\n${copies(n, (i) => `  k${i}: {{ .a\n`)}`,
  ),
  template(
    'delimiters of a line that are not closed',
    (n) => `${mapHead}data:\n  k: ${copies(n, () => '{{ ')}\n`,
  ),
  template(
    'delimiters that are closed too often',
    (n) => `${mapHead}data:\n  k: ${copies(n, () => '}} ')}\n`,
  ),
  template(
    'comments of templates',
    (n) => `${mapHead}data:\n${copies(n, (i) => `  {{/* a */}}\n  k${i}: v\n`)}`,
  ),
  template(
    'comments of templates that are not closed',
    (n) => `${mapHead}data:\n${copies(n, (i) => `  {{/* a\n  k${i}: v\n`)}`,
  ),
  template(
    'raw strings that are not closed',
    (n) => `${mapHead}data:\n${copies(n, (i) => `  k${i}: {{ a \` }}\n`)}`,
  ),
  template(
    'strings that are not closed',
    (n) => `${mapHead}data:\n${copies(n, (i) => `  k${i}: {{ a " }}\n`)}`,
  ),
  template(
    'an action of many lines',
    (n) => `${mapHead}data:\n  k: {{ list\n${copies(n, () => '    "a"\n')}  }}\n`,
  ),
  template('spaces of an action', (n) => `${mapHead}data:\n  k: {{ .a${' '.repeat(n)}}}\n`),
  template('pipes of an action', (n) => `${mapHead}data:\n  k: {{ .a${copies(n, () => ' | nindent 4')} }}\n`),
  template(
    'brackets of an action',
    (n) => `${mapHead}data:\n  k: {{ ${'('.repeat(n)}.a${')'.repeat(n)} }}\n`,
  ),
  template(
    'variables of a template',
    (n) =>
      `${copies(n, (i) => `{{- $v${i} := .Capabilities.KubeVersion }}\n`)}${copies(n, (i) => `{{- if $v${i} }}\na: b\n{{- end }}\n`)}`,
  ),
  template('documents of a template', (n) =>
    copies(
      n,
      (i) => `---\n{{- if .a }}\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c${i}\n{{- end }}\n`,
    ),
  ),
  template('actions as keys', (n) => `${mapHead}data:\n${copies(n, (i) => `  {{ .k }}${i}: v\n`)}`),
  template(
    'an owner of actions',
    (n) => `${mapHead}data:\n${copies(n, () => '  k: {{ .a }}\n  {{ .b }}\n')}`,
  ),
  template(
    'scopes in scopes',
    (n) =>
      `${mapHead}data:\n${copies(n, () => '{{ with .a }}{{ range $k, $v := . }}\n')}  k: v\n${copies(n, () => '{{ end }}{{ end }}\n')}`,
  ),
  template(
    'blocks printed below keys',
    (n) => `${mapHead}data:\n${copies(n, (i) => `  k${i}:\n    {{- toYaml .Values.v${i} | nindent 4 }}\n`)}`,
  ),
  template(
    'items of branches',
    (n) =>
      `${podHead}spec:\n  containers:\n${copies(n, (i) => `    {{- if .a }}\n    - name: c${i}\n    {{- else }}\n    - name: d${i}\n    {{- end }}\n      image: a\n`)}`,
  ),
  template(
    'values of branches',
    (n) =>
      `${podHead}spec:\n  containers:\n${copies(n, () => '    - name: {{ if .a }}a{{ else }}b{{ end }}\n      imag: {{ .b | quote }}\n')}`,
  ),
  template(
    'choices among the parts of an object',
    (n) =>
      `${podHead}spec:\n${copies(n, (i) => `  {{- if .a${i} }}\n  containers:\n    - name: a\n  {{- else }}\n  hostNetwork: true\n  {{- end }}\n`)}`,
  ),
  template('assignments', (n) => `${copies(n, (i) => `{{- $v${i} := dict "a" .b }}\n`)}${pod}`),
  template(
    'actions in a block scalar',
    (n) => `${mapHead}data:\n  k: |\n${copies(n, () => '    {{ if .a }}a{{ end }} {{ .b }}\n')}`,
  ),
  template(
    'lines of a comment of a template',
    (n) => `${mapHead}data:\n  {{- /*\n${copies(n, () => '  a }} {{ b\n')}  */}}\n  k: v\n`,
  ),
  template(
    'lines of a raw string',
    (n) => `${mapHead}data:\n  k: {{ tpl \`\n${copies(n, () => '  {{ a }}\n')}\` }}\n`,
  ),
  template('braces of a line', (n) => `${mapHead}data:\n  k: ${'{'.repeat(n)}\n`),
  template(
    'actions in quotes',
    (n) => `${mapHead}data:\n${copies(n, (i) => `  k${i}: "{{ .a }}-{{ "b" }}"\n`)}`,
  ),
  template('actions in a flow list', (n) => `${mapHead}data:\n  k: [${copies(n, () => '{{ .a }}, ')}]\n`),
  template('conditions around documents', (n) =>
    copies(n, (i) => `{{- if .a }}\n---\n${mapHead}data:\n  k${i}: v\n{{- end }}\n`),
  ),
  template(
    'fields that are not there in branches',
    (n) => `${pod}${copies(n, (i) => `  {{- if .a }}\n  unknown${i}: v\n  {{- end }}\n`)}`,
  ),
  {
    name: 'values of a chart',
    file: 'chart/values.yaml',
    text: (n) => copies(n, (i) => `# -- a\nk${i}:\n  a: {{ .b }}\n`),
  },
  {
    name: 'placeholders of other tools',
    text: (n) => `${mapHead}data:\n${copies(n, (i) => `  k${i}: \${V} <% a %> [[ b ]] @@c@@ __D__ {{e}}\n`)}`,
  },
  {
    name: 'actions of other tools',
    text: (n) => `${mapHead}data:\n${copies(n, (i) => `  {% if a %}\n  k${i}: {{ b }}\n  {% endif %}\n`)}`,
  },
  {
    name: 'actions of other tools that are not closed',
    text: (n) => `${mapHead}data:\n${copies(n, (i) => `  {% if a\n  k${i}: {{ b\n  \${c\n  <% d\n  [[ e\n`)}`,
  },
  { name: 'begins of placeholders', text: (n) => `${mapHead}data:\n  k: ${copies(n, () => '${')}\n` },
  { name: 'underscores', text: (n) => `${mapHead}data:\n  k: ${'_'.repeat(n)}\n` },
  { name: 'dollar signs and words', text: (n) => `${mapHead}data:\n  k: ${copies(n, () => '$a_')}\n` },
  // Kustomizations
  kustomization('resources', (n) => `resources:\n${copies(n, (i) => `  - r${i}.yaml\n`)}`),
  kustomization('resources alike', (n) => `resources:\n${copies(n, () => '  - r.yaml\n')}`),
  kustomization(
    'patches',
    (n) =>
      `patches:\n${copies(n, (i) => `  - target: {kind: Pod}\n    patch: |\n      apiVersion: v1\n      kind: Pod\n      metadata:\n        name: p${i}\n`)}`,
  ),
  kustomization(
    'JSON patches',
    (n) =>
      `patches:\n${copies(n, (i) => `  - target: {kind: Pod, version: v1}\n    patch: |\n      - op: add\n        path: /spec/containers/${i}/name\n        value: a\n`)}`,
  ),
  kustomization(
    'operations of a patch',
    (n) =>
      `patches:\n  - target: {kind: Pod, version: v1}\n    patch: |\n${copies(n, (i) => `      - {op: replace, path: /spec/containers/${i}/nam, value: a}\n`)}`,
  ),
  kustomization('images', (n) => `images:\n${copies(n, (i) => `  - name: i${i}\n    newTag: a\n`)}`),
  kustomization(
    'literals',
    (n) => `configMapGenerator:\n  - name: a\n    literals:\n${copies(n, (i) => `      - k${i}=v\n`)}`,
  ),
  kustomization(
    'generators',
    (n) => `configMapGenerator:\n${copies(n, (i) => `  - name: g${i}\n    files: [f${i}]\n`)}`,
  ),
  kustomization(
    'replacements',
    (n) =>
      `replacements:\n${copies(n, (i) => `  - source: {kind: A, name: a${i}}\n    targets:\n      - select: {kind: B}\n        fieldPaths: [a.b.c]\n`)}`,
  ),
  kustomization('patches of files', (n) => `patches:\n${copies(n, (i) => `  - path: p${i}.yaml\n`)}`),
  kustomization(
    'fields of a patch',
    (n) =>
      `patches:\n  - patch: |\n      apiVersion: v1\n      kind: Pod\n      metadata:\n        name: a\n${copies(n, (i) => `      unknown${i}: v\n`)}`,
  ),
  kustomization(
    'targets of a replacement',
    (n) =>
      `replacements:\n  - source: {kind: A, name: a}\n    targets:\n${copies(n, (i) => `      - select: {kind: B, name: b${i}}\n        fieldPaths: [spec.containers.[name=a].image]\n`)}`,
  ),
  kustomization('pairs of labels', (n) => `labels:\n  - pairs:\n${copies(n, (i) => `      l${i}: v\n`)}`),
  kustomization('unknown fields of a kustomization', (n) => copies(n, (i) => `resource${i}: []\n`)),
  kustomization(
    'depth of a patch',
    (n) => `patches:\n  - target: {kind: Pod, version: v1}\n    patch: '${'['.repeat(n)}'\n`,
  ),
  // JSON
  json(
    'entries of a JSON map',
    (n) =>
      `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {${copies(n, (i) => `"k${i}": "v", `)}"a": "b"}}`,
  ),
  json(
    'lines of JSON',
    (n) =>
      `{\n  "apiVersion": "v1",\n  "kind": "ConfigMap",\n  "metadata": {\n    "name": "a"\n  },\n  "data": {\n${copies(n, (i) => `    "k${i}": "v",\n`)}    "a": "b"\n  }\n}\n`,
  ),
  json(
    'numbers in JSON',
    (n) =>
      `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "a": [${copies(n, (i) => `${i}, `)}0]}`,
  ),
  json(
    'depth of JSON',
    (n) =>
      `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "a": ${'['.repeat(n)}${']'.repeat(n)}}`,
  ),
  json(
    'depth of maps in JSON',
    (n) =>
      `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "a": ${'{"a": '.repeat(n)}0${'}'.repeat(n)}}`,
  ),
  json(
    'JSON that is not closed',
    (n) => `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "a": ${'{"a": ['.repeat(n)}`,
  ),
  json(
    'items of a JSON List',
    (n) =>
      `{"apiVersion": "v1", "kind": "List", "items": [${copies(n, (i) => `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c${i}"}}, `)}{}]}`,
  ),
  json(
    'unknown fields in JSON',
    (n) =>
      `{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {\n${copies(n, (i) => `"u${i}": 1,\n`)}"containers": []}}`,
  ),
  json(
    'escapes of JSON',
    (n) => `{"apiVersion": "v1", "kind": "ConfigMap", "a": "${copies(n, () => '\\u0041\\n')}"}`,
  ),
  json(
    'strings of JSON that are not closed',
    (n) => `{"apiVersion": "v1", "kind": "ConfigMap", "data": {\n${copies(n, (i) => `"k${i}": "v,\n`)}}}`,
  ),
  json('texts after another', (n) => copies(n, () => '{"apiVersion": "v1", "kind": "ConfigMap"}\n')),
];

/** A text of a construct that has about so many characters; what grows by more than its copies has less of them. */
export function textOf(construct: Construct, characters: number): string {
  return construct.text(copiesFor(construct, characters));
}

/** How many copies of a construct make a text of about so many characters. */
export function copiesFor({ text }: Construct, characters: number): number {
  const [few, many] = [100, 1_100];
  const each = (text(many).length - text(few).length) / (many - few);
  return Math.max(1, Math.floor(characters / each));
}
