import { SpdyError } from './spdy-error.ts';

/** Of a stream, by names in lower case; several values of one name stand in one, NULs between them. */
export type Headers = ReadonlyMap<string, string>;

/** As many as a Go server takes of a stream. */
const mostHeaders = 1000;

/** Writes headers as a block that is not compressed yet (draft-mbelshe-httpbis-spdy-00, 2.6.10): a byte per character. */
export function writeHeaderBlock(headers: Headers): Buffer {
  let length = 4;
  for (const [name, value] of headers) length += 8 + name.toLowerCase().length + value.length;
  const block = Buffer.allocUnsafe(length);
  let at = block.writeUInt32BE(headers.size, 0);
  const write = (text: string) => {
    at = block.writeUInt32BE(text.length, at);
    at += block.write(text, at, 'latin1');
  };
  for (const [name, value] of headers) {
    write(name.toLowerCase());
    write(value);
  }
  return block;
}

/** Reads a block that is compressed no more. Throws a `SpdyError` where it is none. */
export function readHeaderBlock(block: Buffer): Headers {
  let at = 0;
  const number = () => {
    at += 4;
    if (at > block.length) throw new SpdyError('malformed headers', 'a header block that ends too early');
    return block.readUInt32BE(at - 4);
  };
  const text = () => {
    const length = number();
    at += length;
    if (at > block.length) throw new SpdyError('malformed headers', 'a header longer than its block');
    return block.toString('latin1', at - length, at);
  };
  const count = number();
  if (count > mostHeaders) throw new SpdyError('headers too long', `${count} headers`);
  const headers = new Map<string, string>();
  for (let left = count; left > 0; left--) {
    const name = text();
    if (name !== name.toLowerCase()) throw new SpdyError('malformed headers', 'a name in upper case');
    if (headers.has(name)) throw new SpdyError('malformed headers', 'a name that is there twice');
    headers.set(name, text());
  }
  return headers;
}
