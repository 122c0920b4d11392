import { maskedAddress, parseCidr } from '../formats/cidr.ts';
import { formatIp, hasLeadingZero, isMapped, parseIp } from '../formats/ip.ts';
import type { Field } from './field.ts';
import type { Warnings } from './warning.ts';

const code = 'address-spelling';

/** An address that is not in the one spelling that every program reads the same way. `named` is the server's name of it. */
export function warnOfAddress(field: Field, warnings: Warnings, named: Field = field): void {
  const { text } = field;
  const address = text === undefined ? undefined : parseIp(text);
  if (text === undefined || !address) return;
  const canonical = formatIp(address);
  if (hasLeadingZero(text) || isMapped(text)) {
    const future = 'will be considered invalid in a future Kubernetes release';
    warnings.of(named, `non-standard IP address "${text}" ${future}: use "${canonical}"`, {
      code,
      mark: field,
    });
  } else if (text.includes(':') && canonical !== text) {
    const form = `should be in RFC 5952 canonical format ("${canonical}")`;
    warnings.of(named, `IPv6 address "${text}" ${form}`, { code, mark: field });
  }
}

/** A network with bits beyond its length, or not in the one spelling that every program reads the same way. */
export function warnOfNetwork(field: Field, warnings: Warnings, named: Field = field): void {
  const { text } = field;
  const network = text === undefined ? undefined : parseCidr(text);
  if (text === undefined || !network) return;
  const [written = '', length = ''] = text.split('/');
  const bits = 8 * network.address.length;
  const start = maskedAddress(network);
  const isNonStandard = hasLeadingZero(written) || /^0\d/.test(length) || isMapped(written);
  const shownLength = isMapped(written) ? network.length - 96 : network.length;
  const canonical = `${formatIp(start)}/${shownLength}`;
  const isAmbiguous = start.some((byte, index) => byte !== network.address[index]);
  if (isAmbiguous) {
    const single = `${formatIp(network.address)}/${bits}`;
    const question = `(should be "${canonical}" or "${single}"?)`;
    warnings.of(named, `CIDR value "${text}" is ambiguous in this context ${question}`, {
      code,
      mark: field,
    });
  }
  if (isNonStandard) {
    const future = 'will be considered invalid in a future Kubernetes release';
    warnings.of(named, `non-standard CIDR value "${text}" ${future}: use "${canonical}"`, {
      code,
      mark: field,
    });
  }
  if (!isAmbiguous && !isNonStandard && written.includes(':') && canonical !== text) {
    const form = `should be in RFC 5952 canonical format ("${canonical}")`;
    warnings.of(named, `IPv6 CIDR value "${text}" ${form}`, { code, mark: field });
  }
}
