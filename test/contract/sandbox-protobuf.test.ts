import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readFacts } from '../../scripts/facts/facts-files.ts';
import type { ResourceFacts } from '../../server/src/catalog/files.ts';
import { envelope, ProtobufWriter } from '../support/protobuf-body.ts';
import { protobufFacts } from '../support/protobuf-facts.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { type Answer, ask } from '../support/sandbox-client.ts';

// The answers are those of kube-apiserver 1.35.4 to the same requests, but where a row says otherwise.

const root = join(import.meta.dirname, '../..');
const type = 'application/vnd.kubernetes.protobuf';
const protobuf = { 'content-type': type };
const configMaps = '/api/v1/namespaces/default/configmaps';
const configMap = 'io.k8s.api.core.v1.ConfigMap';
const identity = { apiVersion: 'v1', kind: 'ConfigMap' };

const facts = (await readFacts(join(root, 'server/facts'))).get('1.35')!;
const writer = new ProtobufWriter(await protobufFacts());
const objects = await readObjects();
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ kubernetesVersion: '1.35' });
  await ask(sandbox, 'POST', configMaps, { metadata: { name: 'here' } });
});
afterAll(() => sandbox?.stop());

interface Sample {
  apiVersion: string;
  kind: string;
  metadata?: { name?: string };
}

describe('an object of every kind that can be created is the same as JSON and as protobuf', () => {
  test('there is one of each', () => {
    const missing = creatable().filter((resource) => !objects.some((object) => isOf(object, resource)));
    expect(missing.map(({ group, version, kind }) => `${group}/${version} ${kind}`)).toEqual([]);
  });

  test.each(
    objects.map(
      (object) => [`${object.apiVersion} ${object.kind} ${object.metadata?.name ?? ''}`, object] as const,
    ),
  )('%s', async (_title, object) => {
    const resource = creatable().find((one) => isOf(object, one))!;
    const path = `${collectionOf(resource)}?dryRun=All&fieldValidation=Strict`;
    const asJson = await ask(sandbox, 'POST', path, object);
    const asProtobuf = await ask(
      sandbox,
      'POST',
      path,
      writer.body({ ...object }, definitionOf(object)),
      protobuf,
    );
    // There is no Pod that a Binding could bind.
    expect(asJson.code).toBe(object.kind === 'Binding' ? 404 : 201);
    expect([asProtobuf.code, comparable(asProtobuf)]).toEqual([asJson.code, comparable(asJson)]);
  });
});

