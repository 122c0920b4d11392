import { describe, expect, test } from 'vitest';
import { resolveConnection } from '../../../client/src/cluster/kubeconfig/connection.ts';
import { contextsOf } from '../../../client/src/cluster/kubeconfig/contexts.ts';
import { kubeconfigFiles } from '../../../client/src/cluster/kubeconfig/files.ts';
import { judgeNewFile, type NewFile } from '../../../client/src/cluster/kubeconfig/judge-new-file.ts';
import {
  type KubeconfigIo,
  loadConnection,
  loadKubeContexts,
} from '../../../client/src/cluster/kubeconfig/load.ts';
import { mergeKubeconfigs } from '../../../client/src/cluster/kubeconfig/merge.ts';
import { type Kubeconfig, parseKubeconfig } from '../../../client/src/cluster/kubeconfig/parse.ts';

/** Files as data; an Error is thrown at the read. */
function files(contents: Record<string, string | NodeJS.ErrnoException>): KubeconfigIo {
  return {
    async readFile(path) {
      const content = contents[path] ?? Object.assign(new Error('no such file'), { code: 'ENOENT' });
      if (typeof content !== 'string') throw content;
      return new TextEncoder().encode(content);
    },
  };
}

function parse(file: string, text: string): Kubeconfig {
  const parsed = parseKubeconfig(file, new TextEncoder().encode(text));
  if (typeof parsed === 'string') throw new Error(parsed);
  return parsed;
}

const dev = `
apiVersion: v1
kind: Config
current-context: dev
clusters:
- {name: dev, cluster: {server: "https://dev.example:6443/", certificate-authority: pki/ca.crt}}
contexts:
- {name: dev, context: {cluster: dev, user: dev, namespace: shop}}
users:
- {name: dev, user: {token: 0123}}
`;

describe('which files', () => {
  const linux = { home: '/home/ada', platform: 'linux' };
  test.each([
    ['none set', [], { environment: {}, ...linux }, { merged: ['/home/ada/.kube/config'], extra: [] }],
    [
      'a list, empty and repeated parts left out',
      [],
      { environment: { KUBECONFIG: '/a::/b:/a' }, ...linux },
      { merged: ['/a', '/b'], extra: [] },
    ],
    [
      'the separator of Windows',
      [],
      { environment: { KUBECONFIG: 'C:\\a;D:\\b' }, home: 'C:\\Users\\ada', platform: 'win32' },
      { merged: ['C:\\a', 'D:\\b'], extra: [] },
    ],
    [
      'extra ones, with ~, not those that are merged',
      ['~/sandbox', '/a', '/c', '/c'],
      { environment: { KUBECONFIG: '/a' }, ...linux },
      { merged: ['/a'], extra: ['/home/ada/sandbox', '/c'] },
    ],
  ])('%s', (_name, extra, given, expected) => {
    expect(kubeconfigFiles(extra, given)).toEqual(expected);
  });
});

describe('merging', () => {
  test('the first file to set a value wins, and what it leaves out comes from none', () => {
    const second = `
current-context: other
clusters:
- {name: dev, cluster: {server: "https://second", insecure-skip-tls-verify: true}}
- {name: own, cluster: {server: "https://own"}}
contexts:
- {name: dev, context: {cluster: own}}
- {name: own, context: {cluster: own, user: dev}}
`;
    const merged = mergeKubeconfigs([parse('/k/dev', dev), parse('/k/second', second)]);
    expect(contextsOf(merged).map(({ id, revision, ...rest }) => rest)).toEqual([
      {
        name: 'dev',
        cluster: 'dev',
        user: 'dev',
        namespace: 'shop',
        server: 'https://dev.example:6443/',
        insecure: false,
        file: '/k/dev',
        current: true,
        problem: undefined,
        login: undefined,
      },
      {
        name: 'own',
        cluster: 'own',
        user: 'dev',
        namespace: undefined,
        server: 'https://own',
        insecure: false,
        file: '/k/second',
        current: false,
        problem: undefined,
        login: undefined,
      },
    ]);
  });

  test('ids hold when the file changes, revisions tell that it did', () => {
    const [before] = contextsOf(mergeKubeconfigs([parse('/k/dev', dev)]));
    const [same] = contextsOf(mergeKubeconfigs([parse('/k/dev', `# comment\n${dev}`)]));
    const [after] = contextsOf(mergeKubeconfigs([parse('/k/dev', dev.replace('0123', '4567'))]));
    expect(same).toEqual(before);
    expect(after).toEqual({ ...before, revision: after?.revision });
    expect(after?.revision).not.toBe(before?.revision);
  });
});

