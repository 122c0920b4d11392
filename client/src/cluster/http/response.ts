import type { Readable } from 'node:stream';

/** A successful response. The body is to be read to its end or destroyed. */
export interface ClusterResponse {
  readonly code: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readable;
}
