import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, type RequestOptions, request as send } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Authority, makeAuthority } from './authority.ts';

/** How a control plane is started. */
export interface ControlPlaneOptions {
  /** Where the programs are; `buildControlPlane` gives it. */
  programs: string;
  /** Where certificates, logs and data go; made, and on `stop` removed but for `logs/`. */
  folder: string;
  /** When its certificates begin to be valid. */
  now: Date;
}

type Ports = [number, number, number, number, number];

/** A running control plane: etcd, kube-apiserver, kube-controller-manager, kube-scheduler, and one node of kwok and a kubelet. */
export interface ControlPlane {
  /** Its contexts: `admin` (a token of group system:masters), `viewer` (a token, no rights), `cert-admin` (a certificate). */
  kubeconfig: string;
  /** `https://127.0.0.1:PORT`. */
  url: string;
  /** The folder whose files say what Pods do: their logs and ports (`sources/nodes/kubelet/main.go`). */
  pods: string;
  /** Ends kube-apiserver as a crash does, and starts it anew after so many milliseconds; resolves when it is ready. */
  restartServer(pause: number): Promise<void>;
  /** Lets etcd forget all states but the newest. */
  compact(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a control plane on free ports of 127.0.0.1 and waits until its node is ready. Every group-version of the release
 * is served. Its processes end with `stop`, and with this process. Throws, with what it printed last, when one ends or is
 * not ready in time.
 */
export async function startControlPlane({
  programs,
  folder,
  now,
}: ControlPlaneOptions): Promise<ControlPlane> {
  const keys = join(folder, 'pki');
  const [logs, pods] = [join(folder, 'logs'), join(folder, 'pods')];
  await Promise.all([mkdir(keys, { recursive: true, mode: 0o700 }), mkdir(logs, { recursive: true })]);
  const authority = await makeAuthority(now);
  const tokens = await writeCredentials(keys, authority);
  const [clients, peers, secure, kwokPort, kubeletPort] = (await freePorts(5)) as Ports;
  const url = `https://127.0.0.1:${secure}`;
  const processes: RunningProgram[] = [];
  const stop = async () => {
    for (const running of processes.reverse()) await running.stop();
    for (const part of ['pki', 'etcd', 'kubeconfig', 'pods'])
      await rm(join(folder, part), { recursive: true, force: true });
  };

  const start = async (name: string, args: readonly string[]) => {
    const program = await startProgram(join(programs, name), args, keys, join(logs, `${name}.log`));
    processes.push(program);
    return program;
  };
  const api = apiOf(url, authority.certificate, tokens.admin!);
  try {
    await writeKubeconfigs(folder, url, authority, tokens);
    await start('etcd', etcdArguments(join(folder, 'etcd'), clients, peers));
    const startServer = async () => {
      const started = await start('kube-apiserver', apiServerArguments(clients, secure));
      await started.until('kube-apiserver is ready', async () => (await api('GET', '/readyz')).code === 200);
      return started;
    };
    let server = await startServer();
    await start('kube-controller-manager', controllerManagerArguments);
    await start('kube-scheduler', schedulerArguments);
    await start('kubelet', kubeletArguments(pods, kubeletPort));
    const kwok = await start('kwok', kwokArguments(join(programs, 'stages.yaml'), kwokPort, kubeletPort));
    await api('POST', '/api/v1/nodes', firstNode);
    await kwok.until('the node is ready', async () =>
      isReady((await api('GET', '/api/v1/nodes/node-0')).body),
    );
    await server.until('service accounts are made', async () => {
      const { code } = await api('GET', '/api/v1/namespaces/default/serviceaccounts/default');
      return code === 200;
    });
    return {
      kubeconfig: join(folder, 'kubeconfig'),
      url,
      pods,
      async restartServer(pause) {
        processes.splice(processes.indexOf(server), 1);
        await server.stop();
        await new Promise((done) => setTimeout(done, pause));
        server = await startServer();
      },
      compact: () => compact(`http://127.0.0.1:${clients}`),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** By etcd's own JSON gateway; a revision is a number as a text there. */
async function compact(etcd: string): Promise<void> {
  const ask = async (path: string, body: object) => {
    const answer = await fetch(`${etcd}/v3/kv/${path}`, { method: 'POST', body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`etcd answers ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { header: { revision: string } };
  };
  const { header } = await ask('range', { key: 'AA==' });
  await ask('compaction', { revision: header.revision, physical: true });
}

/** Whoever has a token: the groups of each. */
const users: Readonly<Record<string, string>> = {
  admin: 'system:masters',
  viewer: '',
  'system:kube-controller-manager': '',
  'system:kube-scheduler': '',
  kwok: 'system:masters',
};

/** Writes the keys and certificates of the servers, and the tokens of all users, which it gives. */
async function writeCredentials(keys: string, authority: Authority): Promise<Record<string, string>> {
  const pairs = {
    ca: authority,
    apiserver: await authority.server('CN=kube-apiserver', [
      { type: 'ip', value: '10.96.0.1' },
      ...['localhost', 'kubernetes', 'kubernetes.default', 'kubernetes.default.svc'].map((value) => ({
        type: 'dns' as const,
        value,
      })),
    ]),
    kubelet: await authority.server('CN=kubelet'),
    'kubelet-client': await authority.client('CN=kube-apiserver-kubelet-client'),
    'front-proxy-client': await authority.client('CN=front-proxy-client'),
  };
  for (const [name, { certificate, key }] of Object.entries(pairs)) {
    await writeFile(join(keys, `${name}.crt`), certificate);
    await writeFile(join(keys, `${name}.key`), key, { mode: 0o600 });
  }
  const accounts = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  await writeFile(join(keys, 'sa.pub'), accounts.publicKey);
  await writeFile(join(keys, 'sa.key'), accounts.privateKey, { mode: 0o600 });
  const tokens = Object.fromEntries(
    Object.keys(users).map((user) => [user, randomBytes(16).toString('hex')]),
  );
  const rows = Object.entries(users).map(([user, groups]) =>
    [tokens[user], user, user, ...(groups === '' ? [] : [groups])].join(','),
  );
  await writeFile(join(keys, 'tokens.csv'), `${rows.join('\n')}\n`, { mode: 0o600 });
  return tokens;
}

async function writeKubeconfigs(
  folder: string,
  url: string,
  authority: Authority,
  tokens: Readonly<Record<string, string>>,
): Promise<void> {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const certified = await authority.client('O=system:masters,CN=cert-admin');
  const cluster = { server: url, 'certificate-authority-data': base64(authority.certificate) };
  const write = (file: string, credentials: Record<string, object>) =>
    writeFile(file, JSON.stringify(kubeconfigOf(cluster, credentials), undefined, 1), { mode: 0o600 });
  await write(join(folder, 'kubeconfig'), {
    admin: { token: tokens.admin },
    viewer: { token: tokens.viewer },
    'cert-admin': {
      'client-certificate-data': base64(certified.certificate),
      'client-key-data': base64(certified.key),
    },
  });
  for (const user of ['system:kube-controller-manager', 'system:kube-scheduler', 'kwok']) {
    const name = user.replace('system:', '');
    await write(join(folder, 'pki', `${name}.kubeconfig`), { [name]: { token: tokens[user] } });
  }
}

/** A kubeconfig, which is YAML and so may be JSON, with a context for each user; the first is the current one. */
function kubeconfigOf(cluster: object, credentials: Record<string, object>): object {
  const names = Object.keys(credentials);
  return {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': names[0],
    clusters: [{ name: 'test', cluster }],
    contexts: names.map((name) => ({ name, context: { cluster: 'test', user: name } })),
    users: names.map((name) => ({ name, user: credentials[name] })),
  };
}

function etcdArguments(data: string, clients: number, peers: number): string[] {
  const [client, peer] = [`http://127.0.0.1:${clients}`, `http://127.0.0.1:${peers}`];
  return [
    ...['--data-dir', data, '--unsafe-no-fsync'],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...['--initial-cluster', `default=${peer}`],
  ];
}

/**
 * The advertised address is one for documentation: it shows in the endpoints of the Service `kubernetes` alone, where
 * 127.0.0.1 is invalid, and so no address of this machine matters.
 */
function apiServerArguments(etcd: number, port: number): string[] {
  return [
    `--etcd-servers=http://127.0.0.1:${etcd}`,
    ...['--bind-address=127.0.0.1', `--secure-port=${port}`, '--advertise-address=192.0.2.1'],
    ...['--service-cluster-ip-range=10.96.0.0/16', '--cert-dir=.', '--allow-privileged=true'],
    ...['--tls-cert-file=apiserver.crt', '--tls-private-key-file=apiserver.key', '--client-ca-file=ca.crt'],
    ...['--token-auth-file=tokens.csv', '--authorization-mode=Node,RBAC'],
    '--service-account-issuer=https://kubernetes.default.svc',
    ...['--service-account-key-file=sa.pub', '--service-account-signing-key-file=sa.key'],
    ...['--kubelet-certificate-authority=ca.crt', '--kubelet-preferred-address-types=InternalIP'],
    '--kubelet-client-certificate=kubelet-client.crt',
    '--kubelet-client-key=kubelet-client.key',
    ...['--requestheader-client-ca-file=ca.crt', '--requestheader-allowed-names=front-proxy-client'],
    ...['--requestheader-username-headers=X-Remote-User', '--requestheader-group-headers=X-Remote-Group'],
    '--requestheader-extra-headers-prefix=X-Remote-Extra-',
    ...['--proxy-client-cert-file=front-proxy-client.crt', '--proxy-client-key-file=front-proxy-client.key'],
    ...['--runtime-config=api/all=true', '--feature-gates=AllBeta=true'],
  ];
}

const controllerManagerArguments = [
  ...['--kubeconfig=kube-controller-manager.kubeconfig', '--use-service-account-credentials'],
  ...['--service-account-private-key-file=sa.key', '--root-ca-file=ca.crt'],
  ...['--cluster-signing-cert-file=ca.crt', '--cluster-signing-key-file=ca.key'],
  ...['--feature-gates=AllBeta=true', '--leader-elect=false', '--secure-port=0'],
  ...['--kube-api-qps=500', '--kube-api-burst=1000'],
];

const schedulerArguments = [
  '--kubeconfig=kube-scheduler.kubeconfig',
  ...['--feature-gates=AllBeta=true', '--leader-elect=false', '--secure-port=0'],
];

function kubeletArguments(pods: string, port: number): string[] {
  return [
    ...['-certificate=kubelet.crt', '-key=kubelet.key', '-client-ca=ca.crt'],
    ...[`-pods=${pods}`, `-port=${port}`],
  ];
}

function kwokArguments(stages: string, port: number, kubelet: number): string[] {
  return [
    ...['--kubeconfig=kwok.kubeconfig', `--config=${stages}`, '--manage-all-nodes'],
    ...['--node-ip=127.0.0.1', `--node-port=${kubelet}`, `--server-address=127.0.0.1:${port}`],
    ...['--node-lease-duration-seconds=40', '--cidr=10.244.0.1/16'],
  ];
}

const amount = { cpu: '16', memory: '64Gi', pods: '250', 'ephemeral-storage': '100Gi' };
const firstNode = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'node-0', labels: { 'kubernetes.io/hostname': 'node-0', 'kubernetes.io/os': 'linux' } },
  status: {
    capacity: amount,
    allocatable: amount,
    addresses: [
      { type: 'InternalIP', address: '127.0.0.1' },
      { type: 'Hostname', address: 'node-0' },
    ],
  },
};

interface Node {
  spec?: { taints?: { key: string }[] };
  status?: { conditions?: { type: string; status: string }[] };
}

function isReady(node: Node | undefined): boolean {
  const ready = node?.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True');
  return ready === true && !node?.spec?.taints?.some(({ key }) => key.endsWith('/not-ready'));
}

interface RunningProgram {
  /** Asks again until `probe` gives true. Throws when the program ends before that, or after 90 seconds. */
  until(what: string, probe: () => Promise<boolean>): Promise<void>;
  stop(): Promise<void>;
}

async function startProgram(
  path: string,
  args: readonly string[],
  cwd: string,
  log: string,
): Promise<RunningProgram> {
  const output = await open(log, 'w');
  const child: ChildProcess = spawn(path, args, { cwd, stdio: ['ignore', output.fd, output.fd] });
  await output.close();
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const ended = new Promise<string>((done) => {
    child.once('error', (error) => done(error.message));
    child.once('close', (code, signal) => done(String(signal ?? code)));
  });
  let outcome: string | undefined;
  void ended.then((how) => {
    outcome = how;
  });
  const lastLines = async () => (await readFile(log, 'utf8')).trimEnd().split('\n').slice(-3).join('\n');
  return {
    async until(what, probe) {
      const deadline = Date.now() + 90_000;
      while (!(await probe().catch(() => false))) {
        if (outcome !== undefined) throw new Error(`${path} ended (${outcome}):\n${await lastLines()}`);
        if (Date.now() > deadline) throw new Error(`not within 90 s: ${what}; ${log} may say why`);
        await new Promise((done) => setTimeout(done, 100));
      }
    },
    async stop() {
      process.off('exit', end);
      end();
      await ended;
    },
  };
}

type Api = (method: string, path: string, body?: object) => Promise<{ code: number; body: Node | undefined }>;

function apiOf(url: string, ca: string, token: string): Api {
  const agent = new Agent({ ca });
  return (method, path, body) => {
    const options: RequestOptions = {
      method,
      agent,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    };
    return new Promise((done, failed) => {
      const request = send(`${url}${path}`, options, async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        const isJson = response.headers['content-type']?.startsWith('application/json');
        done({ code: response.statusCode ?? 0, body: isJson ? JSON.parse(text) : undefined });
      });
      request.once('error', failed);
      request.end(body && JSON.stringify(body));
    });
  };
}

/** Ports that nobody listens on now. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((done, failed) => {
          const server = createServer();
          server.once('error', failed);
          server.listen(0, '127.0.0.1', () => done(server));
        }),
    ),
  );
  return Promise.all(
    servers.map((server) => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      return new Promise<number>((done) => server.close(() => done(port)));
    }),
  );
}
