import { BlockList, isIP, isIPv6 } from 'node:net';
import { isProxyProtocol } from '../kubeconfig/proxy-protocol.ts';
import { readUrl } from '../read-url.ts';

/**
 * The proxy for a server: the kubeconfig's own, always; else HTTPS_PROXY or HTTP_PROXY unless NO_PROXY (names with
 * their subdomains, addresses, CIDR ranges, each with an optional port, or `*`) or a loopback address excludes it, as
 * Go does it. Undefined for a direct connection.
 * @throws Error in words when the proxy is no URL or of another kind.
 */
export function chooseProxy(
  server: URL,
  proxyUrl: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): URL | undefined {
  if (proxyUrl !== undefined) return readProxy(proxyUrl, 'proxy-url');
  const name = server.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const value = environment[name] || environment[name.toLowerCase()];
  if (!value || excludes(environment.NO_PROXY || environment.no_proxy || '', server)) return undefined;
  return readProxy(/^[a-z0-9+]+:\/\//i.test(value) ? value : `http://${value}`, name);
}

function readProxy(text: string, origin: string): URL {
  const url = readUrl(text);
  if (!url) throw new Error(`${origin} is no URL: correct it`);
  if (isProxyProtocol(url.protocol)) return url;
  throw new Error(`${origin} is no http, https or socks5 URL: correct it`);
}

function excludes(noProxy: string, server: URL): boolean {
  const host = server.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const port = server.port || (server.protocol === 'https:' ? '443' : '80');
  if (host === 'localhost' || host === '::1' || /^127\./.test(host)) return true;
  return noProxy.split(',').some((item) => {
    const entry = item.trim().toLowerCase();
    if (entry === '*') return true;
    if (entry === '') return false;
    const [, bracketed, bare, entryPort] = /^(?:\[(.*)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? [];
    const entryHost = bracketed ?? bare ?? entry;
    if (entryPort !== undefined && entryPort !== port) return false;
    if (entryHost.includes('/')) return inRange(host, entryHost);
    if (isIP(entryHost)) return entryHost === host;
    const domain = entryHost.replace(/^\*?\./, '');
    if (host.endsWith(`.${domain}`)) return true;
    return domain === entryHost && host === domain;
  });
}

function inRange(host: string, range: string): boolean {
  const [network = '', bits = ''] = range.split('/');
  if (!isIP(host) || !isIP(network) || isIPv6(host) !== isIPv6(network)) return false;
  const family = isIPv6(host) ? 'ipv6' : 'ipv4';
  const prefix = Number(bits);
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > (family === 'ipv6' ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(network, prefix, family);
  return list.check(host, family);
}
