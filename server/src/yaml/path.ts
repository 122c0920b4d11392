/** Field names and list indexes from an object's root. */
export type Path = readonly (string | number)[];

/**
 * A path as the API server prints it in causes: `spec.containers[0].name`, `metadata.labels[a.b/c]`.
 * A name that is no plain identifier stands in brackets.
 */
export function formatPath(path: Path): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else if (/^[A-Za-z_$][\w$-]*$/.test(part)) text += text ? `.${part}` : part;
    else text += `[${part}]`;
  }
  return text;
}
