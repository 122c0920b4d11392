/** Archives are made of blocks of this size. */
export const blockSize = 512;

/** What an entry of an archive is. */
export type TarKind =
  | 'file'
  | 'directory'
  | 'symbolic link'
  | 'hard link'
  | 'device'
  | 'pipe'
  | 'sparse file'
  | 'unknown kind';

/** What an archive says of one entry. */
export interface TarEntry {
  readonly kind: TarKind;
  /** Undefined where it is no UTF-8. */
  readonly name: string | undefined;
  /** Of its content, in bytes. */
  readonly size: number;
  /** Permissions alone: no bit that lets a program run as another user. */
  readonly mode: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  /** What a link leads to; undefined where it is no UTF-8. */
  readonly link: string | undefined;
}

/** How many bytes fill the last block of so many. */
export function paddingOf(size: number): number {
  return (blockSize - (size % blockSize)) % blockSize;
}

/** The sum that a header's block must have: of all its bytes, with blanks in the place of the sum itself. */
export function headerChecksum(block: Uint8Array): number {
  let sum = 8 * 32;
  for (let at = 0; at < blockSize; at++) if (at < 148 || at >= 156) sum += block[at]!;
  return sum;
}
