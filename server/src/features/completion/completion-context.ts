import type { Command, Position } from 'vscode-languageserver';
import type { Catalog, KubernetesVersion } from '../../catalog/catalog.ts';
import type { Schema } from '../../catalog/schema.ts';
import type { Cursor } from '../../manifest/cursor.ts';
import type { Placeholders } from '../../placeholders/placeholders.ts';
import type { LineIndex } from '../../yaml/lines.ts';
import type { YamlDocument } from '../../yaml/nodes.ts';
import type { Occasion } from './occasion.ts';

/** What a completion is asked with. */
export interface CompletionContext {
  readonly text: string;
  /** Those of the text, where they are known already. */
  readonly lines?: LineIndex;
  /** All documents of the text, where it is open: names that values may refer to are taken from them. */
  readonly documents?: () => readonly YamlDocument[];
  /** Those of the files beside it: names are taken from them behind those of the text. */
  readonly neighbours?: () => readonly YamlDocument[];
  readonly uri: string;
  readonly position: Position;
  readonly catalog: Catalog;
  /** The Kubernetes whose rules say which values are supported; the newest where none is said. */
  readonly version?: KubernetesVersion;
  /** What other tools fill in later; left out, by the notations that are known. */
  readonly placeholders?: Placeholders;
  /** What is written may be printed or not, and other than it is written. */
  readonly isTemplate?: boolean;
  /** Why it is asked for: a person wants to know, where nothing else is said. */
  readonly occasion?: Occasion;
  /** Of a text that does not say itself what it is. */
  readonly schema?: Schema;
  /** Run by the editor after an item that leaves the cursor where values are to be chosen (VS Code's "trigger suggest"). */
  readonly suggestAgain?: Command;
}

/** A field in a kind's schema, or the kind itself: what `resolveCompletion` describes. Travels as an item's `data`. */
export interface FieldData {
  readonly apiVersion: string;
  readonly kind: string;
  /** From the object's root to the map that the field is in; list indexes are 0. */
  readonly path: readonly (string | number)[];
  /** Undefined for the kind itself. */
  readonly field?: string;
}

/** What a completion reads and writes with: the text around the cursor and where the items go. */
export interface Completion extends CompletionContext {
  readonly cursor: Cursor;
  readonly lines: LineIndex;
}
