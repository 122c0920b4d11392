import type { MapNode, Span } from '../../yaml/nodes.ts';
import { type Finding, missingField } from '../finding.ts';

/** Findings by where they are and what they miss: a document with thousands of faults is asked as often. */
export class FindingIndex {
  readonly #bySpan = new Map<string, Finding[]>();
  readonly #missing = new Set<string>();
  /** By the name that a misspelt field was meant to have. */
  readonly #misspelt = new Map<string, Finding[]>();
  /** The names of fields that stand elsewhere, or of objects for these, with the marks of what they were meant for. */
  readonly #misplaced = new Set<string>();

  constructor(findings: readonly Finding[]) {
    for (const finding of findings) {
      add(this.#bySpan, spanKey(finding.span), finding);
      const missing = missingField(finding);
      if (missing !== undefined) this.#missing.add(missing);
      if (finding.code === 'unknown-field' && finding.fix) add(this.#misspelt, finding.fix.newText, finding);
      const { about } = finding;
      if (about.is !== 'unknown-field' || !about.intended) continue;
      const { mark, absent } = about.intended;
      // Of objects that are not there, the outermost is missed.
      const missed = absent[0] ?? about.field;
      this.#missing.add(about.field).add(missed);
      this.#misplaced.add(`${spanKey(mark)} ${missed}`);
    }
  }

  /** Those that are exactly there. */
  at(span: Span | undefined): readonly Finding[] {
    return (span && this.#bySpan.get(spanKey(span))) ?? none;
  }

  /** Whether any of them misses a field of that name. */
  misses(name: string | number): boolean {
    return typeof name === 'string' && this.#missing.has(name);
  }

  /** Whether a field of the map is the one of that name, misspelt. */
  isMisspelt(name: string, map: MapNode): boolean {
    const meant = this.#misspelt.get(name) ?? this.#misspelt.get(JSON.stringify(name));
    if (!meant) return false;
    const keys = new Set(meant.map(({ span }) => spanKey(span)));
    return map.entries.some(({ key }) => keys.has(spanKey(key.span)));
  }

  /** Whether a field of that name, or what is meant to be in it, stands elsewhere and was meant for the object with that mark. */
  isMisplaced(name: string | number, mark: Span | undefined): boolean {
    return mark !== undefined && this.#misplaced.has(`${spanKey(mark)} ${name}`);
  }
}

const none: readonly Finding[] = [];

/** What two spans have in common that are the same. */
export function spanKey({ start, end }: Span): string {
  return `${start}-${end}`;
}

function add<Key>(map: Map<Key, Finding[]>, key: Key, finding: Finding): void {
  const known = map.get(key);
  if (known) known.push(finding);
  else map.set(key, [finding]);
}
