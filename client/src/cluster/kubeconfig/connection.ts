import { dirname, resolve } from 'node:path';
import { trimEnd } from '../../../../server/src/yaml/trim-end.ts';
import { readUrl } from '../read-url.ts';
import type { Configuration } from './merge.ts';
import type { OidcLogin } from './oidc.ts';
import { type Fields, isTrue, mapField, type NamedEntry, textField, textList } from './parse.ts';
import type { PemSource } from './pem-source.ts';
import { isProxyProtocol } from './proxy-protocol.ts';

/** How a user proves who they are, beside a client certificate. */
export type TokenSource =
  | { readonly from: 'nothing' }
  | { readonly from: 'kubeconfig'; readonly token: string }
  /** Read again at each use; `token` where the file cannot be read. */
  | { readonly from: 'file'; readonly file: string; readonly token: string | undefined }
  | { readonly from: 'exec'; readonly plugin: ExecPlugin }
  | { readonly from: 'oidc'; readonly login: OidcLogin };

/** Whether a plugin asks a person in a terminal: never, where there is one, or always. */
export type InteractiveMode = 'Never' | 'IfAvailable' | 'Always';

/** A credential plugin as a kubeconfig names it. */
export interface ExecPlugin {
  readonly apiVersion: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly installHint: string | undefined;
  /** Whether it may ask a person, or does. */
  readonly interactiveMode: InteractiveMode;
  readonly provideClusterInfo: boolean;
  /** The kubeconfig file whose user names it: what runs is that file's choice. */
  readonly file: string;
  /** Of the cluster's extension `client.authentication.k8s.io/exec`; handed on as it is. */
  readonly clusterConfig: unknown;
}

/** Everything that is needed to reach a cluster as one user. Holds secrets: it never leaves `cluster/`. */
export interface Connection {
  /** Without a slash at the end; may have a path. */
  readonly server: string;
  readonly certificateAuthority: PemSource | undefined;
  readonly insecure: boolean;
  readonly serverName: string | undefined;
  readonly proxyUrl: string | undefined;
  /** The cluster is near, or what stands between cannot: answers come as they are. */
  readonly disableCompression: boolean;
  readonly clientCertificate: { readonly certificate: PemSource; readonly key: PemSource } | undefined;
  readonly token: TokenSource;
  /** Headers that make the request somebody else's. */
  readonly impersonation: readonly (readonly [string, string])[];
}

/** A context's name and the names that it refers to. */
export interface ContextNames {
  readonly name: string;
  readonly cluster: string;
  readonly user: string;
}

const execVersions = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'];

/** Whether what its user logs in with, and whom they trust, is in files of their own, and nobody is asked for more. */
export function hasCredentialFiles(connection: Connection): boolean {
  const { token, clientCertificate, certificateAuthority } = connection;
  if (token.from === 'exec' || token.from === 'oidc') return false;
  const sources = [clientCertificate?.certificate, clientCertificate?.key, certificateAuthority];
  return token.from === 'file' || sources.some((source) => source !== undefined && 'file' in source);
}

/** Why a context cannot be used, in one line with the way out; undefined when it can. Reads no other file. */
export function connectionProblem(configuration: Configuration, names: ContextNames): string | undefined {
  if (names.cluster === '') return `the context names no cluster: set its field "cluster"`;
  const cluster = configuration.clusters.get(names.cluster);
  if (!cluster)
    return `there is no cluster "${names.cluster}" in the kubeconfig: add it or correct the context`;
  const server = serverOf(cluster);
  if (server === undefined)
    return `the cluster "${names.cluster}" has no server: set its field "server" to a URL`;
  const parsed = readUrl(server);
  if (!parsed || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) {
    return `the server of the cluster "${names.cluster}" is no http or https URL: correct its field "server"`;
  }
  return authorityProblem(cluster) ?? proxyProblem(cluster) ?? userProblem(configuration, names.user);
}

