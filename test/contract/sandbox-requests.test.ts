import { readFile, stat } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { ask } from '../support/sandbox-client.ts';

// The answers are those of kube-apiserver 1.35.4 to the same requests, but where a row says otherwise.

let sandbox: Sandbox;
const configMaps = '/api/v1/namespaces/default/configmaps';
const json = { 'content-type': 'application/json-patch+json' };
const merge = { 'content-type': 'application/merge-patch+json' };
const strategic = { 'content-type': 'application/strategic-merge-patch+json' };
const apply = { 'content-type': 'application/apply-patch+yaml' };

beforeAll(async () => {
  sandbox = await startSandbox({ kubernetesVersion: '1.35' });
  await ask(sandbox, 'POST', configMaps, { metadata: { name: 'here' } });
});
afterAll(() => sandbox?.stop());

test('the kubeconfig is for its owner alone', async () => {
  expect((await stat(sandbox.kubeconfig)).mode & 0o777).toBe(0o600);
});

describe('a value of another type is refused by the names of its field and type in Go', () => {
  test.each([
    [
      '/api/v1/namespaces/default/pods',
      { volumes: [{ name: 'a', configMap: 5 }] },
      'number into Go struct field Volume.spec.volumes.VolumeSource.configMap of type v1.ConfigMapVolumeSource',
    ],
    [
      '/api/v1/namespaces/default/pods',
      { volumes: [{ name: 'a', configMap: { name: 5 } }] },
      'number into Go struct field ConfigMapVolumeSource.spec.volumes.VolumeSource.configMap.LocalObjectReference.name of type string',
    ],
    [
      '/api/v1/namespaces/default/pods',
      { containers: [{ livenessProbe: { httpGet: { port: true } } }] },
      'bool into Go struct field HTTPGetAction.spec.containers.livenessProbe.ProbeHandler.httpGet.port of type int32',
    ],
    [
      '/api/v1/namespaces/default/pods',
      { ephemeralContainers: [{ imagePullPolicy: 5 }] },
      'number into Go struct field EphemeralContainer.spec.ephemeralContainers.EphemeralContainerCommon.imagePullPolicy of type v1.PullPolicy',
    ],
    [
      '/api/v1/namespaces/default/pods',
      { containers: [{ ports: [{ protocol: 5 }] }] },
      'number into Go struct field ContainerPort.spec.containers.ports.protocol of type v1.Protocol',
    ],
    [
      '/api/v1/namespaces/default/pods',
      { containers: [{ resources: { limits: [] } }] },
      'array into Go struct field ResourceRequirements.spec.containers.resources.limits of type v1.ResourceList',
    ],
    [
      '/apis/networking.k8s.io/v1/namespaces/default/ingresses',
      { rules: [{ http: 5 }] },
      'number into Go struct field IngressRule.spec.rules.IngressRuleValue.http of type v1.HTTPIngressRuleValue',
    ],
    [
      '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies',
      { matchConstraints: { resourceRules: [{ apiGroups: 5 }] } },
      'number into Go struct field NamedRuleWithOperations.spec.matchConstraints.resourceRules.RuleWithOperations.Rule.apiGroups of type []string',
    ],
    [
      '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies',
      { matchConstraints: { resourceRules: [{ operations: 5 }] } },
      'number into Go struct field NamedRuleWithOperations.spec.matchConstraints.resourceRules.RuleWithOperations.operations of type []v1.OperationType',
    ],
    [
      '/api/v1/namespaces/default/services',
      { ipFamilies: [5] },
      'number into Go struct field ServiceSpec.spec.ipFamilies of type v1.IPFamily',
    ],
    [
      '/api/v1/namespaces/default/services',
      { ports: [{ targetPort: [] }] },
      'array into Go struct field ServicePort.spec.ports.targetPort of type int32',
    ],
  ])('%s %j', async (path, spec, problem) => {
    const { code, body } = await ask(sandbox, 'POST', path, { metadata: { name: 'a' }, spec });
    expect(code).toBe(400);
    expect(body.message).toContain(`json: cannot unmarshal ${problem}`);
  });
});

