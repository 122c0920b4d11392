// Writes the facts of a Kubernetes version from a server of it, and what is made of them:
//   npm run facts -- --server KUBECONFIG [--context NAME] [--out FILE]
// or how objects are written as protobuf, from Go modules:
//   npm run facts -- --modules [--out FILE]
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { KubeContext } from '../../client/src/cluster/cluster.ts';
import { openTransport } from '../../client/src/cluster/http/transport.ts';
import { loadConnection, loadKubeContexts } from '../../client/src/cluster/kubeconfig/load.ts';
import { silentLog } from '../../client/src/cluster/log.ts';
import { systemClock } from '../../client/src/cluster/watch/clock.ts';
import type { Lifecycle } from '../../server/src/catalog/catalog.ts';
import { writeDocs } from '../docs/write-docs.ts';
import { type ModulesArguments, parseArguments, type ServerArguments, usage } from './arguments.ts';
import { type BareServerAnswers, readBareServer } from './bare-server.ts';
import {
  factsFileName,
  internalFactsName,
  protobufFactsName,
  readFacts,
  serverFactsName,
} from './facts-files.ts';
import { makeInternalStructs } from './internal-structs.ts';
import { makeFacts } from './make-facts.ts';
import { makeServerFacts } from './make-server-facts.ts';
import { makeProtobufFacts } from './protobuf-facts.ts';
import { readServer, type ServerAnswers } from './server-answers.ts';
import { type KnownFacts, unfitReasons } from './unfit-server.ts';

const folder = join('server', 'facts');

const wanted = parseArguments(process.argv.slice(2));
if ('problem' in wanted) {
  console.error(`${wanted.problem}\n${usage}`);
  process.exit(2);
}
try {
  await (wanted.source === 'modules' ? writeProtobufFacts(wanted) : writeFacts(wanted));
} catch (error) {
  console.error(`facts: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function writeFacts({ kubeconfig, context, out }: ServerArguments): Promise<void> {
  const { answers, bare } = await askServer(resolve(kubeconfig), context);
  const facts = makeFacts(answers);
  const reasons = unfitReasons(facts, answers.apiServices, await readKnown());
  if (reasons.length > 0) throw new Error(`nothing is written:\n  ${reasons.join('\n  ')}`);
  const file = out ?? join(folder, factsFileName(facts.version));
  const state = await write(file, JSON.stringify(facts));
  const { length } = Object.keys(facts.schemas);
  console.log(`${file}: ${facts.version}, ${facts.resources.length} resources, ${length} schemas; ${state}`);
  if (out !== undefined) return;
  const serverFile = join(folder, serverFactsName(facts.version));
  const serverFacts = makeServerFacts(bare);
  const serverState = await write(serverFile, JSON.stringify(serverFacts));
  console.log(`${serverFile}: ${serverFacts.objects.length} objects; ${serverState}`);
  await writeDocs();
}

async function writeProtobufFacts({ out }: ModulesArguments): Promise<void> {
  const file = out ?? join(folder, protobufFactsName);
  const facts = await makeProtobufFacts([...(await readFacts(folder)).values()]);
  const state = await write(file, JSON.stringify(facts));
  console.log(`${file}: ${Object.keys(facts.messages).length} messages; ${state}`);
  if (out !== undefined) return;
  for (const { version } of (await readFacts(folder)).values()) {
    const structsFile = join(folder, internalFactsName(version));
    const structs = await makeInternalStructs(version);
    const structsState = await write(structsFile, JSON.stringify(structs));
    console.log(`${structsFile}: ${Object.keys(structs).length} types; ${structsState}`);
  }
}

/** Writes a file, and says what that changed. */
async function write(file: string, text: string): Promise<'as it was' | 'changed' | 'new'> {
  const before = await readFile(file, 'utf8').catch(() => undefined);
  await writeFile(file, text);
  return before === text ? 'as it was' : before === undefined ? 'new' : 'changed';
}

async function askServer(
  file: string,
  name: string | undefined,
): Promise<{ answers: ServerAnswers; bare: BareServerAnswers }> {
  const files = { merged: [file], extra: [] };
  const { contexts, problems } = await loadKubeContexts(files);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  if (contexts.length === 0) throw new Error(`${file} is not there or has no contexts: name a kubeconfig`);
  const context = chooseContext(contexts, file, name);
  const transport = openTransport({
    context,
    loadConnection: () => loadConnection(context.id, files),
    allowExec: () => true,
    userAgent: 'kubewright-facts',
    environment: process.env,
    log: silentLog,
    clock: systemClock,
  });
  try {
    const answers = await readServer(transport);
    return { answers, bare: await readBareServer(transport, answers.discovery) };
  } finally {
    await transport.dispose();
  }
}

function chooseContext(
  contexts: readonly KubeContext[],
  file: string,
  name: string | undefined,
): KubeContext {
  const chosen = contexts.find((one) => (name === undefined ? one.current : one.name === name));
  if (chosen) return chosen;
  const missing = name === undefined ? 'has no current context' : `has no context ${JSON.stringify(name)}`;
  const names = contexts.map((one) => one.name).join(', ');
  throw new Error(`${file} ${missing}: choose one with --context (${names})`);
}

async function readKnown(): Promise<KnownFacts> {
  const lifecycle = await readFile(join(folder, 'lifecycle.json'), 'utf8');
  return {
    facts: [...(await readFacts(folder)).values()],
    lifecycle: JSON.parse(lifecycle) as Lifecycle[],
  };
}
