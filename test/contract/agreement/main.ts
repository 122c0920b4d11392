// Asks the sandbox and a real API server the same thousands of requests, and tells where the answers differ:
//   npm run agreement -- --real KUBECONFIG [--seed N] [--list N] [--out FILE] [FILTER...]
// FILTER: parts of `RESOURCE TITLE`, all of which a scene must have. Everything is written in namespaces of its own, or
// carries the run's name, and goes away at the end. FILE gets all differences, a line of JSON each. `npm run build` comes before.

import { writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startSandbox } from '../../support/sandbox.ts';
import { openServer } from '../api/open-server.ts';
import type { Send } from '../api/run-case.ts';
import { type Outcome, play, type Side, type Sides } from './play.ts';
import { differencesAsLines, report } from './report.ts';
import type { Scene } from './scene.ts';
import { allScenes } from './scenes/all-scenes.ts';

const usage = 'usage: npm run agreement -- --real KUBECONFIG [--seed N] [--list N] [--out FILE] [FILTER...]';
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    real: { type: 'string' },
    seed: { type: 'string', default: '1' },
    list: { type: 'string', default: '60' },
    out: { type: 'string' },
  },
});
if (values.real === undefined) {
  console.error(usage);
  process.exit(2);
}

/** Scenes of one kind are played one after the other, since lists see them; so many kinds at a time. */
const kindsAtATime = 16;

const sandbox = await startSandbox({
  kubernetesVersion: '1.35',
  args: ['--service-account-admission'],
});
const servers = await Promise.all([openServer(values.real), openServer(sandbox.kubeconfig)]);
const mark = Math.floor(Math.random() * 36 ** 3)
  .toString(36)
  .padStart(3, '0');
const sides: Sides = {
  real: side('a', 1000, servers[0]!.send),
  again: side('b', 4000, servers[0]!.send),
  sandbox: side('c', 7000, servers[1]!.send),
  pause: () => setTimeout(300),
  now: Date.now,
};
try {
  const scenes = allScenes('1.35', Number(values.seed)).filter(({ kind, title }) =>
    positionals.every((part) => `${kind} ${title}`.includes(part)),
  );
  const outcomes = await playAll(scenes, sides);
  if (values.out !== undefined) await writeFile(values.out, differencesAsLines(outcomes));
  console.log(report(outcomes, Number(values.list)));
} finally {
  for (const server of servers) server.close();
  await sandbox.stop();
}

function side(letter: string, firstNumber: number, send: Send): Side {
  return { run: `agreement${letter}${mark}`, firstNumber, send };
}

async function playAll(scenes: readonly Scene[], among: Sides): Promise<Outcome[]> {
  const byKind = new Map<string, { scene: Scene; number: number }[]>();
  for (const [number, scene] of scenes.entries()) {
    const kind = byKind.get(scene.kind) ?? [];
    byKind.set(scene.kind, kind);
    kind.push({ scene, number });
  }
  const outcomes: Outcome[] = [];
  const waiting = [...byKind.values()].map((of, index) => ({ of, namespace: `ns${index}` }));
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { of, namespace } = next;
      await Promise.all(all(among).map((each) => makeNamespace(each, namespace)));
      for (const { scene, number } of of) outcomes.push(...(await play(scene, number, namespace, among)));
      await Promise.all(all(among).map((each) => removeNamespace(each, namespace)));
    }
  };
  await Promise.all(Array.from({ length: kindsAtATime }, work));
  return outcomes;
}

function all({ real, again, sandbox }: Sides): Side[] {
  return [real, again, sandbox];
}

/** With the account that Pods run as, which a controller makes where there is one. */
async function makeNamespace({ run, send }: Side, namespace: string): Promise<void> {
  const name = `${run}-${namespace}`;
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ metadata: { name } });
  const made = await send({ method: 'POST', path: '/api/v1/namespaces', headers, body });
  if (made.code !== 201) throw new Error(`the namespace ${name} cannot be made: ${made.text}`);
  const account = JSON.stringify({ metadata: { name: 'default' } });
  await send({ method: 'POST', path: `/api/v1/namespaces/${name}/serviceaccounts`, headers, body: account });
}

async function removeNamespace({ run, send }: Side, namespace: string): Promise<void> {
  await send({
    method: 'DELETE',
    path: `/api/v1/namespaces/${run}-${namespace}`,
    headers: {},
    body: undefined,
  });
}
