/** How much of a text is looked at. */
const longestLook = 200_000;

/** Whether a YAML text names an `apiVersion` and a `kind`; cheap enough for every pause in typing. */
export function holdsManifest(text: string): boolean {
  const start = text.slice(0, longestLook);
  return /^ {0,2}(["']?)apiVersion\1\s*:/m.test(start) && /^ {0,2}(["']?)kind\1\s*:/m.test(start);
}
