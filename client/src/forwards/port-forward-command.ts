import { commands } from 'vscode';
import type { Cluster } from '../cluster/cluster.ts';
import { type ClusterError, explanationOf } from '../cluster/errors.ts';
import { sentenceOf } from '../cluster/explanation.ts';
import { type OfferedPort, portsOffered } from '../cluster/forwarding/leads-to-pods.ts';
import type { Log } from '../cluster/log.ts';
import type { Container } from '../cluster/objects/containers.ts';
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
import { offerActions, offerRemedy, showError } from '../prompts/messages.ts';
import { pick } from '../prompts/pick.ts';
import { podWords, targetWords } from './forward-words.ts';
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
  const { context, reference } = object;
  const cluster = await clusters.connections.open(context);
  const ports = line ? portsOfContainer(line.container) : portsOffered(await cluster.get(reference));
  const port = await pickPort(object, ports);
  if (port === undefined) return;
  const what = `forward port ${port} of ${reference.name}`;
  if (!(await confirmChange(clusters.connections, context, what))) return;
  const forward = await forwards.start(cluster, context, reference, port, (refused, error) => {
    log.warn('a forwarded port', error);
    offerServer(cluster, forwards, refused, error, log).catch((failure) => {
      log.warn('forwarding through the API server', failure);
      showError(sentenceOf(explanationOf(failure)));
    });
  });
  // The command is done; the message stays for as long as the person leaves it there.
  offer(forward).catch((error) => log.warn('offering what to do with a forwarded port', error));
}

function portsOfContainer({ name, ports }: Container): OfferedPort[] {
  return ports.map((port) => ({ ...port, container: name }));
}

function pickForwardable(clusters: PickableClusters): Promise<ObjectTarget | undefined> {
  return pickObject(clusters, 'Forward a Port', abilities.portForward);
}

async function pickPort(
  { reference }: ObjectTarget,
  ports: readonly OfferedPort[],
): Promise<number | string | undefined> {
  if (ports.length === 1) return ports[0]!.number;
  if (ports.length === 0) return typePort(reference.name);
  const picked = await pick<number | 'another'>({ title: `Port of ${reference.name}`, placeholder: 'Port' }, [
    ...ports.map(({ number, name, container }) => ({
      label: String(number),
      description: [name, container].filter((part) => part !== undefined).join(' · '),
      value: number,
    })),
    { label: 'Another port…', value: 'another' },
  ]);
  return picked === 'another' ? typePort(reference.name) : picked;
}

async function typePort(name: string): Promise<number | string | undefined> {
  const typed = await askForText({
    title: `Port of ${name}`,
    prompt: 'Its number, or its name',
    problemOf: (typed) =>
      isPort(typed.trim()) ? undefined : 'A port is a whole number from 1 to 65535, or a name.',
  });
  const port = typed?.trim();
  return port !== undefined && /^\d+$/.test(port) ? Number(port) : port;
}

/** A name has a letter. */
function isPort(text: string): boolean {
  if (/^\d+$/.test(text)) return Number(text) >= 1 && Number(text) <= 65535;
  return /^[a-z0-9-]*[a-z][a-z0-9-]*$/.test(text);
}

const offers = {
  'Open in Browser': 'kubewright.openForward',
  'Copy URL': 'kubewright.copyForwardUrl',
  Stop: 'kubewright.stopForward',
} as const satisfies Readonly<Record<string, CommandId>>;

/** Tells the URL, with what can be done with it. The commands tell their own failures. */
async function offer(forward: Forward): Promise<void> {
  const pod = podWords(forward);
  const target = `${targetWords(forward)}${pod === undefined ? '' : ` (now Pod ${pod})`}`;
  const missing = forward.missing.map((why) => ` It is ${why}.`).join('');
  const where = forward.by === 'requests' ? `http://${forward.address}` : forward.url.toString(true);
  const how = forward.by === 'requests' ? ', by HTTP through the API server' : '';
  const text = `${where} leads to ${target}${how}.${missing}`;
  const picked = await offerActions(text, Object.keys(offers) as (keyof typeof offers)[]);
  if (picked) await commands.executeCommand(offers[picked], forward);
}

const throughServer = 'Forward Through the API Server (HTTP)';

/** Another right may be there: the person picks it, because what is no HTTP does not pass. */
async function offerServer(
  cluster: Cluster,
  forwards: Forwards,
  refused: Forward,
  error: ClusterError,
  log: Log,
): Promise<void> {
  if ((await offerRemedy(error.message, throughServer)) !== 'pressed') return;
  await forwards.stop(refused);
  const forward = await forwards.startThroughServer(cluster, refused);
  offer(forward).catch((failure) => log.warn('offering what to do with a forwarded port', failure));
}
