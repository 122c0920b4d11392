import type { ByteSource } from './byte-source.ts';
import { CopyError } from './copy-error.ts';
import { paddingOf } from './tar-format.ts';
import { endOfArchive, tarHeader } from './write-tar.ts';

const chunk = 256 * 1024;

/**
 * The bytes of a file alone as an archive of it, so that there is one way to unpack: of as many as were counted, for what has
 * been added since is not copied. Throws a `CopyError` where they are fewer.
 */
export async function* singleFileArchive(
  bytes: ByteSource,
  size: number | undefined,
  modified: number,
  what: string,
): AsyncGenerator<Buffer, void, undefined> {
  if (size === undefined) throw new CopyError(what, { fault: 'the file may not be read' });
  yield tarHeader({ kind: 'file', name: 'file', size, mode: 0o644, modified });
  for (let left = size; left > 0; ) {
    const part = await bytes.some(Math.min(chunk, left));
    if (!part)
      throw new CopyError(what, { fault: 'it breaks off', wayOut: 'Nothing of it was kept: copy again' });
    left -= part.length;
    yield part;
  }
  yield Buffer.concat([Buffer.alloc(paddingOf(size)), endOfArchive]);
}
