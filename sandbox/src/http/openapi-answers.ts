import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenApiDocument, OpenApiDocuments } from '../openapi/openapi-documents.ts';
import { mediaRanges } from './negotiate.ts';
import type { RequestUrl } from './request-url.ts';

const v3Root = '/openapi/v3';

/** The second one is how clients before 1.22 wrote the first. */
const v2ProtobufTypes = [
  'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
  'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
] as const;

/** Answers `/openapi/v2`, `/openapi/v3` and the documents below it, whatever the method; false for every other path. */
export function answerOpenApi(
  request: IncomingMessage,
  response: ServerResponse,
  { pathname, searchParams }: RequestUrl,
  documents: OpenApiDocuments,
): boolean {
  if (pathname === '/openapi/v2') {
    answerWhole(request, response, documents);
    return true;
  }
  if (pathname === v3Root) {
    send(response, JSON.stringify(documents.index()), {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': uncached,
    });
    return true;
  }
  if (!pathname.startsWith(`${v3Root}/`)) return false;
  const document = documents.document(pathname.slice(v3Root.length + 1));
  if (document) answerDocument(request, response, pathname, searchParams.get('hash') ?? '', document);
  else sendNothing(response, 404);
  return true;
}

const uncached = 'no-cache, private';
const longCached = 'public, immutable';

function answerDocument(
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
  hash: string,
  document: OpenApiDocument,
): void {
  response.setHeader('vary', 'Accept');
  if (!isJsonAccepted(request)) {
    sendNothing(response, 406);
    return;
  }
  const etag = `"${document.hash}"`;
  response.setHeader('etag', etag);
  if (hash !== '' && hash !== document.hash) {
    response.setHeader('location', `${pathname}?hash=${document.hash}`);
    response.setHeader('content-type', 'application/json');
    sendNothing(response, 301);
    return;
  }
  response.setHeader('cache-control', hash === '' ? uncached : longCached);
  if (isKnown(request, etag)) response.writeHead(304).end();
  else send(response, document.text(), { 'content-type': 'application/json' });
}

function answerWhole(request: IncomingMessage, response: ServerResponse, documents: OpenApiDocuments): void {
  response.setHeader('vary', 'Accept-Encoding, Accept');
  const types = mediaRanges(request.headers.accept).map(({ type }) => type);
  const isProtobuf = types.some((type) => v2ProtobufTypes.some((known) => known === type));
  if (!isProtobuf && !isJsonAccepted(request)) {
    sendNothing(response, 406);
    return;
  }
  const whole = documents.whole();
  const etag = `"${whole.hash}"`;
  response.setHeader('etag', etag);
  response.setHeader('cache-control', uncached);
  if (isKnown(request, etag)) response.writeHead(304).end();
  else if (isProtobuf) send(response, whole.protobuf(), { 'content-type': v2ProtobufTypes[0] });
  else send(response, whole.text(), { 'content-type': 'application/json' });
}

function isJsonAccepted({ headers }: IncomingMessage): boolean {
  return mediaRanges(headers.accept).some(({ type }) => /^(application\/(json|\*)|\*\/\*)$/.test(type));
}

/** Whether the client has that state already. */
function isKnown({ headers }: IncomingMessage, etag: string): boolean {
  const known = (headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}

function send(response: ServerResponse, content: string | Buffer, headers: Record<string, string>): void {
  const body = typeof content === 'string' ? Buffer.from(content) : content;
  response.writeHead(200, { ...headers, 'content-length': body.length }).end(body);
}

function sendNothing(response: ServerResponse, code: number): void {
  response.writeHead(code, { 'cache-control': uncached, 'content-length': 0 }).end();
}
