import { byteLength } from './byte-length.ts';
import { inclusiveRangeError } from './validation-messages.ts';

/** What keeps a number from being a port, in the API server's words. */
export function portNumber(port: number): string[] {
  return port >= 1 && port <= 65535 ? [] : [inclusiveRangeError(1, 65535)];
}

/** What keeps a text from being the name of a port (an IANA service name), in the API server's words. */
export function portName(text: string): string[] {
  const problems: string[] = [];
  if (byteLength(text) > 15) problems.push('must be no more than 15 characters');
  if (!/^[-a-z0-9]+$/.test(text)) {
    problems.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  }
  if (!/[a-z]/.test(text)) problems.push('must contain at least one letter (a-z)');
  if (text.includes('--')) problems.push('must not contain consecutive hyphens');
  if (/^-|-$/.test(text)) problems.push('must not begin or end with a hyphen');
  return problems;
}
