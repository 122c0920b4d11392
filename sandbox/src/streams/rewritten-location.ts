/** Where an answer comes from and by which way. */
export interface ProxyWay {
  /** The path of the API server's proxy, escaped, without a slash at its end. */
  readonly prefix: string;
  /** The host that answered. */
  readonly backendHost: string;
  /** The host that the client asked. */
  readonly requestHost: string;
}

/** A redirect so that it leads through the proxy again; one to another host, or relative, is left as it is. */
export function rewrittenLocation(location: string, { prefix, backendHost, requestHost }: ProxyWay): string {
  const [, host, rest = ''] = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/([^/?#]*))?(.*)$/is.exec(location) ?? [];
  const isElsewhere = host !== undefined && host !== backendHost && host !== requestHost;
  if (isElsewhere || !rest.startsWith('/')) return location;
  const path = rest.startsWith(prefix) ? rest : `${prefix}${rest}`;
  return `https://${requestHost}${path}`;
}
