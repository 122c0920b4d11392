/** The server's answer to a refused request, as in `meta/v1 Status`. */
export interface Status {
  message: string;
  reason: string;
  code: number;
  /** Of a 410 to a page of a list: where to go on in the newest state, which differs from that of the pages before. */
  continueToken?: string;
  details?: {
    name?: string;
    group?: string;
    kind?: string;
    uid?: string;
    causes?: { reason?: string; message?: string; field?: string }[];
    retryAfterSeconds?: number;
  };
}
