import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { makeCertificates } from '../../../sandbox/src/certificates/make-certificates.ts';
import { pods } from '../../unit/cluster/resources.ts';
import { cleanup, json, listen, openMock, temporaryFolder } from './mock-server.ts';

const after = cleanup();
afterEach(() => after.run());

const base64 = (pem: string) => Buffer.from(pem).toString('base64');
const podList = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '1' }, items: [] };

test('a client certificate is presented, from the kubeconfig itself and from files beside it', async () => {
  const server = await makeCertificates(new Date());
  const client = await makeCertificates(new Date());
  const presented: string[] = [];
  const listener = createServer(
    { cert: server.certificate, key: server.key, requestCert: true, rejectUnauthorized: false },
    (request, response) => {
      presented.push((request.socket as TLSSocket).getPeerX509Certificate()?.toString() ?? 'none');
      json(response, 200, podList);
    },
  );
  const port = await listen(listener);
  after.add(() => {
    listener.closeAllConnections();
    return new Promise((done) => listener.close(done));
  });
  const cluster = {
    server: `https://127.0.0.1:${port}`,
    'certificate-authority-data': base64(server.authority),
  };
  const folder = await temporaryFolder(after);
  const files = { certificate: join(folder, 'client.crt'), key: join(folder, 'client.key') };
  await writeFile(files.certificate, client.certificate);
  await writeFile(files.key, client.key, { mode: 0o600 });

  const data = {
    'client-certificate-data': base64(client.certificate),
    'client-key-data': base64(client.key),
  };
  const paths = { 'client-certificate': files.certificate, 'client-key': files.key };
  for (const user of [data, paths, {}]) {
    expect(await (await openMock(after, cluster, user)).list(pods, 'shop')).toEqual([]);
  }
  const expected = client.certificate.replace(/\s/g, '');
  expect(presented.map((pem) => pem.replace(/\s/g, ''))).toEqual([expected, expected, 'none']);
});
