const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;

/** The names of the files in a zip archive, by its central directory. Throws when it has none. */
export function namesInZip(bytes: Buffer): string[] {
  const end = bytes.lastIndexOf(littleEndian(endOfDirectory));
  if (end < 0) throw new Error('this is no zip archive');
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  const names: string[] = [];
  for (let entry = 0; entry < count; entry++) {
    if (bytes.readUInt32LE(at) !== directoryEntry) throw new Error('the central directory is broken');
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    names.push(bytes.toString('utf8', at + 46, at + 46 + name));
    at += 46 + name + extra + comment;
  }
  return names;
}

function littleEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
