import type { Severity } from '../../../server/src/checks/finding.ts';
import { isUnreadable, type Result } from '../report.ts';

/** What was checked, and what came of it. */
export interface Summary {
  readonly files: number;
  readonly documents: number;
  readonly objects: number;
  readonly problems: Readonly<Record<Severity, number>>;
  /** What nothing can be said of. */
  readonly notJudged: {
    /** Objects of kinds that nothing is known of. */
    readonly unknownKinds: number;
    /** Documents that are too large, or too deeply nested. */
    readonly documents: number;
    readonly unreadableFiles: number;
  };
  readonly seconds: number;
}

/** Adds results up. */
export class SummaryCount {
  #files = 0;
  #documents = 0;
  #objects = 0;
  #unknownKinds = 0;
  #unchecked = 0;
  #unreadableFiles = 0;
  readonly #problems = { error: 0, warning: 0, information: 0, hint: 0 };

  add(result: Result): void {
    if (isUnreadable(result)) {
      this.#unreadableFiles++;
      return;
    }
    const { counts, problems } = result;
    this.#files++;
    this.#documents += counts.documents;
    this.#objects += counts.objects;
    this.#unknownKinds += counts.unknownKinds;
    this.#unchecked += counts.unchecked;
    for (const { severity } of problems) this.#problems[severity]++;
  }

  /** All so far, which took this long. */
  after(seconds: number): Summary {
    return {
      files: this.#files,
      documents: this.#documents,
      objects: this.#objects,
      problems: { ...this.#problems },
      notJudged: {
        unknownKinds: this.#unknownKinds,
        documents: this.#unchecked,
        unreadableFiles: this.#unreadableFiles,
      },
      seconds,
    };
  }
}

/** A summary in sentences, a line each. */
export function summaryText({ files, documents, objects, problems, notJudged, seconds }: Summary): string {
  const { error, warning, information, hint } = problems;
  const found = [
    count(error, 'error'),
    count(warning, 'warning'),
    ...(information > 0 ? [`${information} worth knowing`] : []),
    ...(hint > 0 ? [count(hint, 'hint')] : []),
  ];
  const lines = [
    `${count(files, 'file')}, ${count(documents, 'document')}, ${count(objects, 'object')}: ${found.join(', ')} in ${seconds.toFixed(1)} s`,
  ];
  const { unknownKinds, documents: unchecked, unreadableFiles } = notJudged;
  if (unknownKinds > 0) {
    lines.push(
      `not judged: ${count(unknownKinds, 'object')} of kinds without a CustomResourceDefinition (--schemas names some)`,
    );
  }
  if (unchecked > 0) lines.push(`not judged: ${count(unchecked, 'document')} too large or too deeply nested`);
  if (unreadableFiles > 0) lines.push(`not read: ${count(unreadableFiles, 'path')}`);
  return lines.map((line) => `${line}\n`).join('');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
