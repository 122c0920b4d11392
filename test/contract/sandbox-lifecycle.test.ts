import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/processes.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { ask, eventsOf } from '../support/sandbox-client.ts';

let sandbox: Sandbox;
const configMaps = '/api/v1/namespaces/default/configmaps';
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const merge = { 'content-type': 'application/merge-patch+json' };

beforeAll(async () => {
  sandbox = await startSandbox({ kubernetesVersion: '1.35' });
});
afterAll(() => sandbox?.stop());

async function create(path: string, object: object) {
  const { code, body } = await ask(sandbox, 'POST', path, object);
  expect([code, body.message]).toEqual([201, undefined]);
  return body;
}

async function untilCode(path: string, code: number) {
  await until(`${path} answers ${code}`, async () => (await ask(sandbox, 'GET', path)).code === code);
}

describe('deletion', () => {
  test('finalizers hold an object', async () => {
    const path = `${configMaps}/held`;
    await create(configMaps, { metadata: { name: 'held', finalizers: ['example.com/hold'] } });
    const marked = await ask(sandbox, 'DELETE', path);
    expect(marked.body).toMatchObject({
      kind: 'ConfigMap',
      metadata: { deletionTimestamp: expect.any(String) },
    });
    const more = { metadata: { finalizers: ['example.com/hold', 'example.com/more'] } };
    expect((await ask(sandbox, 'PATCH', path, more, merge)).code).toBe(422);
    expect((await ask(sandbox, 'PATCH', path, { metadata: { finalizers: null } }, merge)).code).toBe(200);
    expect((await ask(sandbox, 'GET', path)).code).toBe(404);
  });

  test.each([
    ['Background', 404],
    ['Foreground', 404],
    ['Orphan', 200],
  ])('%s deletion of an owner', async (propagationPolicy, code) => {
    const owner = await create(configMaps, { metadata: { name: 'owner' } });
    const { name, uid } = owner.metadata;
    const reference = { apiVersion: 'v1', kind: 'ConfigMap', name, uid, blockOwnerDeletion: true };
    await create(configMaps, { metadata: { name: 'dependent', ownerReferences: [reference] } });
    await ask(sandbox, 'DELETE', `${configMaps}/owner`, { propagationPolicy });
    await untilCode(`${configMaps}/owner`, 404);
    await untilCode(`${configMaps}/dependent`, code);
    const { body } = await ask(sandbox, 'DELETE', `${configMaps}/dependent`);
    expect(body.code).toBe(code === 404 ? 404 : undefined);
  });

  test('a namespace takes its objects with it, and refuses new ones while it goes', async () => {
    await create('/api/v1/namespaces', { metadata: { name: 'shop' } });
    const inside = '/api/v1/namespaces/shop/configmaps';
    await create(inside, { metadata: { name: 'held', finalizers: ['example.com/hold'] } });
    await create(inside, { metadata: { name: 'free' } });
    const { body } = await ask(sandbox, 'DELETE', '/api/v1/namespaces/shop');
    expect(body).toMatchObject({ kind: 'Namespace', status: { phase: 'Terminating' } });
    await untilCode(`${inside}/free`, 404);
    const refused = await ask(sandbox, 'POST', inside, { metadata: { name: 'late' } });
    expect(refused.body).toMatchObject({
      code: 403,
      details: { causes: [{ reason: 'NamespaceTerminating' }] },
    });
    await ask(sandbox, 'PATCH', `${inside}/held`, { metadata: { finalizers: null } }, merge);
    await untilCode('/api/v1/namespaces/shop', 404);
  });
});