describe('writes', () => {
  test('create, replace, scale and delete', async () => {
    const deployments = '/apis/apps/v1/namespaces/default/deployments';
    const definition = 'io.k8s.api.apps.v1.Deployment';
    const spec = {
      replicas: 0,
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    };
    const object = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec };
    const created = await ask(sandbox, 'POST', deployments, writer.body(object, definition), protobuf);
    expect([created.code, created.body.spec.replicas, created.body.spec.strategy.type]).toEqual([
      201,
      0,
      'RollingUpdate',
    ]);

    const changed = { ...object, spec: { ...spec, paused: true } };
    const replaced = await ask(
      sandbox,
      'PUT',
      `${deployments}/web`,
      writer.body(changed, definition),
      protobuf,
    );
    expect([replaced.code, replaced.body.spec.paused]).toEqual([200, true]);

    const scale = {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'web' },
      spec: { replicas: 2 },
    };
    const body = writer.body(scale, 'io.k8s.api.autoscaling.v1.Scale');
    const scaled = await ask(sandbox, 'PUT', `${deployments}/web/scale`, body, protobuf);
    expect([scaled.code, scaled.body.spec]).toEqual([200, { replicas: 2 }]);

    const foreground = deleteOptions({ propagationPolicy: 'Foreground' });
    const deleted = await ask(sandbox, 'DELETE', `${deployments}/web`, foreground, protobuf);
    expect([deleted.code, deleted.body.metadata.finalizers]).toEqual([200, ['foregroundDeletion']]);
  });

  test('what a body does not say that it is, its path says', async () => {
    const raw = writer.message({ metadata: { name: 'nameless' } }, configMap);
    for (const said of [{}, { apiVersion: 'v1' }, { kind: 'ConfigMap' }]) {
      const { code } = await ask(sandbox, 'POST', `${configMaps}?dryRun=All`, envelope(raw, said), protobuf);
      expect(code).toBe(201);
    }
  });

  test('fields that nobody knows are passed over, strict or not', async () => {
    const raw = writer.message({ metadata: { name: 'unknown' } }, configMap);
    const body = envelope(Buffer.concat([raw, Buffer.from([0xfa, 0x3f, 2, 0x61, 0x62])]), identity);
    const { code } = await ask(
      sandbox,
      'POST',
      `${configMaps}?dryRun=All&fieldValidation=Strict`,
      body,
      protobuf,
    );
    expect(code).toBe(201);
  });

  test.each<[path: string, definition: string, object: Record<string, unknown>]>([
    [
      'pods/sent/eviction',
      'io.k8s.api.policy.v1.Eviction',
      {
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { name: 'sent' },
        deleteOptions: { gracePeriodSeconds: 0, preconditions: { uid: 'another' } },
      },
    ],
    [
      'pods/sent/binding',
      'io.k8s.api.core.v1.Binding',
      { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'sent' }, target: { kind: 'Pod', name: '' } },
    ],
    [
      'serviceaccounts/sent/token',
      'io.k8s.api.authentication.v1.TokenRequest',
      {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenRequest',
        metadata: {},
        spec: { audiences: ['a'], expirationSeconds: 599 },
      },
    ],
  ])('what is sent to %s', async (path, definition, object) => {
    const metadata = { name: 'sent' };
    const container = { name: 'main', image: 'shop/web:1' };
    const spec = { schedulerName: 'nobody', containers: [container] };
    const namespace = '/api/v1/namespaces/default';
    await ask(sandbox, 'POST', `${namespace}/pods`, { apiVersion: 'v1', kind: 'Pod', metadata, spec });
    await ask(sandbox, 'POST', `${namespace}/serviceaccounts`, {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata,
    });
    const asJson = await ask(sandbox, 'POST', `${namespace}/${path}`, object);
    const body = writer.body({ ...object }, definition);
    const asProtobuf = await ask(sandbox, 'POST', `${namespace}/${path}`, body, protobuf);
    expect([409, 422, 500]).toContain(asJson.code);
    expect(undated(asProtobuf)).toEqual(undated(asJson));
  });

  test('an older release takes what a newer client sends', async () => {
    const older = await startSandbox({ kubernetesVersion: '1.34' });
    try {
      for (const object of objects.filter(
        ({ apiVersion }) => apiVersion === 'v1' || apiVersion === 'apps/v1',
      )) {
        const resource = creatable().find((one) => isOf(object, one))!;
        const path = `${collectionOf(resource)}?dryRun=All&fieldValidation=Strict`;
        const { code } = await ask(
          older,
          'POST',
          path,
          writer.body({ ...object }, definitionOf(object)),
          protobuf,
        );
        expect([object.kind, code]).toEqual([object.kind, object.kind === 'Binding' ? 404 : 201]);
      }
    } finally {
      await older.stop();
    }
  });
});

