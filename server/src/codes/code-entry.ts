import type { KubernetesVersion } from '../catalog/catalog.ts';
import { bases, type ExampleBase } from './example-objects.ts';

/** What `docs/rules.md` says of a code of a diagnostic. */
export interface CodeEntry {
  /** One paragraph, Markdown. */
  readonly about: string;
  /** A file that gives it, and one that gives nothing. */
  readonly bad: string;
  readonly good: string;
  /** Examples stand in a file of this name. */
  readonly file: string;
  /** The version that examples are judged for; the newest where none is said. */
  readonly version?: KubernetesVersion;
  /** What is shown for `bad` where that is too long to be read. */
  readonly shown?: string;
  /** The version of a cluster that is connected, where the code is about that. */
  readonly connected?: string;
  /** The object as a cluster has it, where the code is about that. */
  readonly stored?: string;
}

type Change = Readonly<Record<string, unknown>>;

/** An example as a change of a whole object: fields by their paths, `undefined` for none. */
export function of(about: string, base: ExampleBase, bad: Change, good: Change = {}): CodeEntry {
  return { about, bad: bases.changed(base, bad), good: bases.changed(base, good), file: 'example.yaml' };
}

/** An example of an object that a cluster has without the change. */
export function stored(about: string, base: ExampleBase, bad: Change): CodeEntry {
  return { ...of(about, base, bad), stored: bases.changed(base, {}) };
}

/** An example as text. */
export function text(about: string, bad: string, good: string, file = 'example.yaml'): CodeEntry {
  return { about, bad, good, file };
}

/** An example that is too long to be read, and what is shown for it. */
export function long(about: string, bad: string, shown: string, good: string): CodeEntry {
  return { about, bad, good, file: 'example.yaml', shown };
}

/** The codes of one chapter of `docs/rules.md`. */
export interface Chapter<Name extends string = string> {
  readonly title: string;
  readonly codes: Readonly<Record<Name, CodeEntry>>;
}

/** A chapter whose codes are known by name. */
export function chapter<Name extends string>(
  title: string,
  codes: Readonly<Record<Name, CodeEntry>>,
): Chapter<Name> {
  return { title, codes };
}
