import { byteLength } from '../formats/byte-length.ts';
import { dnsLabel } from '../formats/dns-label.ts';
import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import type { Check } from './causes.ts';

const longestDomain = 253;
const longestName = 571;

/** The name of a signer of certificates: `example.com/signer`. */
export const checkSignerName: Check = (field, causes) => {
  const { text } = field;
  const code = 'reference-name';
  if (text === undefined) return;
  if (text === '') {
    causes.required(field);
    return;
  }
  const segments = text.split('/');
  if (segments.length !== 2) {
    causes.invalid(field, "must be a fully qualified domain and path of the form 'example.com/signer-name'", {
      code,
    });
    return;
  }
  const [domain, path] = segments as [string, string];
  const labels = domain.split('.');
  const inWords = (part: string, of: (label: string) => string[]) => {
    const bad = part.split('.').find((label) => of(label).length > 0);
    for (const problem of bad === undefined ? [] : of(bad)) {
      causes.invalid(field, `validating label ${JSON.stringify(bad)}: ${problem}`, { code, shown: part });
    }
  };
  if (byteLength(domain) > longestDomain) causes.tooLong(field, longestDomain);
  inWords(domain, dnsLabel);
  if (labels.length < 2) {
    const detail = 'should be a domain with at least two segments separated by dots';
    causes.invalid(field, detail, { code, shown: domain });
  }
  inWords(path, dnsSubdomain);
  if (byteLength(text) > longestName) causes.tooLong(field, longestName);
};