describe('refusals', () => {
  const raw = writer.message({ metadata: { name: 'a' }, data: { b: 'c' } }, configMap);
  const whole = envelope(raw, identity);
  const unrecognized = 'the object provided is unrecognized (must be of type ConfigMap)';
  const unreadable = 'ConfigMap in version "v1" cannot be handled as a ConfigMap';
  const unknownBody =
    'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf';

  test.each<[title: string, body: Buffer, message: string]>([
    ['nothing', Buffer.alloc(0), `${unrecognized}: empty data (<empty>)`],
    [
      'no protobuf',
      Buffer.from('abc'),
      `${unrecognized}: provided data does not appear to be a protobuf message, expected prefix [107 56 115 0] (616263)`,
    ],
    [
      'JSON',
      Buffer.from('{"metadata":{"name":"x"},"kind":"ConfigMap"}'),
      `${unrecognized}: provided data does not appear to be a protobuf message, expected prefix [107 56 115 0] ({"metadata":{"name":"x"},"kind ...)`,
    ],
    ['only the magic number', Buffer.from('k8s\0'), `${unrecognized}: empty body (6b387300)`],
    [
      'half an envelope',
      whole.subarray(0, 12),
      `${unrecognized}: unexpected EOF (${whole.subarray(0, 12).toString('hex')})`,
    ],
    ['half an object', envelope(raw.subarray(0, -2), identity), `${unreadable}: unexpected EOF`],
    [
      'a number for metadata',
      envelope(Buffer.from([8, 1]), identity),
      `${unreadable}: proto: wrong wireType = 0 for field ObjectMeta`,
    ],
    [
      'another kind',
      envelope(raw, { apiVersion: 'v1', kind: 'Secret' }),
      'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown conversion',
    ],
  ])('%s', async (_title, body, message) => {
    const answer = await ask(sandbox, 'POST', configMaps, body, protobuf);
    expect([answer.code, answer.body.reason, answer.body.message]).toEqual([400, 'BadRequest', message]);
  });

  test.each<[title: string, body: Buffer, message: string]>([
    ['half of it', Buffer.from('k8s\0\n\u0001'), 'unexpected EOF'],
    [
      'a wrong type',
      envelope(Buffer.from([0x10, 1]), { apiVersion: 'v1', kind: 'DeleteOptions' }),
      'proto: wrong wireType = 0 for field Preconditions',
    ],
    [
      'an object',
      envelope(raw, identity),
      'no kind "ConfigMap" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
    ],
    [
      'an object as JSON',
      Buffer.from('{"kind":"ConfigMap","apiVersion":"v1"}'),
      'no kind "ConfigMap" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
    ],
    [
      'half of JSON',
      Buffer.from('{'),
      "couldn't get version/kind; json parse error: unexpected end of JSON input",
    ],
  ])('options of a deletion: %s', async (_title, body, message) => {
    const headers = body.toString().startsWith('{') ? {} : protobuf;
    const answer = await ask(sandbox, 'DELETE', `${configMaps}/here`, body, headers);
    expect([answer.code, answer.body.message]).toEqual([400, message]);
  });

  test('a quantity that is none, in the words that JSON gets', async () => {
    const limits = { cpu: 'x' };
    const spec = { containers: [{ name: 'a', image: 'b', resources: { limits } }] };
    const object = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec };
    const pods = '/api/v1/namespaces/default/pods';
    const asJson = await ask(sandbox, 'POST', pods, object);
    const answer = await ask(sandbox, 'POST', pods, writer.body(object, 'io.k8s.api.core.v1.Pod'), protobuf);
    expect(answer.body).toEqual(asJson.body);
    expect(answer.body.message).toContain('quantities must match the regular expression');
  });

  test.each<[method: string, path: string, sent: string, code: number, message: string]>([
    ['POST', configMaps, 'application/cbor', 415, unknownBody],
    ['PUT', `${configMaps}/here`, 'application/cbor', 415, unknownBody],
    ['DELETE', `${configMaps}/here`, 'application/cbor', 415, unknownBody],
    ['PATCH', `${configMaps}/here`, 'application/apply-patch+cbor', 415, '415: Unsupported Media Type'],
    ['PATCH', `${configMaps}/here`, type, 415, '415: Unsupported Media Type'],
  ])('%s %s of %s', async (method, path, sent, code, message) => {
    const answer = await ask(sandbox, method, path, Buffer.from('d9d9f7a0', 'hex'), { 'content-type': sent });
    expect([answer.code, answer.body.message]).toEqual([code, message]);
  });

  const written = 'application/json, application/yaml, application/vnd.kubernetes.protobuf';
  const streams = 'application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch';
  const available = `406: Not Acceptable\n\nAvailable representations: ${written}`;
  // A real server writes protobuf; the sandbox says what it writes.
  const sandboxWrites = 'only the following media types are accepted: application/json, application/yaml';
  test.each<[path: string, accept: string, message: string]>([
    [`${configMaps}/here`, 'application/cbor', available],
    [configMaps, 'application/cbor', `${available}, ${streams}`],
    [`${configMaps}?watch=true`, 'application/cbor-seq', `${available}, ${streams}`],
    ['/api', 'application/cbor', available],
    ['/apis/apps/v1', 'application/cbor', available],
    [configMaps, type, sandboxWrites],
    [`${configMaps}/here`, type, sandboxWrites],
  ])('GET %s as %s', async (path, accept, message) => {
    const answer = await ask(sandbox, 'GET', path, undefined, { accept });
    expect([answer.code, answer.body.reason, answer.body.message]).toEqual([406, 'NotAcceptable', message]);
  });

  test('protobuf is what clients ask for first, JSON what they get', async () => {
    const { code, headers } = await ask(sandbox, 'GET', configMaps, undefined, {
      accept: `${type},application/json`,
    });
    expect([code, headers['content-type']]).toEqual([200, 'application/json']);
  });
});

