import { describe, expect, it } from 'vitest';
import { cidr, legacyCidr } from '../../../server/src/rules/formats/cidr.ts';
import { configKey } from '../../../server/src/rules/formats/config-key.ts';
import { cronSchedule } from '../../../server/src/rules/formats/cron-schedule.ts';
import { dnsLabel } from '../../../server/src/rules/formats/dns-label.ts';
import { dnsSubdomain, wildcardSubdomain } from '../../../server/src/rules/formats/dns-subdomain.ts';
import { domainPrefixedPath, fullyQualifiedName } from '../../../server/src/rules/formats/domain.ts';
import { parseDuration } from '../../../server/src/rules/formats/duration.ts';
import { environmentName } from '../../../server/src/rules/formats/environment-name.ts';
import { formatIp, ip, legacyIp, parseIp } from '../../../server/src/rules/formats/ip.ts';
import { labelValue } from '../../../server/src/rules/formats/label-value.ts';
import { pathSegment } from '../../../server/src/rules/formats/path-segment.ts';
import { percent } from '../../../server/src/rules/formats/percent.ts';
import { portName, portNumber } from '../../../server/src/rules/formats/port.ts';
import { qualifiedName } from '../../../server/src/rules/formats/qualified-name.ts';
import { formatQuantity, parseQuantity, quantity } from '../../../server/src/rules/formats/quantity.ts';
import { rfc1035Label } from '../../../server/src/rules/formats/rfc1035-label.ts';

const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const namePart =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

