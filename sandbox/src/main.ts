import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Arguments, parseArguments, usage } from './arguments.ts';
import { systemClock } from './clock.ts';
import { kubeconfigText, removeOwnFile, writePrivateFile } from './kubeconfig.ts';
import { onParentEnd, thisProcess } from './parent-process.ts';
import { sampleObjects } from './samples/sample-objects.ts';
import { startSandbox } from './sandbox.ts';
import { systemRandom } from './store/random-source.ts';

/** How often the parent is looked for. */
const parentInterval = 500;

const parsed = parseArguments(process.argv.slice(2));
if ('problem' in parsed) {
  console.error(`sandbox: ${parsed.problem}\n\n${usage}`);
  process.exit(2);
}
run(parsed).catch((error: NodeJS.ErrnoException) => {
  console.error(`sandbox: ${explain(error, parsed)}`);
  process.exit(1);
});

async function run(options: Arguments): Promise<void> {
  onParentEnd(thisProcess, options.parent, poll, () => process.exit(0));
  process.on('disconnect', () => process.exit(0));
  const kubeconfig = resolve(options.kubeconfig);
  const sandbox = await startSandbox({
    readCatalog: (name) => readFile(join(__dirname, 'catalog', name), 'utf8'),
    kubernetesVersion: options.kubernetesVersion,
    port: options.port,
    serviceAccountAdmission: options.serviceAccountAdmission,
    clock: systemClock,
    random: systemRandom,
    history: options.history,
    objects: options.content === 'samples' ? sampleObjects() : [],
  });
  const access = kubeconfigText(sandbox.access);
  // However this program ends, but for a kill -9 of itself, it leaves no credentials.
  let madeFolder: string | undefined;
  process.once('exit', () => removeOwnFile(kubeconfig, access, madeFolder));
  madeFolder = await writePrivateFile(kubeconfig, access);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
  }
  console.log(`ready ${sandbox.access.server}`);
}

function poll(check: () => void): { dispose(): void } {
  const timer = setInterval(check, parentInterval);
  timer.unref();
  return { dispose: () => clearInterval(timer) };
}

function explain(error: NodeJS.ErrnoException, options: Arguments): string {
  if (error.code === 'EADDRINUSE') {
    return `port ${options.port} on 127.0.0.1 is in use; choose another one with --port, or leave it out for a free one`;
  }
  if (error.code === 'EACCES' && error.syscall === 'listen') {
    return `port ${options.port} may not be used by this user; choose one above 1023 with --port`;
  }
  if (error.code === 'ENOENT' && error.path?.includes('catalog')) {
    return `${error.path} is missing: the catalog belongs beside the program`;
  }
  return error.message;
}
