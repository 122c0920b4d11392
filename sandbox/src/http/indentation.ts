import type { IncomingMessage } from 'node:http';
import { mediaRanges } from './negotiate.ts';

/**
 * Whether JSON is to be written for people to read: as `pretty` says in the query or beside the media type, or for the programs
 * by which people look at answers.
 */
export function isIndented({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  const [, query = ''] = url.split('?', 2);
  const asked = query.includes('pretty') ? new URLSearchParams(query).get('pretty') : '';
  if (asked) return goTrue.has(asked);
  const [wanted] = mediaRanges(headers.accept);
  if (wanted?.parameters.get('pretty') === '1') return true;
  return /^(?:curl|Wget|Mozilla\/5\.0)/.test(headers['user-agent'] ?? '');
}

/** What Go reads as true. */
const goTrue = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
