import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { ask } from '../support/sandbox-client.ts';

// What particular kinds answer otherwise than the others, as kube-apiserver 1.35 does.

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ kubernetesVersion: '1.35' });
});
afterAll(() => sandbox?.stop());

const jobs = '/apis/batch/v1/namespaces/default/jobs';
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const otherUid = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
const preconditions = { preconditions: { uid: otherUid } };

const job = {
  metadata: { name: 'job', finalizers: ['example.com/held'] },
  spec: {
    suspend: true,
    template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'none' }] } },
  },
};
const definition = {
  metadata: { name: 'things.example.com', finalizers: ['example.com/held'] },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};

describe('field selectors', () => {
  test.each([
    ['/apis/batch/v1/jobs', 'spec.x', 'field label "spec.x" not supported for Job'],
    ['/api/v1/pods', 'spec.x', 'field label not supported: spec.x'],
    ['/api/v1/namespaces', 'metadata.namespace', 'field label not supported: metadata.namespace'],
    ['/api/v1/nodes', 'metadata.namespace', 'field label not supported: metadata.namespace'],
    [
      '/apis/apps/v1/replicasets',
      'status.replicas',
      '"status.replicas" is not a known field selector: only "metadata.name", "metadata.namespace"',
    ],
    [
      '/apis/resource.k8s.io/v1beta2/resourceslices',
      'spec.x',
      'field label not supported for resource.k8s.io/v1beta2, Kind=ResourceSlice: spec.x',
    ],
  ])('%s by %s', async (path, field, message) => {
    const { body } = await ask(sandbox, 'GET', `${path}?fieldSelector=${field}=x`);
    expect(body).toMatchObject({ code: 400, reason: 'BadRequest', message });
  });

  test.each(['/apis/rbac.authorization.k8s.io/v1/clusterroles', '/api/v1/persistentvolumes'])(
    '%s by the namespace that it has not',
    async (path) => {
      const { body } = await ask(sandbox, 'GET', `${path}?fieldSelector=metadata.namespace=x`);
      expect(body.items).toEqual([]);
    },
  );
});

describe('deletions', () => {
  test('that of a Job leaves its Pods behind, and says so', async () => {
    await ask(sandbox, 'POST', jobs, job);
    const deleted = await ask(sandbox, 'DELETE', `${jobs}/job`);
    expect(deleted.headers.warning).toBe(
      '299 - "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning"',
    );
    expect(deleted.body.metadata.finalizers).toEqual(['example.com/held', 'orphan']);
    const again = await ask(sandbox, 'DELETE', `${jobs}/job?propagationPolicy=Background`);
    expect(again.headers.warning).toBeUndefined();
    expect(again.body.metadata.finalizers).toEqual(['example.com/held']);
  });

  test('that of a CustomResourceDefinition is begun in a way of its own', async () => {
    await ask(sandbox, 'POST', definitions, definition);
    const path = `${definitions}/things.example.com`;
    const { body: before } = await ask(sandbox, 'GET', path);
    const refused = await ask(sandbox, 'DELETE', path, preconditions);
    expect(refused.body).toMatchObject({
      code: 409,
      message: `Operation cannot be fulfilled on customresourcedefinitions.apiextensions.k8s.io "things.example.com": Precondition failed: UID in precondition: ${otherUid}, UID in object meta: ${before.metadata.uid}`,
      details: { kind: 'customresourcedefinitions' },
    });
    const begun = await ask(sandbox, 'DELETE', `${path}?propagationPolicy=Foreground`);
    expect(begun.body.metadata).toMatchObject({
      generation: 1,
      finalizers: ['example.com/held', 'customresourcecleanup.apiextensions.k8s.io'],
    });
    expect(begun.body.metadata.deletionGracePeriodSeconds).toBeUndefined();
    const again = await ask(sandbox, 'DELETE', path);
    expect(again.body.metadata).toMatchObject({ generation: 1, deletionGracePeriodSeconds: 0 });
  });

  test('the preconditions of a collection of definitions are those of any kind', async () => {
    const { body } = await ask(sandbox, 'DELETE', definitions, preconditions);
    expect(body.message).toContain(
      'on CustomResourceDefinition.apiextensions.k8s.io "things.example.com": the UID',
    );
  });

  test('an Event is judged as one of the core group, in whichever it is deleted', async () => {
    const event = {
      metadata: { name: 'event', namespace: 'default' },
      involvedObject: { namespace: 'default' },
    };
    await ask(sandbox, 'POST', '/api/v1/namespaces/default/events', event);
    const path = '/apis/events.k8s.io/v1/namespaces/default/events/event';
    const { body } = await ask(sandbox, 'DELETE', path, preconditions);
    expect(body.message).toContain('on Event "event": the UID');
  });

  test('a Namespace that is being emptied stays as it is', async () => {
    const name = 'emptied';
    await ask(sandbox, 'POST', '/api/v1/namespaces', { metadata: { name } });
    const held = { metadata: { name: 'held', finalizers: ['example.com/held'] } };
    await ask(sandbox, 'POST', `/api/v1/namespaces/${name}/configmaps`, held);
    const refused = await ask(sandbox, 'DELETE', `/api/v1/namespaces/${name}`, preconditions);
    expect(refused.body.message).toContain(
      'Operation cannot be fulfilled on namespaces "emptied": Precondition',
    );
    await ask(sandbox, 'DELETE', `/api/v1/namespaces/${name}`);
    const { body: before } = await ask(sandbox, 'GET', `/api/v1/namespaces/${name}`);
    const again = await ask(sandbox, 'DELETE', `/api/v1/namespaces/${name}`);
    expect([again.code, again.body]).toEqual([200, before]);
  });
});

