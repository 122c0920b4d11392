/** Whether a proxy of such a URL can be spoken to: by CONNECT, or as SOCKS 5 (which looks names up, with an `h` or without). */
export function isProxyProtocol(protocol: string): boolean {
  return ['http:', 'https:', 'socks5:', 'socks5h:'].includes(protocol);
}
