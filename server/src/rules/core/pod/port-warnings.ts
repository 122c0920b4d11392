import type { Field } from '../../shared/field.ts';
import type { Warnings } from '../../shared/warning.ts';

interface Port {
  readonly field: Field;
  readonly hostIp: string;
  readonly hostPort: number;
}

/** The ports of all containers of a Pod: what one names again, and what two share. */
export function warnOfPorts(lists: readonly Field[], warnings: Warnings): void {
  const ports = lists.flatMap((list) => list.items);
  if (ports.length === 0) return;
  const byNumber = new Map<string, Port[]>();
  for (const field of ports) {
    const number = field.at('containerPort').number;
    const protocol = field.at('protocol').text;
    const hostIp = field.at('hostIP').text;
    const hostPort = field.at('hostPort').isSet ? field.at('hostPort').number : 0;
    if (number === undefined || protocol === undefined) continue;
    if (hostIp === undefined || hostPort === undefined) continue;
    if (hostIp !== '' && hostPort === 0) {
      const shown = `{Name:${field.at('name').text} HostPort:0 ContainerPort:${number} Protocol:${protocol} HostIP:${hostIp}}`;
      const mark = { code: 'unwise-value', mark: field.at('hostIP') } as const;
      warnings.of(field, `hostIP set without hostPort: ${shown}`, mark);
    }
    const port = { field, hostIp, hostPort };
    const key = `${number}/${protocol}`;
    const others = byNumber.get(key);
    if (!others) byNumber.set(key, [port]);
    else {
      for (const other of others) warnOfShared(port, other, warnings);
      if (others.length < mostShared) others.push(port);
    }
  }
  warnOfNames(ports, warnings);
}

/** The server names all that share a port; a person need not read of more, and of a thousand it would be a million. */
const mostShared = 10;

function warnOfShared(port: Port, other: Port, warnings: Warnings): void {
  if (warnings.isFull) return;
  const how = overlapOf(port, other);
  if (how === undefined) return;
  const text = `${how} port definition with ${other.field.printed}`;
  warnings.of(port.field, text, { code: 'shared-port', mark: port.field.at('containerPort') });
}

function overlapOf(port: Port, other: Port): string | undefined {
  if (port.hostIp === other.hostIp && port.hostPort === other.hostPort) return 'duplicate';
  if (port.hostPort === 0 || other.hostPort === 0) return 'overlapping';
  const isAmbiguous = port.hostPort === other.hostPort && (port.hostIp === '') !== (other.hostIp === '');
  return isAmbiguous ? 'dangerously ambiguous' : undefined;
}

function warnOfNames(ports: readonly Field[], warnings: Warnings): void {
  const known = new Map<string, Field>();
  for (const port of ports) {
    const name = port.at('name');
    if (!name.text) continue;
    const first = known.get(name.text);
    if (first === undefined) {
      known.set(name.text, port);
      continue;
    }
    if (warnings.isFull) return;
    const other = first.printed;
    const text = `duplicate port name ${JSON.stringify(name.text)} with ${other}, services and probes that select ports by name will use ${other}`;
    warnings.of(port, text, { code: 'shared-port', mark: name });
  }
}