describe('refusals', () => {
  interface Refusal {
    method: string;
    path: string;
    body?: unknown;
    headers?: Record<string, string>;
    code: number;
    reason?: string;
    message: string;
  }
  const refusals: Refusal[] = [
    {
      method: 'POST',
      path: '/apis/events.k8s.io/v1/namespaces/default/events',
      body: {
        metadata: { name: 'e' },
        eventTime: '2026-01-02T03:04:05.000006Z',
        action: 'Try',
        reason: 'Tried',
        type: 'Odd',
        reportingController: 'example.com/c',
        reportingInstance: 'c-0',
        regarding: { namespace: 'default' },
      },
      code: 422,
      reason: 'Invalid',
      message: 'Event "e" is invalid: type: Invalid value: "": has invalid value: Odd',
    },
    {
      method: 'POST',
      path: '/apis/resource.k8s.io/v1/namespaces/default/resourceclaimtemplates',
      body: { metadata: { name: 't' }, spec: { metadata: { uid: 'a', generation: 5 }, spec: {} } },
      code: 422,
      reason: 'Invalid',
      message:
        'ResourceClaimTemplate.resource.k8s.io "t" is invalid: [spec.metadata.uID: Forbidden: cannot be set, spec.metadata.generation: Forbidden: cannot be set]',
    },
    {
      method: 'POST',
      path: '/api/v1/namespaces',
      body: { metadata: { name: 'n' }, spec: { finalizers: ['odd'] } },
      code: 422,
      reason: 'Invalid',
      message:
        'Namespace "n" is invalid: spec.finalizers: Invalid value: "odd": name is neither a standard finalizer name nor is it fully qualified',
    },
    {
      method: 'POST',
      path: '/apis/apiregistration.k8s.io/v1/apiservices',
      body: { apiVersion: 'v1', kind: 'List', items: [] },
      code: 400,
      reason: 'BadRequest',
      message:
        'List in version "v1" cannot be handled as a APIService: no kind "List" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
    },
    {
      method: 'POST',
      path: configMaps,
      body: { metadata: { name: 'a' }, data: { a: 1 } },
      code: 400,
      reason: 'BadRequest',
      message:
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
    },
    {
      method: 'POST',
      path: configMaps,
      body: { metadata: { name: 'x', labels: { a: 1 } } },
      code: 400,
      reason: 'BadRequest',
      message:
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string',
    },
    {
      method: 'POST',
      path: configMaps,
      body: { metadata: [] },
      code: 400,
      reason: 'BadRequest',
      message:
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal array into Go struct field ConfigMap.metadata of type v1.ObjectMeta',
    },
    {
      method: 'POST',
      path: configMaps,
      body: { metadata: {} },
      code: 422,
      reason: 'Invalid',
      message: 'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
    },
    {
      method: 'POST',
      path: configMaps,
      body: { metadata: { name: 'a', namespace: 'foo' } },
      code: 400,
      reason: 'BadRequest',
      message: 'the namespace of the provided object does not match the namespace sent on the request',
    },
    {
      method: 'POST',
      path: configMaps,
      body: { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } },
      code: 400,
      reason: 'BadRequest',
      message:
        'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown conversion',
    },
    {
      method: 'POST',
      path: configMaps,
      body: '{"metadata":',
      code: 400,
      reason: 'BadRequest',
      message: `the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: unexpected end of JSON input ({"metadata":)`,
    },
    {
      method: 'POST',
      path: configMaps,
      body: { metadata: { name: 'x', resourceVersion: '1' } },
      code: 500,
      message: 'resourceVersion should not be set on objects to be created',
    },
    {
      method: 'POST',
      path: configMaps,
      body: { metadata: { name: 'here' } },
      code: 409,
      reason: 'AlreadyExists',
      message: 'configmaps "here" already exists',
    },
    {
      method: 'POST',
      path: '/api/v1/namespaces/none/configmaps',
      body: { metadata: { name: 'a' } },
      code: 404,
      reason: 'NotFound',
      message: 'namespaces "none" not found',
    },
    {
      method: 'POST',
      path: `${configMaps}?dryRun=Foo`,
      body: { metadata: { name: 'a' } },
      code: 422,
      reason: 'Invalid',
      message:
        'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["Foo"]: supported values: "All"',
    },
    {
      method: 'POST',
      path: `${configMaps}?fieldValidation=Foo`,
      body: { metadata: { name: 'a' } },
      code: 422,
      reason: 'Invalid',
      message:
        'CreateOptions.meta.k8s.io "" is invalid: fieldValidation: Unsupported value: "Foo": supported values: "", "Ignore", "Strict", "Warn"',
    },
    {
      method: 'POST',
      path: `${configMaps}?fieldManager=${'a'.repeat(129)}`,
      body: { metadata: { name: 'a' } },
      code: 422,
      reason: 'Invalid',
      message:
        'CreateOptions.meta.k8s.io "" is invalid: fieldManager: Too long: may not be more than 128 bytes',
    },
    {
      method: 'POST',
      path: `${configMaps}?fieldValidation=Strict`,
      body: '{"metadata":{"name":"a"},"x":1,"data":{"a":"1","a":"2"}}',
      code: 400,
      reason: 'BadRequest',
      message:
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: duplicate field "data.a", unknown field "x"',
    },
    {
      method: 'POST',
      path: `${configMaps}?fieldValidation=Strict`,
      body: 'metadata: {name: a}\ndata:\n  x: "1"\n  x: "2"\n',
      headers: { 'content-type': 'application/yaml' },
      code: 400,
      reason: 'BadRequest',
      message:
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: yaml: unmarshal errors:\n  line 4: key "x" already set in map',
    },
    {
      method: 'POST',
      path: configMaps,
      body: 'metadata: {name: a}\ndata: {a: yes}\n',
      headers: { 'content-type': 'application/yaml' },
      code: 400,
      reason: 'BadRequest',
      message:
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal bool into Go struct field ConfigMap.data of type string',
    },
    {
      method: 'POST',
      path: configMaps,
      body: 'x',
      headers: { 'content-type': 'text/plain' },
      code: 415,
      reason: 'UnsupportedMediaType',
      message:
        'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf',
    },
    {
      method: 'POST',
      path: '/api/v1/configmaps',
      body: { metadata: { name: 'a' } },
      code: 405,
      reason: 'MethodNotAllowed',
      message: 'the server does not allow this method on the requested resource',
    },
    {
      method: 'PUT',
      path: `${configMaps}/zz`,
      body: { metadata: { name: 'zz' } },
      code: 404,
      reason: 'NotFound',
      message: 'configmaps "zz" not found',
    },
    {
      method: 'PUT',
      path: `${configMaps}/here`,
      body: { metadata: { name: 'other' } },
      code: 400,
      reason: 'BadRequest',
      message: 'the name of the object (other) does not match the name on the URL (here)',
    },
    {
      method: 'PUT',
      path: `${configMaps}/here`,
      body: { metadata: {} },
      code: 400,
      reason: 'BadRequest',
      message: 'the name of the object (here based on URL) was undeterminable: name must be provided',
    },
    {
      method: 'PUT',
      path: `${configMaps}/here`,
      body: { metadata: { name: 'here', resourceVersion: '1' } },
      code: 409,
      reason: 'Conflict',
      message:
        'Operation cannot be fulfilled on configmaps "here": the object has been modified; please apply your changes to the latest version and try again',
    },
    {
      method: 'GET',
      path: `${configMaps}/nope`,
      code: 404,
      reason: 'NotFound',
      message: 'configmaps "nope" not found',
    },
    {
      method: 'GET',
      path: '/api/v1/namespaces/default/nope',
      code: 404,
      reason: 'NotFound',
      message: 'the server could not find the requested resource',
    },
    {
      method: 'GET',
      path: '/apis/apps/v9/foos',
      code: 404,
      reason: 'NotFound',
      message: 'the server could not find the requested resource',
    },
    {
      method: 'GET',
      path: `${configMaps}/here/status`,
      code: 404,
      reason: 'NotFound',
      message: 'the server could not find the requested resource',
    },
    {
      method: 'PATCH',
      path: `${configMaps}/here`,
      body: {},
      code: 415,
      reason: 'UnsupportedMediaType',
      message: '415: Unsupported Media Type',
    },
    {
      method: 'PATCH',
      path: `${configMaps}/here`,
      body: [{ op: 'test', path: '/data', value: 'x' }],
      headers: json,
      code: 422,
      reason: 'Invalid',
      message: 'the server rejected our request due to an error in our request',
    },
    {
      method: 'PATCH',
      path: `${configMaps}/here`,
      body: {},
      headers: json,
      code: 400,
      reason: 'BadRequest',
      message:
        'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp',
    },
    {
      method: 'PATCH',
      path: `${configMaps}/here`,
      body: [{ op: 'add', path: '/metadata/name', value: 'b' }],
      headers: json,
      code: 400,
      reason: 'BadRequest',
      message: 'the name of the object (b) does not match the name on the URL (here)',
    },
    {
      method: 'PATCH',
      path: `${configMaps}/here`,
      body: '{',
      headers: merge,
      code: 400,
      reason: 'BadRequest',
      message: 'error decoding patch: unexpected end of JSON input',
    },
    {
      method: 'PATCH',
      path: `${configMaps}/here?fieldValidation=Strict`,
      body: { foo: [1] },
      headers: strategic,
      code: 422,
      reason: 'Invalid',
      message:
        ' "" is invalid: patch: Invalid value: "map[foo:[1]]": strict decoding error: unknown field "foo"',
    },
    {
      method: 'PATCH',
      path: `${configMaps}/here?fieldManager=x&force=true`,
      body: { data: {} },
      headers: merge,
      code: 422,
      reason: 'Invalid',
      message:
        'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
    },
    {
      method: 'PATCH',
      path: `${configMaps}/here`,
      body: { apiVersion: 'v1', kind: 'ConfigMap' },
      headers: apply,
      code: 422,
      reason: 'Invalid',
      message:
        'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    },
    {
      method: 'PATCH',
      path: `${configMaps}/here?fieldManager=x`,
      body: { apiVersion: 'v1', kind: 'Secret' },
      headers: apply,
      code: 400,
      reason: 'BadRequest',
      message: 'invalid object type: /v1, Kind=Secret',
    },
    {
      method: 'DELETE',
      path: `${configMaps}/here`,
      body: { preconditions: { resourceVersion: '1' } },
      code: 409,
      reason: 'Conflict',
      message:
        'Operation cannot be fulfilled on ConfigMap "here": the ResourceVersion in the precondition (1) does not match the ResourceVersion in record (R). The object might have been modified',
    },
    {
      method: 'DELETE',
      path: `${configMaps}/here?propagationPolicy=Foo`,
      code: 422,
      reason: 'Invalid',
      message:
        'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "Foo": supported values: "Foreground", "Background", "Orphan", "nil"',
    },
    {
      method: 'DELETE',
      path: '/api/v1/namespaces/default',
      code: 403,
      reason: 'Forbidden',
      message: 'namespaces "default" is forbidden: this namespace may not be deleted',
    },
    {
      method: 'DELETE',
      path: '/api/v1/namespaces',
      code: 405,
      reason: 'MethodNotAllowed',
      message: 'the server does not allow this method on the requested resource',
    },
    {
      method: 'GET',
      path: '/api/v1/pods?fieldSelector=foo=bar',
      code: 400,
      reason: 'BadRequest',
      message: 'field label not supported: foo',
    },
    {
      method: 'GET',
      path: '/api/v1/configmaps?fieldSelector=foo==bar',
      code: 400,
      reason: 'BadRequest',
      message: '"foo" is not a known field selector: only "metadata.name", "metadata.namespace"',
    },
    {
      method: 'GET',
      path: '/api/v1/pods?fieldSelector=foo',
      code: 400,
      reason: 'BadRequest',
      message: "invalid selector: 'foo'; can't understand 'foo'",
    },
    {
      method: 'GET',
      path: '/api/v1/configmaps?labelSelector=a===b',
      code: 400,
      reason: 'BadRequest',
      message: "unable to parse requirement: found '=', expected: identifier",
    },
    {
      method: 'GET',
      path: '/api/v1/configmaps?labelSelector=a%20b',
      code: 400,
      reason: 'BadRequest',
      message: "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt",
    },
    {
      method: 'GET',
      path: '/api/v1/configmaps?resourceVersionMatch=Exact',
      code: 422,
      reason: 'Invalid',
      message:
        'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
    },
    {
      method: 'GET',
      path: '/api/v1/configmaps?sendInitialEvents=true',
      code: 422,
      reason: 'Invalid',
      message:
        'ListOptions.meta.k8s.io "" is invalid: sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list',
    },
    {
      method: 'GET',
      path: '/api/v1/configmaps?watch=true&sendInitialEvents=true',
      code: 422,
      reason: 'Invalid',
      message:
        'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
    },
    {
      method: 'GET',
      path: '/api/v1/configmaps?resourceVersion=99999999',
      code: 504,
      reason: 'Timeout',
      message: 'Timeout: Too large resource version: 99999999, current: R',
    },
    {
      method: 'GET',
      path: '/api/v1/configmaps',
      headers: { accept: 'text/html' },
      code: 406,
      reason: 'NotAcceptable',
      message:
        '406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, application/vnd.kubernetes.protobuf, application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch',
    },
    {
      method: 'GET',
      path: '/apis/apps/v1/deployments',
      headers: { accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io' },
      code: 406,
      reason: 'NotAcceptable',
      message:
        'you requested PartialObjectMetadata, but the requested object is a list (*apps.DeploymentList)',
    },
    {
      method: 'GET',
      path: '/api/v1/configmaps',
      headers: { authorization: 'Bearer wrong' },
      code: 401,
      reason: 'Unauthorized',
      message: 'Unauthorized',
    },
    {
      method: 'POST',
      path: '/apis/apps/v1/namespaces/default/deployments',
      body: { metadata: { name: 'd' } },
      code: 422,
      reason: 'Invalid',
      message:
        'Deployment.apps "d" is invalid: [spec.selector: Required value, spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`, spec.template.spec.containers: Required value]',
    },
    {
      method: 'POST',
      path: '/api/v1/namespaces/default/services',
      body: { metadata: { name: '9s' }, spec: { ports: [{ port: 80 }] } },
      code: 422,
      reason: 'Invalid',
      message: `Service "9s" is invalid: metadata.name: Invalid value: "9s": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')`,
    },
    // Not built, and said so: a real server has these.
    {
      method: 'POST',
      path: '/apis/authentication.k8s.io/v1/tokenreviews',
      body: { spec: {} },
      code: 400,
      reason: 'BadRequest',
      message: 'token is required for TokenReview in authentication',
    },
  ];
  test.each(refusals)(
    '$method $path: $message (case %#)',
    async ({ method, path, body, headers, code, reason, message }) => {
      const answer = await ask(sandbox, method, path, body, headers);
      const versionless = answer.body?.message
        .replace(/record \(\d+\)/, 'record (R)')
        .replace(/current: \d+/, 'current: R');
      expect([answer.code, answer.body?.reason, versionless]).toEqual([code, reason, message]);
    },
  );

  test('causes and details name the field', async () => {
    const { body } = await ask(sandbox, 'POST', configMaps, { metadata: { name: 'A_b' } });
    const message = expect.stringContaining('Invalid value: "A_b": a lowercase RFC 1123 subdomain must');
    expect(body).toMatchObject({
      kind: 'Status',
      code: 422,
      details: {
        name: 'A_b',
        kind: 'ConfigMap',
        causes: [{ reason: 'FieldValueInvalid', message, field: 'metadata.name' }],
      },
    });
  });

  test('a path of no group is plain text', async () => {
    const { code, text, headers } = await ask(sandbox, 'GET', '/apis/nope/v1/foos');
    expect([code, text, headers['content-type']]).toEqual([
      404,
      '404 page not found\n',
      'text/plain; charset=utf-8',
    ]);
  });
});

describe('writes', () => {
  test('create, read, replace, patch in three ways, delete', async () => {
    const created = await ask(sandbox, 'POST', configMaps, {
      metadata: { generateName: 'made-', labels: { app: 'a' } },
      data: { a: '1' },
    });
    expect(created.code).toBe(201);
    const { name, uid, resourceVersion } = created.body.metadata;
    expect(name).toMatch(/^made-[a-z0-9]{5}$/);
    const path = `${configMaps}/${name}`;
    expect((await ask(sandbox, 'GET', path)).body).toEqual(created.body);

    const same = await ask(sandbox, 'PUT', path, created.body);
    expect(same.body.metadata.resourceVersion).toBe(resourceVersion);
    const replaced = await ask(sandbox, 'PUT', path, { metadata: { name }, data: { b: '2' } });
    expect([replaced.code, replaced.body.data, replaced.body.metadata.uid]).toEqual([200, { b: '2' }, uid]);
    expect(replaced.body.metadata.labels).toBeUndefined();

    const patches: [unknown, Record<string, string>, Record<string, string>][] = [
      [[{ op: 'add', path: '/data/c', value: '3' }], json, { b: '2', c: '3' }],
      [{ data: { b: null, d: '4' } }, merge, { c: '3', d: '4' }],
      [{ data: { c: null, e: '5' } }, strategic, { d: '4', e: '5' }],
    ];
    for (const [patch, headers, data] of patches) {
      const { code, body } = await ask(sandbox, 'PATCH', path, patch, headers);
      expect([code, body.data]).toEqual([200, data]);
    }
    const gone = await ask(sandbox, 'DELETE', path);
    expect(gone.body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { name, kind: 'configmaps', uid },
    });
    expect((await ask(sandbox, 'GET', path)).code).toBe(404);
  });

  test('a dry run answers as if and keeps nothing', async () => {
    const { code, body } = await ask(sandbox, 'POST', `${configMaps}?dryRun=All`, {
      metadata: { name: 'dry' },
    });
    expect([code, body.metadata.name, body.metadata.resourceVersion]).toEqual([201, 'dry', undefined]);
    expect((await ask(sandbox, 'GET', `${configMaps}/dry`)).code).toBe(404);
  });

  test('unknown fields are dropped with a warning', async () => {
    const answer = await ask(sandbox, 'POST', `${configMaps}?dryRun=All`, {
      metadata: { name: 'w' },
      foo: 1,
    });
    expect([answer.code, answer.headers.warning, answer.body.foo]).toEqual([
      201,
      '299 - "unknown field \\"foo\\""',
      undefined,
    ]);
  });

  test('server-side apply creates, refuses what another manager has, and takes it by force', async () => {
    const path = `${configMaps}/applied`;
    const value = (text: string) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'applied' },
      data: { k: text },
    });
    const first = await ask(sandbox, 'PATCH', `${path}?fieldManager=one`, value('1'), apply);
    expect([first.code, first.body.metadata.managedFields[0].manager]).toEqual([201, 'one']);
    const again = await ask(sandbox, 'PATCH', `${path}?fieldManager=one`, value('1'), apply);
    expect([again.code, again.body.metadata.resourceVersion]).toEqual([
      200,
      first.body.metadata.resourceVersion,
    ]);
    const refused = await ask(sandbox, 'PATCH', `${path}?fieldManager=two`, value('2'), apply);
    expect(refused.body).toMatchObject({
      code: 409,
      reason: 'Conflict',
      details: {
        causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "one"', field: '.data.k' }],
      },
    });
    const forced = await ask(sandbox, 'PATCH', `${path}?fieldManager=two&force=true`, value('2'), apply);
    expect([forced.code, forced.body.data]).toEqual([200, { k: '2' }]);
    const dropped = await ask(
      sandbox,
      'PATCH',
      `${path}?fieldManager=two`,
      { apiVersion: 'v1', kind: 'ConfigMap' },
      apply,
    );
    expect(dropped.body.data).toBeUndefined();
  });

  test('generation counts changes of the specification, status has its own way', async () => {
    const path = '/apis/networking.k8s.io/v1/namespaces/default/ingresses';
    const spec = { defaultBackend: { service: { name: 'web', port: { number: 80 } } } };
    const status = { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } };
    const created = await ask(sandbox, 'POST', path, { metadata: { name: 'i' }, spec, status });
    expect([created.body.metadata.generation, created.body.status?.loadBalancer?.ingress]).toEqual([
      1,
      undefined,
    ]);
    const labelled = await ask(
      sandbox,
      'PATCH',
      `${path}/i`,
      { metadata: { labels: { a: 'b' } }, status },
      merge,
    );
    expect([labelled.body.metadata.generation, labelled.body.status?.loadBalancer?.ingress]).toEqual([
      1,
      undefined,
    ]);
    const viaStatus = await ask(sandbox, 'PATCH', `${path}/i/status`, { status, spec: {} }, merge);
    expect([viaStatus.body.metadata.generation, viaStatus.body.status, viaStatus.body.spec]).toEqual([
      1,
      status,
      spec,
    ]);
    const changed = await ask(
      sandbox,
      'PATCH',
      `${path}/i`,
      { spec: { defaultBackend: { service: { name: 'other' } } } },
      merge,
    );
    expect(changed.body.metadata.generation).toBe(2);
  });

  test('scale is read and written', async () => {
    const path = '/apis/apps/v1/namespaces/default/deployments';
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'x' }] } };
    await ask(sandbox, 'POST', path, {
      metadata: { name: 's' },
      spec: { replicas: 0, selector: { matchLabels: { a: 'b' } }, template },
    });
    const before = await ask(sandbox, 'GET', `${path}/s/scale`);
    expect(before.body).toMatchObject({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      spec: {},
      status: { replicas: 0, selector: 'a=b' },
    });
    await ask(sandbox, 'PUT', `${path}/s/scale`, { metadata: { name: 's' }, spec: { replicas: 1 } });
    const patched = await ask(sandbox, 'PATCH', `${path}/s/scale`, { spec: { replicas: 2 } }, merge);
    expect(patched.body.spec).toEqual({ replicas: 2 });
    expect((await ask(sandbox, 'GET', `${path}/s`)).body.spec.replicas).toBe(2);
  });

  test('Services get addresses and ports, and keep them', async () => {
    const path = '/api/v1/namespaces/default/services';
    const sent = { metadata: { name: 'np' }, spec: { type: 'NodePort', ports: [{ port: 80 }] } };
    const { body } = await ask(sandbox, 'POST', path, sent);
    expect(body.spec).toMatchObject({ clusterIP: expect.stringMatching(/^10\.96\./), ipFamilies: ['IPv4'] });
    expect(body.spec.ports[0].nodePort).toBeGreaterThanOrEqual(30_000);
    const replaced = await ask(sandbox, 'PUT', `${path}/np`, sent);
    expect(replaced.body.spec).toEqual(body.spec);
  });

  test('delete-collection takes what the selector names and answers it', async () => {
    for (const name of ['c1', 'c2']) {
      await ask(sandbox, 'POST', configMaps, { metadata: { name, labels: { set: 'c' } } });
    }
    const { code, body } = await ask(sandbox, 'DELETE', `${configMaps}?labelSelector=set%3Dc`);
    expect([code, body.kind, body.items.length]).toEqual([200, 'ConfigMapList', 2]);
    expect((await ask(sandbox, 'GET', `${configMaps}?labelSelector=set%3Dc`)).body.items).toEqual([]);
    expect((await ask(sandbox, 'GET', `${configMaps}/here`)).code).toBe(200);
  });
});

