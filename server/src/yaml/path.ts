/** Field names and list indexes from an object's root. */
export type Path = readonly (string | number)[];

/** What stands at a path in a JSON value; undefined where the path leads nowhere. */
export function jsonAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}

/** Whether a path is another one, or leads on from it. */
export function isWithin(path: Path, around: Path): boolean {
  return around.every((part, index) => part === path[index]);
}

/** Whether two paths are the same. */
export function isSamePath(left: Path, right: Path): boolean {
  return left.length === right.length && isWithin(left, right);
}

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
