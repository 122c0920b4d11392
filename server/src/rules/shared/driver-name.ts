import { byteLength } from '../formats/byte-length.ts';
import { caselessSubdomain, dnsSubdomain } from '../formats/dns-subdomain.ts';
import type { Check } from './causes.ts';

const longest = 63;

/** The name of a storage driver: a short subdomain of any case. */
export const checkDriverName: Check = (field, causes) => {
  const { text } = field;
  if (text === undefined) return;
  if (text === '') {
    causes.required(field);
    return;
  }
  if (byteLength(text) > longest) causes.tooLong(field, longest);
  for (const problem of dnsSubdomain(text.toLowerCase())) {
    causes.invalid(field, problem, { code: 'driver-name', shown: text });
  }
};

/** Like `checkDriverName`, in the words that the server has for what is passed on to a driver of devices. */
export const checkDeviceDriver: Check = (field, causes) => {
  const { text } = field;
  if (text === '') causes.required(field, '', { declared: true });
  if (!text) return;
  if (byteLength(text) > longest) causes.tooLong(field, longest);
  causes.malformed(field, caselessSubdomain, { code: 'driver-name' });
};
