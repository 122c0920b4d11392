import type { ClientRequest, RequestOptions } from 'node:http';

/**
 * Node's `http`, which is not imported: a module has each name of what it imports evaluated, and by those of its WebSocket Node 24
 * comes to load all of its fetch, for 25 ms and 8 MB.
 */
export const { Agent, createServer, request } = process.getBuiltinModule('node:http');

/**
 * A request on a connection of our own, by `createConnection` or an agent of ours. VS Code gives every request of an extension an
 * agent of its own, which would connect in its place; only one to the path of a socket is left alone.
 */
export function requestOnOwnConnection(options: RequestOptions): ClientRequest {
  return request({ socketPath: '/cluster', ...options });
}
