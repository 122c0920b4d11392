import { ThemeIcon, window, workspace } from 'vscode';
import { containersOf } from '../cluster/objects/containers.ts';
import { followLog } from '../cluster/streams/follow-log.ts';
import { type PickedObject, pickObject } from '../connections/pick-object.ts';
import { ContainerNode, ObjectNode } from '../explorer/nodes/object-node.ts';
import type { Features } from '../features.ts';
import { LogTerminal } from './log-terminal.ts';

/** Logs: of a container, or of one that is picked, followed in a terminal tab. */
export async function showLogs(features: Features, node: unknown): Promise<void> {
  if (node instanceof ContainerNode) return follow(features, node.parent, node.container.name);
  const object =
    node instanceof ObjectNode
      ? node
      : await pickObject(features, 'read the logs of', ({ subresources }) =>
          subresources.some(({ name }) => name === 'log'),
        );
  if (!object) return;
  const container = await pickContainer(features, object);
  if (container !== undefined) await follow(features, object, container);
}

async function pickContainer(features: Features, object: PickedObject): Promise<string | undefined> {
  const cluster = await features.connections.open(object.context);
  const containers = containersOf(await cluster.get(object.reference));
  if (containers.length <= 1) return containers[0]?.name;
  const picked = await window.showQuickPick(
    containers.map(({ name, role, state }) => ({
      label: name,
      description: role === 'container' ? state : `${role} · ${state}`,
    })),
    { title: `Container of ${object.reference.name}`, placeHolder: 'Container' },
  );
  return picked?.label;
}

async function follow(
  features: Features,
  { context, reference }: Pick<PickedObject, 'context' | 'reference'>,
  container: string,
): Promise<void> {
  const cluster = await features.connections.open(context);
  const tailLines = workspace.getConfiguration('kubewright').get<number>('logs.tailLines', 1000);
  const terminal = window.createTerminal({
    name: `${reference.name}/${container}`,
    iconPath: new ThemeIcon('output'),
    isTransient: true,
    pty: new LogTerminal((reading) => followLog(cluster, reference, { container, tailLines, ...reading })),
  });
  terminal.show(true);
}
