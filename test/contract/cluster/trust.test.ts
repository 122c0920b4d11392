import 'reflect-metadata';
import { execFileSync } from 'node:child_process';
import { webcrypto } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { truncate, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import {
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  PemConverter,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { afterEach, describe, expect, test } from 'vitest';
import { sentenceOf } from '../../../client/src/cluster/explanation.ts';
import { loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import { type Certificates, makeCertificates } from '../../../sandbox/src/certificates/make-certificates.ts';
import { until } from '../../support/processes.ts';
import { pods } from '../../unit/cluster/resources.ts';
import {
  cleanup,
  failureOf,
  json,
  mockServer,
  openMock,
  secureMockServer,
  status,
  temporaryFolder,
} from './mock-server.ts';

const after = cleanup();
afterEach(() => after.run());

const base64 = (text: string) => Buffer.from(text).toString('base64');
const podList = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '1' }, items: [] };

const web = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: 'shop' } };

interface ClientCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** Signed by itself, so that it is its own authority. */
async function clientCertificate(): Promise<ClientCertificate> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const crypto = webcrypto as Parameters<typeof X509CertificateGenerator.create>[1] & typeof webcrypto;
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      name: 'CN=ada',
      keys,
      signingAlgorithm: algorithm,
      extensions: [new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth])],
    },
    crypto,
  );
  const key = PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return { certificate: certificate.toString('pem'), key };
}

const listPods: RequestListener = (_request, response) => json(response, 200, podList);

/** A TLS server whose certificate can be changed. */
async function secureServer(certificates: Certificates, answer: RequestListener = listPods) {
  const options = { requestCert: true, rejectUnauthorized: false };
  const server = createServer({ cert: certificates.certificate, key: certificates.key, ...options }, answer);
  let connections = 0;
  server.on('connection', () => connections++);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  after.add(() => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  });
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use({ certificate: cert, key }: Certificates) {
      server.setSecureContext({ cert, key });
      server.closeAllConnections();
    },
    get connections() {
      return connections;
    },
  };
}

describe('an authority that is named and is none never means those of the machine', () => {
  const empty = /^the field (\S+) of the cluster "mock" is empty: set it, or remove it to trust/;
  const none = /holds no certificate that can be read: correct the cluster in the kubeconfig$/;
  const pem = (text: string) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`;
  test.each<[string, object, RegExp]>([
    ['empty data', { 'certificate-authority-data': '' }, empty],
    ['data that is null', { 'certificate-authority-data': null }, empty],
    ['an empty name of a file', { 'certificate-authority': '' }, empty],
    ['blanks', { 'certificate-authority-data': base64('\n \n') }, none],
    ['no base64', { 'certificate-authority-data': '%%%' }, none],
    ['no PEM', { 'certificate-authority-data': base64('hello') }, none],
    ['PEM of nothing', { 'certificate-authority-data': base64(pem('AAAA')) }, none],
    ['an empty file', { 'certificate-authority': '/dev/null' }, /is no file but a device or a pipe/],
    ['a file that is not there', { 'certificate-authority': '/nowhere/ca.crt' }, /cannot be read/],
  ])('%s', async (_name, fields, message) => {
    const server = await secureServer(await makeCertificates(new Date()));
    const cluster = await openMock(after, { server: server.url, ...fields });
    const failure = await failureOf(cluster.list(pods, 'shop'));
    expect(failure.failure).toBe('credentials');
    expect(failure.message.replace(/^.*?\): /, '')).toMatch(message);
    expect(server.connections).toBe(0);
  });
});

describe('what has changed is read again after a refusal', () => {
  test('the file of the authority, also by a watch', async () => {
    const [old, next] = [await makeCertificates(new Date()), await makeCertificates(new Date())];
    const server = await secureServer(old);
    const file = join(await temporaryFolder(after), 'ca.crt');
    await writeFile(file, old.authority);
    const cluster = await openMock(after, { server: server.url, 'certificate-authority': file });
    expect(await cluster.list(pods, 'shop')).toEqual([]);
    server.use(next);
    expect((await failureOf(cluster.list(pods, 'shop'))).failure).toBe('certificate');
    const store = cluster.watch(pods, 'shop');
    await until('it is not trusted', () => store.freshness.state === 'stale');
    await writeFile(file, next.authority);
    expect(await cluster.list(pods, 'shop')).toEqual([]);
  });

  test('the files of the client certificate, which a login writes anew while the old one is refused', async () => {
    const server = await makeCertificates(new Date());
    const [old, next] = [await clientCertificate(), await clientCertificate()];
    const folder = await temporaryFolder(after);
    const files = { 'client-certificate': join(folder, 'crt'), 'client-key': join(folder, 'key') };
    const write = ({ certificate, key }: ClientCertificate) => {
      writeFileSync(files['client-certificate'], certificate);
      writeFileSync(files['client-key'], key);
    };
    write(old);
    const presented: (string | undefined)[] = [];
    // As an API server does, which asks for certificates and takes requests without any.
    const listener = await secureServer(server, ({ socket }, response) => {
      const certificate = (socket as TLSSocket).getPeerX509Certificate()?.toString().trim();
      presented.push(certificate);
      if (certificate === next.certificate.trim()) return json(response, 200, web);
      write(next);
      status(response, 401, 'Unauthorized', 'Unauthorized');
    });
    const cluster = await openMock(
      after,
      { server: listener.url, 'certificate-authority-data': base64(server.authority) },
      files,
    );
    expect(await cluster.create(pods, 'shop', web)).toEqual(web);
    expect(presented).toEqual([old, next].map(({ certificate }) => certificate.trim()));
  });

  test('the file of a token that the server refuses while it changes', async () => {
    const file = join(await temporaryFolder(after), 'token');
    await writeFile(file, 'old');
    const tokens: string[] = [];
    const { cluster: fields } = await secureMockServer(after, ({ headers }, response) => {
      tokens.push(headers.authorization ?? '');
      if (headers.authorization === 'Bearer new') return json(response, 200, podList);
      void writeFile(file, 'new').then(() => status(response, 401, 'Unauthorized', 'old'));
    });
    const cluster = await openMock(after, fields, { tokenFile: file });
    expect(await cluster.list(pods, 'shop')).toEqual([]);
    expect(tokens).toEqual(['Bearer old', 'Bearer new']);
  });

  test('a plugin does not run again for a server that is not trusted', async () => {
    const folder = await temporaryFolder(after);
    const command = join(folder, 'login');
    const answer = JSON.stringify({
      apiVersion: 'client.authentication.k8s.io/v1',
      kind: 'ExecCredential',
      status: { token: 't' },
    });
    await writeFile(command, `#!/bin/sh\necho x >> '${folder}/count'\necho '${answer}'\n`, { mode: 0o755 });
    const server = await secureServer(await makeCertificates(new Date()));
    const other = await makeCertificates(new Date());
    const user = {
      exec: { apiVersion: 'client.authentication.k8s.io/v1', command, interactiveMode: 'Never' },
    };
    const ca = { 'certificate-authority-data': base64(other.authority) };
    const cluster = await openMock(after, { server: server.url, ...ca }, user);
    expect((await failureOf(cluster.list(pods, 'shop'))).failure).toBe('certificate');
    expect(execFileSync('cat', [join(folder, 'count')]).toString()).toBe('x\n');
  });
});

