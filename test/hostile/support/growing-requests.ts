import { checkJsonLimits, mostFields, mostValues } from '../../../sandbox/src/decode/body-limits.ts';
import { StatusError } from '../../../sandbox/src/status-error.ts';
import type { HostileRequest } from './hostile-requests.ts';

/** A request with one construct in as many copies as one likes. */
export interface GrowingRequest {
  readonly what: string;
  /** What must be there before; created once. */
  readonly needs?: { readonly collection: string; readonly object: object };
  request(copies: number): HostileRequest;
}

/** The largest request that is read: the API server's own limit. */
export const longestBody = 3 * 1024 * 1024;

/** The same, which makes what it is asked for again once alone: a body of 3 MB takes its time to be made. */
export function remembered(growing: GrowingRequest): GrowingRequest {
  const made = new Map<number, HostileRequest>();
  return {
    ...growing,
    request(copies) {
      const known = made.get(copies) ?? growing.request(copies);
      made.set(copies, known);
      return known;
    },
  };
}

/** How many copies make a body of about `size` bytes, and no more. */
export function copiesFor(growing: GrowingRequest, size: number): number {
  const sizeOf = (copies: number) => growing.request(copies).body?.length ?? 0;
  const [few, more] = [1_000, 20_000];
  const each = (sizeOf(more) - sizeOf(few)) / (more - few);
  // A number has another digit now and then.
  let copies = each > 0 ? Math.floor(((size - sizeOf(few)) / each + few) * 0.96) : more;
  for (let step = 0; step < 8; step++) {
    const found = sizeOf(copies);
    if (found <= size && found > size * 0.93) break;
    copies = Math.floor((copies * size * 0.97) / found);
  }
  return copies;
}

const json = 'application/json';
const yaml = 'application/yaml';
const strategic = 'application/strategic-merge-patch+json';
const merge = 'application/merge-patch+json';
const jsonPatch = 'application/json-patch+json';
const apply = 'application/apply-patch+yaml';

const core = '/api/v1/namespaces/default';
const things = '/apis/hostile.example.com/v1/namespaces/default/things';
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

type Make = (index: number) => unknown;

function list(copies: number, make: Make): unknown[] {
  return Array.from({ length: copies }, (_, index) => make(index));
}

function fields(copies: number, make: (index: number) => readonly [string, unknown]): object {
  return Object.fromEntries(list(copies, make) as [string, unknown][]);
}

function body(content: unknown): Buffer {
  return Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
}

/** A create that stores nothing. */
function creates(
  what: string,
  collection: string,
  object: (copies: number) => unknown,
  type = json,
): GrowingRequest {
  return {
    what: `create: ${what}`,
    request: (copies) => ({
      method: 'POST',
      path: `${collection}?dryRun=All`,
      headers: { 'content-type': type },
      body: body(object(copies)),
    }),
  };
}

const known = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'known' }, data: { a: 'b' } };

/** A patch of the ConfigMap `known` that stores nothing. */
function patches(what: string, type: string, patch: (copies: number) => unknown): GrowingRequest {
  return {
    what: `${type.replace('application/', '')}: ${what}`,
    needs: { collection: `${core}/configmaps`, object: known },
    request: (copies) => ({
      method: 'PATCH',
      path: `${core}/configmaps/known?dryRun=All${type === apply ? '&fieldManager=h&force=true' : ''}`,
      headers: { 'content-type': type },
      body: body(patch(copies)),
    }),
  };
}

/** A patch of a stored object, of which each copy meets what is there. */
function changes(
  what: string,
  type: string,
  collection: string,
  object: object,
  patch: (copies: number) => unknown,
): GrowingRequest {
  const { name } = (object as { metadata: { name: string } }).metadata;
  return {
    what: `${type.replace('application/', '')}: ${what}`,
    needs: { collection, object },
    request: (copies) => ({
      method: 'PATCH',
      path: `${collection}/${name}?dryRun=All${type === apply ? '&fieldManager=h&force=true' : ''}`,
      headers: { 'content-type': type },
      body: body(patch(copies)),
    }),
  };
}

