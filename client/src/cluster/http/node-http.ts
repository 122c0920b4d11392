/**
 * Node's `http`, which is not imported: a module has each name of what it imports evaluated, and by those of its WebSocket Node 24
 * comes to load all of its fetch, for 25 ms and 8 MB.
 */
export const { Agent, createServer, request } = process.getBuiltinModule('node:http');