describe('reads', () => {
  test('the state from before there was anything is an empty list', async () => {
    const path = '/api/v1/namespaces?resourceVersion=1&resourceVersionMatch=Exact';
    const { body } = await ask(sandbox, 'GET', path);
    expect(body).toMatchObject({ kind: 'NamespaceList', metadata: { resourceVersion: '1' }, items: [] });
  });

  test.each([
    [
      'GET',
      '/apis/resource.k8s.io/v1beta1/resourceclaims',
      'application/json;as=Strange;g=meta.k8s.io;v=v1',
      'warned',
    ],
    ['GET', '/apis/resource.k8s.io/v1beta1/resourceclaims?watch=1', 'application/yaml', 'warned'],
    ['GET', '/apis/resource.k8s.io/v1beta1/resourceclaims', 'text/csv', 'not warned'],
    ['DELETE', '/apis/resource.k8s.io/v1beta1/resourceclaims', '*/*', 'not warned'],
  ])('%s %s as %s: %s of what is deprecated', async (method, path, accept, warned) => {
    const { headers } = await ask(sandbox, method, path, undefined, { accept });
    expect(headers.warning === undefined ? 'not warned' : 'warned').toBe(warned);
  });

  test('a state that there is not yet may come to a cache, which Events have not', async () => {
    const retry = async (plural: string) =>
      (await ask(sandbox, 'GET', `/api/v1/${plural}?resourceVersion=9000000000000`)).headers['retry-after'];
    expect(await retry('secrets')).toBe('1');
    expect(await retry('events')).toBeUndefined();
  });

  test('Events are listed in pages from version 0, too', async () => {
    for (const name of ['page-1', 'page-2']) {
      const event = { metadata: { name, namespace: 'default' }, involvedObject: { namespace: 'default' } };
      await ask(sandbox, 'POST', '/api/v1/namespaces/default/events', event);
    }
    const { body } = await ask(sandbox, 'GET', '/api/v1/namespaces/default/events?limit=1&resourceVersion=0');
    expect(body).toMatchObject({ metadata: { continue: expect.any(String) }, items: [{}] });
  });

  test('a Table of what has no columns of its own has no rows where there is nothing', async () => {
    const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1';
    const rows = async (path: string) => (await ask(sandbox, 'GET', path, undefined, { accept })).body.rows;
    expect(await rows('/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles')).toBeNull();
    expect(await rows('/api/v1/namespaces/default/secrets')).toEqual([]);
  });

  test('tolerations that a Pod needs come back, whatever is written over them', async () => {
    const pods = '/api/v1/namespaces/default/pods';
    const pod = { metadata: { name: 'tolerant' }, spec: { containers: [{ name: 'main', image: 'none' }] } };
    const { body: before } = await ask(sandbox, 'POST', pods, pod);
    const headers = { 'content-type': 'application/merge-patch+json' };
    const { body } = await ask(sandbox, 'PATCH', `${pods}/tolerant`, { spec: { tolerations: [] } }, headers);
    expect(body.spec.tolerations).toEqual(before.spec.tolerations);
    expect(body.metadata.generation).toBe(1);
  });

  test('two families contradict the policy that nobody chose', async () => {
    const spec = { ports: [{ port: 80 }], ipFamilies: ['IPv4', 'IPv6'] };
    const service = { metadata: { name: 'two' }, spec };
    const { body } = await ask(sandbox, 'POST', '/api/v1/namespaces/default/services', service);
    expect(body.message).toBe(
      `Service "two" is invalid: spec.ipFamilyPolicy: Invalid value: "SingleStack": must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified`,
    );
  });

  test('an IPAddress has an age that no column names', async () => {
    const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1';
    const path = '/apis/networking.k8s.io/v1/ipaddresses';
    const address = {
      metadata: { name: '192.0.2.7' },
      spec: { parentRef: { resource: 'services', namespace: 'default', name: 'kubernetes' } },
    };
    await ask(sandbox, 'POST', path, address);
    const { body } = await ask(sandbox, 'GET', `${path}/192.0.2.7`, undefined, { accept });
    expect(body.columnDefinitions).toHaveLength(2);
    expect(body.rows[0].cells).toEqual(['192.0.2.7', 'services/default/kubernetes', expect.any(String)]);
  });

  test('YAML of what YAML cannot hold is refused', async () => {
    const path = '/api/v1/namespaces/default/configmaps?dryRun=All';
    const odd = { metadata: { name: 'odd' }, data: { key: '\u007f' } };
    const { code, text } = await ask(sandbox, 'POST', path, odd, { accept: 'application/yaml' });
    expect([code, text]).toEqual([
      500,
      "apiVersion: v1\ncode: 500\nkind: Status\nmessage: 'yaml: control characters are not allowed'\nmetadata: {}\nstatus: Failure\n",
    ]);
  });
});
