import { parseCidr } from '../formats/cidr.ts';
import { parseIpv4, parseIpv6 } from '../formats/ip.ts';
import { isDate } from '../formats/time.ts';

/**
 * What a text in a field of this `format` has to be; undefined where it is that, or where only the server knows. These
 * are the formats that API servers enforce in custom resources, and what a server (1.35) was seen to refuse.
 */
export function expectedFormat(text: string, format: string): string | undefined {
  const form = Object.hasOwn(customFormats, format) ? customFormats[format] : undefined;
  return form && !form.fits(text) ? form.words : undefined;
}

interface CustomFormat {
  readonly words: string;
  readonly fits: (text: string) => boolean;
}

const time: CustomFormat = { words: 'a time such as 2026-01-31T12:00:00Z', fits: isTime };

const customFormats: Readonly<Record<string, CustomFormat>> = {
  'date-time': time,
  datetime: time,
  date: { words: 'a date such as 2026-01-31', fits: isDateText },
  duration: { words: 'a duration such as 1h30m', fits: mayBeDuration },
  ipv4: { words: 'an IPv4 address', fits: (text) => parseIpv4(text) !== undefined },
  ipv6: { words: 'an IPv6 address', fits: (text) => parseIpv6(text) !== undefined },
  cidr: { words: 'a network such as 10.0.0.0/8', fits: (text) => parseCidr(text) !== undefined },
  uuid: { words: 'a UUID', fits: (text) => /^[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}$/i.test(text) },
  uri: {
    words: 'a URI such as https://example.com, or a path from the root',
    fits: (text) => /^(?:\/|[a-z][\w+.-]*:)/i.test(text),
  },
  email: { words: 'an address such as name@example.com', fits: (text) => /.@./.test(text) },
  hostname: {
    words: 'a host name',
    fits: (text) => text !== '' && !/[\s_*]|^[-.]|\.\.|\.$|^[\d.]+$/.test(text),
  },
  byte: {
    words: 'base64',
    fits: (text) => /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{4}|[A-Za-z\d+/]{3}=|[A-Za-z\d+/]{2}==)$/.test(text),
  },
};

function isTime(text: string): boolean {
  const match = /^(.{10})[Tt](\d\d):(\d\d):(\d\d)(?:[.,]\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/.exec(text);
  if (!match || !isDateText(match[1]!)) return false;
  const [hour, minute, second] = match.slice(2).map(Number) as [number, number, number];
  return hour < 24 && minute < 60 && second < 60;
}

function isDateText(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return isDate(Number(year), Number(month), Number(day));
}

/** Servers read Go's durations and words such as `2 weeks`, and look no further than a first one. */
function mayBeDuration(text: string): boolean {
  return text === '0' || /\d\s*[a-z\u00b5\u03bc]/i.test(text);
}
