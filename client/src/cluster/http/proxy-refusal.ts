/** A proxy that would not connect us; `message` says what it answered. */
export class ProxyRefusal extends Error {
  constructor(proxy: URL, answer: string) {
    super(`the proxy ${proxy.host} answered ${answer}`);
    this.name = 'ProxyRefusal';
  }
}
