import type { Pattern } from './patterns.ts';

/** What of an operation a case shows. */
export type Situation =
  | 'success'
  | 'missing object'
  | 'bad body'
  | 'bad parameter'
  | 'forbidden'
  | 'conflict';

/**
 * A raw request. In every text of it these stand for what belongs to the run: `{ns}` its namespace, `{run}` its id,
 * `{name}` a name that no other case has, `{number}` a number that no other case has, `{nobody}` a user without rights,
 * `{node}` a node that is there, `{given.token}` the token that the last step of `given` was answered.
 */
export interface RawRequest {
  method: string;
  path: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a text as it is. */
  body?: unknown;
  /** Where set, the body is what the last step of `given` was answered, merged with this; null takes a field away. */
  givenWith?: Readonly<Record<string, unknown>>;
}

/** What is done before the request of a case: answered with success, or asked again until it is answered with a code. */
export type GivenStep = RawRequest & { readonly until?: number };

/** What an answer must be. */
export interface Expectation {
  code: number;
  /** A part of the answer's `Content-Type`. */
  contentType?: string;
  /** Of the body as JSON, or as text where it is none. In texts, `{given.uid}` and the like stand for the given object's. */
  body?: Pattern;
}

/** One case: it asserts what comes of a request, not that the request was understood. */
export interface Case {
  /** The operation that it exercises, by `operationKey`. */
  operation: string;
  situation: Situation;
  title: string;
  /** What must be there before, made in this order. */
  given?: readonly GivenStep[];
  request: RawRequest;
  expect: Expectation;
  /** What must be true afterwards. */
  afterwards?: readonly { request: RawRequest; expect: Expectation }[];
  /** `eventually` where controllers take part: the request is repeated until the answer is right. */
  within?: 'at once' | 'eventually';
  /** What is to go away afterwards although no step of the case created it, by path. */
  leaves?: readonly string[];
  /** Why the case is not for a cluster that has other users. */
  disturbs?: string;
}

/** How a case is called in reports. */
export function caseName({ operation, situation, title }: Case): string {
  return `${operation} › ${situation} › ${title}`;
}