const configMap = (rest: object, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'x', ...metadata },
  ...rest,
});
const pod = (spec: object, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'x', ...metadata },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
});
const thing = (spec: object) => ({
  apiVersion: 'hostile.example.com/v1',
  kind: 'Thing',
  metadata: { name: 'x' },
  spec,
});
const definition = (schema: object, rest: object = {}) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'others.hostile.example.com' },
  spec: {
    group: 'hostile.example.com',
    scope: 'Namespaced',
    names: { plural: 'others', kind: 'Other' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', ...schema } },
        ...rest,
      },
    ],
  },
});
const owner = (index: number) => ({ apiVersion: 'v1', kind: 'Pod', name: `o${index}`, uid: `u${index}` });
const env = (index: number) => ({ name: `E${index}`, value: 'v' });
const webPod = {
  ...pod({ containers: [{ name: 'c', image: 'i', env: list(500, env) }] }),
  metadata: { name: 'grown' },
};
const service = (ports: unknown[]) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'x' },
  spec: { ports },
});

/** One row for each construct that a request may have many of. */
export const growingRequests: readonly GrowingRequest[] = [
  creates('keys of data', `${core}/configmaps`, (n) => configMap({ data: fields(n, (i) => [`k${i}`, 'v']) })),
  creates('bad keys of data', `${core}/configmaps`, (n) =>
    configMap({ data: fields(n, (i) => [`bad ${i}`, 'v']) }),
  ),
  creates('a long value', `${core}/configmaps`, (n) => configMap({ data: { a: 'x'.repeat(n * 10) } })),
  creates('labels', `${core}/configmaps`, (n) =>
    configMap({}, { labels: fields(n, (i) => [`a.b/k${i}`, 'v']) }),
  ),
  creates('bad labels', `${core}/configmaps`, (n) =>
    configMap({}, { labels: fields(n, (i) => [`-${i}`, '!']) }),
  ),
  creates('a long label', `${core}/configmaps`, (n) => configMap({}, { labels: { a: '-'.repeat(n * 10) } })),
  creates('annotations', `${core}/configmaps`, (n) =>
    configMap({}, { annotations: fields(n, (i) => [`a.b/k${i}`, 'v']) }),
  ),
  creates('finalizers', `${core}/configmaps`, (n) =>
    configMap({}, { finalizers: list(n, (i) => `a.b/f${i}`) }),
  ),
  creates('the same finalizer', `${core}/configmaps`, (n) =>
    configMap({}, { finalizers: list(n, () => 'a.b/c') }),
  ),
  creates('owners', `${core}/configmaps`, (n) => configMap({}, { ownerReferences: list(n, owner) })),
  creates('managed fields', `${core}/configmaps`, (n) =>
    configMap(
      {},
      {
        managedFields: list(n, (i) => ({
          manager: `m${i}`,
          operation: 'Update',
          apiVersion: 'v1',
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:data': { [`f:k${i}`]: {} } },
        })),
      },
    ),
  ),
  creates('a long name', `${core}/configmaps`, (n) => configMap({}, { name: 'A.'.repeat(n * 5) })),
  creates('unknown fields', `${core}/configmaps`, (n) => configMap(fields(n, (i) => [`f${i}`, i]))),
  creates(
    'a field again and again',
    `${core}/configmaps`,
    (n) => `{"apiVersion":"v1","kind":"ConfigMap"${',"data":{}'.repeat(n)}}`,
  ),
  creates(
    'depth of lists',
    `${core}/configmaps`,
    (n) => `{"apiVersion":"v1","kind":"ConfigMap","x":${'['.repeat(n)}${']'.repeat(n)}}`,
  ),
  creates(
    'depth of maps',
    `${core}/configmaps`,
    (n) => `{"apiVersion":"v1","kind":"ConfigMap","x":${'{"a":'.repeat(n)}1${'}'.repeat(n)}}`,
  ),
  creates('brackets without an end', `${core}/configmaps`, (n) => '[{"a":'.repeat(n)),
  creates('quotes without an end', `${core}/configmaps`, (n) => `{"a":"${'\\"'.repeat(n)}`),
  creates(
    'lines of YAML',
    `${core}/configmaps`,
    (n) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n${list(n, (i) => `  k${i}: v\n`).join('')}`,
    yaml,
  ),
  creates(
    'aliases of YAML',
    `${core}/configmaps`,
    (n) => `apiVersion: v1\nkind: ConfigMap\nx: &a [${'b,'.repeat(30)}b]\ny:\n${'- *a\n'.repeat(n)}`,
    yaml,
  ),
  creates('depth of YAML', `${core}/configmaps`, (n) => `x: ${'['.repeat(n)}`, yaml),
  creates(
    'duplicate keys of YAML',
    `${core}/configmaps`,
    (n) => `kind: ConfigMap\ndata:\n${'  k: v\n'.repeat(n)}`,
    yaml,
  ),
  creates('variables', `${core}/pods`, (n) =>
    pod({ containers: [{ name: 'c', image: 'i', env: list(n, env) }] }),
  ),
  creates('variables that refer', `${core}/pods`, (n) =>
    pod({
      containers: [
        { name: 'c', image: 'i', env: list(n, (i) => ({ name: `E${i}`, value: `$(E${i - 1})` })) },
      ],
    }),
  ),
  creates('containers', `${core}/pods`, (n) =>
    pod({ containers: list(n, (i) => ({ name: `c${i}`, image: 'i' })) }),
  ),
  creates('containers of one name', `${core}/pods`, (n) =>
    pod({ containers: list(n, () => ({ name: 'c', image: 'i' })) }),
  ),
  creates('init containers', `${core}/pods`, (n) =>
    pod({ initContainers: list(n, (i) => ({ name: `c${i}`, image: 'i' })) }),
  ),
  creates('container ports', `${core}/pods`, (n) =>
    pod({
      containers: [
        {
          name: 'c',
          image: 'i',
          ports: list(n, (i) => ({ containerPort: 1 + (i % 65_535), hostPort: 1 + (i % 65_535) })),
        },
      ],
    }),
  ),
  creates('volumes', `${core}/pods`, (n) =>
    pod({ volumes: list(n, (i) => ({ name: `v${i}`, emptyDir: {} })) }),
  ),
  creates('volumes and mounts', `${core}/pods`, (n) =>
    pod({
      volumes: list(n, (i) => ({ name: `v${i}`, emptyDir: {} })),
      containers: [
        { name: 'c', image: 'i', volumeMounts: list(n, (i) => ({ name: `v${i}`, mountPath: `/m${i}` })) },
      ],
    }),
  ),
  creates('tolerations', `${core}/pods`, (n) =>
    pod({ tolerations: list(n, (i) => ({ key: `k${i}`, operator: 'Exists' })) }),
  ),
  creates('resource names', `${core}/pods`, (n) =>
    pod({
      containers: [{ name: 'c', image: 'i', resources: { limits: fields(n, (i) => [`a.b/r${i}`, '1']) } }],
    }),
  ),
  creates('host aliases', `${core}/pods`, (n) =>
    pod({ hostAliases: list(n, (i) => ({ ip: '1.2.3.4', hostnames: [`h${i}`] })) }),
  ),
  creates('spread constraints', `${core}/pods`, (n) =>
    pod({
      topologySpreadConstraints: list(n, (i) => ({
        maxSkew: 1,
        topologyKey: `k${i}`,
        whenUnsatisfiable: 'DoNotSchedule',
      })),
    }),
  ),
  creates('ports of a service', `${core}/services`, (n) =>
    service(list(n, (i) => ({ name: `p${i}`, port: 1 + (i % 65_535) }))),
  ),
  creates('ports of one number', `${core}/services`, (n) =>
    service(list(n, (i) => ({ name: `p${i}`, port: 80 }))),
  ),
  creates('rules of a role', '/apis/rbac.authorization.k8s.io/v1/clusterroles', (n) => ({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'x' },
    rules: list(n, (i) => ({ apiGroups: [''], resources: [`r${i}`], verbs: ['get'] })),
  })),
  creates('paths of an ingress', '/apis/networking.k8s.io/v1/namespaces/default/ingresses', (n) => ({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name: 'x' },
    spec: {
      rules: [
        {
          http: {
            paths: list(n, (i) => ({
              path: `/${i}`,
              pathType: 'Prefix',
              backend: { service: { name: 's', port: { number: 80 } } },
            })),
          },
        },
      ],
    },
  })),
  creates('stringData', `${core}/secrets`, (n) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'x' },
    stringData: fields(n, (i) => [`k${i}`, 'v']),
  })),
  creates('items of a set', things, (n) => thing({ names: list(n, (i) => `n${i}`) })),
  creates('items of a map', things, (n) => thing({ parts: list(n, (i) => ({ name: `n${i}` })) })),
  creates('a word for a pattern', things, (n) => thing({ word: `${'a'.repeat(n * 10)}!` })),
  creates('unknown values', things, (n) => thing({ other: list(n, (i) => ({ a: i })) })),
  creates('properties', definitions, (n) =>
    definition({ properties: fields(n, (i) => [`p${i}`, { type: 'string' }]) }),
  ),
  creates('nested properties', definitions, (n) => {
    let schema: object = { type: 'string' };
    for (let depth = 0; depth < Math.min(n, 200); depth++)
      schema = { type: 'object', properties: { a: schema } };
    return definition({ properties: { a: schema }, description: 'x'.repeat(n * 10) });
  }),
  creates('values of an enum', definitions, (n) =>
    definition({ properties: { a: { type: 'string', enum: list(n, (i) => `e${i}`) } } }),
  ),
  creates('rules of a schema', definitions, (n) =>
    definition({
      properties: {
        a: { type: 'string', 'x-kubernetes-validations': list(n, (i) => ({ rule: `self.size() < ${i}` })) },
      },
    }),
  ),
  creates('a long rule', definitions, (n) =>
    definition({
      properties: {
        a: { type: 'integer', 'x-kubernetes-validations': [{ rule: `self < 1${' + 1'.repeat(n)}` }] },
      },
    }),
  ),
  creates('a long pattern', definitions, (n) =>
    definition({ properties: { a: { type: 'string', pattern: '(a|b)*'.repeat(n) } } }),
  ),
  creates('a pattern of repetitions', definitions, (n) =>
    definition({ properties: { a: { type: 'string', pattern: `(a{1,999}){1,999}${'x'.repeat(n)}` } } }),
  ),
  creates('a nested pattern', definitions, (n) =>
    definition({ properties: { a: { type: 'string', pattern: `${'('.repeat(n)}a${')*'.repeat(n)}` } } }),
  ),
  creates('alternatives', definitions, (n) =>
    definition({ properties: { a: { type: 'string', anyOf: list(n, (i) => ({ minLength: i })) } } }),
  ),
  creates('required names', definitions, (n) => definition({ required: list(n, (i) => `r${i}`) })),
  creates('columns', definitions, (n) =>
    definition(
      {},
      {
        additionalPrinterColumns: list(n, (i) => ({
          name: `c${i}`,
          type: 'string',
          jsonPath: `.spec.c${i}`,
        })),
      },
    ),
  ),
  creates('a deep default', definitions, (n) =>
    definition({
      properties: {
        a: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
          default: { b: list(n, (i) => ({ c: i })) },
        },
      },
    }),
  ),
  patches('keys of data', strategic, (n) => ({ data: fields(n, (i) => [`k${i}`, 'v']) })),
  patches('finalizers', strategic, (n) => ({ metadata: { finalizers: list(n, (i) => `a.b/f${i}`) } })),
  patches('finalizers taken away', strategic, (n) => ({
    metadata: { '$deleteFromPrimitiveList/finalizers': list(n, (i) => `a.b/f${i}`) },
  })),
  patches('an order', strategic, (n) => ({
    metadata: {
      '$setElementOrder/finalizers': list(n, (i) => `a.b/f${i}`),
      finalizers: list(n, (i) => `a.b/f${i}`),
    },
  })),
  patches('kept keys', strategic, (n) => ({
    data: { $retainKeys: list(n, (i) => `k${i}`), ...fields(n, (i) => [`k${i}`, 'v']) },
  })),
  patches('owners', strategic, (n) => ({ metadata: { ownerReferences: list(n, owner) } })),
  patches('depth', strategic, (n) => `{"data":${'{"a":'.repeat(n)}1${'}'.repeat(n)}}`),
  patches('keys of data', merge, (n) => ({ data: fields(n, (i) => [`k${i}`, 'v']) })),
  patches('a wrong type', merge, (n) => ({ data: { a: list(n, (i) => i) } })),
  patches('depth', merge, (n) => `{"data":${'{"a":'.repeat(n)}1${'}'.repeat(n)}}`),
  patches('operations', jsonPatch, (n) =>
    list(Math.min(n, 10_000), (i) => ({
      op: 'add',
      path: `/data/k${i}`,
      value: 'v'.repeat(Math.max(1, n / 1000)),
    })),
  ),
  patches('copies', jsonPatch, (n) => [
    { op: 'add', path: '/data/a', value: 'v'.repeat(n * 10) },
    ...list(40, (i) => ({ op: 'copy', from: '/data', path: `/data/c${i}` })),
  ]),
  patches('items at the front', jsonPatch, (n) => [
    { op: 'add', path: '/metadata/finalizers', value: list(n, (i) => `a.b/f${i}`) },
    ...list(Math.min(n, 9000), (i) => ({ op: 'add', path: '/metadata/finalizers/0', value: `c.d/${i}` })),
  ]),
  patches('a long path', jsonPatch, (n) => [{ op: 'add', path: '/a'.repeat(n * 5), value: 1 }]),
  patches('keys of data', apply, (n) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'known' },
    data: fields(n, (i) => [`k${i}`, 'v']),
  })),
  patches('finalizers', apply, (n) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'known', finalizers: list(n, (i) => `a.b/f${i}`) },
  })),
  patches('wrong values', apply, (n) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'known' },
    data: fields(n, (i) => [`k${i}`, i]),
  })),
  patches(
    'depth',
    apply,
    (n) => `{"apiVersion":"v1","kind":"ConfigMap","data":${'{"a":'.repeat(n)}1${'}'.repeat(n)}}`,
  ),
  changes('variables', strategic, `${core}/pods`, webPod, (n) => ({
    spec: { containers: [{ name: 'c', env: list(n, env) }] },
  })),
  changes('variables', apply, `${core}/pods`, webPod, (n) => ({
    ...pod({ containers: [{ name: 'c', image: 'i', env: list(n, env) }] }),
    metadata: { name: 'grown' },
  })),
];

/** How many copies make about the largest body that is taken whole: not too long, not too many values. */
export function mostCopies(growing: GrowingRequest): number {
  const longest = copiesFor(growing, longestBody * 0.95);
  if (longest <= 1 || isTaken(growing.request(longest))) return longest;
  const guessed = Math.floor(Math.min(longest, takenAsCounted(growing)) * 0.94);
  return isTaken(growing.request(guessed)) ? guessed : searched(growing, longest);
}

/** How many copies have as many values as are taken, if each has as many as those beyond the first ten thousand. */
function takenAsCounted(growing: GrowingRequest): number {
  const [few, more] = [10_000, 11_000] as const;
  const [ofFew, ofMore] = [few, more].map((copies) => {
    const { headers, body: text } = growing.request(copies);
    return countsOf(text?.toString() ?? '', headers['content-type']);
  });
  const most = [mostValues, mostFields, mostLines].map((limit, place) => {
    const each = (ofMore![place]! - ofFew![place]!) / (more - few);
    return each > 0 ? few + (limit - ofFew![place]!) / each : Number.POSITIVE_INFINITY;
  });
  return Math.min(...most);
}

/** Values, the fields of the map that has most, and lines of YAML. */
function countsOf(text: string, type: string | undefined): readonly number[] {
  if (type === yaml) return [0, 0, linesOf(text)];
  let [values, fields] = [0, 0];
  try {
    JSON.parse(text, (_key, value) => {
      values++;
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      fields = Math.max(fields, Object.keys(value).length);
      return value;
    });
  } catch {
    // What is no JSON is searched for.
  }
  return [values, fields, 0];
}

function searched(growing: GrowingRequest, longest: number): number {
  let refused = longest;
  let taken = Math.floor(refused / 2);
  for (; taken > 1 && !isTaken(growing.request(taken)); taken = Math.floor(taken / 2)) refused = taken;
  while (taken < refused * 0.85) {
    const between = Math.floor((taken + refused) / 2);
    if (isTaken(growing.request(between))) taken = between;
    else refused = between;
  }
  return taken;
}

const mostLines = 32_000;

function linesOf(text: string): number {
  return (text.match(/\n/g) ?? []).length;
}

function isTaken({ headers, body: text }: HostileRequest): boolean {
  if (headers['content-type'] === yaml && linesOf(text?.toString() ?? '') > mostLines) return false;
  try {
    checkJsonLimits(text?.toString() ?? '', (problem) => new StatusError(400, 'BadRequest', problem));
    return true;
  } catch (error) {
    return error instanceof StatusError && error.code === 400;
  }
}
