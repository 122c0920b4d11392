import { describe, expect, test } from 'vitest';
import {
  type CertificateRequest,
  readCertificateRequest,
  signatureProblem,
} from '../../../../sandbox/src/certificates/certificate-request.ts';
import { derParts } from '../../../../sandbox/src/certificates/der.ts';
import { signerProblem } from '../../../../sandbox/src/certificates/signers.ts';
import { certificateRequests } from '../../../contract/api/certificate-requests.ts';

test.each<[name: keyof typeof certificateRequests, commonName: string, organizations: readonly string[]]>([
  ['user', 'alice', ['team-a', 'team-b']],
  ['master', 'eve', ['system:masters']],
  ['node', 'system:node:node-0', ['system:nodes']],
])('what a certificate request asks for: %s', (name, commonName, organizations) => {
  const request = readCertificateRequest(certificateRequests[name]);
  expect(request).toMatchObject({ commonName, organizations, alternativeNames: [] });
  expect(signatureProblem(request!)).toBeUndefined();
});

test('the names of a server are read, and a forged signature is told', () => {
  const server = readCertificateRequest(certificateRequests.nodeServer);
  expect(server?.alternativeNames).toEqual([
    { type: 'dns', value: 'node-0' },
    { type: 'ip', value: '10.0.0.1' },
  ]);
  const forged = readCertificateRequest(certificateRequests.forged);
  expect(signatureProblem(forged!)).toBe('x509: ECDSA verification failure');
});

test.each<[what: string, text: unknown]>([
  ['nothing', ''],
  ['no text', 5],
  ['no base64', '!'],
  ['no block', 'AAAA'],
  ['another block', btoa('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')],
])('no certificate request: %s', (_what, text) => {
  expect(readCertificateRequest(text)).toBeUndefined();
});

describe('a signer of Kubernetes', () => {
  const node = { commonName: 'system:node:a', organizations: ['system:nodes'] };
  const names = (...types: string[]) => types.map((type) => ({ type, value: 'x' }));
  const client = ['client auth', 'digital signature'];
  const server = ['server auth', 'digital signature'];

  // The words of the controller-manager of 1.35.4.
  test.each<
    [
      signer: string,
      request: Partial<CertificateRequest>,
      usages: readonly string[],
      problem: string | undefined,
    ]
  >([
    ['kube-apiserver-client', {}, ['client auth'], undefined],
    ['kube-apiserver-client', {}, [...client, 'key encipherment'], undefined],
    [
      'kube-apiserver-client',
      {},
      ['digital signature'],
      'missing required usage for client certificate: client auth',
    ],
    ['kube-apiserver-client', {}, server, 'invalid usage for client certificate: server auth'],
    ['kube-apiserver-client-kubelet', node, client, undefined],
    ['kube-apiserver-client-kubelet', node, [...client, 'key encipherment'], undefined],
    [
      'kube-apiserver-client-kubelet',
      node,
      ['client auth'],
      'usages did not match [client auth digital signature key encipherment]',
    ],
    [
      'kube-apiserver-client-kubelet',
      { ...node, organizations: ['system:nodes', 'more'] },
      client,
      'subject organization is not system:nodes',
    ],
    [
      'kube-apiserver-client-kubelet',
      { ...node, commonName: 'a' },
      client,
      'subject common name does not begin with system:node:',
    ],
    [
      'kube-apiserver-client-kubelet',
      { ...node, alternativeNames: names('ip') },
      client,
      'IP subjectAltNames are not allowed',
    ],
    ['kubelet-serving', { ...node, alternativeNames: names('dns') }, server, undefined],
    ['kubelet-serving', node, server, 'DNS or IP subjectAltName is required'],
    [
      'kubelet-serving',
      { ...node, alternativeNames: names('ip', 'email') },
      server,
      'Email subjectAltNames are not allowed',
    ],
    [
      'kubelet-serving',
      { ...node, alternativeNames: names('ip') },
      client,
      'usages did not match [digital signature key encipherment server auth]',
    ],
  ])('%s takes or refuses %j for %j', (signer, request, usages, problem) => {
    const whole = { commonName: '', organizations: [], alternativeNames: [], ...request } as never;
    const found = signerProblem(`kubernetes.io/${signer}`, whole, usages);
    expect(found).toEqual(problem === undefined ? undefined : { problem });
  });

  test('any other signer is none of them', () => {
    expect(signerProblem('example.com/own', {} as never, [])).toBe('unknown');
  });
});

test.each<[bytes: number[], parts: number[][]]>([
  [[], []],
  [[0x30], []],
  [[0x30, 0x00], []],
  [
    [0x30, 0x04, 0x02, 0x00, 0x05, 0x00],
    [
      [0x02, 0x00],
      [0x05, 0x00],
    ],
  ],
  [[0x30, 0x81, 0x02, 0x05, 0x00], [[0x05, 0x00]]],
  [[0x30, 0x03, 0x02, 0x05, 0x00], []],
  [[0x30, 0x84, 0xff, 0xff, 0xff, 0xff], []],
])('the parts of %j in DER', (bytes, parts) => {
  expect(derParts(Buffer.from(bytes)).map((part) => [...part])).toEqual(parts);
});