describe('reads', () => {
  test('pages fit together whatever is written between them', async () => {
    for (const name of ['p1', 'p2', 'p3', 'p4']) {
      await ask(sandbox, 'POST', '/api/v1/namespaces/kube-public/secrets', { metadata: { name } });
    }
    const path = '/api/v1/namespaces/kube-public/secrets?limit=2';
    const first = await ask(sandbox, 'GET', path);
    expect(first.body.metadata).toMatchObject({ remainingItemCount: 2, continue: expect.any(String) });
    await ask(sandbox, 'DELETE', '/api/v1/namespaces/kube-public/secrets/p3');
    const second = await ask(sandbox, 'GET', `${path}&continue=${first.body.metadata.continue}`);
    expect(second.body.items.map((item: { metadata: { name: string } }) => item.metadata.name)).toEqual([
      'p3',
      'p4',
    ]);
    expect(second.body.metadata).toEqual({ resourceVersion: first.body.metadata.resourceVersion });
  });

  test('Table and PartialObjectMetadata', async () => {
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';
    const table = await ask(sandbox, 'GET', '/api/v1/namespaces?limit=1', undefined, { accept });
    expect(table.body).toMatchObject({
      kind: 'Table',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { remainingItemCount: 3 },
      columnDefinitions: [{ name: 'Name' }, { name: 'Status' }, { name: 'Age' }],
      rows: [{ cells: ['default', 'Active', expect.any(String)], object: { kind: 'PartialObjectMetadata' } }],
    });
    const none = await ask(sandbox, 'GET', '/api/v1/namespaces/default?includeObject=None', undefined, {
      accept,
    });
    expect(none.body.rows[0].object).toBeNull();
    const partial = await ask(sandbox, 'GET', '/api/v1/namespaces/default', undefined, {
      accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
    });
    expect([partial.body.kind, partial.body.spec]).toEqual(['PartialObjectMetadata', undefined]);
  });

  test('an object as YAML, its fields in the order of their names', async () => {
    await ask(sandbox, 'POST', configMaps, {
      metadata: { name: 'written' },
      data: { b: 'yes', a: 'two\nlines\n', 'c.txt': '# no comment', d: '0x1F' },
    });
    const { headers, text } = await ask(sandbox, 'GET', `${configMaps}/written`, undefined, {
      accept: 'application/yaml',
    });
    expect(headers['content-type']).toBe('application/yaml');
    expect(text.slice(0, text.indexOf('metadata:'))).toBe(
      'apiVersion: v1\ndata:\n  a: |\n    two\n    lines\n  b: "yes"\n  c.txt: \'# no comment\'\n  d: "0x1F"\nkind: ConfigMap\n',
    );
    const { body } = await ask(sandbox, 'GET', `${configMaps}/written`);
    expect(parse(text)).toEqual(body);
  });

  test('who am I, and may I', async () => {
    const me = await ask(sandbox, 'POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', {});
    expect([me.code, me.body.status.userInfo.username]).toEqual([201, 'admin']);
    const may = await ask(sandbox, 'POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
      spec: { resourceAttributes: { verb: 'get', resource: 'pods' } },
    });
    expect(may.body.status).toEqual({ allowed: true });
  });
});

