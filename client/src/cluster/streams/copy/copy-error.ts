import { type Explanation, withStop } from '../../explanation.ts';
import { maskSecrets } from '../../mask-secrets.ts';

/** A copy that failed: what, where, and the way out. Nothing of it is left. */
export class CopyError extends Error {
  readonly explanation: Explanation;

  constructor(what: string, { fault, wayOut }: Fault, cause?: unknown) {
    const said = maskSecrets(`${what}: ${fault}`);
    super(wayOut === undefined ? said : `${withStop(said)} ${wayOut}`, { cause });
    this.name = 'CopyError';
    this.explanation = { fault: said, ...(wayOut === undefined ? {} : { wayOut }) };
  }
}

/** What went wrong, and the way out where one is known. */
export type Fault = Pick<Explanation, 'fault' | 'wayOut'>;