/** Everything of a context, relative paths made absolute; only of one without `connectionProblem`. */
export function resolveConnection(configuration: Configuration, names: ContextNames): Connection {
  const cluster = configuration.clusters.get(names.cluster);
  const server = cluster && serverOf(cluster);
  if (!cluster || server === undefined) throw new Error(`no cluster for the context ${names.name}`);
  const user = configuration.users.get(names.user) ?? { name: '', file: cluster.file, fields: {} };
  const certificate = pemSource(user, 'client-certificate');
  const key = pemSource(user, 'client-key');
  // What is sent without TLS can be read on the way: as kubectl, nothing that is secret is.
  const isSecure = readUrl(server)?.protocol === 'https:';
  return {
    server: trimEnd(server, '/'),
    certificateAuthority: pemSource(cluster, 'certificate-authority'),
    insecure: isTrue(cluster.fields, 'insecure-skip-tls-verify'),
    serverName: textField(cluster.fields, 'tls-server-name'),
    proxyUrl: textField(cluster.fields, 'proxy-url'),
    disableCompression: isTrue(cluster.fields, 'disable-compression'),
    clientCertificate: isSecure && certificate && key ? { certificate, key } : undefined,
    token: isSecure ? tokenSource(cluster, user) : { from: 'nothing' },
    impersonation: impersonation(user.fields),
  };
}

/**
 * The URL of a cluster's server, as its field says; undefined where it says none. A host alone, with or without a port, is
 * asked by TLS where the cluster says how to trust it, and without it else: as kubectl does.
 */
export function serverOf(cluster: NamedEntry): string | undefined {
  const server = textField(cluster.fields, 'server');
  if (server === undefined || readUrl(server)?.host) return server;
  const isSecure =
    pemSource(cluster, 'certificate-authority') !== undefined ||
    isTrue(cluster.fields, 'insecure-skip-tls-verify');
  const completed = `${isSecure ? 'https' : 'http'}://${server}`;
  return readUrl(completed)?.pathname === '/' ? completed : server;
}

/** Whether its user has a credential plugin that may ask a person; only of a context without `connectionProblem`. */
export function mayAskPerson(configuration: Configuration, names: ContextNames): boolean {
  const { token } = resolveConnection(configuration, names);
  return token.from === 'exec' && token.plugin.interactiveMode !== 'Never';
}

/** An authority that is named and empty must not mean that all others are trusted. */
function authorityProblem({ name, file, fields }: NamedEntry): string | undefined {
  const isNamed = pemSource({ name, file, fields }, 'certificate-authority') !== undefined;
  if (isTrue(fields, 'insecure-skip-tls-verify')) {
    if (!isNamed) return undefined;
    return `the cluster "${name}" names an authority and says insecure-skip-tls-verify, which kubectl takes not together: remove insecure-skip-tls-verify, so that its certificate is verified`;
  }
  if (isNamed) return undefined;
  const empty = ['certificate-authority-data', 'certificate-authority'].find((field) =>
    Object.hasOwn(fields, field),
  );
  if (empty === undefined) return undefined;
  return `the field ${empty} of the cluster "${name}" is empty: set it, or remove it to trust the authorities of this machine`;
}

function proxyProblem({ name, fields }: NamedEntry): string | undefined {
  const proxy = textField(fields, 'proxy-url');
  if (proxy === undefined) return undefined;
  if (isProxyProtocol(readUrl(proxy)?.protocol ?? '')) return undefined;
  return `the proxy-url of the cluster "${name}" is no http, https or socks5 URL: correct it`;
}

