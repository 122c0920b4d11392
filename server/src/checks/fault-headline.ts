import type { Fault, Violation } from '../rules/shared/violation.ts';

/**
 * What the API server refuses, as a sentence that leads with the fault: the field by its own name, the value where it is
 * short, and then the server's words, or fewer where those are many. `name` is the field as it stands in a sentence; what is
 * marked of it says whether a field is forbidden or what it says.
 */
export function faultHeadline(fault: Fault & Pick<Violation, 'at'>, name: string): string {
  const { value = '', detail } = fault;
  const shown = isShort(value) ? ` ${unquoted(value)}` : '';
  switch (fault.reason) {
    case 'FieldValueRequired':
      return `${name} is required.`;
    case 'FieldValueNotSupported':
      return `${name} does not take ${value}.`;
    case 'FieldValueDuplicate':
      return `${name}${shown} is there twice.`;
    case 'FieldValueNotFound':
      return shown === '' ? `${name} names what is not there.` : `${name} names${shown}, which is not there.`;
    case 'FieldValueTooLong':
      return `${name} is too long: it ${detail}.`;
    case 'FieldValueTooMany':
      return `${name} has ${value} items and ${detail.replace(/^must have/, 'may have')}.`;
    case 'FieldValueForbidden':
      return fault.at === 'value' ? fieldHeadline(name, '', detail) : forbidden(name, detail);
    case 'FieldValueInvalid':
    case 'FieldValueTypeInvalid':
      return fieldHeadline(name, shown, detail);
  }
}

/** What is said of a field, and of its value where there is room for it; `shown` is the value with a space before it. */
export function fieldHeadline(name: string, shown: string, said: string): string {
  const words = inFewWords(said);
  if (words === '') return `${name}${shown} is invalid.`;
  const separator = predicate.test(words) ? ' ' : ': ';
  const whole = `${name}${shown}${separator}${words}.`;
  return whole.length <= 80 ? whole : `${name}${separator}${words}.`;
}

/** Words that go on a sentence whose subject is the field. */
const predicate =
  /^(?:must|may|should|can|cannot|is|are|has|have|hides|does|do|takes|needs|names|exceeds|becomes|allows|contradicts|repeats)\b/;

function forbidden(name: string, detail: string): string {
  const set = /^(?:may not|cannot|must not) be (?:set|specified)\b(.*)$/s.exec(detail);
  if (set) return `${name} may not be set${set[1]}.`;
  if (detail === '') return `${name} may not be set.`;
  if (predicate.test(detail)) return `${name} ${inFewWords(detail)}.`;
  return /^(?:when|if|unless)\b/.test(detail)
    ? `${name} may not be set ${detail}.`
    : `${name} may not be set: ${inFewWords(detail)}.`;
}

