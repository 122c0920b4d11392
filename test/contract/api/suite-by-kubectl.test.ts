import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, type TestContext, test } from 'vitest';
import { requireKubectl } from '../../support/kubectl.ts';
import { chosenServer } from './chosen-server.ts';
import { type KubectlStep, kubectlStories } from './kubectl-steps.ts';
import { runLabel } from './run-case.ts';

// What people do with kubectl every day, on the same servers as the suite of requests.

const chosen = await chosenServer(process.env);
const id = `run${randomBytes(3).toString('hex')}`;
const namespace = `${id}-kubectl`;

/** These change what others use. */
const harmful = new Set(['looks after a node']);

interface Outcome {
  readonly code: number;
  readonly output: string;
}

describe(`kubectl on ${chosen.name}`, () => {
  let kubectl: string;
  let kubeconfig: string;
  let folder: string;
  let node = '';
  let stop = async () => {};

  const run = (words: readonly string[], step: { input?: string; editor?: string | undefined } = {}) =>
    new Promise<Outcome>((done, failed) => {
      const child = spawn(kubectl, [`--cache-dir=${join(folder, 'cache')}`, ...words], {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder, KUBECONFIG: kubeconfig, KUBE_EDITOR: step.editor },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      let output = '';
      const add = (piece: Buffer) => {
        output += piece.toString();
      };
      child.stdout.on('data', add);
      child.stderr.on('data', add);
      child.once('error', failed);
      child.once('close', (code) => done({ code: code ?? -1, output: output.trimEnd() }));
      child.stdin.on('error', () => {});
      child.stdin.end(step.input ?? '');
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kubewright-kubectl-'));
    const started = await chosen.start();
    stop = started.stop;
    kubeconfig = started.kubeconfig;
  }, 120_000);
  beforeEach(async (context: TestContext) => {
    kubectl = requireKubectl(context);
    if (node !== '') return;
    await run(['create', 'namespace', namespace]);
    await run(['label', 'namespace', namespace, `${runLabel}=${id}`]);
    node = (await run(['get', 'nodes', '-o', 'jsonpath={.items[0].metadata.name}'])).output;
  });
  afterAll(async () => {
    if (node !== '') await run(['delete', 'namespace', namespace, '--wait=false']);
    await stop();
    await rm(folder, { recursive: true, force: true });
  }, 120_000);

  const filled = (text: string) =>
    text.replaceAll('{run}', id).replaceAll('{ns}', namespace).replaceAll('{node}', node);

  test.for(Object.entries(kubectlStories))(
    'a person %s',
    { timeout: 300_000 },
    async ([story, steps], { skip }) => {
      if (chosen.kind === 'any cluster' && harmful.has(story)) skip('it changes what others use');
      for (const step of steps) {
        if (step.sandboxAlone && chosen.kind !== 'sandbox') continue;
        const words = wordsOf(filled(step.command));
        const problemOf = async () => {
          const { editor, input = '' } = step;
          const outcome = await run([`--namespace=${namespace}`, ...words], { editor, input: filled(input) });
          return problemIn(outcome, step, filled);
        };
        let problem = await problemOf();
        for (let left = 60; problem && step.when === 'eventually' && left > 0; left--) {
          await new Promise((done) => setTimeout(done, 250));
          problem = await problemOf();
        }
        expect.soft(problem, `kubectl ${filled(step.command)}`).toBeUndefined();
      }
    },
  );
});

/** What is wrong with what came of a step; undefined where nothing is. */
function problemIn(
  { code, output }: Outcome,
  { code: wanted = 0, prints }: KubectlStep,
  filled: (text: string) => string,
): string | undefined {
  const isPrinted =
    typeof prints === 'string'
      ? output.startsWith(filled(prints))
      : new RegExp(filled(prints.source), prints.flags).test(output);
  if (code === wanted && isPrinted) return undefined;
  return `ended with ${code} and printed:\n${output.slice(0, 1_000)}\nwhere ${wanted} and ${prints} should be`;
}

/** Words between spaces; what stands in single quotes is one. */
function wordsOf(command: string): string[] {
  return Array.from(command.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, bare]) => quoted ?? bare!);
}
