import type { Code } from '../../codes/codes.ts';
import type { Path } from '../../yaml/path.ts';
import type { AdmissionAttributes } from './admission-attributes.ts';
import type { Field } from './field.ts';

/** What the API server says in a `Warning` header of an answer that takes the object. */
export interface ServerWarning {
  readonly code: Code;
  /** The server's own text, without the field. */
  readonly text: string;
  /** The field as the server prints it before its text, where it names one. */
  readonly field?: string;
  /** What an editor marks; it may not be there. */
  readonly path: Path;
  /** Whether an editor marks the field's name or what is written for it. */
  readonly at: 'key' | 'value';
  /** Whether it says that something is not there. */
  readonly about: 'presence' | 'absence';
}

/** Judges data as a `Rule` does, of what the server takes and yet warns of. */
export type WarningRule = (object: Field, warnings: Warnings, attributes: AdmissionAttributes) => void;

/** What a warning says beyond its text. */
export interface WarningOptions {
  readonly code: Code;
  readonly at?: 'key' | 'value';
  readonly about?: 'presence' | 'absence';
  /** What an editor marks, where that is not the field that the server names. */
  readonly mark?: Field;
}

/** Collects what the warning rules find. Nothing is said of what is unknown. */
export class Warnings {
  readonly found: ServerWarning[] = [];
  #length = 0;

  /** Whether nothing more is taken: what gives so much need not be looked at any further. */
  get isFull(): boolean {
    return this.#length > mostWarned;
  }

  /** The server names the field, then says the text. */
  of(field: Field, text: string, mark: WarningOptions): void {
    this.#add(mark.mark ?? field, { text, field: field.printed }, mark);
  }

  /** The server says the text alone; an editor marks the field. */
  about(field: Field, text: string, mark: WarningOptions): void {
    this.#add(mark.mark ?? field, { text }, mark);
  }

  #add(
    marked: Field,
    said: Pick<ServerWarning, 'text' | 'field'>,
    { code, at = 'value', about = 'presence' }: WarningOptions,
  ): void {
    if (marked.isUnknown || this.isFull) return;
    this.#length += said.text.length + (said.field?.length ?? 0);
    this.found.push({ code, ...said, path: marked.path, at, about });
  }
}

/** The text of the server's `Warning` header. */
export function warningText({ text, field }: ServerWarning): string {
  return field === undefined ? text : `${field}: ${text}`;
}

/** Whoever wrote a list that gives more has read enough. */
export const mostWarned = 200_000;
