/** What keeps a text from being one segment of a URL's path (the names of RBAC's kinds), in the API server's words. */
export function pathSegment(text: string): string[] {
  if (text === '.' || text === '..') return [`may not be '${text}'`];
  return pathSegmentPrefix(text);
}

/** Like `pathSegment`, for the start of a name to which the server adds more. */
export function pathSegmentPrefix(text: string): string[] {
  return ['/', '%'].filter((part) => text.includes(part)).map((part) => `may not contain '${part}'`);
}
