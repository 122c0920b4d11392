import { headerChecksum, paddingOf } from '../../client/src/cluster/streams/copy/tar-format.ts';
import { type NewTarEntry, tarHeader } from '../../client/src/cluster/streams/copy/write-tar.ts';

/** The blocks of a file in an archive. */
export function tarFile(name: string, content: string, more: Partial<NewTarEntry> = {}): Buffer[] {
  const size = Buffer.byteLength(content);
  return [
    tarHeader({ kind: 'file', name, size, mode: 0o644, modified: 5_000, ...more }),
    Buffer.from(content),
    Buffer.alloc(paddingOf(size)),
  ];
}

/** A header whose bytes are changed, with the sum that it must have then. */
export function changedTarHeader(name: string, size: number, change: (block: Buffer) => void): Buffer {
  const block = tarHeader({ kind: 'file', name, size, mode: 0o644, modified: 0 });
  change(block);
  return summed(block);
}

/** A header of this type, whatever it is. */
export function tarHeaderOfType(type: string, name: string, link = '', size = 0): Buffer {
  return changedTarHeader(name, size, (block) => {
    block.write(type, 156, 'latin1');
    block.write(link, 157, 100);
  });
}

/** What stands before an entry: a long name, attributes. */
export function tarExtension(type: string, content: string | Buffer): Buffer[] {
  const bytes = Buffer.from(content as string);
  return [tarHeaderOfType(type, 'extension', '', bytes.length), bytes, Buffer.alloc(paddingOf(bytes.length))];
}

/** `KEYWORD=VALUE` as attributes of POSIX. */
export function paxAttributes(...records: string[]): Buffer[] {
  const text = records.map((record) => {
    const rest = Buffer.byteLength(record) + 2;
    let length = rest + String(rest).length;
    length = rest + String(length).length;
    return `${length} ${record}\n`;
  });
  return tarExtension('x', text.join(''));
}

/** A block with the sum that it must have. */
export function summed(block: Buffer): Buffer {
  block.write(`${headerChecksum(block).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}
