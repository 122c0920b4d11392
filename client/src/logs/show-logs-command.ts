import { containersOf } from '../cluster/objects/containers.ts';
import { followLog } from '../cluster/streams/logs/follow-log.ts';
import {
  asContainerTarget,
  asObjectTarget,
  type ContainerTarget,
  type ObjectTarget,
} from '../connections/object-target.ts';
import { type PickableClusters, pickObject } from '../connections/pick-object.ts';
import { abilities } from '../contributions/abilities.ts';
import { readSetting } from '../contributions/read-setting.ts';
import { pick } from '../prompts/pick.ts';
import { openTerminal } from '../prompts/terminal.ts';
import { LogTerminal } from './log-terminal.ts';

/** Logs: of a container, or of one that is picked, followed in a terminal tab. */
export async function showLogs(
  clusters: PickableClusters,
  target: ObjectTarget | ContainerTarget | undefined,
): Promise<void> {
  const line = asContainerTarget(target);
  if (line) return follow(clusters, line.parent, line.container.name);
  const object = asObjectTarget(target) ?? (await pickObject(clusters, 'Show Logs', abilities.showLogs));
  if (!object) return;
  const container = await pickContainer(clusters, object);
  if (container !== undefined) await follow(clusters, object, container);
}

async function pickContainer(
  { connections }: PickableClusters,
  object: ObjectTarget,
): Promise<string | undefined> {
  const cluster = await connections.open(object.context);
  const containers = containersOf(await cluster.get(object.reference));
  if (containers.length <= 1) return containers[0]?.name;
  return await pick(
    { title: `Container of ${object.reference.name}`, placeholder: 'Container' },
    containers.map(({ name, role, state }) => ({
      label: name,
      description: role === 'container' ? state : `${role} · ${state}`,
      value: name,
    })),
  );
}

async function follow(
  { connections }: PickableClusters,
  { context, reference }: ObjectTarget,
  container: string,
): Promise<void> {
  const cluster = await connections.open(context);
  const tailLines = readSetting('logs.tailLines');
  openTerminal({
    name: `${reference.name}/${container}`,
    icon: 'output',
    pty: new LogTerminal((reading) => followLog(cluster, reference, { container, tailLines, ...reading })),
  });
}
