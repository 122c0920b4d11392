import type { User } from './user.ts';

/** What comes of a bearer token: whose it is and for whom, or why it is worth nothing, in the server's words. */
export type TokenVerdict =
  | { readonly user: User; readonly audiences: readonly string[] }
  | { readonly problem: string };