function userProblem(configuration: Configuration, name: string): string | undefined {
  if (name === '') return undefined;
  const user = configuration.users.get(name);
  if (!user) return `there is no user "${name}" in the kubeconfig: add it or correct the context`;
  const { fields } = user;
  const hasCertificate = pemSource(user, 'client-certificate') !== undefined;
  if (hasCertificate !== (pemSource(user, 'client-key') !== undefined)) {
    return hasCertificate
      ? `the user "${name}" has a client certificate but no key: set client-key or client-key-data`
      : `the user "${name}" has a client key but no certificate: set client-certificate or client-certificate-data`;
  }
  const impersonation = impersonationProblem(user);
  if (impersonation !== undefined) return impersonation;
  const hasToken = textField(fields, 'token') !== undefined || textField(fields, 'tokenFile') !== undefined;
  const hasPassword =
    textField(fields, 'username') !== undefined || textField(fields, 'password') !== undefined;
  if (hasToken && hasPassword) {
    return `the user "${name}" has a token and a password, which kubectl takes not together: remove the password, which API servers take no more since 1.19`;
  }
  if (hasCertificate || hasToken) return undefined;
  const exec = mapField(fields, 'exec');
  const provider = mapField(fields, 'auth-provider');
  if (exec && provider) {
    return `the user "${name}" has an auth-provider and an exec plugin, which kubectl takes not together: remove one of them`;
  }
  if (exec) return execProblem(name, exec);
  if (provider) return authProviderProblem(name, provider);
  if (hasPassword) {
    return `the user "${name}" has a password, which API servers take no more since 1.19: use a token, a client certificate or an exec plugin`;
  }
  return undefined;
}

/** Without a user the API server would take the rest for nobody's. */
function impersonationProblem({ name, fields }: NamedEntry): string | undefined {
  if (textField(fields, 'as') !== undefined || impersonation(fields).length === 0) return undefined;
  return `the user "${name}" impersonates a uid, groups or more (as-uid, as-groups, as-user-extra) without a user: set its field "as"`;
}

function execProblem(name: string, exec: Fields): string | undefined {
  if (textField(exec, 'command') === undefined) {
    return `the exec plugin of the user "${name}" has no command: set it`;
  }
  const apiVersion = textField(exec, 'apiVersion') ?? '';
  if (!execVersions.includes(apiVersion)) {
    return `the exec plugin of the user "${name}" speaks "${apiVersion}", which is not supported: update the plugin and use ${execVersions.join(' or ')}`;
  }
  const mode = textField(exec, 'interactiveMode');
  if (mode === undefined && apiVersion === execVersions[0]) {
    return `the exec plugin of the user "${name}" has no interactiveMode, which v1 requires: set it to IfAvailable`;
  }
  if (mode !== undefined && !isInteractiveMode(mode)) {
    return `the exec plugin of the user "${name}" has the interactiveMode "${mode}", which is unknown: set it to ${interactiveModes.join(', ')}`;
  }
  return undefined;
}

const interactiveModes: readonly InteractiveMode[] = ['Never', 'IfAvailable', 'Always'];

function isInteractiveMode(mode: string): mode is InteractiveMode {
  return (interactiveModes as readonly string[]).includes(mode);
}

/** Where v1beta1 says nothing, it may ask. */
function interactiveMode(exec: Fields): InteractiveMode {
  const mode = textField(exec, 'interactiveMode') ?? 'IfAvailable';
  return isInteractiveMode(mode) ? mode : 'Never';
}

function authProviderProblem(name: string, provider: Fields): string | undefined {
  const method = textField(provider, 'name') ?? '';
  if (method === 'oidc') {
    const { idToken, refreshToken } = oidcLogin({ name, file: '', fields: {} }, provider);
    if (idToken !== undefined || refreshToken !== undefined) return undefined;
    return `the user "${name}" logs in by auth-provider "oidc" and has neither an id-token nor a refresh-token: log in with a program such as kubectl oidc-login`;
  }
  const removed = removedProviders.get(method);
  if (removed === undefined) {
    return `the user "${name}" logs in by auth-provider "${method}", which nobody knows: use an exec plugin or a token`;
  }
  return `the user "${name}" logs in by auth-provider "${method}", which Kubernetes has removed: ${removed}`;
}

