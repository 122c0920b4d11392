/** A block of PEM; `bytes` are what it holds, one character each. */
export interface PemBlock {
  readonly type: string;
  readonly hasHeaders: boolean;
  readonly bytes: string;
}

/** The blocks of a text in PEM, as the server finds them: what holds no base64 is none. */
export function pemBlocks(text: string): PemBlock[] {
  return [...text.matchAll(block)].flatMap(([, type, body]) => {
    const [headers = ''] = header.exec(body!) ?? [];
    const packed = body!.slice(headers.length).replace(/\s/g, '');
    const bytes = isBase64.test(packed) ? decodeBase64(packed) : undefined;
    return bytes === undefined ? [] : { type: type!, hasHeaders: headers !== '', bytes };
  });
}

/** The bytes of base64 text, one character each; undefined for what is none. Line breaks do not count. */
export function decodeBase64(text: string): string | undefined {
  try {
    return atob(text.replace(/[\r\n]/g, ''));
  } catch {
    return undefined;
  }
}

/** Whether bytes begin with one sequence of DER that is as long as it says, as every certificate does. */
export function isDerSequence(bytes: string): boolean {
  const [tag, first = 0] = [bytes.charCodeAt(0), bytes.charCodeAt(1)];
  if (tag !== 0x30 || bytes.length < 2) return false;
  if (first < 0x80) return bytes.length >= 2 + first;
  const count = first - 0x80;
  if (count < 1 || count > 4 || bytes.length < 2 + count) return false;
  const length = [...bytes.slice(2, 2 + count)].reduce((sum, byte) => 256 * sum + byte.charCodeAt(0), 0);
  return bytes.length >= 2 + count + length;
}

const block = /(?:^|\n)-----BEGIN ([^\n-]+)-----[ \t\r]*\n((?:(?!-----BEGIN )[\s\S])*?)-----END \1-----/g;
const header = /^(?:[^\n:]+:[^\n]*\n)+\s*\n/;
const isBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
