import type { Field } from '../field.ts';
import type { Warnings } from './warning.ts';

interface Port {
  readonly field: Field;
  readonly hostIp: string;
  readonly hostPort: number;
}

/** The ports of all containers of a Pod: what one names again, and what two share. */
export function warnOfPorts(lists: readonly Field[], warnings: Warnings): void {
  const byNumber = new Map<string, Port[]>();
  for (const field of lists.flatMap((list) => list.items)) {
    const number = field.at('containerPort').number;
    const protocol = field.at('protocol').text;
    const hostIp = field.at('hostIP').text;
    const hostPort = field.at('hostPort').isSet ? field.at('hostPort').number : 0;
    if (number === undefined || protocol === undefined) continue;
    if (hostIp === undefined || hostPort === undefined) continue;
    if (hostIp !== '' && hostPort === 0) {
      const shown = `{Name:${field.at('name').text} HostPort:0 ContainerPort:${number} Protocol:${protocol} HostIP:${hostIp}}`;
      const mark = { code: 'unwise-value', mark: field.at('hostIP') };
      warnings.of(field, `hostIP set without hostPort: ${shown}`, mark);
    }
    const port = { field, hostIp, hostPort };
    const key = `${number}/${protocol}`;
    const others = byNumber.get(key) ?? [];
    for (const other of others) warnOfShared(port, other, warnings);
    byNumber.set(key, [...others, port]);
  }
  warnOfNames(lists, warnings);
}

function warnOfShared(port: Port, other: Port, warnings: Warnings): void {
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

function warnOfNames(lists: readonly Field[], warnings: Warnings): void {
  const known = new Map<string, string>();
  for (const port of lists.flatMap((list) => list.items)) {
    const name = port.at('name');
    if (!name.text) continue;
    const other = known.get(name.text);
    if (other === undefined) {
      known.set(name.text, port.printed);
      continue;
    }
    const text = `duplicate port name ${JSON.stringify(name.text)} with ${other}, services and probes that select ports by name will use ${other}`;
    warnings.of(port, text, { code: 'shared-port', mark: name });
  }
}
