import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { concurrently } from '../../../client/src/cluster/concurrently.ts';
import { findKubectl } from '../../support/kubectl.ts';
import { pods } from '../../unit/cluster/resources.ts';
import { namespace, podName } from '../api/make-pods.ts';
import { openContext } from '../api/open-context.ts';
import { printHead, printRow } from '../table.ts';
import type { Seen } from './watched.ts';

/** So many changes are under way at a time, and for so many milliseconds they go on. */
const parallelChanges = 16;
const duration = 10_000;
/** After the last change whoever is behind has so many milliseconds. */
const grace = 2_000;

/** Prints how far behind those are who watch so many Pods while they change as fast as the server takes it, one after the other. */
export async function printChanges(kubeconfig: string, number: number): Promise<void> {
  const ours = await watchedBy('tree', kubeconfig, number);
  const peers: string[] = ['client-node informer'];
  if (findKubectl()) peers.push('kubectl get --watch');
  for (const peer of peers) {
    const theirs = await watchedBy(peer, kubeconfig, number);
    printHead(peer === 'client-node informer' ? 'informer' : 'kubectl -w');
    const rate = `${number.toLocaleString('en')} Pods, ${ours.perSecond} events/s`;
    const row = (what: string, figure: (seen: Seen) => number, budget?: number) =>
      printRow({
        what: `${rate}: ${what}`,
        unit: 'ms',
        ...(budget === undefined ? {} : { budget }),
        ours: figure(ours.seen),
        peer: figure(theirs.seen),
      });
    row('behind, half of them', ({ behind }) => behind.half);
    row('behind, 95 %', ({ behind }) => behind.most95, 300);
    row('behind, at most', ({ behind }) => behind.most);
    row('processor time for a second', ({ processor }) => processor / (duration / 1_000));
  }
}

async function watchedBy(contestant: string, kubeconfig: string, number: number) {
  const program = join(import.meta.dirname, 'watched.ts');
  const words = [
    '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
    program,
    contestant,
    kubeconfig,
    namespace,
  ];
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  try {
    await lineOf(lines, child);
    const changes = await change(kubeconfig, number);
    await setTimeout(grace);
    child.stdin.end();
    const seen = JSON.parse(await lineOf(lines, child)) as Seen;
    return { seen, perSecond: Math.round(changes / (duration / 1_000)) };
  } finally {
    child.kill();
  }
}

async function lineOf(lines: AsyncIterator<string>, child: ChildProcess): Promise<string> {
  const { value, done } = await lines.next();
  if (done) throw new Error(`${child.spawnargs.join(' ')} has ended`);
  return value;
}

/** Gives how many. */
async function change(kubeconfig: string, number: number): Promise<number> {
  const cluster = await openContext(kubeconfig);
  const end = Date.now() + duration;
  let changes = 0;
  try {
    const workers = Array.from({ length: parallelChanges }, (_, worker) => worker);
    await concurrently(parallelChanges, workers, async (worker) => {
      for (let place = worker; Date.now() < end; place = (place + 7_919 * parallelChanges) % number) {
        const reference = { resource: pods, namespace, name: podName(place) };
        await cluster.patch(reference, 'merge', { metadata: { labels: { sent: `${Date.now()}` } } });
        changes++;
      }
    });
  } finally {
    await cluster.dispose();
  }
  return changes;
}