describe('what is secret is in no message', () => {
  const secret = 's3cr3t-hunter2';

  test('a name and a password in the URL of the server', async () => {
    const cluster = await openMock(after, { server: `https://ada:${secret}@127.0.0.1:1/k8s/` });
    expect(cluster.context.server).toBe('https://127.0.0.1:1/k8s');
    const { message } = await failureOf(cluster.list(pods, 'shop'));
    expect(message).toContain('nothing listens at https://127.0.0.1:1/k8s');
    expect(message).not.toMatch(/s3cr3t|ada/);
    const broken = await openMock(after, { server: `https://ada:${secret}@[` });
    expect(`${broken.context.server} ${broken.context.problem}`).not.toContain('s3cr3t');
  });

  test.each([
    `invalid bearer token: Bearer ${secret}`,
    `unable to parse {"token":"${secret}"}`,
    `could not reach https://ada:${secret}@proxy/`,
    `spec.password: Invalid value: "${secret}": too short`,
    `Authorization: Basic ${secret}`,
  ])('what a server says: %s', async (text) => {
    const { url } = await mockServer(after, (_request, response) => {
      const details = { causes: [{ field: 'spec', reason: 'FieldValueInvalid', message: text }] };
      json(response, 422, { kind: 'Status', code: 422, reason: 'Invalid', message: text, details });
    });
    const cluster = await openMock(after, { server: url }, { token: secret });
    const error = await cluster.list(pods, 'shop').catch((one: unknown) => one);
    const { message, explanation, causes } = error as Record<string, unknown>;
    expect(JSON.stringify([message, explanation, causes])).not.toContain('s3cr3t');
    const store = cluster.watch(pods, 'shop');
    await until('it is refused', () => 'why' in store.freshness);
    expect('why' in store.freshness && sentenceOf(store.freshness.why)).not.toContain('s3cr3t');
  });
});

describe('a kubeconfig is read within bounds', () => {
  test.skipIf(process.platform === 'win32')('no device, no pipe, nothing beyond 16 MiB', async () => {
    const folder = await temporaryFolder(after);
    const [pipe, large] = [join(folder, 'pipe'), join(folder, 'large')];
    execFileSync('mkfifo', [pipe]);
    await writeFile(large, 'a: 1\n');
    await truncate(large, 1024 ** 4);
    const { problems } = await loadKubeContexts({ merged: [], extra: ['/dev/zero', pipe, large, folder] });
    expect(problems.map(({ message }) => message)).toEqual([
      '/dev/zero cannot be read: it is no file but a device or a pipe',
      `${pipe} cannot be read: it is no file but a device or a pipe`,
      `${large} cannot be read: it is larger than 16 MiB`,
      `${folder} is a folder: name a kubeconfig file`,
    ]);
  });

  test('names that several entries have are said, once for each list', async () => {
    const file = join(await temporaryFolder(after), 'kubeconfig');
    const cluster = (server: string) => ({ name: 'c', cluster: { server } });
    const user = { name: 'u', user: {} };
    await writeFile(
      file,
      JSON.stringify({
        clusters: [cluster('https://first'), cluster('https://second'), cluster('https://third')],
        users: [user, { ...user, name: 'v' }, user],
        contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      }),
    );
    const { contexts, problems } = await loadKubeContexts({ merged: [file], extra: [] });
    expect(contexts.map(({ server }) => server)).toEqual(['https://first']);
    expect(problems.map(({ message }) => message)).toEqual([
      `${file} has several clusters named "c", of which the first counts here, and kubectl takes none: rename or remove the others`,
      `${file} has several users named "u", of which the first counts here, and kubectl takes none: rename or remove the others`,
    ]);
  });
});