const cases: [(text: string) => string[], string, string[]][] = [
  [dnsLabel, 'web-1', []],
  [dnsLabel, 'a.b', ['must not contain dots']],
  [dnsLabel, 'Web', [label]],
  [dnsLabel, '-'.repeat(64), ['must be no more than 63 characters', label]],
  [dnsSubdomain, 'a.b-c.1', []],
  [dnsSubdomain, 'a..b', [subdomain]],
  [dnsSubdomain, '', [subdomain]],
  [wildcardSubdomain, '*.example.com', []],
  [rfc1035Label, 'a1', []],
  [
    rfc1035Label,
    '1a',
    [
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
    ],
  ],
  [pathSegment, 'system:node', []],
  [pathSegment, '..', ["may not be '..'"]],
  [pathSegment, 'a/b%c', ["may not contain '/'", "may not contain '%'"]],
  [qualifiedName, 'example.com/a_B.1', []],
  [qualifiedName, '/a', ['prefix part must be non-empty']],
  [qualifiedName, 'a b', [namePart]],
  [qualifiedName, 'a/', ['name part must be non-empty', namePart]],
  [
    qualifiedName,
    `Ex/${'a'.repeat(64)}`,
    [`prefix part ${subdomain}`, 'name part must be no more than 63 bytes'],
  ],
  [labelValue, '', []],
  [labelValue, 'A_b.c-1', []],
  [
    labelValue,
    'a b',
    [
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    ],
  ],
  [configKey, '..', ["must not be '..'"]],
  [configKey, '..a', ["must not start with '..'"]],
  [environmentName, '1 b', []],
  [
    environmentName,
    'A=b',
    ["a valid environment variable name must consist only of printable ASCII characters other than '='"],
  ],
  [portName, 'http-2', []],
  [
    portName,
    'Http--metrics-port-',
    [
      'must be no more than 15 characters',
      'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
      'must not contain consecutive hyphens',
      'must not begin or end with a hyphen',
    ],
  ],
  [percent, '25%', []],
  [fullyQualifiedName, 'a.example.com', []],
  [fullyQualifiedName, 'example.com', ['should be a domain with at least three segments separated by dots']],
  [domainPrefixedPath, 'k8s.io/ingress-nginx', []],
  [domainPrefixedPath, 'nginx', ['must be a domain-prefixed path (such as "acme.io/foo")']],
  [legacyIp, '010.1.2.3', []],
  [legacyIp, '10.1.2', ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']],
  [ip, '010.1.2.3', ['must not have leading 0s']],
  [ip, '::ffff:1.2.3.4', ['must not be an IPv4-mapped IPv6 address']],
  [ip, 'FE80:0::1', ['must be in canonical form ("fe80::1")']],
  [legacyCidr, '10.0.0.1/8', []],
  [legacyCidr, '10.0.0.0/33', ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)']],
  [cidr, '10.0.0.1/8', ['must not have bits set beyond the prefix length']],
  [cidr, '2001:DB8::/32', ['must be in canonical form ("2001:db8::/32")']],
  [cronSchedule, '*/5 0-23/2 ? JAN-dec sun,6', []],
  [cronSchedule, '@every 1h30m', []],
  [cronSchedule, '* * * *', ['expected exactly 5 fields, found 4: [* * * *]']],
  [cronSchedule, '60 * * * *', ['end of range (60) above maximum (59): 60']],
  [cronSchedule, '* * 0 * *', ['beginning of range (0) below minimum (1): 0']],
  [cronSchedule, '* * * * 7', ['end of range (7) above maximum (6): 7']],
  [cronSchedule, '5-1 * * * *', ['beginning of range (5) beyond end of range (1): 5-1']],
  [cronSchedule, '*/0 * * * *', ['step of range should be a positive number: */0']],
  [cronSchedule, 'x * * * *', ['failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax']],
  [cronSchedule, '@reboot', ['unrecognized descriptor: @reboot']],
];

describe('a format', () => {
  it.each(cases)('%o of %j', (format, text, problems) => expect(format(text)).toEqual(problems));

  it('of port numbers ends at 65535', () => {
    expect([0, 1, 65535, 65536].map((port) => portNumber(port))).toEqual([
      ['must be between 1 and 65535, inclusive'],
      [],
      [],
      ['must be between 1 and 65535, inclusive'],
    ]);
  });
});

describe('a quantity', () => {
  it.each([
    ['1000m', '1'],
    ['1.5', '1500m'],
    ['0.1', '100m'],
    ['1024Mi', '1Gi'],
    ['1.5Gi', '1536Mi'],
    ['0.5Ki', '512'],
    ['1e3', '1e3'],
    ['12E6', '12e6'],
    ['-1', '-1'],
    ['10000k', '10M'],
    ['1n', '1n'],
    ['0.1n', '1n'],
    ['1E', '1E'],
    ['100E', '9223372036854775807'],
    [2, '2'],
    ['.5', '500m'],
    ['5.', '5'],
    ['00', '0'],
  ])('%j is printed %j', (text, printed) => expect(formatQuantity(parseQuantity(text)!)).toBe(printed));

  it.each(['', 'm', '1 Gi', '1gi', '1KB', '1..2', '--1', '1e', 'Infinity', true, null])(
    '%j is none',
    (value) => {
      expect(quantity(value)).toHaveLength(1);
    },
  );
});

describe('an address', () => {
  it.each([
    ['1:0:0:2::3', '1:0:0:2::3'],
    ['0:0:0:0:0:0:0:0', '::'],
    ['::1.2.3.4', '::102:304'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
  ])('%s is %s', (text, canonical) => expect(formatIp(parseIp(text)!)).toBe(canonical));

  it.each([
    '',
    '1',
    '1.2.3.256',
    '1:2',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7:8:9',
    '12345::',
    'g::',
    '1.2.3.4::',
  ])('%j is none', (text) => expect(parseIp(text)).toBeUndefined());
});

it.each([
  ['1h30m', 5400e9],
  ['-1.5s', -1.5e9],
  ['0', 0],
  ['1', undefined],
  ['', undefined],
  ['1d', undefined],
])('the duration %j is %j nanoseconds', (text, nanoseconds) => expect(parseDuration(text)).toBe(nanoseconds));