// A real server ends the connection: it finds no reader for what protobuf cannot carry.
test('custom objects are no protobuf', async () => {
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const definition = objects.find(({ kind }) => kind === 'CustomResourceDefinition')!;
  const body = writer.body({ ...definition }, definitionOf(definition));
  expect((await ask(sandbox, 'POST', definitions, body, protobuf)).code).toBe(201);
  const widgets = '/apis/example.com/v1/namespaces/default/widgets';
  const widget = envelope(Buffer.from([]), { apiVersion: 'example.com/v1', kind: 'Widget' });
  const answer = await ask(sandbox, 'POST', widgets, widget, protobuf);
  expect([answer.code, answer.body.message]).toEqual([
    415,
    'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml',
  ]);
});

/** The objects of the fixture; a version of a kind that has none there takes the one of another version. */
async function readObjects(): Promise<Sample[]> {
  const text = await readFile(join(root, 'test/fixtures/protobuf/objects.yaml'), 'utf8');
  const written = parseAllDocuments(text).map((document) => document.toJS() as Sample);
  const others = creatable().flatMap((resource) => {
    if (written.some((object) => isOf(object, resource))) return [];
    const like = written.find(
      ({ apiVersion, kind }) => kind === resource.kind && groupOf(apiVersion) === resource.group,
    );
    return like ? [{ ...like, apiVersion: apiVersionOf(resource) }] : [];
  });
  return [...written, ...others];
}

function creatable(): ResourceFacts[] {
  return facts.resources.filter(({ verbs }) => verbs.includes('create'));
}

function isOf({ apiVersion, kind }: Sample, resource: ResourceFacts): boolean {
  return kind === resource.kind && apiVersion === apiVersionOf(resource);
}

function apiVersionOf({ group, version }: ResourceFacts): string {
  return group === '' ? version : `${group}/${version}`;
}

function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion.split('/')[0]! : '';
}

function collectionOf({ group, version, plural, scope }: ResourceFacts): string {
  const api = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  return scope === 'Namespaced' ? `${api}/namespaces/default/${plural}` : `${api}/${plural}`;
}

function definitionOf({ apiVersion, kind }: Sample): string {
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
  const names = Object.entries(facts.schemas).filter(([, schema]) =>
    schema['x-kubernetes-group-version-kind']?.some(
      (one) => one.group === groupOf(apiVersion) && one.version === version && one.kind === kind,
    ),
  );
  return names[0]![0];
}

function deleteOptions(options: Record<string, unknown>): Buffer {
  const kind = { apiVersion: 'v1', kind: 'DeleteOptions' };
  return writer.body(options, 'io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions', kind);
}

/** An answer without the time at which it was sent. */
function undated(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, date: undefined } };
}

/** An answer without what differs from request to request, or by the client. */
function comparable({ headers, text }: Answer): unknown {
  const own = [
    'uid',
    'creationTimestamp',
    'time',
    'lastTransitionTime',
    'lastPhaseTransitionTime',
    'timeAdded',
    'resourceVersion',
    'clusterIP',
    'clusterIPs',
    // By which a Job tells its Pods.
    'controller-uid',
    'batch.kubernetes.io/controller-uid',
  ];
  const body: unknown = JSON.parse(text, (key, value) => (own.includes(key) ? undefined : value));
  return { body, warning: headers.warning };
}
