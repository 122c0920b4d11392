/**
 * A text as a URL; undefined where it is none. It is asked by reading it: `URL.canParse` of Node takes some texts that `URL`
 * then throws at.
 */
export function readUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
