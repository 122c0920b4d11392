import { expect, test } from 'vitest';
import { chooseProxy } from '../../../client/src/cluster/http/proxy.ts';

const api = 'https://api.example.com:6443';
const proxy = { HTTPS_PROXY: 'http://proxy:3128' };

interface Case {
  readonly name: string;
  /** The URL of the API server. */
  readonly server: string;
  /** What the kubeconfig says. */
  readonly proxyUrl?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly expected: string | undefined;
}

test.each<Case>([
  { name: 'none', server: api, environment: {}, expected: undefined },
  {
    name: 'SOCKS by environment',
    server: api,
    environment: { HTTPS_PROXY: 'socks5://proxy:1080' },
    expected: 'socks5://proxy:1080',
  },
  { name: 'by environment', server: api, environment: proxy, expected: 'http://proxy:3128/' },
  {
    name: 'in lower case, without a scheme',
    server: api,
    environment: { https_proxy: 'proxy:3128' },
    expected: 'http://proxy:3128/',
  },
  { name: 'of the other scheme', server: 'http://api.example.com', environment: proxy, expected: undefined },
  {
    name: 'for plain HTTP',
    server: 'http://api.example.com',
    environment: { HTTP_PROXY: 'http://p' },
    expected: 'http://p/',
  },
  {
    name: "the kubeconfig's own wins and is never excluded",
    server: api,
    proxyUrl: 'http://own',
    environment: { ...proxy, NO_PROXY: '*' },
    expected: 'http://own/',
  },
  {
    name: 'never for this machine',
    server: 'https://127.0.0.1:6443',
    environment: proxy,
    expected: undefined,
  },
  { name: 'never for localhost', server: 'https://localhost', environment: proxy, expected: undefined },
  { name: 'never for ::1', server: 'https://[::1]:6443', environment: proxy, expected: undefined },
  { name: 'all excluded', server: api, environment: { ...proxy, NO_PROXY: '*' }, expected: undefined },
  {
    name: 'a domain and its names',
    server: api,
    environment: { ...proxy, NO_PROXY: 'x, Example.com' },
    expected: undefined,
  },
  {
    name: 'names of a domain only',
    server: 'https://example.com',
    environment: { ...proxy, NO_PROXY: '.example.com' },
    expected: 'http://proxy:3128/',
  },
  {
    name: 'not a part of a name',
    server: 'https://badexample.com',
    environment: { ...proxy, NO_PROXY: 'example.com' },
    expected: 'http://proxy:3128/',
  },
  {
    name: 'another port',
    server: api,
    environment: { ...proxy, NO_PROXY: 'api.example.com:443' },
    expected: 'http://proxy:3128/',
  },
  {
    name: 'that port',
    server: api,
    environment: { ...proxy, no_proxy: 'api.example.com:6443' },
    expected: undefined,
  },
  {
    name: 'an address',
    server: 'https://10.1.2.3',
    environment: { ...proxy, NO_PROXY: '10.1.2.3' },
    expected: undefined,
  },
  {
    name: 'a range',
    server: 'https://10.1.2.3',
    environment: { ...proxy, NO_PROXY: '10.0.0.0/8' },
    expected: undefined,
  },
  {
    name: 'another range',
    server: 'https://10.1.2.3',
    environment: { ...proxy, NO_PROXY: '192.168.0.0/16,10.0.0.0/99' },
    expected: 'http://proxy:3128/',
  },
  {
    name: 'a range of version 6',
    server: 'https://[fd00::1]',
    environment: { ...proxy, NO_PROXY: 'fd00::/8' },
    expected: undefined,
  },
])('$name', ({ server, proxyUrl, environment, expected }) => {
  expect(chooseProxy(new URL(server), proxyUrl, environment)?.href).toBe(expected);
});

test.each([
  ['socks4://proxy', 'HTTPS_PROXY is no http, https or socks5 URL: correct it'],
  ['ftp://proxy', 'HTTPS_PROXY is no http, https or socks5 URL: correct it'],
  ['http://', 'HTTPS_PROXY is no URL: correct it'],
])('%s', (value, message) => {
  expect(() => chooseProxy(new URL(api), undefined, { HTTPS_PROXY: value })).toThrow(message);
});
