import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import { openCluster } from '../../../client/src/cluster/open.ts';
import { makeCertificates } from '../../../sandbox/src/certificates/make-certificates.ts';
import { requireKubectl } from '../../support/kubectl.ts';
import { pods } from '../../unit/cluster/resources.ts';
import { cleanup, json, listen, mockServer, temporaryFolder } from './mock-server.ts';

/** What a server sees of a request. */
interface Seen {
  authorization?: string;
  /** The header's name without `impersonate-`, and its values. */
  impersonated?: Record<string, string>;
  /** The name that the certificate is wanted for, where it is none of an address. */
  serverName?: string;
  /** By a proxy, to this address. */
  proxied?: true;
}

/** A kubeconfig, or several, and what is sent by it; `refused` where nothing is. */
interface Row {
  readonly name: string;
  /** Texts by their paths; $SERVER, $PLAIN, $PROXY and $CA stand for what is known at run time. Programs are those without `:`. */
  readonly files: Readonly<Record<string, string>>;
  readonly kubeconfigs?: readonly string[];
  readonly sent: Seen | 'refused';
  /** What is sent here in its place, and why. */
  readonly differs?: { readonly sent: Seen | 'refused'; readonly because: string };
}

const v1 = 'client.authentication.k8s.io/v1';
const plugin = (token: string) =>
  `#!/bin/sh\necho '{"apiVersion":"${v1}","kind":"ExecCredential","status":{"token":"${token}"}}'\n`;

/** A kubeconfig of one context, with these fields of its user and its cluster. */
const one = (user: string, cluster = 'server: $SERVER, certificate-authority-data: $CA') =>
  `current-context: x\nclusters: [{name: c, cluster: {${cluster}}}]\nusers: [{name: u, user: {${user}}}]\ncontexts: [{name: x, context: {cluster: c, user: u}}]\n`;
const exec = (command: string, more = '') =>
  one(`exec: {apiVersion: ${v1}, interactiveMode: Never, command: ${command}${more}}`);

