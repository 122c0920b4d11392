/** The checksum that every POSIX system has a program for, `cksum`: it finds what went wrong, and proves nothing to a forger. */
export interface PosixChecksum {
  update(bytes: Uint8Array): void;
  /** As `cksum` prints it: the sum, a blank, and the count of bytes. */
  digest(): string;
}

/** The sum of no bytes, to which some are added (IEEE Std 1003.1, `cksum`). */
export function posixChecksum(): PosixChecksum {
  let sum = 0;
  let size = 0;
  return {
    update(bytes) {
      size += bytes.length;
      let value = sum;
      for (let at = 0; at < bytes.length; at++) value = next(value, bytes[at]!);
      sum = value;
    },
    digest() {
      let value = sum;
      for (let left = size; left > 0; left = Math.floor(left / 256)) value = next(value, left % 256);
      return `${~value >>> 0} ${size}`;
    },
  };
}

function next(sum: number, byte: number): number {
  return (sum << 8) ^ table[(sum >>> 24) ^ byte]!;
}

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = value < 0 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value;
});
