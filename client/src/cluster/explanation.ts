import { describeIntent, type Intent } from './intent.ts';

/** Whose request of whom it was, and what for. */
export interface FailedRequest {
  readonly intent: Intent;
  /** The context's name. */
  readonly context: string;
}

/** Why something failed, in the parts of which words are made where a person reads them. */
export interface Explanation {
  /** What went wrong, without a stop at its end: `not found: pods "web" not found`. */
  readonly fault: string;
  /** What the user lacks the right to, where that is it: `list secrets in \`shop\``. */
  readonly missingRight?: string;
  /** What to do about it, in a sentence without a stop; undefined where nothing is known, or the fault says it itself. */
  readonly wayOut?: string;
  /** The context whose user can mend it by logging in in a terminal, by its id; undefined where that would not help. */
  readonly logIn?: string;
  /** The request that failed; undefined where it was none. */
  readonly request?: FailedRequest;
}

/** All of it in one line: what was asked, where, why it failed, and the way out. */
export function sentenceOf(explanation: Explanation): string {
  const { request } = explanation;
  const why = faultAndWayOut(explanation);
  return request ? `${describeIntent(request.intent)} (context \`${request.context}\`): ${why}` : why;
}

/**
 * It where the request and the context are said already, as by the lines above one of the tree: so that what is wrong
 * and what to do are not cut off. Of a right that is missing it does without the server's words, which are long.
 */
export function sentenceWithoutRequest(explanation: Explanation): string {
  const why = faultAndWayOut({ ...explanation, fault: shortFault(explanation) });
  // An address is written as it is.
  return /^[a-z]+:\/\//.test(why) ? why : why.charAt(0).toUpperCase() + why.slice(1);
}

/** What went wrong, by the right that is missing where it is one. */
export function shortFault({ fault, missingRight }: Explanation): string {
  return missingRight === undefined ? fault : `you may not ${missingRight}`;
}

/** Text as a sentence that another one can follow. */
export function withStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function faultAndWayOut({ fault, wayOut }: Explanation): string {
  return wayOut === undefined ? fault : `${withStop(fault)} ${wayOut}`;
}