const rows: readonly Row[] = [
  { name: 'a token', files: { 'k/a': one('token: t') }, sent: { authorization: 'Bearer t' } },
  {
    name: "a token's file is beside its kubeconfig, and wins over the token",
    files: { 'k/a': one('token: t, tokenFile: pki/token'), 'k/pki/token': 'of-file\n' },
    sent: { authorization: 'Bearer of-file' },
  },
  {
    name: 'a token where its file is not there',
    files: { 'k/a': one('token: t, tokenFile: none') },
    sent: { authorization: 'Bearer t' },
  },
  {
    name: 'a token wins over a plugin',
    files: { 'k/a': exec('./p').replace('exec:', 'token: t, exec:'), 'k/p': plugin('p') },
    sent: { authorization: 'Bearer t' },
  },
  {
    name: 'a plugin with a separator in its path is beside its kubeconfig',
    files: { 'k/a': exec('bin/login'), 'k/bin/login': plugin('beside') },
    sent: { authorization: 'Bearer beside' },
  },
  {
    name: 'a plugin by a path that leads up',
    files: { 'k/a': exec('../other/login'), 'other/login': plugin('up') },
    sent: { authorization: 'Bearer up' },
  },
  {
    name: 'a plugin by its bare name is on the PATH',
    files: { 'k/a': exec('login'), 'k/login': plugin('beside'), 'path/login': plugin('path') },
    sent: { authorization: 'Bearer path' },
  },
  {
    name: 'a plugin by its bare name is not beside its kubeconfig',
    files: { 'k/a': exec('only-beside'), 'k/only-beside': plugin('beside') },
    sent: 'refused',
  },
  {
    name: "a line of a shell is no plugin's name",
    files: { 'k/a': exec('"login --flag"'), 'path/login': plugin('path') },
    sent: 'refused',
  },
  {
    name: 'a plugin without interactiveMode in v1',
    files: { 'k/a': one(`exec: {apiVersion: ${v1}, command: login}`), 'path/login': plugin('path') },
    sent: 'refused',
  },
  {
    name: 'a plugin that always asks, without a terminal',
    files: { 'k/a': exec('login').replace('Never', 'Always'), 'path/login': plugin('path') },
    sent: 'refused',
  },
  {
    name: 'a plugin whose interactiveMode is unknown',
    files: { 'k/a': exec('login').replace('Never', 'Sometimes'), 'path/login': plugin('path') },
    sent: 'refused',
  },
  {
    name: 'a plugin of a version that is gone',
    files: { 'k/a': exec('login').replace('/v1', '/v1alpha1'), 'path/login': plugin('path') },
    sent: 'refused',
  },
  {
    name: 'an auth-provider that is gone',
    files: { 'k/a': one('auth-provider: {name: gcp, config: {access-token: t}}') },
    sent: 'refused',
  },
  {
    name: 'a plugin and an auth-provider',
    files: {
      'k/a': exec('login').replace('exec:', 'auth-provider: {name: oidc, config: {id-token: t}}, exec:'),
      'path/login': plugin('path'),
    },
    sent: 'refused',
  },
  {
    name: 'a token and a password',
    files: { 'k/a': one('token: t, username: a, password: b') },
    sent: 'refused',
  },
  {
    name: 'a password',
    files: { 'k/a': one('username: a, password: b') },
    sent: { authorization: 'Basic YTpi' },
    differs: {
      sent: 'refused',
      because: 'no API server has taken a password since 1.19: it is told, and never sent',
    },
  },
  {
    name: 'the first file that has a name wins, and the first that says which is the current context',
    files: {
      'k/a': one('token: first'),
      'k/b': `${one('token: second')}`.replace('current-context: x', 'current-context: other'),
    },
    kubeconfigs: ['k/a', 'k/none', 'k/b'],
    sent: { authorization: 'Bearer first' },
  },
  {
    name: "a file gives what another's context names, and paths are beside the file that names them",
    files: {
      'k/a': 'current-context: x\ncontexts: [{name: x, context: {cluster: c, user: u}}]\n',
      'other/b': one('tokenFile: token').replace('current-context: x', ''),
      'other/token': 'beside-b',
      'k/token': 'beside-a',
    },
    kubeconfigs: ['k/a', 'other/b'],
    sent: { authorization: 'Bearer beside-b' },
  },
  {
    name: 'a name that is there twice in one file',
    files: { 'k/a': one('token: t').replace('users: [', 'users: [{name: u, user: {token: other}}, ') },
    sent: 'refused',
    differs: {
      sent: { authorization: 'Bearer other' },
      because: 'the other contexts of the file stay usable, and the tree tells of it',
    },
  },
  {
    name: 'another user: name, uid, groups and more',
    files: {
      'k/a': one(
        'token: t, as: ada, as-uid: "7", as-groups: [a, b], as-user-extra: {example.com/Scope: [one, two]}',
      ),
    },
    sent: {
      authorization: 'Bearer t',
      impersonated: {
        user: 'ada',
        uid: '7',
        group: 'a, b',
        'extra-example.com%2fscope': 'one, two',
      },
    },
  },
  {
    name: 'groups of nobody',
    files: { 'k/a': one('token: t, as-groups: [a]') },
    sent: 'refused',
  },
  {
    name: 'a name for the certificate',
    files: {
      'k/a': one('token: t', 'server: $SERVER, certificate-authority-data: $CA, tls-server-name: localhost'),
    },
    sent: { authorization: 'Bearer t', serverName: 'localhost' },
  },
  {
    name: 'a name that the certificate does not have',
    files: {
      'k/a': one('token: t', 'server: $SERVER, certificate-authority-data: $CA, tls-server-name: other'),
    },
    sent: 'refused',
  },
  {
    name: 'an authority that is unknown',
    files: { 'k/a': one('token: t', 'server: $SERVER') },
    sent: 'refused',
  },
  {
    name: 'a certificate that is not looked at',
    files: { 'k/a': one('token: t', 'server: $SERVER, insecure-skip-tls-verify: true') },
    sent: { authorization: 'Bearer t' },
  },
  {
    name: 'no certificate looked at beside an authority',
    files: {
      'k/a': one(
        'token: t',
        'server: $SERVER, certificate-authority-data: $CA, insecure-skip-tls-verify: true',
      ),
    },
    sent: 'refused',
  },
  {
    name: 'a proxy',
    files: { 'k/a': one('token: t', 'server: $SERVER, certificate-authority-data: $CA, proxy-url: $PROXY') },
    sent: { authorization: 'Bearer t', proxied: true },
  },
  {
    name: 'a proxy of no known kind',
    files: {
      'k/a': one('token: t', 'server: $SERVER, certificate-authority-data: $CA, proxy-url: "ftp://p"'),
    },
    sent: 'refused',
  },
  { name: 'a token without TLS', files: { 'k/a': one('token: t', 'server: $PLAIN') }, sent: {} },
  {
    name: 'a plugin without TLS',
    files: { 'k/a': exec('login').replace(/server: [^}]*/, 'server: $PLAIN'), 'path/login': plugin('path') },
    sent: {},
  },
  {
    name: 'another user without TLS',
    files: { 'k/a': one('token: t, as: ada', 'server: $PLAIN') },
    sent: { impersonated: { user: 'ada' } },
  },
  {
    name: 'a server without a scheme',
    files: { 'k/a': one('token: t', 'server: "$HOST"') },
    sent: {},
  },
];

