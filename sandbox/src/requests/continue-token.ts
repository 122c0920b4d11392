import { posix } from 'node:path';
import { jsonProblem } from '../decode/json-problem.ts';
import { badRequest } from '../errors.ts';
import { StatusError } from '../status-error.ts';

/** Where a list goes on. */
export interface ContinueToken {
  /** Of the state whose pages these are; the present state where it is negative. */
  readonly revision: number;
  /** The key of the first object that may follow. */
  readonly start: string;
}

/** In a token: the rest is read from the present state, since the one that the list began with is no longer known. */
const inconsistent = -1;

/** The token of what comes after an object's key. */
export function continueAfter(key: string, revision: number): string {
  return written({ revision, start: `${key}\u0000` });
}

function written({ revision, start }: ContinueToken): string {
  return Buffer.from(JSON.stringify({ v: tokenVersion, rv: revision, start })).toString('base64url');
}

const tokenVersion = 'meta.k8s.io/v1';

/** Reads a `continue` parameter. Throws a 400 that says what is wrong with it. */
export function readContinueToken(token: string): ContinueToken {
  const wrong = [...token].findIndex((character) => !/[A-Za-z0-9_-]/.test(character));
  if (wrong >= 0) throw refused(`continue key is not valid: illegal base64 data at input byte ${wrong}`);
  if (token.length % 4 === 1) {
    throw refused(`continue key is not valid: illegal base64 data at input byte ${token.length - 1}`);
  }
  const { v, rv, start } = fieldsOf(Buffer.from(token, 'base64url').toString('utf8'));
  if (v !== tokenVersion) {
    const version = typeof v === 'string' ? v : '';
    throw refused(`continue key is not valid: server does not recognize this encoded version ${version}`);
  }
  if (typeof rv !== 'number' || rv === 0) {
    throw refused(
      'continue key is not valid: incorrect encoded start resourceVersion (version meta.k8s.io/v1)',
    );
  }
  if (typeof start !== 'string' || start === '') {
    throw refused('continue key is not valid: encoded start key empty (version meta.k8s.io/v1)');
  }
  const rooted = start.startsWith('/') ? start : `/${start}`;
  if (posix.normalize(rooted) !== rooted) throw refused(`continue key is not valid: ${start}`);
  return { revision: rv, start };
}

function fieldsOf(text: string): { v?: unknown; rv?: unknown; start?: unknown } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    throw refused(`continue key is not valid: ${jsonProblem(text)}`);
  }
}

function refused(why: string): StatusError {
  return badRequest(`invalid continue token: ${why}`);
}

/** 410 of a token whose state is no longer known, with one that goes on from the present state. */
export function expiredToken({ start }: ContinueToken): StatusError {
  return new StatusError(
    410,
    'Expired',
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
    { continueToken: written({ revision: inconsistent, start }) },
  );
}