describe('a connection', () => {
  const resolve = (text: string) => {
    const merged = mergeKubeconfigs([parse('/k/config', text)]);
    const [context] = contextsOf(merged);
    return resolveConnection(merged, context!);
  };

  test('relative paths are relative to their file, a token of digits stays text', () => {
    expect(resolve(dev)).toEqual({
      server: 'https://dev.example:6443',
      certificateAuthority: { file: '/k/pki/ca.crt' },
      insecure: false,
      serverName: undefined,
      proxyUrl: undefined,
      disableCompression: false,
      clientCertificate: undefined,
      token: { from: 'kubeconfig', token: '0123' },
      impersonation: [],
    });
  });

  test('everything that a user and a cluster can say', () => {
    expect(
      resolve(`
clusters:
- name: c
  cluster:
    server: https://c
    certificate-authority: ignored
    certificate-authority-data: Q0E=
    insecure-skip-tls-verify: true
    tls-server-name: api.c
    proxy-url: http://proxy:3128
    disable-compression: true
    extensions:
    - {name: client.authentication.k8s.io/exec, extension: {audience: x, port: 8443}}
contexts: [{name: c, context: {cluster: c, user: u}}]
users:
- name: u
  user:
    client-certificate: u.crt
    client-key-data: S0VZ
    as: ada
    as-groups: [a, b]
    as-user-extra: {a/b: ["1"]}
    exec:
      apiVersion: client.authentication.k8s.io/v1
      command: ./bin/login
      args: [--for, c]
      env: [{name: A, value: b}]
      installHint: install it
      interactiveMode: IfAvailable
      provideClusterInfo: true
`),
    ).toEqual({
      server: 'https://c',
      certificateAuthority: { data: 'Q0E=' },
      insecure: true,
      serverName: 'api.c',
      proxyUrl: 'http://proxy:3128',
      disableCompression: true,
      clientCertificate: { certificate: { file: '/k/u.crt' }, key: { data: 'S0VZ' } },
      token: {
        from: 'exec',
        plugin: {
          apiVersion: 'client.authentication.k8s.io/v1',
          command: '/k/bin/login',
          args: ['--for', 'c'],
          env: [{ name: 'A', value: 'b' }],
          installHint: 'install it',
          interactiveMode: 'IfAvailable',
          provideClusterInfo: true,
          file: '/k/config',
          clusterConfig: { audience: 'x', port: 8443 },
        },
      },
      impersonation: [
        ['Impersonate-User', 'ada'],
        ['Impersonate-Group', 'a'],
        ['Impersonate-Group', 'b'],
        ['Impersonate-Extra-a%2Fb', '1'],
      ],
    });
  });
});

describe('what cannot be used says so in one line with the way out', () => {
  const user = (fields: string) => `
clusters: [{name: c, cluster: {server: "https://c"}}]
contexts: [{name: x, context: {cluster: c, user: u}}]
users: [{name: u, user: ${fields}}]`;
  const cluster = (fields: string) => `
clusters: [{name: c, cluster: ${fields}}]
contexts: [{name: x, context: {cluster: c}}]`;
  const exec = (fields: string) => user(`{exec: {command: login, ${fields}}}`);
  test.each([
    ['contexts: [{name: x, context: {user: u}}]', 'the context names no cluster: set its field "cluster"'],
    [
      'contexts: [{name: x, context: {cluster: c}}]',
      'there is no cluster "c" in the kubeconfig: add it or correct the context',
    ],
    [cluster('{}'), 'the cluster "c" has no server: set its field "server" to a URL'],
    [
      cluster('{server: "localhost:6443/path"}'),
      'the server of the cluster "c" is no http or https URL: correct its field "server"',
    ],
    [
      cluster('{server: "https://c", proxy-url: "socks4://p"}'),
      'the proxy-url of the cluster "c" is no http, https or socks5 URL: correct it',
    ],
    [
      'clusters: [{name: c, cluster: {server: "https://c"}}]\ncontexts: [{name: x, context: {cluster: c, user: u}}]',
      'there is no user "u" in the kubeconfig: add it or correct the context',
    ],
    [
      user('{client-certificate-data: QQ==}'),
      'the user "u" has a client certificate but no key: set client-key or client-key-data',
    ],
    [
      user('{auth-provider: {name: gcp}}'),
      'the user "u" logs in by auth-provider "gcp", which Kubernetes has removed: use the exec plugin gke-gcloud-auth-plugin (gcloud container clusters get-credentials writes it)',
    ],
    [
      user('{auth-provider: {name: oidc}}'),
      'the user "u" logs in by auth-provider "oidc" and has neither an id-token nor a refresh-token: log in with a program such as kubectl oidc-login',
    ],
    [
      user('{auth-provider: {name: ldap}}'),
      'the user "u" logs in by auth-provider "ldap", which nobody knows: use an exec plugin or a token',
    ],
    [
      user('{auth-provider: {name: oidc, config: {id-token: t}}, exec: {command: c}}'),
      'the user "u" has an auth-provider and an exec plugin, which kubectl takes not together: remove one of them',
    ],
    [
      user('{username: a, password: b}'),
      'the user "u" has a password, which API servers take no more since 1.19: use a token, a client certificate or an exec plugin',
    ],
    [
      exec('apiVersion: client.authentication.k8s.io/v1alpha1'),
      'the exec plugin of the user "u" speaks "client.authentication.k8s.io/v1alpha1", which is not supported: update the plugin and use client.authentication.k8s.io/v1 or client.authentication.k8s.io/v1beta1',
    ],
    [
      exec('apiVersion: client.authentication.k8s.io/v1, interactiveMode: Sometimes'),
      'the exec plugin of the user "u" has the interactiveMode "Sometimes", which is unknown: set it to Never, IfAvailable, Always',
    ],
    [exec('apiVersion: client.authentication.k8s.io/v1beta1'), undefined],
    [user('{token: a}'), undefined],
    [exec('apiVersion: client.authentication.k8s.io/v1, interactiveMode: Always'), undefined],
    [user('{}'), undefined],
  ])('%s', (text, problem) => {
    expect(contextsOf(mergeKubeconfigs([parse('/k', text)])).map((context) => context.problem)).toEqual([
      problem,
    ]);
  });
});

