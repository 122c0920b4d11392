import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, type TestContext, test } from 'vitest';
import { requireKubectl } from '../support/kubectl.ts';
import { until } from '../support/processes.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { ask } from '../support/sandbox-client.ts';
import { certificateRequests } from './api/certificate-requests.ts';

let sandbox: Sandbox;
let folder: string;
let kubectl: string;
const started: ChildProcess[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({ kubernetesVersion: '1.34' });
  folder = await mkdtemp(join(tmpdir(), 'kubewright-kubectl-'));
});
beforeEach((context: TestContext) => {
  kubectl = requireKubectl(context);
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await sandbox?.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Running {
  /** What it has printed so far, errors included. */
  output: () => string;
  ended: Promise<number>;
}

/** Starts kubectl with a home and a cache of its own. */
function start(...words: string[]): Running {
  return startWith({}, ...words);
}

/** The same with something to read, and more in its environment. */
function startWith({ input, ...environment }: Record<string, string>, ...words: string[]): Running {
  const child = spawn(kubectl, [`--cache-dir=${join(folder, 'cache')}`, ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, KUBECONFIG: sandbox.kubeconfig, ...environment },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  started.push(child);
  child.stdin?.end(input);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return {
    output: () => output,
    ended: new Promise((done) => child.once('close', (code) => done(code ?? -1))),
  };
}

/** Runs kubectl to its end; gives its code and what it printed. */
function run(...words: string[]): Promise<[number, string]> {
  return runWith({}, ...words);
}

async function runWith(more: Record<string, string>, ...words: string[]): Promise<[number, string]> {
  const running = startWith(more, ...words);
  const code = await running.ended;
  return [code, running.output().replaceAll(earlyFrame, '').trimEnd()];
}

/**
 * What kubectl 1.32 logs where it is slower than the server, whose first frames are empty, as an API server's are: it has not made
 * the stream yet that they are of.
 */
const earlyFrame = /^E\d+ \S+ +\d+ websocket\.go:\d+\] Unknown stream id \d+, discarding message\n?/gm;

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const web = (replicas: number) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - name: web
          image: shop/web:1
          ports: [{containerPort: 80}]
`;
const settings = (value: string) => `apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {mode: ${value}}
`;

test('version, api-resources and explain', async () => {
  expect((await run('version'))[1]).toMatch(/Server Version: v1\.34\./);
  const [, resources] = await run('api-resources', '--api-group=apps', '--no-headers');
  expect(resources.split('\n').map((line) => line.split(/ +/)[0])).toEqual([
    'controllerrevisions',
    'daemonsets',
    'deployments',
    'replicasets',
    'statefulsets',
  ]);
  expect((await run('explain', 'deployment.spec.replicas'))[1]).toContain('FIELD: replicas <integer>');
});

test('apply, change, diff, and take over server-side', async () => {
  const path = await file('settings.yaml', settings('a'));
  expect(await run('apply', '-f', path)).toEqual([0, 'configmap/settings created']);
  expect(await run('apply', '-f', path)).toEqual([0, 'configmap/settings unchanged']);
  await file('settings.yaml', settings('b'));
  const [code, diff] = await run('diff', '-f', path);
  expect([code, diff]).toEqual([1, expect.stringMatching(/-\s+mode: a\n\+\s+mode: b/)]);
  expect(await run('apply', '-f', path)).toEqual([0, 'configmap/settings configured']);

  await file('settings.yaml', settings('c'));
  const [refused, conflict] = await run('apply', '--server-side', '--field-manager=other', '-f', path);
  expect([refused, conflict]).toEqual([
    1,
    expect.stringContaining('conflict with "kubectl-client-side-apply"'),
  ]);
  expect(
    await run('apply', '--server-side', '--field-manager=other', '--force-conflicts', '-f', path),
  ).toEqual([0, 'configmap/settings serverside-applied']);
  expect(await run('get', 'configmap', 'settings', '-o', 'jsonpath={.data.mode}')).toEqual([0, 'c']);
});

test('a list, an unknown field and an invalid object', async () => {
  const list = await file(
    'list.yaml',
    'apiVersion: v1\nkind: ConfigMapList\nitems:\n  - {metadata: {name: l1}, apiVersion: v1, kind: ConfigMap}\n',
  );
  expect(await run('apply', '-f', list)).toEqual([0, 'configmap/l1 created']);
  const unknown = await file('unknown.yaml', `${settings('d')}datta: {}\n`);
  expect((await run('apply', '-f', unknown))[1]).toContain('strict decoding error: unknown field "datta"');
  const invalid = await file('invalid.yaml', settings('d').replace('settings', 'Settings'));
  expect((await run('apply', '-f', invalid))[1]).toContain(
    'The ConfigMap "Settings" is invalid: metadata.name',
  );
});

test('create, label, annotate, patch, replace, delete', async () => {
  const path = await file('made.yaml', settings('a').replace('settings', 'made'));
  expect(await run('create', '-f', path)).toEqual([0, 'configmap/made created']);
  expect(await run('label', 'configmap', 'made', 'a=b')).toEqual([0, 'configmap/made labeled']);
  expect(await run('annotate', 'configmap', 'made', 'a=b')).toEqual([0, 'configmap/made annotated']);
  expect(await run('patch', 'configmap', 'made', '-p', '{"data":{"mode":null}}')).toEqual([
    0,
    'configmap/made patched',
  ]);
  expect(await run('get', 'configmap', '-l', 'a=b', '--no-headers', '-o', 'name')).toEqual([
    0,
    'configmap/made',
  ]);
  expect(await run('replace', '-f', path)).toEqual([0, 'configmap/made replaced']);
  expect(await run('delete', '-f', path)).toEqual([0, 'configmap "made" deleted']);
  expect((await run('get', 'configmap', 'made'))[1]).toBe(
    'Error from server (NotFound): configmaps "made" not found',
  );
});

test('a Deployment rolls out, scales, is described, logs, forwards its port, and goes', async () => {
  const path = await file('web.yaml', web(2));
  expect(await run('apply', '-f', path)).toEqual([0, 'deployment.apps/web created']);
  expect((await run('rollout', 'status', 'deployment/web', '--timeout=20s'))[1]).toContain(
    'successfully rolled out',
  );
  expect(await run('wait', '--for=condition=Available', 'deployment/web', '--timeout=20s')).toEqual([
    0,
    'deployment.apps/web condition met',
  ]);
  expect((await run('get', 'deployment', 'web', '--no-headers'))[1]).toMatch(/^web +2\/2 +2 +2 /);
  expect(await run('scale', 'deployment', 'web', '--replicas=1')).toEqual([0, 'deployment.apps/web scaled']);
  expect((await run('describe', 'deployment', 'web'))[1]).toMatch(/Replicas: +1 desired/);

  const logs = start('logs', '-f', 'deployment/web', '--tail=1');
  await until('two lines have been logged', () => logs.output().split('\n').length > 2, 20_000);

  const forward = start('port-forward', 'deployment/web', ':80');
  await until(
    'the port is forwarded',
    () => /Forwarding from 127\.0\.0\.1:\d+/.test(forward.output()),
    20_000,
  );
  const port = /127\.0\.0\.1:(\d+)/.exec(forward.output())?.[1];
  const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
  expect(answer.status).toBe(200);

  expect(await run('delete', '-f', path, '--wait=false')).toEqual([0, 'deployment.apps "web" deleted']);
  expect((await run('wait', '--for=delete', 'pods', '-l', 'app=web', '--timeout=40s'))[0]).toBe(0);
}, 90_000);

test('get -w shows what happens', async () => {
  const seen = (name: string) =>
    settings('a').replace('{name: settings}', `{name: ${name}, labels: {seen: "yes"}}`);
  expect((await run('apply', '-f', await file('first.yaml', seen('first'))))[0]).toBe(0);
  const watching = start('get', 'configmap', '-w', '--output-watch-events', '--no-headers', '-l', 'seen=yes');
  await until('the watch has begun', () => watching.output().includes('first'));
  const path = await file('second.yaml', seen('second'));
  await run('apply', '-f', path);
  await run('delete', '-f', path);
  await until('the deletion is shown', () => watching.output().includes('DELETED'));
  const lines = watching.output().trim().split('\n');
  expect(lines.map((line) => line.split(/ +/).slice(0, 3))).toEqual([
    ['ADDED', 'first', '1'],
    ['ADDED', 'second', '1'],
    ['DELETED', 'second', '1'],
  ]);
});

test('a CustomResourceDefinition and its objects', async () => {
  const path = await file(
    'definition.yaml',
    `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: gadgets, kind: Gadget, singular: gadget, shortNames: [gd]}
  versions:
    - name: v1
      served: true
      storage: true
      schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}}
