import { commands, window } from 'vscode';
import { type Container, containersOf } from '../cluster/objects/containers.ts';
import { type PickedObject, pickObject } from '../connections/pick-object.ts';
import { ContainerNode, ObjectNode } from '../explorer/nodes/object-node.ts';
import type { Features } from '../features.ts';
import type { Forward } from './forwards.ts';

/** Port-Forward: a free local port that leads to a port of the object, which is picked where there are several. */
export async function portForward(features: Features, node: unknown): Promise<void> {
  const object = await objectOf(features, node);
  if (!object) return;
  const cluster = await features.connections.open(object.context);
  const containers =
    node instanceof ContainerNode ? [node.container] : containersOf(await cluster.get(object.reference));
  const port = await pickPort(object, containers);
  if (port === undefined) return;
  const forward = await features.forwards.start(cluster, object.context, object.reference, port);
  void offer(forward);
}

async function objectOf(
  features: Features,
  node: unknown,
): Promise<Pick<PickedObject, 'context' | 'reference'> | undefined> {
  if (node instanceof ContainerNode) return node.parent;
  if (node instanceof ObjectNode) return node;
  return pickObject(features, 'forward a port to', ({ subresources }) =>
    subresources.some(({ name }) => name === 'portforward'),
  );
}

async function pickPort(
  { reference }: Pick<PickedObject, 'reference'>,
  containers: readonly Container[],
): Promise<number | undefined> {
  const ports = containers.flatMap((container) => container.ports.map((port) => ({ ...port, container })));
  if (ports.length === 1) return ports[0]!.number;
  if (ports.length === 0) return typePort(reference.name);
  const other = { label: 'Another port…', port: undefined };
  const picked = await window.showQuickPick(
    [
      ...ports.map(({ number, name, container }) => ({
        label: String(number),
        description: [name, container.name].filter((part) => part !== undefined).join(' · '),
        port: number,
      })),
      other,
    ],
    { title: `Port of ${reference.name}`, placeHolder: 'Port' },
  );
  if (!picked) return undefined;
  return picked.port ?? typePort(reference.name);
}

async function typePort(name: string): Promise<number | undefined> {
  const typed = await window.showInputBox({
    title: `Port of ${name}`,
    prompt: 'The port inside the pod',
    validateInput: (value) =>
      isPort(Number(value.trim())) ? undefined : 'A port is a whole number from 1 to 65535.',
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
} as const;

/** Tells the URL, with what can be done with it. The commands tell their own failures. */
async function offer(forward: Forward): Promise<void> {
  const { reference, podPort, url } = forward;
  const text = `${url.toString(true)} leads to port ${podPort} of ${reference.name}.`;
  const picked = await window.showInformationMessage(
    text,
    ...(Object.keys(offers) as (keyof typeof offers)[]),
  );
  if (picked) await commands.executeCommand(offers[picked], forward);
}
