import { cut } from '../../../../server/src/yaml/visible-text.ts';
import { maskSecrets } from '../mask-secrets.ts';

/** More than these nobody reads; an API server sends some 4 KiB of them in all. */
const mostWarnings = 50;
const longestWarning = 2 * 1024;
const thereAreMore = `there are more than ${mostWarnings} warnings: the others are not shown`;
/** What is looked at of one header. */
const longestHeader = 32 * 1024;

/**
 * What a server warns of in an answer (a version that goes away, a policy that a Pod breaks), each text once, by the headers
 * `Warning`: a code, an agent and a text in quotes, perhaps a date, and perhaps more of them behind commas (RFC 7234, 5.5).
 * Only the code 299 is of the API server's; what else there is, and what cannot be read, is left out, as kubectl does.
 */
export function warningsOf(header: string | readonly string[] | undefined): string[] {
  const texts = new Set<string>();
  for (const value of [header ?? []].flat()) {
    for (const { code, text } of parseWarnings(value.slice(0, longestHeader))) {
      if (code === '299' && text !== '') texts.add(maskSecrets(cut(text, longestWarning)));
      if (texts.size > mostWarnings) return [...[...texts].slice(0, mostWarnings - 1), thereAreMore];
    }
  }
  return [...texts];
}

/** At a place of a header: a code, an agent, a text in quotes, a date in quotes or none, and the comma before the next. */
const warning = /\s*(\d{3}) [^\s"]+ "((?:[^"\\]|\\.)*)"(?: "[^"\\]*")?\s*(?:,|$)/sy;

function* parseWarnings(header: string): Generator<{ code: string; text: string }> {
  for (let at = 0; at < header.length; ) {
    warning.lastIndex = at;
    const found = warning.exec(header);
    // Where one cannot be read nobody knows where the next begins.
    if (!found) return;
    yield { code: found[1]!, text: decoded(found[2]!.replace(/\\(.)/gs, '$1')) };
    at = warning.lastIndex;
  }
}

/** A header comes byte by byte; a server writes it as UTF-8. */
function decoded(text: string): string {
  const utf8 = Buffer.from(text, 'latin1').toString('utf8');
  return utf8.includes('�') ? text : utf8;
}