`,
  );
  expect(await run('apply', '-f', path)).toEqual([
    0,
    'customresourcedefinition.apiextensions.k8s.io/gadgets.example.com created',
  ]);
  expect(
    await run('wait', '--for=condition=Established', 'crd/gadgets.example.com', '--timeout=10s'),
  ).toEqual([0, 'customresourcedefinition.apiextensions.k8s.io/gadgets.example.com condition met']);
  const object = await file(
    'gadget.yaml',
    'apiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: g}\nspec: {size: 1}\n',
  );
  expect(await run('apply', '-f', object)).toEqual([0, 'gadget.example.com/g created']);
  expect(await run('get', 'gd', 'g', '-o', 'jsonpath={.spec.size}')).toEqual([0, '1']);
  expect((await run('explain', 'gadget.spec.size'))[1]).toContain('FIELD: size <integer>');
  expect((await run('delete', '-f', path))[0]).toBe(0);
});

test('auth whoami, and a Secret of stringData', async () => {
  expect((await run('auth', 'whoami'))[1]).toMatch(/Username +admin/);
  const path = await file(
    'secret.yaml',
    'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {a: b}\n',
  );
  expect(await run('apply', '-f', path)).toEqual([0, 'secret/s created']);
  expect(await run('get', 'secret', 's', '-o', 'jsonpath={.data.a} {.type}')).toEqual([0, 'Yg== Opaque']);
});

test('a token of a ServiceAccount, and who logs in with it', async () => {
  expect(await run('create', 'serviceaccount', 'bot')).toEqual([0, 'serviceaccount/bot created']);
  const [code, token] = await run('create', 'token', 'bot', '--duration=10m', '--audience=a');
  expect([code, token]).toEqual([0, expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/)]);
  expect(await run('create', 'token', 'nobody')).toEqual([
    1,
    'error: failed to create token: serviceaccounts "nobody" not found',
  ]);
  const [, own] = await run('create', 'token', 'bot');
  expect((await run('auth', 'whoami', '--token', own))[1]).toMatch(
    /Username +system:serviceaccount:default:bot\n/,
  );
});

test('a certificate request is approved and signed, another is denied', async () => {
  const request = (name: string) => `apiVersion: certificates.k8s.io/v1