/** Lists and objects are not repeated, nor long texts, nor nothing. */
function isShort(value: string): boolean {
  return value.length <= 24 && !/^(?:[[{].*|""|null|)$/s.test(value);
}

/** A number or an amount that is written as a text reads as what it is. */
function unquoted(value: string): string {
  return value.replace(/^"(-?[\d.]+[A-Za-z]{0,2})"$/, '$1');
}

/** The server's words, or fewer that say the same where those are many. */
function inFewWords(said: string): string {
  for (const [words, short] of phrases) if (words.test(said)) return said.replace(words, short);
  return said.replace(/,? \(e\.g\.[^\n]*\)$/, '');
}

/** What the server says at length (apimachinery and the registries of 1.36), and what is said instead. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/^a lowercase RFC 1123 subdomain must .*$/s, 'must be lower-case letters, digits, "-" and "."'],
  [/^a lowercase RFC 1123 label must .*$/s, 'must be lower-case letters, digits and "-"'],
  [/^a DNS-1035 label must .*$/s, 'must be lower-case letters, digits and "-", a letter first'],
  [/^a valid label must .*$/s, 'must be letters, digits, "-", "_" and "."'],
  [/^.* is invalid, a valid label must .*$/s, 'is no label value, so that it never matches'],
  [/^a valid config key must .*$/s, 'must be letters, digits, "-", "_" and "."'],
  [/^a valid C identifier must .*$/s, 'must be letters, digits and "_", no digit first'],
  [/^a valid environment variable name must .*$/s, 'must be printable ASCII without "="'],
  [/^a valid HTTP header must .*$/s, 'must be letters, digits and "-"'],
  [/^a valid percent string must .*$/s, 'must be a number or a percentage such as "25%"'],
  [/^(?:name part|prefix part) must .*$/s, 'must be a name such as "app" or "example.com/app"'],
  [/^name is neither a standard finalizer name .*$/s, 'must be a name such as "example.com/app"'],
  [/^"[^"]*": prefer a domain-qualified finalizer name .*$/s, 'should have a domain: "example.com/app"'],
  [/^must be less than or equal to (\S+) limit of (\S+)$/, 'is more than the limit $2'],
  [
    /^must be less than or equal to (\S+) \(the number of (?:specified )?completions\)$/s,
    'must be at most $1, the number of completions',
  ],
  [/^.* value "[^"]*" should be in RFC 5952 canonical format \("([^"]*)"\)$/s, 'should be written "$1"'],
  [
    /^must be 'PersistentVolumeClaim' when .*$/s,
    'must be "PersistentVolumeClaim" where no apiGroup is given',
  ],
  [/^compilation failed: .*$/s, 'is no expression of CEL'],
  [/^hides previous definition of ("[^"]*"), .*$/s, 'hides the earlier $1'],
  [/^hostNetwork must be true if .*$/s, 'must be true for hostProcess containers'],
  [/^can only use minDomains if .*$/s, 'needs `whenUnsatisfiable: DoNotSchedule`'],
  [/^this is used in .* and hostnames, .*$/s, 'becomes a host name, for which a DNS label is recommended'],
  [/^this is used in the Pod's hostname, .*$/s, 'becomes a host name, for which a DNS label is recommended'],
  [/^Only one reference can have Controller set to true\. .*$/s, 'has more than one controller'],
  [/^cannot set `allowPrivilegeEscalation` to false and `([^`]+)`.*$/s, 'contradicts `$1`'],
  [
    /^must be non-negative and less than terminationGracePeriodSeconds \((\S+)\)$/,
    'must be from 0 to below the grace period of $1 seconds',
  ],
  [/^duplicate port definition with (?:\S+\.)?(\w+\[\d+\])$/, 'repeats `$1`'],
  [/^ShareProcessNamespace and HostPID cannot both be enabled$/, 'cannot be on beside `hostPID`'],
  [
    /^must have at most 253 characters and match regex .*$/s,
    'must be the name of a sysctl, such as "net.core.somaxconn"',
  ],
  [/^timeZone must be an explicit time zone .*$/s, 'must name a time zone, such as "Europe/Berlin"'],
  [/^must be the name of a request in the claim .*$/s, 'names no request of the claim'],
  [/^must be >= 0; .*$/s, 'must be 0 or more'],
  [
    /^can only use volume source type of PersistentVolumeClaim or Ephemeral .*$/s,
    'must be a claim or an ephemeral volume for a device',
  ],
  [/^'https' is the only allowed URL scheme.*$/s, 'must begin with "https://"'],
  [/^runAsUserName's User cannot contain .*$/s, 'has a character that no user name has'],
  [/^if '\*' is present, must not specify other .*$/s, 'may have nothing beside "*"'],
  [/^priority class names with 'system-' prefix are reserved for system use only\. error: (.*)$/s, '$1'],
  [/^SizeLimit field must be /, 'must be '],
  [
    /^Bidirectional mount propagation is available only to privileged containers$/,
    'may be Bidirectional only in privileged containers',
  ],
  [
    /^must specify at least one Object or External metric to support scaling to zero replicas$/,
    'must have an Object or External metric for zero replicas',
  ],
  [/^may not be 'recycle' for a hostPath mount of '\/'$/, 'may not be Recycle for the hostPath "/"'],
  [/^nullable cannot be true at/, 'cannot be true at'],
  [/^cannot be nullable when/, 'cannot be true when'],
  [/^this property is in (\S+), so it cannot be nullable$/, 'cannot be true for a key of $1'],
];