describe('loading', () => {
  test('a missing file of the list is fine; the others are one line each', async () => {
    const loaded = await loadKubeContexts(
      {
        merged: ['/missing', '/dev', '/denied', '/folder'],
        extra: ['/gone', '/broken', '/list', '/binary', '/other', '/empty'],
      },
      {
        async readFile(path) {
          if (path === '/binary') return Uint8Array.of(0xff, 0xfe, 0);
          return files({
            '/dev': dev,
            '/denied': Object.assign(new Error('denied'), { code: 'EACCES' }),
            '/folder': Object.assign(new Error('folder'), { code: 'EISDIR' }),
            '/broken': 'clusters: [\n',
            '/list': '- a\n',
            '/other': 'apiVersion: v1\nkind: Pod\n',
            '/empty': '\n',
          }).readFile(path);
        },
      },
    );
    expect(loaded.contexts.map(({ name, file }) => ({ name, file }))).toEqual([
      { name: 'dev', file: '/dev' },
    ]);
    expect(loaded.problems).toEqual([
      { file: '/denied', message: '/denied may not be read: give yourself the right to read it' },
      { file: '/folder', message: '/folder is a folder: name a kubeconfig file' },
      { file: '/gone', message: '/gone does not exist: create it or correct the setting that names it' },
      {
        file: '/broken',
        message: expect.stringMatching(/^\/broken, line \d+: not valid YAML \(.+\): correct the file$/),
      },
      { file: '/list', message: '/list is no kubeconfig: it holds no fields such as clusters and contexts' },
      { file: '/binary', message: '/binary is no kubeconfig: it is not UTF-8 text' },
      { file: '/other', message: '/other is no kubeconfig: its kind is "Pod", not Config' },
    ]);
  });

  test.each<[what: string, file: string, is: NewFile]>([
    ['has contexts', '/new', { is: 'new', contexts: ['dev'] }],
    ['is read by default', '/dev', { is: 'listed' }],
    ['is named already', '/named', { is: 'listed' }],
    ['is none', '/other', { is: 'unusable', why: '/other is no kubeconfig: its kind is "Pod", not Config' }],
    ['has none', '/empty', { is: 'unusable', why: '/empty is no kubeconfig: it has no contexts' }],
  ])('of a file that is to be read too and %s', async (_what, file, is) => {
    const io = files({ '/new': dev, '/other': 'kind: Pod\n', '/empty': '\n' });
    expect(await judgeNewFile(file, { merged: ['/dev'], extra: ['/named'] }, io)).toEqual(is);
  });

  test('an extra file stands alone; the same names do not mix', async () => {
    const other = dev.replace('https://dev.example:6443/', 'https://other');
    const io = files({ '/dev': dev, '/other': other });
    const where = { merged: ['/dev'], extra: ['/other'] };
    const { contexts } = await loadKubeContexts(where, io);
    expect(contexts.map(({ server }) => server)).toEqual(['https://dev.example:6443/', 'https://other']);
    expect(new Set(contexts.map(({ id }) => id)).size).toBe(2);
    const connection = await loadConnection(contexts[1]!.id, where, io);
    expect(connection?.server).toBe('https://other');
    expect(await loadConnection(contexts[1]!.id, { merged: ['/dev'], extra: [] }, io)).toBeUndefined();
  });

  test('JSON is a kubeconfig, too; aliases that explode are not', async () => {
    const json = JSON.stringify({
      clusters: [{ name: 'c', cluster: { server: 'https://c' } }],
      contexts: [{ name: 'c', context: { cluster: 'c' } }],
    });
    const levels = 'bcdefghij'
      .split('')
      .map((name, place) => `${name}: &${name} [${`*${'abcdefghi'[place]},`.repeat(10)}]`);
    const { contexts, problems } = await loadKubeContexts(
      { merged: [], extra: ['/json', '/bomb'] },
      files({ '/json': json, '/bomb': `a: &a [x]\n${levels.join('\n')}\n` }),
    );
    expect(contexts.map(({ server }) => server)).toEqual(['https://c']);
    expect(problems.map(({ file }) => file)).toEqual(['/bomb']);
  });
});