const after = cleanup();
const known: Record<string, string> = {};
let seen: Seen | undefined;
let proxied = false;

beforeAll(async () => {
  const certificates = await makeCertificates(new Date());
  const record = ({ headers, socket }: IncomingMessage) => {
    const own = Object.entries(headers).flatMap(([header, value]) =>
      header.startsWith('impersonate-') ? [[header.slice('impersonate-'.length), String(value)]] : [],
    );
    const { servername } = socket as TLSSocket;
    seen = {
      ...(headers.authorization === undefined ? {} : { authorization: headers.authorization }),
      ...(own.length === 0 ? {} : { impersonated: Object.fromEntries(own) }),
      ...(servername ? { serverName: servername } : {}),
      ...(proxied ? { proxied } : {}),
    };
  };
  const podList = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '1' }, items: [] };
  const answer: Parameters<typeof mockServer>[1] = (request, response) => {
    record(request);
    json(response, 200, podList);
  };
  const secure = await mockServer(after, answer, certificates);
  const plain = await mockServer(after, answer);
  const proxy = createServer().on('connect', ({ url = '' }, socket) => {
    proxied = true;
    const [host, port] = url.split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    for (const end of [socket, onward]) end.on('error', () => undefined);
  });
  const port = await listen(proxy);
  after.add(() => new Promise((done) => proxy.close(done)));
  Object.assign(known, {
    SERVER: `"${secure.url}"`,
    PLAIN: `"${plain.url}"`,
    HOST: new URL(plain.url).host,
    PROXY: `"http://127.0.0.1:${port}"`,
    CA: Buffer.from(certificates.authority).toString('base64'),
  });
});
afterAll(() => after.run());

describe('what is sent is what kubectl sends', () => {
  test.each(rows)('$name', async ({ files, kubeconfigs = ['k/a'], sent, differs }) => {
    const folder = await temporaryFolder(after);
    await write(folder, files);
    const paths = kubeconfigs.map((path) => join(folder, path));
    expect(await sentBy(() => ask(paths, folder))).toEqual(differs?.sent ?? sent);
  });

  for (const { name, files, kubeconfigs = ['k/a'], sent } of rows) {
    test(`kubectl: ${name}`, async (context) => {
      const kubectl = requireKubectl(context);
      const folder = await temporaryFolder(after);
      await write(folder, files);
      const paths = kubeconfigs.map((path) => join(folder, path));
      expect(await sentBy(() => askKubectl(kubectl, paths, folder))).toEqual(sent);
    });
  }
});

async function write(folder: string, files: Row['files']): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    const content = text.replace(/\$([A-Z]+)/g, (_all, name: string) => known[name]!);
    await writeFile(file, content, { mode: text.startsWith('#!') ? 0o755 : 0o600 });
  }
}

/** What the server has seen last; `refused` where that is nothing. */
async function sentBy(work: () => Promise<unknown>): Promise<Seen | 'refused'> {
  seen = undefined;
  proxied = false;
  await work().catch(() => undefined);
  return seen ?? 'refused';
}

async function ask(kubeconfigs: readonly string[], folder: string): Promise<void> {
  const files = { merged: kubeconfigs, extra: [] };
  const { contexts } = await loadKubeContexts(files);
  const context = contexts.find(({ current }) => current);
  if (!context) throw new Error('no context');
  const path = process.env.PATH;
  process.env.PATH = `${join(folder, 'path')}${delimiter}${path}`;
  const cluster = openCluster(context, { files, allowExec: () => true });
  try {
    await cluster.list(pods, 'shop');
  } finally {
    process.env.PATH = path;
    await cluster.dispose();
  }
}

async function askKubectl(kubectl: string, kubeconfigs: readonly string[], folder: string): Promise<void> {
  await promisify(execFile)(kubectl, ['get', '--raw', '/api/v1/namespaces/shop/pods'], {
    cwd: folder,
    env: {
      HOME: folder,
      PATH: `${join(folder, 'path')}${delimiter}${process.env.PATH}`,
      KUBECONFIG: kubeconfigs.join(delimiter),
    },
  });
}
