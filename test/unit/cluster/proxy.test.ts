import { expect, test } from 'vitest';
import { chooseProxy } from '../../../client/src/cluster/http/proxy.ts';

const api = 'https://api.example.com:6443';
const proxy = { HTTPS_PROXY: 'http://proxy:3128' };

test.each<[string, string, string | undefined, Record<string, string>, string | undefined]>([
  ['none', api, undefined, {}, undefined],
  ['by environment', api, undefined, proxy, 'http://proxy:3128/'],
  ['in lower case, without a scheme', api, undefined, { https_proxy: 'proxy:3128' }, 'http://proxy:3128/'],
  ['of the other scheme', 'http://api.example.com', undefined, proxy, undefined],
  ['for plain HTTP', 'http://api.example.com', undefined, { HTTP_PROXY: 'http://p' }, 'http://p/'],
  [
    "the kubeconfig's own wins and is never excluded",
    api,
    'http://own',
    { ...proxy, NO_PROXY: '*' },
    'http://own/',
  ],
  ['never for this machine', 'https://127.0.0.1:6443', undefined, proxy, undefined],
  ['never for localhost', 'https://localhost', undefined, proxy, undefined],
  ['never for ::1', 'https://[::1]:6443', undefined, proxy, undefined],
  ['all excluded', api, undefined, { ...proxy, NO_PROXY: '*' }, undefined],
  ['a domain and its names', api, undefined, { ...proxy, NO_PROXY: 'x, Example.com' }, undefined],
  [
    'names of a domain only',
    'https://example.com',
    undefined,
    { ...proxy, NO_PROXY: '.example.com' },
    'http://proxy:3128/',
  ],
  [
    'not a part of a name',
    'https://badexample.com',
    undefined,
    { ...proxy, NO_PROXY: 'example.com' },
    'http://proxy:3128/',
  ],
  ['another port', api, undefined, { ...proxy, NO_PROXY: 'api.example.com:443' }, 'http://proxy:3128/'],
  ['that port', api, undefined, { ...proxy, no_proxy: 'api.example.com:6443' }, undefined],
  ['an address', 'https://10.1.2.3', undefined, { ...proxy, NO_PROXY: '10.1.2.3' }, undefined],
  ['a range', 'https://10.1.2.3', undefined, { ...proxy, NO_PROXY: '10.0.0.0/8' }, undefined],
  [
    'another range',
    'https://10.1.2.3',
    undefined,
    { ...proxy, NO_PROXY: '192.168.0.0/16,10.0.0.0/99' },
    'http://proxy:3128/',
  ],
  ['a range of version 6', 'https://[fd00::1]', undefined, { ...proxy, NO_PROXY: 'fd00::/8' }, undefined],
])('%s', (_name, server, proxyUrl, environment, expected) => {
  expect(chooseProxy(new URL(server), proxyUrl, environment)?.href).toBe(expected);
});

test.each([
  ['socks5://proxy', 'HTTPS_PROXY is a SOCKS proxy, which does not work yet: use an HTTP proxy'],
  ['ftp://proxy', 'HTTPS_PROXY is no http or https URL: correct it'],
  ['http://', 'HTTPS_PROXY is no URL: correct it'],
])('%s', (value, message) => {
  expect(() => chooseProxy(new URL(api), undefined, { HTTPS_PROXY: value })).toThrow(message);
});
