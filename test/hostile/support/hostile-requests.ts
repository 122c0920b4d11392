import { customDefinition } from '../../support/custom-definition.ts';
import { seededRandom } from '../../support/random.ts';

/** A request that means harm, or that is a mistake. */
export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** The definition of the custom kind that the requests are about; it is created before them. */
export const hostileDefinition = customDefinition({
  group: 'hostile.example.com',
  kind: 'Thing',
  plural: 'things',
  schema: {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        'x-kubernetes-preserve-unknown-fields': true,
        properties: {
          count: { type: 'integer', format: 'int32', minimum: 0, default: 1 },
          word: { type: 'string', pattern: '^(a+)+$', maxLength: 100 },
          names: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
          parts: {
            type: 'array',
            items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['name'],
          },
          constructor: { type: 'string', default: 'built' },
        },
      },
    },
  },
});

/** The same requests for the same seed: each made of a sound one by one or two faults. */
export function hostileRequests(seed: number, count: number): HostileRequest[] {
  const writer = new RequestWriter(seed);
  return Array.from({ length: count }, () => writer.next());
}

type Fields = Record<string, unknown>;

interface Target {
  readonly collection: string;
  readonly object: Fields;
}

const pod = { containers: [{ name: 'c', image: 'i', env: [{ name: 'A', value: 'b' }] }] };

const targets: readonly Target[] = [
  {
    collection: '/api/v1/namespaces/default/configmaps',
    object: { apiVersion: 'v1', kind: 'ConfigMap', data: { a: 'b', 'c.d': 'e' }, binaryData: { f: 'Zw==' } },
  },
  {
    collection: '/api/v1/namespaces/default/secrets',
    object: { apiVersion: 'v1', kind: 'Secret', type: 'Opaque', data: { a: 'Yg==' }, stringData: { c: 'd' } },
  },
  {
    collection: '/api/v1/namespaces/default/services',
    object: {
      apiVersion: 'v1',
      kind: 'Service',
      spec: { selector: { a: 'b' }, ports: [{ name: 'h', port: 80, targetPort: 'http', protocol: 'TCP' }] },
    },
  },
  {
    collection: '/apis/apps/v1/namespaces/default/deployments',
    object: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      spec: {
        replicas: 0,
        paused: true,
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: pod },
      },
    },
  },
  {
    collection: '/apis/rbac.authorization.k8s.io/v1/clusterroles',
    object: {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
    },
  },
  {
    collection: '/apis/hostile.example.com/v1/namespaces/default/things',
    object: {
      apiVersion: 'hostile.example.com/v1',
      kind: 'Thing',
      spec: {
        count: 2,
        word: 'aaa',
        names: ['x', 'y'],
        parts: [{ name: 'p', v: 1 }],
        other: { z: [1, { w: 2 }] },
      },
    },
  },
];

const metadata: Fields = {
  labels: { a: 'b', 'c.d/e': 'f' },
  annotations: { a: 'b' },
  finalizers: [],
  ownerReferences: [],
  managedFields: [],
  generateName: 'g-',
  namespace: 'default',
  uid: '',
  resourceVersion: '',
  generation: 1,
  creationTimestamp: null,
  deletionTimestamp: null,
  deletionGracePeriodSeconds: 0,
  selfLink: '',
};

const foreignNames = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'valueOf',
  '',
  '.',
  '/',
  '~',
  '$patch',
  'a/b',
  'ä',
  '\u202e',
  '0',
  '-1',
  'length',
];

