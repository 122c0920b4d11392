import { commands } from 'vscode';
import type { Log } from '../cluster/log.ts';
import { type Container, containersOf } from '../cluster/objects/containers.ts';
import { confirmChange } from '../connections/confirm-change.ts';
import {
  asContainerTarget,
  asObjectTarget,
  type ContainerTarget,
  type ObjectTarget,
} from '../connections/object-target.ts';
import { type PickableClusters, pickObject } from '../connections/pick-object.ts';
import { abilities } from '../contributions/abilities.ts';
import type { CommandId } from '../contributions/commands.ts';
import { askForText } from '../prompts/ask-for-text.ts';
import { offerActions } from '../prompts/messages.ts';
import { pick } from '../prompts/pick.ts';
import type { Forward, Forwards } from './forwards.ts';

/** Port-Forward: a free local port that leads to a port of the object, which is picked where there are several. */
export async function portForward(
  clusters: PickableClusters,
  forwards: Forwards,
  target: ObjectTarget | ContainerTarget | undefined,
  log: Log,
): Promise<void> {
  const line = asContainerTarget(target);
  const object = line?.parent ?? asObjectTarget(target) ?? (await pickForwardable(clusters));
  if (!object) return;
  const cluster = await clusters.connections.open(object.context);
  const containers = line ? [line.container] : containersOf(await cluster.get(object.reference));
  const port = await pickPort(object, containers);
  if (port === undefined) return;
  const { name } = object.reference;
  if (!(await confirmChange(clusters.connections, object.context, `forward port ${port} of ${name}`))) return;
  const forward = await forwards.start(cluster, object.context, object.reference, port);
  // The command is done; the message stays for as long as the person leaves it there.
  offer(forward).catch((error) => log.warn('offering what to do with a forwarded port', error));
}

function pickForwardable(clusters: PickableClusters): Promise<ObjectTarget | undefined> {
  return pickObject(clusters, 'forward a port to', abilities.portForward);
}

async function pickPort(
  { reference }: ObjectTarget,
  containers: readonly Container[],
): Promise<number | undefined> {
  const ports = containers.flatMap((container) => container.ports.map((port) => ({ ...port, container })));
  if (ports.length === 1) return ports[0]!.number;
  if (ports.length === 0) return typePort(reference.name);
  const picked = await pick<number | 'another'>({ title: `Port of ${reference.name}`, placeholder: 'Port' }, [
    ...ports.map(({ number, name, container }) => ({
      label: String(number),
      description: [name, container.name].filter((part) => part !== undefined).join(' · '),
      value: number,
    })),
    { label: 'Another port…', value: 'another' },
  ]);
  return picked === 'another' ? typePort(reference.name) : picked;
}

async function typePort(name: string): Promise<number | undefined> {
  const typed = await askForText({
    title: `Port of ${name}`,
    prompt: 'The port inside the pod',
    problemOf: (typed) =>
      isPort(Number(typed.trim())) ? undefined : 'A port is a whole number from 1 to 65535.',
  });
  return typed === undefined ? undefined : Number(typed.trim());
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65535;
}

const offers = {
  'Open in Browser': 'kubewright.openForward',
  'Copy URL': 'kubewright.copyForwardUrl',
  Stop: 'kubewright.stopForward',
} as const satisfies Readonly<Record<string, CommandId>>;

/** Tells the URL, with what can be done with it. The commands tell their own failures. */
async function offer(forward: Forward): Promise<void> {
  const { reference, podPort, url } = forward;
  const text = `${url.toString(true)} leads to port ${podPort} of ${reference.name}.`;
  const picked = await offerActions(text, Object.keys(offers) as (keyof typeof offers)[]);
  if (picked) await commands.executeCommand(offers[picked], forward);
}
