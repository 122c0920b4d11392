import type { CheckContext } from '../../../checks/check-context.ts';
import type { Finding } from '../../../checks/finding.ts';
import { documentFindings, type FileContext } from '../../../diagnostics/document-findings.ts';
import { OpenDocument } from '../../../documents/open-document.ts';
import type { MaskedTemplate } from '../../../helm/masked-template.ts';
import { compose } from '../../../yaml/compose.ts';
import { parseDocument, splitDocuments } from '../../../yaml/documents.ts';
import type { YamlDocument } from '../../../yaml/nodes.ts';

/** Judges what a document would be with another text; `text` is that of its whole file. */
export interface Judge {
  (text: string): JudgedText;
  /** What it takes to judge once, in characters. */
  readonly costs: number;
}

/** A document of a text, and what is found in it. */
export interface JudgedText {
  /** That of the file. */
  readonly text: string;
  readonly document: YamlDocument | undefined;
  /** The actions of the file, where it is a template. */
  readonly template: MaskedTemplate | undefined;
  readonly findings: readonly Finding[];
}

/** What takes longer to be judged than so many characters is not tried while a person waits. */
export const longestJudged = 500_000;

/** How much may be judged while a person waits: one for all that is asked for at a time. */
export class Patience {
  #characters: number;

  constructor(characters = 1_500_000) {
    this.#characters = characters;
  }

  /** Whether nothing more may be judged. */
  get isSpent(): boolean {
    return this.#characters <= 0;
  }

  /** Whether something may be judged once more, which is counted. */
  allows({ costs }: Pick<Judge, 'costs'>): boolean {
    if (this.isSpent) return false;
    this.#characters -= costs;
    return true;
  }
}

/** What it takes to judge the shortest document, in characters. */
const eachCosts = 5_000;
/** A changed text is put together and compared, so much faster than it is read. */
const readsSlower = 12;

/** Of a template each choice among its branches is judged. */
const templateSlower = 3;

/** Each of what is found takes as long as so many characters. */
const findingCosts = 50;

/** A judge of one document of a file, whose other documents stay as they are. `findings` are those of it as it is. */
export function judgeOf(
  given: { readonly text: string; readonly languageId: string; readonly document: YamlDocument },
  file: FileContext,
  context: CheckContext,
  findings: readonly Finding[],
): Judge {
  const { index, span } = given.document;
  const before = given.text.slice(0, span.start);
  const behind = given.text.length - span.end;
  // Of a template the whole file is read each time.
  const read = file.template ? given.text.length * templateSlower : given.document.text.length;
  const costs =
    eachCosts + read + Math.ceil(given.text.length / readsSlower) + findings.length * findingCosts;
  return Object.assign(judge, { costs });

  function judge(text: string): JudgedText {
    if (file.template) return judged(text, inTemplate(text, file.template));
    const place = text.startsWith(before)
      ? { start: span.start, end: text.length - behind }
      : splitDocuments(text)[index];
    const document = place && parseDocument(text, place, index, compose);
    return judged(text, { document, file });
  }

  /** Of a template the whole file is read, as it is open. */
  function inTemplate(text: string, { isOfChart }: MaskedTemplate): Read {
    const opened = new OpenDocument(file.uri, given.languageId, 0, text);
    if (isOfChart) opened.becomeTemplate();
    else if (context.placeholders) opened.knowPlaceholders(context.placeholders);
    const document = opened.documents[index];
    return { document, file: { ...file, template: opened.template } };
  }

  function judged(text: string, read: Read): JudgedText {
    const { document } = read;
    const findings = document ? documentFindings(document, read.file, context) : [];
    return { text, document, template: read.file.template, findings };
  }
}

/** A document as it was read, and what its file is then. */
interface Read {
  readonly document: YamlDocument | undefined;
  readonly file: FileContext;
}