kind: CertificateSigningRequest
metadata: {name: ${name}}
spec:
  request: ${certificateRequests.user}
  signerName: kubernetes.io/kube-apiserver-client
  usages: [client auth]
`;
  const path = await file('requests.yaml', `${request('alice')}---\n${request('eve')}`);
  expect((await run('apply', '-f', path))[0]).toBe(0);
  expect(await run('certificate', 'approve', 'alice')).toEqual([
    0,
    'certificatesigningrequest.certificates.k8s.io/alice approved',
  ]);
  expect(await run('certificate', 'deny', 'eve')).toEqual([
    0,
    'certificatesigningrequest.certificates.k8s.io/eve denied',
  ]);
  const state = async (name: string) => (await run('get', 'csr', name, '--no-headers'))[1].split(/ +/).at(-1);
  await until('it is signed', async () => (await state('alice')) === 'Approved,Issued');
  expect(await state('eve')).toBe('Denied');
});

test('a node is drained as far as the budgets of its Pods allow', async () => {
  const path = await file(
    'drained.yaml',
    `${web(2).replaceAll('web', 'front')}---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: front}
spec: {minAvailable: 2, selector: {matchLabels: {app: front}}}
`,
  );
  expect((await run('apply', '-f', path))[0]).toBe(0);
  expect((await run('rollout', 'status', 'deployment/front', '--timeout=20s'))[0]).toBe(0);
  const allowed = () => run('get', 'pdb', 'front', '-o', 'jsonpath={.status.currentHealthy}');
  await until('the budget has counted', async () => (await allowed())[1] === '2');
  const drain = ['drain', 'sandbox', '--force', '--ignore-daemonsets', '--pod-selector=app=front'];
  const [code, told] = await run(...drain, '--timeout=1s');
  expect(code).toBe(1);
  expect(told).toContain("Cannot evict pod as it would violate the pod's disruption budget.");
  expect((await run('delete', 'pdb', 'front'))[0]).toBe(0);
  expect(await run(...drain, '--timeout=20s')).toEqual([0, expect.stringContaining('node/sandbox drained')]);
  expect((await run('uncordon', 'sandbox'))[0]).toBe(0);
  expect((await run('delete', 'deployment', 'front'))[0]).toBe(0);
}, 90_000);

test('a running Pod is resized, and gets a container to debug it', async () => {
  const path = await file(
    'small.yaml',
    `apiVersion: v1