/** Values of every type, among them some of which a program makes much. */
const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  5,
  1.5,
  1e30,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  Number.MAX_SAFE_INTEGER,
  '',
  'x',
  '5',
  'true',
  'null',
  '\u0000',
  '\ud800',
  '\u202e\u2066x',
  'a'.repeat(300),
  'a'.repeat(5000),
  'A B',
  '../../x',
  '%2e%2e',
  '[x](command:y)',
  '2026-01-01T00:00:00Z',
  '9999999999-01-01T00:00:00Z',
  '1e1000000000',
  [],
  [1],
  [null],
  [[]],
  ['x', 'x'],
  [{}],
  [{ name: 'x' }, { name: 'x' }],
  {},
  { a: 'b' },
  { a: 1 },
  { a: null },
  { '': '' },
  JSON.parse('{"__proto__":{"polluted":true}}'),
  JSON.parse('{"__proto__":"x","constructor":"y","toString":"z"}'),
  JSON.parse('{"constructor":{"prototype":{"polluted":true}}}'),
  { $patch: 'delete' },
  { $patch: 'replace', a: 'b' },
  { $patch: 5 },
  { $retainKeys: 'x' },
  { $retainKeys: ['a'] },
  { $ref: '#' },
];

const directives: readonly (readonly [string, readonly unknown[]])[] = [
  ['$patch', ['delete', 'replace', 'merge', 'x', 5, null, {}, ['delete']]],
  ['$retainKeys', [['a'], [], 'a', null, [null], [{}], 5]],
  ['$setElementOrder/ports', [[{ port: 80 }], [], ['x'], 'x', null, [null], [5]]],
  ['$setElementOrder/containers', [[{ name: 'c' }], [{}], 5]],
  ['$setElementOrder', [[]]],
  ['$setElementOrder/', [[]]],
  ['$setElementOrder/__proto__', [[], ['x']]],
  ['$deleteFromPrimitiveList/finalizers', [['a.b/c'], 'x', null, [null], [{}]]],
  ['$deleteFromPrimitiveList', [['x']]],
  ['$deleteFromPrimitiveList/__proto__', [['x']]],
  ['$unknown', [5]],
];

const badTexts = [
  '',
  ' ',
  '{',
  '}',
  '[',
  '[]',
  '{}',
  'null',
  '5',
  '"x"',
  'nul',
  '{"a":1,}',
  "{'a':1}",
  '{"a" 1}',
  '{"a":01}',
  '\ufeff{}',
  '{}{}',
  '{"a":NaN}',
  '---\n---',
  'a: b: c',
  '\ta: b',
  '&a *a',
  '!!binary x',
  '{a: *b}',
  '[[[[',
  '"\\ud800"',
  '<html></html>',
];

const patchTypes = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
] as const;

const contentTypes = [
  '',
  'text/plain',
  'application/json; charset=utf-16',
  'application/xml',
  'APPLICATION/JSON',
  'application/json;',
  ';',
  'application/vnd.kubernetes.protobuf',
  'application/x-www-form-urlencoded',
  '*/*',
  'application/yaml',
  'application/jsonx',
  'application/cbor',
  ...patchTypes,
];
const accepts = [
  '',
  '*/*',
  'text/html',
  'application/json;q=x',
  'application/json;as=Table;v=v1;g=meta.k8s.io',
  'application/json;as=Table;v=v9;g=meta.k8s.io',
  'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
  'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
  'application/json;as=__proto__;v=v1;g=meta.k8s.io',
  ';;;',
  ',,,',
  'application/yaml',
  'application/json;stream=watch',
  'application/vnd.kubernetes.protobuf',
  'application/json;as=Table;as=Table;v=v1;g=meta.k8s.io',
  'a'.repeat(3000),
];

