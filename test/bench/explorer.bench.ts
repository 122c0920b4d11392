// What the tree costs: how far its lines are behind a store that changes all the time; then, on the sandbox and on a real control
// plane that are started for it, 10,000 Pods (`--pods`): expanded, beside kubectl and @kubernetes/client-node in the same run, and
// while they change as fast as the server takes it; 200 namespaces and 150 definitions, beside a cluster without; ten clusters at
// once; and a cluster that answers after 3 s.
//   npm run bench explorer -- [--pods=100000] [--only=rows|sandbox|control-plane]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildControlPlane } from '../control-plane/build.mjs';
import { startControlPlane } from '../control-plane/control-plane.ts';
import { startSandbox } from '../support/sandbox.ts';
import { printChanges } from './explorer/change-rows.ts';
import { printClusters } from './explorer/cluster-rows.ts';
import { printExpanding } from './explorer/expand-rows.ts';
import { printPageRows } from './explorer/page-rows.ts';

const { values } = parseArgs({
  options: { pods: { type: 'string', default: '10000' }, only: { type: 'string' } },
});
const isWanted = (part: string) => values.only === undefined || values.only === part;

if (isWanted('rows')) await printPageRows();
if (isWanted('sandbox')) {
  const sandbox = await startSandbox();
  try {
    await printServer('the sandbox', sandbox.kubeconfig);
  } finally {
    await sandbox.stop();
  }
}
if (isWanted('control-plane')) {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-bench-'));
  const programs = await buildControlPlane('1.35');
  const controlPlane = await startControlPlane({ programs, folder, now: new Date() });
  try {
    await printServer('kube-apiserver 1.35', controlPlane.kubeconfig);
  } finally {
    await controlPlane.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function printServer(server: string, kubeconfig: string): Promise<void> {
  const number = Number(values.pods);
  console.log(`\n${server}`);
  await printExpanding(kubeconfig, number);
  await printChanges(kubeconfig, number);
  await printClusters(kubeconfig);
}
