import { timingSafeEqual } from 'node:crypto';
import { issuer, type ServiceAccountTokens } from './service-account-tokens.ts';
import type { TokenVerdict } from './token-verdict.ts';
import type { User } from './user.ts';

/** Whom the API server takes itself for. */
export const apiAudiences: readonly string[] = [issuer];

/** Says whose a bearer token is: one of the sandbox's own, or a service account's. */
export class TokenAuthenticator {
  readonly #known: readonly { token: Buffer; user: User }[];
  readonly serviceAccounts: ServiceAccountTokens;

  constructor(known: ReadonlyMap<string, User>, serviceAccounts: ServiceAccountTokens) {
    this.#known = [...known].map(([token, user]) => ({ token: Buffer.from(token), user }));
    this.serviceAccounts = serviceAccounts;
  }

  /** The audiences of a verdict are those of `audiences` that the token is for. */
  authenticate(token: string, audiences: readonly string[] = apiAudiences): TokenVerdict {
    const user = this.#userOfKnown(Buffer.from(token));
    const common = audiences.filter((audience) => apiAudiences.includes(audience));
    if (user && common.length > 0) return { user, audiences: common };
    const verdict = this.serviceAccounts.judge(token, audiences);
    if (!verdict) return { problem: invalidToken };
    return 'problem' in verdict ? { problem: `[${invalidToken}, ${verdict.problem}]` } : verdict;
  }

  #userOfKnown(given: Buffer): User | undefined {
    return this.#known.find(({ token }) => token.length === given.length && timingSafeEqual(token, given))
      ?.user;
  }
}

const invalidToken = 'invalid bearer token';