const queryNames = [
  'limit',
  'continue',
  'labelSelector',
  'fieldSelector',
  'resourceVersion',
  'resourceVersionMatch',
  'timeoutSeconds',
  'dryRun',
  'fieldManager',
  'fieldValidation',
  'force',
  'pretty',
  'sendInitialEvents',
  'allowWatchBookmarks',
  'gracePeriodSeconds',
  'propagationPolicy',
  'orphanDependents',
  'includeObject',
  'timeout',
  '__proto__',
  'constructor',
  'x',
];
const queryValues = [
  '',
  'x',
  '0',
  '1',
  '-1',
  '1.5',
  '99999999999999999999',
  'true',
  'false',
  'null',
  'All',
  'all',
  'Strict',
  'Ignore',
  'Exact',
  'NotOlderThan',
  'Background',
  'Orphan',
  'Foreground',
  'None',
  'Object',
  '%00',
  '%ff',
  '%',
  '%zz',
  'a%3Db',
  'a%20in%20(b,c)',
  'a%20in',
  '!a',
  'a%3D',
  '%3Da',
  'metadata.name%3Dx',
  'metadata.name!%3Dx',
  'spec.x%3D1',
  '__proto__%3Dx',
  'eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiJhXHUwMDAwIn0',
  'eyJ2Ijoi',
  'a'.repeat(200),
  '..%2f..',
  '%E2%80%AE',
];

const oddPaths = [
  '/',
  '//',
  '/api',
  '/apis',
  '/api/',
  '/api/v1',
  '/api/v2',
  '/apis/apps',
  '/apis/apps/v1',
  '/apis/apps/v9',
  '/apis/__proto__',
  '/apis/__proto__/v1/x',
  '/apis/constructor/v1/x/y',
  '/api/v1/__proto__',
  '/api/v1/constructor',
  '/api/v1/namespaces/default/__proto__',
  '/api/v1/namespaces/__proto__/configmaps',
  '/api/v1/namespaces/%00/configmaps',
  '/api/v1/namespaces/default/configmaps/%2e%2e',
  '/api/v1/namespaces/default/configmaps/..',
  '/api/v1/namespaces/default/configmaps/%ff',
  '/api/v1/namespaces/default/configmaps/a%2fb',
  '/api/v1/namespaces/default/configmaps/x/status',
  '/api/v1/namespaces/default/configmaps/x/__proto__',
  '/api/v1/namespaces/default/configmaps/x/y/z',
  '/api/v1/namespaces/default/pods/x/log',
  '/api/v1/namespaces/default/pods/x/exec',
  '/api/v1/watch/configmaps',
  '/openapi/v2',
  '/openapi/v3',
  '/openapi/v3/__proto__',
  '/openapi/v3/../x',
  '/openapi/v3/api/v1?hash=__proto__',
  '/version',
  '/version/x',
  '/healthz',
  '/livez',
  '/readyz',
  '/metrics',
  '/logs',
  '/swagger.json',
  '/api/v1/namespaces/default/configmaps/',
  '/api/v1//namespaces/default/configmaps',
  '/favicon.ico',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/api/v1/namespaces/default/events',
  '/api/v1/nodes/x/proxy',
  '/apis/hostile.example.com/v1/namespaces/default/things/x/scale',
  '/apis/apps/v1/namespaces/default/deployments/h0/scale',
];