describe('CustomResourceDefinitions', () => {
  const gadgets = '/apis/example.com/v1/namespaces/default/gadgets';
  const spec = {
    type: 'object',
    required: ['color'],
    properties: {
      color: { type: 'string', enum: ['blue', 'red'] },
      size: { type: 'integer', default: 2, maximum: 5 },
    },
  };
  const definition = {
    metadata: { name: 'gadgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'gadgets', kind: 'Gadget', shortNames: ['gd'] },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: {
            status: {},
            scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' },
          },
          additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: { spec, status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
            },
          },
        },
        {
          name: 'v1beta1',
          served: true,
          storage: false,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      ],
    },
  };
  const gadget = (name: string, fields: object) => ({
    apiVersion: 'example.com/v1',
    kind: 'Gadget',
    metadata: { name },
    ...fields,
  });

  test('are served with discovery and OpenAPI at once, and go with their objects', async () => {
    await create(definitions, definition);
    await untilCode('/apis/example.com/v1', 200);
    const { body } = await ask(sandbox, 'GET', `${definitions}/gadgets.example.com`);
    expect(body.status).toMatchObject({
      conditions: [
        { type: 'NamesAccepted', status: 'True' },
        { type: 'Established', status: 'True' },
      ],
      acceptedNames: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' },
      storedVersions: ['v1'],
    });
    const index = await ask(sandbox, 'GET', '/openapi/v3');
    const document = await ask(sandbox, 'GET', index.body.paths['apis/example.com/v1'].serverRelativeURL);
    expect(document.body.components.schemas['com.example.v1.Gadget'].properties.spec).toEqual(spec);

    const rows: [object, number, string | undefined][] = [
      [{ spec: {} }, 422, 'Gadget.example.com "g" is invalid: spec.color: Required value'],
      [
        { spec: { color: 'x', size: 9 } },
        422,
        'Gadget.example.com "g" is invalid: [spec.color: Unsupported value: "x": supported values: "blue", "red", spec.size: Invalid value: 9: spec.size in body should be less than or equal to 5]',
      ],
      [{ spec: { color: 'red', other: 1 }, status: { size: 1 } }, 201, undefined],
    ];
    for (const [fields, code, message] of rows) {
      const answer = await ask(sandbox, 'POST', gadgets, gadget('g', fields));
      expect([answer.code, answer.body.message]).toEqual([code, message]);
    }
    const made = await ask(sandbox, 'GET', `${gadgets}/g`);
    expect([made.body.spec, made.body.status]).toEqual([{ color: 'red', size: 2 }, undefined]);
    const beta = await ask(sandbox, 'GET', '/apis/example.com/v1beta1/gadgets');
    expect([beta.body.apiVersion, beta.body.items[0].apiVersion]).toEqual([
      'example.com/v1beta1',
      'example.com/v1beta1',
    ]);
    const status = await ask(
      sandbox,
      'PATCH',
      `${gadgets}/g/status`,
      { status: { size: 7 }, spec: { color: 'blue' } },
      merge,
    );
    expect([status.body.status, status.body.spec.color]).toEqual([{ size: 7 }, 'red']);
    expect((await ask(sandbox, 'GET', `${gadgets}/g/scale`)).body).toMatchObject({
      spec: { replicas: 2 },
      status: { replicas: 7 },
    });
    const table = await ask(sandbox, 'GET', gadgets, undefined, {
      accept: 'application/json;as=Table;v=v1;g=meta.k8s.io',
    });
    expect(table.body.rows[0].cells).toEqual(['g', 2]);
    const patch = await ask(
      sandbox,
      'PATCH',
      `${gadgets}/g`,
      {},
      { 'content-type': 'application/strategic-merge-patch+json' },
    );
    expect(patch.code).toBe(415);

    const watch = eventsOf(sandbox, `${gadgets}?watch=true`);
    expect((await watch.next()).value).toMatchObject({ type: 'ADDED' });
    await ask(sandbox, 'DELETE', `${definitions}/gadgets.example.com`);
    const rest: string[] = [];
    for await (const { type } of watch) rest.push(type);
    expect(rest).toEqual(['DELETED']);
    await untilCode(gadgets, 404);
    await untilCode(`${definitions}/gadgets.example.com`, 404);
    await create(definitions, definition);
    await untilCode(gadgets, 200);
    expect((await ask(sandbox, 'GET', gadgets)).body.items).toEqual([]);
  });

  test('of names that are taken are not served', async () => {
    const other = structuredClone(definition);
    other.metadata.name = 'gadgetry.example.com';
    other.spec.names.plural = 'gadgetry';
    await create(definitions, other);
    let status: { conditions?: unknown } = {};
    await until('the names are judged', async () => {
      status = (await ask(sandbox, 'GET', `${definitions}/gadgetry.example.com`)).body.status ?? {};
      return status.conditions !== undefined;
    });
    expect(status.conditions).toMatchObject([
      { type: 'NamesAccepted', status: 'False', reason: 'KindConflict' },
      { type: 'Established', status: 'False', reason: 'NotAccepted' },
    ]);
    expect((await ask(sandbox, 'GET', '/apis/example.com/v1/gadgetry')).code).toBe(404);
  });
});
