/** A version such as `1.2.3-alpha.1+build` (semver.org): its numbers, and the parts before and behind a `+`. */
export interface SemanticVersion {
  readonly numbers: readonly [number, number, number];
  /** Dot-separated; empty for a release. */
  readonly prerelease: readonly string[];
}

/** Reads a version; undefined where it is none. */
export function parseSemanticVersion(text: string): SemanticVersion | undefined {
  const match = form.exec(text);
  if (!match) return undefined;
  const [, major, minor, patch, prerelease] = match;
  return {
    numbers: [Number(major), Number(minor), Number(patch)],
    prerelease: prerelease === undefined ? [] : prerelease.split('.'),
  };
}

/** Below zero where the first version comes before the second, zero where they are of the same rank. */
export function compareSemanticVersions(left: SemanticVersion, right: SemanticVersion): number {
  for (const [index, number] of left.numbers.entries()) {
    if (number !== right.numbers[index]) return number - right.numbers[index]!;
  }
  if (left.prerelease.length === 0 || right.prerelease.length === 0) {
    return right.prerelease.length - left.prerelease.length;
  }
  for (const [index, part] of left.prerelease.entries()) {
    const other = right.prerelease[index];
    if (other === undefined) return 1;
    if (part !== other) return comparePrerelease(part, other);
  }
  return left.prerelease.length - right.prerelease.length;
}

/** Numbers come before words. */
function comparePrerelease(left: string, right: string): number {
  const [leftIsNumber, rightIsNumber] = [/^\d+$/.test(left), /^\d+$/.test(right)];
  if (leftIsNumber && rightIsNumber) return Number(left) - Number(right);
  if (leftIsNumber !== rightIsNumber) return leftIsNumber ? -1 : 1;
  return left < right ? -1 : 1;
}

const number = '(0|[1-9][0-9]*)';
const part = '(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)';
const form = new RegExp(
  `^${number}\\.${number}\\.${number}(?:-(${part}(?:\\.${part})*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
);