class RequestWriter {
  readonly #random: (limit: number) => number;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  next(): HostileRequest {
    const one = this.#random(20);
    if (one < 2) return this.#oddPath();
    if (one < 5) return this.#read();
    if (one < 6) return this.#delete();
    if (one < 12) return this.#write();
    return this.#patch();
  }

  #one<Item>(items: readonly Item[]): Item {
    return items[this.#random(items.length)]!;
  }

  /** Whether something comes about that does so once in `times`. */
  #once(times: number): boolean {
    return this.#random(times) === 0;
  }

  #oddPath(): HostileRequest {
    const method = this.#one(['GET', 'GET', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
    const body = method === 'GET' || method === 'HEAD' ? undefined : Buffer.from(this.#one(badTexts));
    return { method, path: this.#one(oddPaths), headers: this.#headers(), body };
  }

  #read(): HostileRequest {
    const { collection } = this.#one(targets);
    const isWatch = this.#once(5);
    const path = isWatch || this.#once(2) ? collection : `${collection}/${this.#name()}`;
    // A watch that is taken is over at once.
    const query = isWatch ? `watch=1&timeoutSeconds=${this.#one(['-1', '1', 'x', '1.5'])}&` : '';
    return {
      method: 'GET',
      path: `${path}?${query}${this.#query()}`,
      headers: this.#headers(),
      body: undefined,
    };
  }

  #delete(): HostileRequest {
    const { collection } = this.#one(targets);
    const body = this.#once(2)
      ? this.#text({
          kind: 'DeleteOptions',
          apiVersion: 'v1',
          [this.#one([
            'preconditions',
            'gracePeriodSeconds',
            'propagationPolicy',
            'dryRun',
            'orphanDependents',
          ])]: this.#one(oddValues),
        })
      : undefined;
    const path = `${collection}/${this.#name()}?${this.#query()}`;
    return {
      method: 'DELETE',
      path,
      headers: { ...this.#headers(), ...(body && { 'content-type': 'application/json' }) },
      body,
    };
  }

  #write(): HostileRequest {
    const { collection, object } = this.#one(targets);
    const name = this.#name();
    const sound = this.#object(object, name);
    const faulty = this.#once(6) ? sound : this.#withFault(this.#once(3) ? this.#withFault(sound) : sound);
    const isUpdate = this.#once(3);
    const path = isUpdate ? `${collection}/${name}` : collection;
    const body = this.#once(12) ? Buffer.from(this.#one(badTexts)) : this.#damaged(this.#text(faulty));
    const type = this.#once(15)
      ? this.#one(contentTypes)
      : this.#once(8)
        ? 'application/yaml'
        : 'application/json';
    return {
      method: isUpdate ? 'PUT' : 'POST',
      path: `${path}?${this.#query()}`,
      headers: { ...this.#headers(), 'content-type': type },
      body,
    };
  }

  #patch(): HostileRequest {
    const { collection, object } = this.#one(targets);
    const name = this.#name();
    const type = this.#one(patchTypes);
    const body = this.#once(15)
      ? Buffer.from(this.#one(badTexts))
      : this.#damaged(this.#patchText(type, object, name));
    const manager =
      type === 'application/apply-patch+yaml' && !this.#once(10) ? 'fieldManager=h&force=true&' : '';
    const subresource = this.#once(10) ? this.#one(['/status', '/scale', '/x']) : '';
    return {
      method: 'PATCH',
      path: `${collection}/${name}${subresource}?${manager}${this.#query()}`,
      headers: { ...this.#headers(), 'content-type': this.#once(20) ? this.#one(contentTypes) : type },
      body,
    };
  }

  #patchText(type: (typeof patchTypes)[number], object: Fields, name: string): Buffer {
    if (type === 'application/json-patch+json') {
      return this.#text(Array.from({ length: 1 + this.#random(3) }, () => this.#operation()));
    }
    if (type === 'application/apply-patch+yaml')
      return this.#text(this.#withFault(this.#object(object, name)));
    const { apiVersion: _, kind: __, ...rest } = object;
    const patch = this.#withFault({ metadata: this.#some(metadata), ...this.#some(rest) });
    return this.#text(type === 'application/strategic-merge-patch+json' ? this.#withDirective(patch) : patch);
  }

  #operation(): unknown {
    if (this.#once(20)) return this.#one(oddValues);
    const operation: Fields = {
      op: this.#once(15)
        ? this.#one(['x', '', '__proto__', 5, null])
        : this.#one(['add', 'replace', 'remove', 'test', 'copy', 'move']),
      path: this.#pointer(),
      from: this.#pointer(),
      value: this.#one(oddValues),
    };
    if (this.#once(10)) delete operation[this.#one(['op', 'path', 'from', 'value'])];
    return operation;
  }

  #pointer(): unknown {
    if (this.#once(30)) return this.#one(oddValues);
    const steps = Array.from({ length: this.#random(4) }, () =>
      this.#once(3)
        ? this.#one(foreignNames)
        : this.#one([
            'metadata',
            'labels',
            'annotations',
            'data',
            'spec',
            'a',
            '-',
            '0',
            '1',
            'ports',
            'template',
            'rules',
            'name',
          ]),
    );
    return steps.map((step) => `/${step}`).join('');
  }

  #object(object: Fields, name: string): Fields {
    return { ...structuredClone(object), metadata: { name, ...(this.#once(3) ? this.#some(metadata) : {}) } };
  }

  #some(fields: Fields): Fields {
    return Object.fromEntries(Object.entries(structuredClone(fields)).filter(() => this.#once(4)));
  }

  /** A copy with one value replaced, taken away or put beside the others, wherever it stands. */
  #withFault(value: unknown): unknown {
    if (Array.isArray(value)) {
      const items = [...value];
      const index = this.#random(items.length + 1);
      items[index] =
        index < items.length && !this.#once(3) ? this.#withFault(items[index]) : this.#one(oddValues);
      return items;
    }
    if (typeof value !== 'object' || value === null || this.#once(12)) return this.#one(oddValues);
    const fields = new Map(Object.entries(value));
    if (this.#once(4)) return Object.fromEntries(fields.set(this.#one(foreignNames), this.#one(oddValues)));
    const isMetadata = fields.has('name') && !fields.has('image');
    if (isMetadata && this.#once(2)) {
      return Object.fromEntries(fields.set(this.#one(Object.keys(metadata)), this.#one(oddValues)));
    }
    const name = this.#one([...fields.keys(), 'x']);
    if (this.#once(10)) fields.delete(name);
    else fields.set(name, this.#withFault(fields.get(name)));
    return Object.fromEntries(fields);
  }

  #withDirective(value: unknown): unknown {
    if (this.#once(2) || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const [name, values] = this.#one(directives);
    const fields = new Map(Object.entries(value));
    if (fields.size > 0 && this.#once(2)) {
      const inner = this.#one([...fields.keys()]);
      return Object.fromEntries(fields.set(inner, this.#withDirective(fields.get(inner))));
    }
    return Object.fromEntries(fields.set(name, this.#one(values)));
  }

  #text(value: unknown): Buffer {
    return Buffer.from(JSON.stringify(value) ?? 'null');
  }

  /** Now and then cut, doubled or with a byte that does not belong there. */
  #damaged(text: Buffer): Buffer {
    if (!this.#once(12)) return text;
    const at = this.#random(text.length + 1);
    const [head, tail] = [text.subarray(0, at), text.subarray(at)];
    if (this.#once(3)) return head;
    return Buffer.concat([
      head,
      this.#one([
        Buffer.from([0]),
        Buffer.from([0xff, 0xfe]),
        Buffer.from('"'),
        Buffer.from(','),
        Buffer.from('{'),
        tail,
      ]),
      tail,
    ]);
  }

  #name(): string {
    return this.#once(25)
      ? this.#one(['__proto__', 'constructor', 'A', '-', 'x'.repeat(300)])
      : `h${this.#random(6)}`;
  }

  #query(): string {
    const parameters = this.#once(2) ? ['dryRun=All'] : [];
    const more = this.#once(2) ? 0 : 1 + this.#random(2);
    for (let number = 0; number < more; number++) {
      parameters.push(`${this.#one(queryNames)}=${this.#one(queryValues)}`);
    }
    return parameters.join('&');
  }

  #headers(): Record<string, string> {
    const headers: Record<string, string> = {};
    if (this.#once(8)) headers.accept = this.#one(accepts);
    if (this.#once(20)) headers['user-agent'] = this.#one(['', '/', 'x'.repeat(500), 'é/1', '__proto__/1']);
    if (this.#once(40))
      headers.authorization = this.#one(['', 'Bearer', 'Bearer x', 'Basic eDp5', 'bearer  ', 'Bearer x y']);
    if (this.#once(40)) headers['if-none-match'] = this.#one(['*', '"x"', '']);
    if (this.#once(60)) headers['content-encoding'] = this.#one(['gzip', 'identity', 'x']);
    if (this.#once(60)) headers.impersonate = 'x';
    return headers;
  }
}
