import { dnsLabel } from '../formats/dns-label.ts';
import { portName, portNumber } from '../formats/port.ts';
import { qualifiedName } from '../formats/qualified-name.ts';
import type { Causes, Check } from './causes.ts';
import { checkEnum } from './enum.ts';
import type { Field } from './field.ts';

/** A port's number; nothing is 0, which is none. */
export const checkPortNumber: Check = (port, causes) => {
  const number = port.isSet ? port.number : 0;
  if (number === undefined) return;
  for (const problem of portNumber(number))
    causes.invalid(port, problem, { code: 'port-number', shown: number });
};

/** A port by its number or its name. */
export const checkPortNumberOrName: Check = (port, causes) => {
  if (typeof port.value === 'string') causes.malformed(port, portName, { code: 'port-name' });
  else checkPortNumber(port, causes);
};

/** The protocols of ports. */
export function checkProtocol(protocol: Field, causes: Causes): void {
  checkEnum(protocol, ['SCTP', 'TCP', 'UDP'], causes);
}

/** The name of a port of a Service or of its endpoints: where there are several, each has one. */
export function checkEndpointPortName(port: Field, siblings: readonly Field[], causes: Causes): void {
  const name = port.at('name');
  if (name.text === '') {
    if (siblings.length > 1) causes.required(name);
  } else causes.malformed(name, dnsLabel, { code: 'port-name' });
}

/** The application's protocol on a port: a qualified name. */
export const checkApplicationProtocol: Check = (protocol, causes) => {
  if (protocol.isSet) causes.malformed(protocol, qualifiedName);
};
