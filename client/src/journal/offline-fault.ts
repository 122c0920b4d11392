import type { Span } from '../../../server/src/yaml/nodes.ts';

/** Something that is said against an object without a server: by the catalog and the rules. */
export interface OfflineFault {
  /** In the text of its source. */
  readonly span: Span;
  /** The line of its beginning, the first one being 1. */
  readonly line: number;
  /** Its headline; what else there is to say stands on the lines below. */
  readonly message: string;
}
