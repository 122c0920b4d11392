import { byteLength } from '../../formats/byte-length.ts';
import { dnsSubdomain } from '../../formats/dns-subdomain.ts';
import type { Check } from '../../shared/causes.ts';

/** What a container on Windows runs as. */
export const checkWindowsOptions: Check = (options, causes) => {
  if (!options.isSet) return;
  const name = options.at('gmsaCredentialSpecName');
  const spec = options.at('gmsaCredentialSpec');
  const user = options.at('runAsUserName');
  if (name.isSet) causes.malformed(name, dnsSubdomain, { code: 'windows-options' });
  if (spec.isSet) causes.malformed(spec, credentialSpec, { code: 'windows-options' });
  if (user.isSet) causes.malformed(user, userName, { code: 'windows-options' });
};

function credentialSpec(text: string): string[] {
  if (text === '') return ['gmsaCredentialSpec cannot be an empty string'];
  return byteLength(text) > 64 * 1024 ? ['gmsaCredentialSpec size must be under 64 KiB'] : [];
}

function userName(text: string): string[] {
  if (text === '') return ['runAsUserName cannot be an empty string'];
  if (/\p{Cc}/u.test(text)) return ['runAsUserName cannot contain control characters'];
  const parts = text.split('\\');
  if (parts.length > 2) return ['runAsUserName cannot contain more than one backslash'];
  const user = parts.at(-1)!;
  const problems = parts.length === 2 ? domainProblems(parts[0]!) : [];
  if (user === '') problems.push("runAsUserName's User cannot be empty");
  else if (byteLength(user) > 104) {
    problems.push("runAsUserName's User length must not be longer than 104 characters");
  }
  if (/^[. ]+$/.test(user)) problems.push("runAsUserName's User cannot contain only periods or spaces");
  if (/["/\\:;|=,+*?<>@[\]]/.test(user)) {
    problems.push(`runAsUserName's User cannot contain the following characters: "/\\:;|=,+*?<>@[]`);
  }
  return problems;
}

function domainProblems(domain: string): string[] {
  const problems: string[] = [];
  if (byteLength(domain) >= 256) problems.push("runAsUserName's Domain length must be under 256 characters");
  const isNetBios = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/.test(domain);
  const isDns = domain
    .split('.')
    .every((part) => /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/.test(part));
  if (!isNetBios && !isDns) {
    problems.push("runAsUserName's Domain doesn't match the NetBios nor the DNS format");
  }
  return problems;
}