kind: Pod
metadata: {name: small}
spec:
  containers: [{name: main, image: shop/small:1, resources: {requests: {cpu: 10m}}}]
`,
  );
  expect((await run('apply', '-f', path))[0]).toBe(0);
  expect((await run('wait', '--for=condition=Ready', 'pod/small', '--timeout=20s'))[0]).toBe(0);
  const resources = { requests: { cpu: '20m' } };
  const patch = JSON.stringify({ spec: { containers: [{ name: 'main', resources }] } });
  expect(await run('patch', 'pod', 'small', '--subresource=resize', '-p', patch)).toEqual([
    0,
    'pod/small patched',
  ]);
  const given = () => run('get', 'pod', 'small', '-o', 'jsonpath={.status.containerStatuses[0].resources}');
  await until('it has what it asked for', async () => (await given())[1] === JSON.stringify(resources));
  const debug = [
    'debug',
    'small',
    '--image=shop/debug:1',
    '--target=main',
    '--container=look',
    '--profile=general',
  ];
  expect((await run(...debug, '--', 'sleep', '1'))[0]).toBe(0);
  const state = () =>
    run('get', 'pod', 'small', '-o', 'jsonpath={.status.ephemeralContainerStatuses[*].name}');
  await until('it runs', async () => (await state())[1] === 'look');
  expect((await run('delete', 'pod', 'small', '--wait=false'))[0]).toBe(0);
});

// kubectl sends what it makes by itself as protobuf. It printed the same with kube-apiserver 1.35.4.
test.each<[command: string, printed: string]>([
  ['create namespace shop', 'namespace/shop created'],
  ['create deployment made --image=shop/web:1 --replicas=2 --port=80', 'deployment.apps/made created'],
  ['run one --image=shop/one:1 --env=A=b --labels=x=y --port=8080', 'pod/one created'],
  ['run once --image=shop/job:1 --restart=Never --command -- sleep 1', 'pod/once created'],
  ['expose deployment made --port=80 --target-port=8080', 'service/made exposed'],
  ['expose pod one --port=8080 --type=NodePort', 'service/one exposed'],
  ['create service clusterip cip --tcp=80:8080', 'service/cip created'],
  ['create service clusterip headless --clusterip=None', 'service/headless created'],
  ['create service nodeport np --tcp=80', 'service/np created'],
  ['create service loadbalancer lb --tcp=80:http', 'service/lb created'],
  ['create service externalname en --external-name=example.com', 'service/en created'],
  ['create configmap cm --from-literal=a=b --from-literal=c=', 'configmap/cm created'],
  ['create secret generic gen --from-literal=a=b', 'secret/gen created'],
  ['create secret docker-registry reg --docker-username=a --docker-password=b', 'secret/reg created'],
  ['create serviceaccount robot', 'serviceaccount/robot created'],
  [
    'create role reader --verb=get,list --resource=pods --resource-name=a',
    'role.rbac.authorization.k8s.io/reader created',
  ],
  [
    'create clusterrole creader --verb=get --resource=pods,deployments.apps',
    'clusterrole.rbac.authorization.k8s.io/creader created',
  ],
  [
    'create clusterrole url --verb=get --non-resource-url=/healthz',
    'clusterrole.rbac.authorization.k8s.io/url created',
  ],
  [
    'create rolebinding rb --role=reader --user=jane --serviceaccount=default:robot',
    'rolebinding.rbac.authorization.k8s.io/rb created',
  ],
  [
    'create clusterrolebinding crb --clusterrole=creader --group=devs',
    'clusterrolebinding.rbac.authorization.k8s.io/crb created',
  ],
  ['create quota q --hard=pods=100,cpu=4 -n shop', 'resourcequota/q created'],
  [
    'create poddisruptionbudget pdb --selector=app=made --min-available=50%',
    'poddisruptionbudget.policy/pdb created',
  ],
  ['create priorityclass pc --value=10 --description=x', 'priorityclass.scheduling.k8s.io/pc created'],
  ['create job j --image=shop/job:1 -- sleep 1', 'job.batch/j created'],
  [
    'create cronjob cj --image=shop/job:1 --schedule=0/5 -- date',
    'error: failed to create cronjob: CronJob.batch "cj" is invalid: spec.schedule: Invalid value: "0/5": expected exactly 5 fields, found 1: [0/5]',
  ],
  ['create cronjob cj --image=shop/job:1 --schedule=@hourly -- date', 'cronjob.batch/cj created'],
  ['create job again --from=cronjob/cj', 'job.batch/again created'],
  [
    'create ingress ing --rule=example.com/path*=made:80,tls=sec --class=nginx',
    'ingress.networking.k8s.io/ing created',
  ],
  [
    'create deployment made --image=shop/web:1',
    'error: failed to create deployment: deployments.apps "made" already exists',
  ],
  [
    'create deployment Made --image=shop/web:1',
    'error: failed to create deployment: Deployment.apps "Made" is invalid: metadata.name: Invalid value: "Made": a lowercase RFC 1123 subdomain',
  ],
  ['scale deployment made --replicas=3', 'deployment.apps/made scaled'],
  ['set image deployment/made web=shop/web:2', 'deployment.apps/made image updated'],
  ['set env deployment/made A=b', 'deployment.apps/made env updated'],
  [
    'set resources deployment made --limits=cpu=200m,memory=512Mi',
    'deployment.apps/made resource requirements updated',
  ],
  ['set serviceaccount deployment made robot', 'deployment.apps/made serviceaccount updated'],
  ['set selector service cip a=b', 'service/cip selector updated'],
  ['set subject rolebinding rb --user=joe', 'rolebinding.rbac.authorization.k8s.io/rb subjects updated'],
  [
    'autoscale deployment made --min=1 --max=5 --cpu-percent=80',
    'horizontalpodautoscaler.autoscaling/made autoscaled',
  ],
  ['rollout restart deployment/made', 'deployment.apps/made restarted'],
  ['rollout pause deployment/made', 'deployment.apps/made paused'],
  ['rollout resume deployment/made', 'deployment.apps/made resumed'],
  ['auth can-i create pods', 'yes'],
])('%s', async (command, printed) => {
  const [, output] = await run(...command.split(' '));
  expect(output.slice(0, printed.length)).toBe(printed);
});

test('what was created by protobuf is what was asked for', async () => {
  const [, text] = await run('get', 'deployment', 'made', '-o', 'json');
  const { metadata, spec } = JSON.parse(text);
  expect([metadata.labels, spec.replicas, spec.selector]).toEqual([
    { app: 'made' },
    3,
    { matchLabels: { app: 'made' } },
  ]);
  expect(spec.template.spec.containers).toEqual([
    {
      name: 'web',
      image: 'shop/web:2',
      imagePullPolicy: 'IfNotPresent',
      env: [{ name: 'A', value: 'b' }],
      ports: [{ containerPort: 80, protocol: 'TCP' }],
      resources: { limits: { cpu: '200m', memory: '512Mi' } },
      terminationMessagePath: '/dev/termination-log',
      terminationMessagePolicy: 'File',
    },
  ]);
});

describe('what runs in a container', () => {
  beforeAll(async () => {
    const container = {
      name: 'main',
      image: 'shop/shell:1',
      ports: [{ containerPort: 8080 }],
      env: [{ name: 'COLOUR', value: 'blue' }],
    };
    const pod = { metadata: { name: 'shell' }, spec: { containers: [container] } };
    const pods = '/api/v1/namespaces/default/pods';
    expect((await ask(sandbox, 'POST', pods, pod)).code).toBe(201);
    await until('it runs', async () => {
      const { body } = await ask(sandbox, 'GET', `${pods}/shell`);
      return (body as { status?: { phase?: string } }).status?.phase === 'Running';
    });
  });

  describe.each([
    ['a WebSocket', 'true'],
    ['SPDY', 'false'],
  ])('over %s', (_, webSockets) => {
    const protocol = { KUBECTL_REMOTE_COMMAND_WEBSOCKETS: webSockets };
    const noSuchCommand =
      'error executing command in container: failed to exec in container: unable to start container process: exec: "nosuch": executable file not found in $PATH';

    test.each<[words: string[], code: number, printed: string, input?: string]>([
      [['shell', '--', 'echo', 'hello'], 0, 'hello'],
      [['shell', '--', 'printenv', 'COLOUR', 'HOSTNAME'], 0, 'blue\nshell'],
      [['shell', '--', 'sh', '-c', 'exit 7'], 7, 'command terminated with exit code 7'],
      [['shell', '--', 'sh', '-c', 'false && echo a || echo b | cat'], 0, 'b'],
      [['-i', 'shell', '--', 'wc', '-c'], 0, '200000', 'x'.repeat(200_000)],
      [['-i', 'shell', '--', 'sh'], 3, 'one\ncommand terminated with exit code 3', 'echo one\nexit 3\n'],
      [
        ['shell', '--', 'nosuch'],
        1,
        webSockets === 'true'
          ? `error: Internal error occurred: Internal error occurred: ${noSuchCommand}`
          : `error: Internal error occurred: ${noSuchCommand}`,
      ],
      [
        ['shell', '-c', 'other', '--', 'ls'],
        1,
        'Error from server (BadRequest): container other is not valid for pod shell',
      ],
      [['none', '--', 'ls'], 1, 'Error from server (NotFound): pods "none" not found'],
    ])('exec %j ends with %i', async (words, code, printed, input) => {
      const more = input === undefined ? protocol : { ...protocol, input };
      expect(await runWith(more, 'exec', ...words)).toEqual([code, printed]);
    });

    test('cp takes files in and out, with their folders', async () => {
      const content = randomBytes(300_000);
      await mkdir(join(folder, 'there/below'), { recursive: true });
      await writeFile(join(folder, 'there/below/large'), content);
      await writeFile(join(folder, 'there/empty'), '');
      expect(await runWith(protocol, 'cp', 'there', 'shell:/tmp/')).toEqual([0, '']);
      expect(await run('exec', 'shell', '--', 'ls', '/tmp/there')).toEqual([0, 'below\nempty']);
      expect((await runWith(protocol, 'cp', 'shell:/tmp/there', 'back'))[0]).toBe(0);
      expect((await readFile(join(folder, 'back/below/large'))).equals(content)).toBe(true);
      expect(await readFile(join(folder, 'back/empty'), 'utf8')).toBe('');
    });

    test('attach shows what is said from now on, and ends with its input', async () => {
      const attached = startWith(protocol, 'attach', 'shell');
      await until('a line is shown', () => /(GET|worked on) .*\n/.test(attached.output()));
      expect((await runWith({ ...protocol, input: 'x' }, 'attach', '-i', 'shell'))[0]).toBe(0);
    });

    test.each<[policy: string, script: string, code: number, printed: RegExp]>([
      ['Never', 'cat; exit 0', 0, /^typed(.*\n)*pod "brief-never-0-\w+" deleted$/m],
      ['Never', 'cat; exit 5', 5, /^typed(.*\n)*.*terminated \(Error\)$/m],
      ['OnFailure', 'cat; exit 0', 0, /^typed(.*\n)*pod "brief-onfailure-0-\w+" deleted$/m],
      ['Always', 'cat', 0, /^typed(.*\n)*pod "brief-always-0-\w+" deleted$/m],
    ])('run -i --rm --restart=%s %s: %i', async (policy, script, code, printed) => {
      const name = `brief-${policy.toLowerCase()}-${code}-${webSockets}`;
      const [ended, output] = await runWith(
        { ...protocol, input: 'typed\n' },
        ...[
          'run',
          name,
          '-i',
          '--rm',
          '--image=shop/brief:1',
          `--restart=${policy}`,
          '--',
          'sh',
          '-c',
          script,
        ],
      );
      expect([ended, output]).toEqual([code, expect.stringMatching(printed)]);
      expect((await run('wait', '--for=delete', `pod/${name}`, '--timeout=20s'))[0]).toBe(0);
    });
  });

  test('proxy reaches pods, services and nodes', async () => {
    expect(
      (await run('expose', 'pod', 'shell', '--port=80', '--target-port=8080', '--labels=a=b'))[1],
    ).toContain('the pod has no labels and cannot be exposed');
    expect((await run('label', 'pod', 'shell', 'app=shell'))[0]).toBe(0);
    expect((await run('expose', 'pod', 'shell', '--port=80', '--target-port=8080'))[0]).toBe(0);
    const at = '/api/v1/namespaces/default';
    const answered = async (path: string) => (await run('get', '--raw', path))[1].split('\n', 1)[0];
    expect(await answered(`${at}/pods/shell:8080/proxy/a?b=c`)).toBe(
      'GET /a?b=c answered by pod shell on port 8080',
    );
    await until('it is behind its service', async () =>
      (await answered(`${at}/services/shell:80/proxy/`))!.startsWith('GET / answered by pod shell'),
    );
    expect(await answered('/api/v1/nodes/sandbox/proxy/healthz')).toBe(
      'GET /healthz answered by node sandbox on port 10250',
    );
    expect(await run('get', '--raw', `${at}/services/shell:81/proxy/`)).toEqual([
      1,
      'Error from server (ServiceUnavailable): no service port 81 found for service "shell"',
    ]);
    const proxy = start('proxy', '--port=0');
    await until('kubectl proxy listens', () => /127\.0\.0\.1:\d+/.test(proxy.output()));
    const address = /127\.0\.0\.1:\d+/.exec(proxy.output())![0];
    const answer = await fetch(`http://${address}${at}/services/shell:80/proxy`);
    expect([new URL(answer.url).pathname, answer.status]).toEqual([`${at}/services/shell:80/proxy/`, 200]);
  });
});
