import { expect, test } from 'vitest';
import { passageOf } from '../../../client/src/cluster/forwarding/local-gate.ts';
import { answerHeaders, requestHeaders } from '../../../client/src/cluster/forwarding/passed-headers.ts';

const gate = { secret: 's3cr3t', cookie: 'kubewright-8001', port: 8001, addresses: ['127.0.0.1', '::1'] };
const host = '127.0.0.1:8001';
const cookie = 'theme=dark; kubewright-8001=s3cr3t';

test.each<[string, string, Record<string, string>, string]>([
  ['who knows the path', '/s3cr3t/a?b=c', { host }, 'path /a?b=c'],
  ['who knows the path alone', '/s3cr3t', { host }, 'path /'],
  ['the path with a query', '/s3cr3t?b', { host }, 'path /?b'],
  ['who has the cookie', '/a', { host, cookie }, 'cookie /a'],
  ['by another name of this machine', '/a', { host: 'localhost:8001', cookie }, 'cookie /a'],
  ['by the other family', '/a', { host: '[::1]:8001', cookie }, 'cookie /a'],
  [
    'its own page',
    '/a',
    { host, cookie, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' },
    'cookie /a',
  ],
  ['who types the address', '/', { host, cookie, 'sec-fetch-site': 'none' }, 'cookie /'],
  ['nobody else', '/a', { host }, 'refused'],
  ['a wrong secret', '/s3cr3x/a', { host }, 'refused'],
  ['the begin of the secret', '/s3cr3', { host }, 'refused'],
  ['a longer one', '/s3cr3t2/', { host }, 'refused'],
  ['a wrong cookie', '/a', { host, cookie: 'kubewright-8001=other' }, 'refused'],
  ['the cookie of another port', '/a', { host, cookie: 'kubewright-8002=s3cr3t' }, 'refused'],
  ['a name that was made to lead here', '/s3cr3t/', { host: 'evil.example:8001' }, 'refused'],
  ['another port', '/s3cr3t/', { host: '127.0.0.1:80' }, 'refused'],
  ['no name', '/s3cr3t/', {}, 'refused'],
  ['a page of another server', '/a', { host, cookie, origin: 'http://localhost:3000' }, 'refused'],
  ['a page of nowhere', '/s3cr3t/a', { host, origin: 'null' }, 'refused'],
  [
    'an image on a page of another local server',
    '/a',
    { host, cookie, 'sec-fetch-site': 'same-site' },
    'refused',
  ],
  ['who takes it for a proxy', 'http://example.org/', { host, cookie }, 'refused'],
])('is let in or not: %s', (_name, url, headers, expected) => {
  const passage = passageOf(gate, { url, headers });
  expect(passage.kind === 'passed' ? `${passage.by} ${passage.path}` : passage.kind).toBe(expected);
});

test('nothing by which an API server knows who asks comes from a browser, nor does its own secret leave', () => {
  const headers = {
    host,
    authorization: 'Basic x',
    cookie,
    connection: 'keep-alive, X-Private',
    'x-private': 'a',
    'impersonate-user': 'root',
    'x-remote-group': 'system:masters',
    te: 'trailers',
    upgrade: 'h2c',
    accept: 'text/html',
    'content-length': '3',
  };
  expect(requestHeaders(headers, gate.cookie)).toEqual({
    cookie: 'theme=dark',
    accept: 'text/html',
    'content-length': '3',
  });
});

test('an answer keeps its fields, but for what is of the way, and takes no place of the cookie', () => {
  const headers = {
    'set-cookie': ['a=b', 'kubewright-8001=mine'],
    'transfer-encoding': 'chunked',
    location: '/elsewhere',
    etag: '"1"',
  };
  expect(answerHeaders(headers, gate.cookie)).toEqual({ 'set-cookie': ['a=b'], etag: '"1"' });
});
