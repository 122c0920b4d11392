import { badRequest } from '../errors.ts';

/** Judges the `timeout` parameter, which any request but a watch may have: a duration as Go writes it. Throws a 400. */
export function checkTimeout(query: URLSearchParams): void {
  const text = query.get('timeout');
  if (text === null || text === '' || query.has('watch') || duration.test(text)) return;
  throw badRequest(
    `invalid timeout specified in the request URL - time: invalid duration ${JSON.stringify(text)}`,
  );
}

const duration = /^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|\u00b5s|\u03bcs|ms|s|m|h))+)$/;
