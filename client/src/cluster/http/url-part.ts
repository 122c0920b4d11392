/** A part of a URL, such as its user, as it was before it was escaped; one that is escaped wrongly is taken as it is. */
export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
