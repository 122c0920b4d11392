import type { Column } from '../../../../server/src/catalog/catalog.ts';
import type { Freshness } from '../cluster.ts';
import type { Resource, Row } from '../kube-object.ts';

/** Objects of a kind that stand under another one, kept live until they are disposed of. */
export interface LiveObjects {
  readonly resource: Resource;
  readonly columns: readonly Column[];
  /** That of what is known least of. The same object until it changes. */
  readonly freshness: Freshness;
  /** By their names, as far as they are known now. */
  rows(): readonly Row[];
  /** A person looks at them. */
  seen(): void;
  /** Nobody does for now. */
  hidden(): void;
  /** Tries again at once after a failure; reads everything anew where there was none. */
  refresh(): void;
  dispose(): void;
}