describe('discovery', () => {
  test('one request for all groups, and none where nothing has changed', async () => {
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';
    const { headers, body } = await ask(sandbox, 'GET', '/apis', undefined, { accept });
    expect(headers['content-type']).toBe(
      'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
    );
    const apps = body.items.find((item: { metadata: { name: string } }) => item.metadata.name === 'apps');
    expect(apps.versions[0].resources).toContainEqual({
      resource: 'deployments',
      responseKind: { group: '', version: '', kind: 'Deployment' },
      scope: 'Namespaced',
      singularResource: 'deployment',
      verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
      shortNames: ['deploy'],
      categories: ['all'],
      subresources: [
        {
          subresource: 'scale',
          responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
          verbs: ['get', 'patch', 'update'],
        },
        {
          subresource: 'status',
          responseKind: { group: '', version: '', kind: 'Deployment' },
          verbs: ['get', 'patch', 'update'],
        },
      ],
    });
    const again = await ask(sandbox, 'GET', '/apis', undefined, {
      accept,
      'if-none-match': String(headers.etag),
    });
    expect([again.code, again.text]).toEqual([304, '']);
  });

  test('the older way, group by group', async () => {
    expect((await ask(sandbox, 'GET', '/api')).body.versions).toEqual(['v1']);
    const group = await ask(sandbox, 'GET', '/apis/autoscaling');
    expect(group.body).toMatchObject({
      kind: 'APIGroup',
      preferredVersion: { groupVersion: 'autoscaling/v2' },
    });
    const { body } = await ask(sandbox, 'GET', '/api/v1');
    const names = body.resources.map((resource: { name: string }) => resource.name);
    expect(names).toEqual(
      expect.arrayContaining(['pods', 'pods/log', 'pods/portforward', 'namespaces/finalize']),
    );
  });

  test('the release is the one that the facts are of, and the node is of it too', async () => {
    const { version } = JSON.parse(await readFile('server/facts/kubernetes-1.35.json', 'utf8'));
    expect((await ask(sandbox, 'GET', '/version')).body.gitVersion).toBe(version);
    const { body } = await ask(sandbox, 'GET', '/api/v1/nodes/sandbox');
    expect(body.status.nodeInfo.kubeletVersion).toBe(version);
  });

  test('OpenAPI by hash', async () => {
    const { body } = await ask(sandbox, 'GET', '/openapi/v3');
    const url = body.paths['apis/apps/v1'].serverRelativeURL;
    const document = await ask(sandbox, 'GET', url);
    expect(document.body.components.schemas['io.k8s.api.apps.v1.Deployment']).toMatchObject({
      'x-kubernetes-group-version-kind': [{ group: 'apps', kind: 'Deployment', version: 'v1' }],
    });
    expect(Object.keys(document.body.paths)).toContain(
      '/apis/apps/v1/namespaces/{namespace}/deployments/{name}/scale',
    );
    const again = await ask(sandbox, 'GET', url, undefined, {
      'if-none-match': String(document.headers.etag),
    });
    expect(again.code).toBe(304);
    const old = await ask(sandbox, 'GET', '/openapi/v3/apis/apps/v1?hash=OLD');
    expect([old.code, old.headers.location]).toEqual([301, url]);
  });
});

