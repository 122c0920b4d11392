import { portName, portNumber } from '../../formats/port.ts';
import type { Causes } from '../../shared/causes.ts';
import type { Field } from '../../shared/field.ts';
import { checkProtocol } from '../../shared/port.ts';

/** The ports of a container. Names are given once; the same port twice only warns. */
export function checkContainerPorts(ports: Field, causes: Causes): void {
  if (!ports.isSet) return;
  const names = new Set<string>();
  for (const port of ports.items) {
    checkName(port.at('name'), names, causes);
    const containerPort = port.at('containerPort');
    if (containerPort.isZero) causes.required(containerPort);
    else checkNumber(containerPort, causes);
    if (!port.at('hostPort').isZero) checkNumber(port.at('hostPort'), causes);
    checkProtocol(port.at('protocol'), causes);
  }
}

/** A port of the node can be taken once, by address and protocol. */
export function checkHostPortsOnce(containers: readonly Field[], causes: Causes): void {
  let taken: Set<string> | undefined;
  for (const container of containers) {
    for (const port of container.at('ports').items) {
      const hostPort = port.at('hostPort');
      if (!hostPort.number) continue;
      const protocol = port.at('protocol').text;
      const address = port.at('hostIP').text;
      if (protocol === undefined || address === undefined) continue;
      taken ??= new Set();
      const text = `${protocol}/${address}/${hostPort.number}`;
      if (taken.has(text)) causes.duplicate(hostPort, { code: 'duplicate-host-port', shown: text });
      taken.add(text);
    }
  }
}

function checkName(name: Field, names: Set<string>, causes: Causes): void {
  if (!name.text) return;
  if (portName(name.text).length > 0) causes.malformed(name, portName, { code: 'port-name' });
  else if (names.has(name.text)) causes.duplicate(name, { code: 'duplicate-port' });
  names.add(name.text);
}

function checkNumber(port: Field, causes: Causes): void {
  if (port.number === undefined) return;
  for (const problem of portNumber(port.number)) causes.invalid(port, problem, { code: 'port-number' });
}
