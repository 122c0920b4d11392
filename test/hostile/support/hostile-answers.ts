import type { IncomingMessage, ServerResponse } from 'node:http';

/** How a server answers whatever it is asked. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers with this body. */
export const body =
  (text: string | Buffer, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.end(text);
  };
/** Answers with this as JSON. */
export const of = (value: unknown) => body(JSON.stringify(value));
/** Answers with a body that goes on for as long as anybody reads it. */
export const endless =
  (begin: string, piece: Buffer, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.write(begin);
    const more = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', more);
    more();
  };

/** Answers with a watch of ever more objects. */
export const endlessObjects = (): Answer => {
  let count = 0;
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      while (!response.destroyed) {
        const rows = Array.from({ length: 500 }, () => {
          const name = `p${count++}`;
          return { object: { metadata: { name, uid: name, resourceVersion: '1' } } };
        });
        if (!response.write(`${JSON.stringify({ type: 'ADDED', object: { kind: 'Table', rows } })}\n`))
          return;
      }
    };
    response.on('drain', more);
    more();
  };
};
