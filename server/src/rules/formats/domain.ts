import { dnsLabel } from './dns-label.ts';
import { dnsSubdomain } from './dns-subdomain.ts';
import { regexError } from './validation-messages.ts';

/** What keeps a text from being a domain of at least three labels (the name of a webhook), in the API server's words. */
export function fullyQualifiedName(text: string): string[] {
  const problems = dnsSubdomain(text);
  if (problems.length > 0) return [problems.join(',')];
  if (text.split('.').length >= 3) return [];
  return ['should be a domain with at least three segments separated by dots'];
}

/** What keeps a text from being a domain of at least two labels, with or without a dot at its end. */
export function fullyQualifiedDomainName(text: string): string[] {
  const name = text.replace(/\.$/, '');
  const problems = dnsSubdomain(name);
  if (problems.length > 0) return [problems.join(',')];
  const labels = name.split('.');
  if (labels.length < 2) return ['should be a domain with at least two segments separated by dots'];
  return labels.flatMap((label) => dnsLabel(label)).slice(0, 1);
}

/** What keeps a text from being a path below a domain (`example.com/ingress-controller`). */
export function domainPrefixedPath(text: string): string[] {
  const slash = text.indexOf('/');
  const host = text.slice(0, Math.max(0, slash));
  const path = text.slice(slash + 1);
  if (host === '' || path === '') return ['must be a domain-prefixed path (such as "acme.io/foo")'];
  const problems = dnsSubdomain(host);
  if (!/^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(path)) problems.push(badPath);
  return problems;
}

const badPath = regexError('Invalid path', "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+");