describe('hostile input', () => {
  const services = '/api/v1/namespaces/default/services';
  const numbers = Array.from({ length: 20_000 }, (_, index) => index + 1);
  const owners = numbers.slice(0, 16_000).map((uid) => ({
    apiVersion: 'v1',
    kind: 'A',
    name: 'a',
    uid: `${uid}`,
    controller: true,
  }));
  const ports = numbers.map((port) => ({ name: `p${port}`, port }));
  const deep = `{"metadata":{"name":"deep"},"data":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`;
  const tooDeep = 'exceeded max depth: the sandbox takes 500 levels, an API server 10,000';
  test.each([
    { what: 'too long', method: 'POST', path: configMaps, body: 'x'.repeat(3 * 1024 * 1024 + 1), code: 413 },
    { what: 'too deep', method: 'POST', path: configMaps, body: deep, code: 400, says: tooDeep },
    {
      what: 'too deep in YAML',
      method: 'POST',
      path: configMaps,
      body: `a: ${'['.repeat(600)}`,
      headers: { 'content-type': 'application/yaml' },
      code: 400,
      says: tooDeep,
    },
    {
      what: 'many owners, each the only one',
      method: 'POST',
      path: configMaps,
      body: { metadata: { name: 'o', ownerReferences: owners } },
      code: 422,
    },
    {
      what: 'many ports',
      method: 'POST',
      path: `${services}?dryRun=All`,
      body: { metadata: { name: 'o' }, spec: { ports } },
      code: 201,
    },
    {
      what: 'prototype names',
      method: 'POST',
      path: configMaps,
      body: '{"metadata":{"name":"p"},"data":{"__proto__":"v","toString":"w"}}',
      code: 201,
    },
    { what: 'no encoding', method: 'GET', path: '/api/v1/namespaces/%E0%A4%A/x', code: 400 },
    {
      what: 'names of objects of the language',
      method: 'GET',
      path: '/apis/__proto__/constructor/toString',
      code: 404,
    },
    {
      what: 'a selector of brackets',
      method: 'GET',
      path: `${configMaps}?labelSelector=${'('.repeat(5000)}`,
      code: 400,
    },
  ])('$what', async ({ method, path, body, headers, code, says = '' }) => {
    const answer = await ask(sandbox, method, path, body, headers);
    expect([answer.code, answer.text]).toEqual([code, expect.stringContaining(says)]);
    expect((await ask(sandbox, 'GET', '/readyz')).text).toBe('ok');
  });

  test('a field called __proto__ is kept as what it is', async () => {
    const { text } = await ask(sandbox, 'GET', `${configMaps}/p`);
    expect(text).toContain('"data":{"__proto__":"v","toString":"w"}');
  });
});
