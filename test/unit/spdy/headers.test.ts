import { constants, createDeflate, createInflate, deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readHeaderBlock, writeHeaderBlock } from '../../../spdy/src/header-block.ts';
import { HeaderCompressor, HeaderDecompressor } from '../../../spdy/src/header-compression.ts';
import { spdyDictionary } from '../../../spdy/src/header-dictionary.ts';

const headers = new Map([
  ['streamtype', 'error'],
  ['port', '8080'],
  ['requestid', '0'],
]);
const block = Buffer.from(`00000003${[...headers].flat().map(hexOf).join('')}`, 'hex');

function hexOf(text: string): string {
  return text.length.toString(16).padStart(8, '0') + Buffer.from(text).toString('hex');
}

describe('a header block', () => {
  test('is written and read', () => {
    expect(writeHeaderBlock(headers).toString('hex')).toBe(block.toString('hex'));
    expect(readHeaderBlock(block)).toEqual(headers);
    expect(writeHeaderBlock(new Map([['streamType', 'x']])).toString('latin1')).toContain('streamtype');
  });

  test.each([
    ['that is empty', '', 'malformed headers'],
    ['cut in its number', '0000', 'malformed headers'],
    ['of more headers than it holds', '00000001', 'malformed headers'],
    ['whose name is longer than it', `00000001 000000ff 61`, 'malformed headers'],
    ['whose value is 4 GB long', `00000001 00000001 61 ffffffff`, 'malformed headers'],
    ['with a name in upper case', `00000001 00000001 41 00000000`, 'malformed headers'],
    ['with a name twice', `00000002 00000001 61 00000000 00000001 61 00000000`, 'malformed headers'],
    ['of a billion headers', '3fffffff', 'headers too long'],
  ])('%s is refused', (_name, hex, fault) => {
    const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex');
    expect(() => readHeaderBlock(bytes)).toThrow(expect.objectContaining({ name: 'SpdyError', fault }));
  });

  test('cut anywhere is refused', () => {
    for (let length = 0; length < block.length; length++) {
      expect(() => readHeaderBlock(block.subarray(0, length))).toThrow('SPDY: ');
    }
  });
});

/** What zlib makes of parts of one stream, as far as each has come. */
async function inflated(parts: readonly Buffer[]): Promise<Buffer[]> {
  const inflate = createInflate({ dictionary: spdyDictionary });
  const results: Buffer[] = [];
  for (const part of parts) {
    const chunks: Buffer[] = [];
    const collect = (chunk: Buffer) => chunks.push(chunk);
    inflate.on('data', collect);
    await new Promise<void>((done, failed) => {
      inflate.once('error', failed);
      inflate.write(part);
      inflate.flush(constants.Z_SYNC_FLUSH, done);
    });
    inflate.off('data', collect);
    results.push(Buffer.concat(chunks));
  }
  return results;
}

function deflated(blocks: readonly Buffer[]): Promise<Buffer[]> {
  const deflate = createDeflate({ dictionary: spdyDictionary });
  return blocks.reduce<Promise<Buffer[]>>(async (before, each) => {
    const parts = await before;
    const chunks: Buffer[] = [];
    const collect = (chunk: Buffer) => chunks.push(chunk);
    deflate.on('data', collect);
    await new Promise<void>((done) => {
      deflate.write(each);
      deflate.flush(constants.Z_SYNC_FLUSH, done);
    });
    deflate.off('data', collect);
    return [...parts, Buffer.concat(chunks)];
  }, Promise.resolve([]));
}

const blocks = [block, Buffer.from('00000000', 'hex'), Buffer.alloc(0), Buffer.alloc(70_000, 'b'), block];

describe('compression', () => {
  test('is what zlib reads with the dictionary, block by block', async () => {
    const compressor = new HeaderCompressor();
    expect(await inflated(blocks.map((each) => compressor.compress(each)))).toEqual(blocks);
  });

  test('begins with the dictionary of SPDY/3', () => {
    // RFC 1950's number of the dictionary, as other implementations have it.
    expect(new HeaderCompressor().compress(block).subarray(2, 6).toString('hex')).toBe('e3c6a7c2');
  });

  test('of zlib is read, block by block', async () => {
    const decompressor = new HeaderDecompressor();
    const read = [];
    for (const part of await deflated(blocks)) read.push(await decompressor.decompress(part));
    expect(read).toEqual(blocks);
    decompressor.close();
  });

  test.each<[string, () => Promise<Buffer>, string]>([
    ['nothing that is compressed', async () => Buffer.from('headers'), 'malformed headers'],
    [
      'another dictionary',
      async () => deflateSync(block, { dictionary: Buffer.from('x') }),
      'malformed headers',
    ],
    ['a megabyte', async () => (await deflated([Buffer.alloc(1 << 20)]))[0]!, 'headers too long'],
    ['half a gigabyte', async () => (await deflated([Buffer.alloc(1 << 29)]))[0]!, 'headers too long'],
  ])('of %s is refused, and nothing comes after it', async (_name, make, fault) => {
    const decompressor = new HeaderDecompressor();
    await expect(decompressor.decompress(await make())).rejects.toMatchObject({ fault });
    await expect(decompressor.decompress(block)).rejects.toMatchObject({ name: 'SpdyError' });
    decompressor.close();
  });

  test('that is closed while it reads says so', async () => {
    const decompressor = new HeaderDecompressor();
    const reading = decompressor.decompress((await deflated([block]))[0]!);
    decompressor.close();
    await expect(reading).rejects.toMatchObject({ fault: 'connection closed' });
  });
});
