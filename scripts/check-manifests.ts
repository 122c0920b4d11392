// Tries Kubewright on manifests that are known to be good: `npm run check:manifests -- FOLDER`.
// Every file is opened in the language server, then all of it is applied as one set to a fresh sandbox. Prints each
// error of the editor (a false one) and each object that was not applied; the exit code is 1 when there are any.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { loadKubeContexts } from '../client/src/cluster/kubeconfig/load.ts';
import { openCluster } from '../client/src/cluster/open.ts';
import { stepName } from '../client/src/journal/object-name.ts';
import { planApply } from '../client/src/manifests/plan-apply.ts';
import { readManifests } from '../client/src/manifests/read-manifests.ts';
import { type AppliedStep, runApply } from '../client/src/manifests/run-apply.ts';
import { filesUnder, isFolder } from './folder.ts';
import { LanguageClient } from './language-client.ts';

interface SourceFile {
  /** From the folder, for people. */
  readonly name: string;
  readonly uri: string;
  readonly text: string;
}

const dist = resolve('dist');
const errorSeverity = 1;

const folder = process.argv[2];
if (!folder || !(await isFolder(folder))) {
  console.error('usage: npm run check:manifests -- FOLDER');
  process.exit(2);
}
const files = await readFiles(resolve(folder));
const falseErrors = await checkInEditor(resolve(folder), files);
const notApplied = await applyToSandbox(files);
console.log(`${files.length} files: ${falseErrors} false errors, ${notApplied} objects not applied`);
process.exitCode = falseErrors + notApplied > 0 || files.length === 0 ? 1 : 0;

async function readFiles(root: string): Promise<SourceFile[]> {
  const paths = await filesUnder(root, /\.(?:ya?ml|json)$/);
  return await Promise.all(
    paths.map(async (path) => ({
      name: relative(root, path),
      uri: pathToFileURL(path).href,
      text: await readFile(path, 'utf8'),
    })),
  );
}

/** Opens every file in a language server of its own that has the folder as its workspace. Gives the number of errors. */
async function checkInEditor(root: string, sources: readonly SourceFile[]): Promise<number> {
  const client = await LanguageClient.start({
    server: join(dist, 'server.js'),
    initialize: { workspaceFolders: [{ uri: pathToFileURL(root).href, name: 'manifests' }] },
  });
  let count = 0;
  try {
    await client.indexed();
    for (const { name, uri, text } of sources) {
      await client.open(uri, text);
      const errors = (await client.diagnostics(uri)).filter(({ severity }) => severity === errorSeverity);
      await client.close(uri);
      console.log(`${errors.length === 0 ? 'ok   ' : 'FALSE'} ${name}`);
      for (const { range, code, message } of errors) {
        console.log(`      ${range.start.line + 1}:${range.start.character + 1} ${code}: ${message}`);
      }
      count += errors.length;
    }
  } finally {
    await client.stop();
  }
  return count;
}

/** Applies all objects of all files as one set to a sandbox started for it. Gives the number that was not applied. */
async function applyToSandbox(sources: readonly SourceFile[]): Promise<number> {
  const scratch = await mkdtemp(join(tmpdir(), 'kubewright-check-'));
  const kubeconfig = join(scratch, 'kubeconfig');
  const sandbox = spawn(process.execPath, [join(dist, 'sandbox.js'), '--kubeconfig', kubeconfig, '--empty'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    await isReady(sandbox.stdout);
    const unreadable = sources.flatMap(({ name, text }) => readManifests(name, text).problems);
    for (const { source, message } of unreadable) console.log(`not sent from ${source}: ${message}`);
    const results = await applyAll(kubeconfig, sources);
    for (const { name } of sources)
      printResults(
        name,
        results.filter((one) => one.step.origin.source === name),
      );
    return unreadable.length + results.filter(({ result }) => !isApplied(result)).length;
  } finally {
    sandbox.kill();
    await rm(scratch, { recursive: true, force: true });
  }
}

async function applyAll(kubeconfig: string, sources: readonly SourceFile[]): Promise<AppliedStep[]> {
  const kubeconfigs = { merged: [kubeconfig], extra: [] };
  const { contexts } = await loadKubeContexts(kubeconfigs);
  const cluster = openCluster(contexts[0]!, { files: kubeconfigs, allowExec: () => false });
  try {
    const objects = sources.flatMap(({ name, text }) => readManifests(name, text).objects);
    const plan = await planApply({ cluster, namespace: 'default' }, objects);
    return await runApply(plan);
  } finally {
    await cluster.dispose();
  }
}

/** Rejects when the sandbox ends instead of printing its line. */
async function isReady(output: NodeJS.ReadableStream): Promise<void> {
  for await (const line of createInterface({ input: output })) if (line.startsWith('ready ')) return;
  throw new Error('the sandbox did not start: see above');
}

function isApplied({ result }: AppliedStep['result']): boolean {
  return result === 'created' || result === 'changed' || result === 'unchanged';
}

function printResults(file: string, results: readonly AppliedStep[]): void {
  const applied = results.filter(({ result }) => isApplied(result)).length;
  console.log(`${applied} of ${results.length} applied from ${file}`);
  for (const { step, result } of results) {
    if (isApplied(result)) continue;
    const { outcome } = step;
    const reason =
      'message' in result ? result.message : 'message' in outcome ? outcome.message : result.result;
    console.log(`      ${stepName(step)}: ${reason}`);
  }
}
