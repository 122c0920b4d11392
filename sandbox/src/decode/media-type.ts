/**
 * The type in a Content-Type, in small letters; JSON where none is named. Undefined where Go's `mime.ParseMediaType` refuses
 * it, for its type or for a parameter.
 */
export function mediaTypeOf(contentType: string | undefined): string | undefined {
  if (!contentType) return 'application/json';
  const semicolon = contentType.indexOf(';');
  const type = (semicolon < 0 ? contentType : contentType.slice(0, semicolon)).trim().toLowerCase();
  if (!typePattern.test(type)) return undefined;
  return semicolon < 0 || areParameters(contentType.slice(semicolon)) ? type : undefined;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const typePattern = new RegExp(`^${token}(?:/${token})?$`);
const parameter = new RegExp(`\\s*;\\s*(${token})\\s*=\\s*(${token}|"(?:[^"\\\\\\r\\n]|\\\\.)*")`, 'y');

/** No name twice with two values; a last semicolon may have nothing after it. */
function areParameters(text: string): boolean {
  const values = new Map<string, string>();
  parameter.lastIndex = 0;
  let end = 0;
  for (let match = parameter.exec(text); match; match = parameter.exec(text)) {
    const name = match[1]!.toLowerCase();
    if ((values.get(name) ?? match[2]) !== match[2]) return false;
    values.set(name, match[2]!);
    end = parameter.lastIndex;
  }
  return ['', ';'].includes(text.slice(end).trim());
}