const removedProviders: ReadonlyMap<string, string> = new Map([
  ['gcp', 'use the exec plugin gke-gcloud-auth-plugin (gcloud container clusters get-credentials writes it)'],
  ['azure', 'use the exec plugin kubelogin (kubelogin convert-kubeconfig writes it)'],
  ['openstack', 'use the exec plugin client-keystone-auth, or a token'],
]);

function oidcLogin(user: NamedEntry, provider: Fields): OidcLogin {
  const config = mapField(provider, 'config') ?? {};
  return {
    issuer: textField(config, 'idp-issuer-url'),
    clientId: textField(config, 'client-id'),
    clientSecret: textField(config, 'client-secret'),
    idToken: textField(config, 'id-token'),
    refreshToken: textField(config, 'refresh-token'),
    certificateAuthority: pemSource({ ...user, fields: config }, 'idp-certificate-authority'),
  };
}

function tokenSource(cluster: NamedEntry, user: NamedEntry): TokenSource {
  const token = textField(user.fields, 'token');
  const tokenFile = textField(user.fields, 'tokenFile');
  // As in client-go: the file wins over the token, and either wins over a plugin.
  if (tokenFile !== undefined) return { from: 'file', file: besideKubeconfig(user, tokenFile), token };
  if (token !== undefined) return { from: 'kubeconfig', token };
  const exec = mapField(user.fields, 'exec');
  const command = exec && textField(exec, 'command');
  const provider = mapField(user.fields, 'auth-provider');
  if (!exec && provider && textField(provider, 'name') === 'oidc') {
    return { from: 'oidc', login: oidcLogin(user, provider) };
  }
  if (!exec || command === undefined) return { from: 'nothing' };
  return {
    from: 'exec',
    plugin: {
      apiVersion: textField(exec, 'apiVersion') ?? '',
      command: /[/\\]/.test(command) ? besideKubeconfig(user, command) : command,
      args: textList(exec, 'args'),
      env: environmentList(exec),
      installHint: textField(exec, 'installHint'),
      interactiveMode: interactiveMode(exec),
      provideClusterInfo: isTrue(exec, 'provideClusterInfo'),
      file: user.file,
      clusterConfig: execExtension(cluster.fields),
    },
  };
}

function environmentList(exec: Fields): { name: string; value: string }[] {
  if (!Array.isArray(exec.env)) return [];
  return exec.env.flatMap((item: Fields | null) => {
    const name = item && textField(item, 'name');
    return item && name !== null && name !== undefined
      ? [{ name, value: textField(item, 'value') ?? '' }]
      : [];
  });
}

function execExtension(cluster: Fields): unknown {
  const { extensions } = cluster;
  if (!Array.isArray(extensions)) return undefined;
  const found = extensions.find((item: Fields | null) => item?.name === 'client.authentication.k8s.io/exec');
  return (found as Fields | undefined)?.extension;
}

function impersonation(user: Fields): [string, string][] {
  const headers: [string, string][] = [];
  const name = textField(user, 'as');
  if (name !== undefined) headers.push(['Impersonate-User', name]);
  const uid = textField(user, 'as-uid');
  if (uid !== undefined) headers.push(['Impersonate-Uid', uid]);
  for (const group of textList(user, 'as-groups')) headers.push(['Impersonate-Group', group]);
  const extra = mapField(user, 'as-user-extra') ?? {};
  for (const key of Object.keys(extra)) {
    // The server decodes percent escapes, which carry what a header's name may not contain.
    for (const value of textList(extra, key))
      headers.push([`Impersonate-Extra-${encodeURIComponent(key)}`, value]);
  }
  return headers;
}

function pemSource(entry: NamedEntry, field: string): PemSource | undefined {
  const data = textField(entry.fields, `${field}-data`);
  if (data !== undefined) return { data };
  const file = textField(entry.fields, field);
  return file === undefined ? undefined : { file: besideKubeconfig(entry, file) };
}

function besideKubeconfig(entry: NamedEntry, path: string): string {
  return resolve(dirname(entry.file), path);
}
