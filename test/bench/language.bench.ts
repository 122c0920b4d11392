// The language server beside yaml-language-server: both over stdio, in the same run, on the same texts.
//   npm run bench language [-- --alone]     (--alone: without the peer)
import { join, resolve } from 'node:path';
import { definitions, deployments, type Input, listOfConfigMaps, longPod, wideConfigMap } from './inputs.ts';
import { type Contestant, MeasuredServer } from './measured-server.ts';
import { installPeer } from './peer.ts';
import { median, patience, percentile, printHead, printRow, type Row } from './table.ts';

const root = resolve(import.meta.dirname, '../..');
const pod = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: nginx
      image: nginx
      ports:
        - containerPort: eighty
`;
const ours: Contestant = { command: [join(root, 'dist/server.js')], settings: {}, typingPause: 100 };
const peer = process.argv.includes('--alone') ? undefined : await yamlLanguageServer();

/** As many as a tall window shows. */
const seenLines = 60;

printHead('yaml-ls');
await coldStart();
await document('1,000 Deployments in one file', deployments(1_000), {
  cold: 300,
  edit: 20,
  completion: 10,
});
await tokens('1,700 Deployments in 40,800 lines', deployments(1_700));
await tokens('a Pod of 40,000 lines', longPod(40_000));
await document('List of 500 ConfigMaps', listOfConfigMaps(500), { cold: 100 });
await document('List of 1,000 ConfigMaps', listOfConfigMaps(1_000), {});
await document('List of 2,000 ConfigMaps', listOfConfigMaps(2_000), {});
await document('a Pod of 40,000 lines', longPod(40_000), {});
await document('a ConfigMap of 20,000 keys', wideConfigMap(20_000), {});
await document('8 MB of CustomResourceDefinitions', definitions(8_000_000), {});
await flatMemory();

async function yamlLanguageServer(): Promise<Contestant> {
  const { program, schema } = await installPeer(root);
  const schemas = { [`file://${schema}`]: '*.yaml' };
  const settings = { yaml: { schemas, schemaStore: { enable: false }, validate: true } };
  return { command: [program], settings, typingPause: 200 };
}

async function coldStart(): Promise<void> {
  const measure = async (contestant: Contestant, runs: number) => {
    const all: { start: number; heap: number; resident: number }[] = [];
    for (let run = 0; run < runs; run++) {
      const server = await MeasuredServer.start(contestant);
      await server.open(pod);
      const start = server.age;
      const resident = server.resident();
      all.push({ start, resident, heap: await server.heap() });
      await server.stop();
    }
    const of = (key: 'start' | 'heap' | 'resident') => median(all.map((one) => one[key]));
    return { start: of('start'), heap: of('heap'), resident: of('resident') };
  };
  const own = await measure(ours, 7);
  const other = peer && (await measure(peer, 3));
  printRow({
    what: 'process start to first diagnostics of a Pod',
    unit: 'ms',
    budget: 250,
    ours: own.start,
    peer: other?.start,
  });
  printRow({ what: '  its heap after that', unit: 'MB', budget: 40, ours: own.heap, peer: other?.heap });
  printRow({
    what: '  its RSS after that',
    unit: 'MB',
    budget: 110,
    ours: own.resident,
    peer: other?.resident,
  });
}

/** What one text costs: opened cold, edited inside, completed inside. */
async function document(
  what: string,
  input: Input,
  budgets: { cold?: number; edit?: number; completion?: number },
): Promise<void> {
  const own = await documentWith(ours, input, { starts: 5, edits: 20, completions: 100 });
  const other = peer && (await documentWith(peer, input, { starts: 1, edits: 3, completions: 3 }));
  const row = (part: string, name: keyof Measured, budget: number | undefined): Row => ({
    what: `${what}: ${part}`,
    unit: 'ms',
    ...(budget !== undefined && { budget }),
    ours: own[name] ?? Number.POSITIVE_INFINITY,
    peer: other && (other[name] ?? 'late'),
  });
  printRow(row('cold diagnostics', 'cold', budgets.cold));
  printRow(row('edit, less the typing pause', 'edit', budgets.edit));
  printRow(row('completion p50', 'p50', budgets.completion));
  printRow(row('completion p95', 'p95', budgets.completion));
}

/** Semantic tokens as an editor asks for them: of the lines that are seen, whole, and after an edit. Ours alone has them. */
async function tokens(what: string, input: Input): Promise<void> {
  const server = await MeasuredServer.start(ours);
  try {
    await server.open(input.text);
    const lines = input.text.split('\n').length;
    const ranges: number[] = [];
    for (let at = 0; at < 100; at++) {
      const from = Math.floor((at * 7919 * 13) % (lines - seenLines));
      ranges.push((await server.tokens({ from, lines: seenLines })).time);
    }
    const first = await server.tokens('full');
    const { offset, word, faulty } = input.edit;
    const deltas: number[] = [];
    let since = first.resultId!;
    for (let repeat = 0; repeat < 20; repeat++) {
      const isOdd = repeat % 2 === 1;
      await server.edit(offset, (isOdd ? faulty : word).length, isOdd ? word : faulty);
      const delta = await server.tokens({ since });
      deltas.push(delta.time);
      since = delta.resultId!;
    }
    const row = (part: string, ours: number) => printRow({ what: `${what}: ${part}`, unit: 'ms', ours });
    row(`tokens of ${seenLines} lines p50`, percentile(ranges, 50));
    row(`tokens of ${seenLines} lines p95`, percentile(ranges, 95));
    row('tokens of all', first.time);
    row('tokens after an edit p50', percentile(deltas, 50));
  } finally {
    await server.stop();
  }
}

interface Measured {
  cold?: number;
  edit?: number;
  p50?: number;
  p95?: number;
}

/** How often each is measured. A 95th percentile of fewer than a hundred is the slowest, which is the first. */
interface Repeats {
  readonly starts: number;
  readonly edits: number;
  readonly completions: number;
}

async function documentWith(contestant: Contestant, input: Input, repeats: Repeats): Promise<Measured> {
  const cold: number[] = [];
  for (let start = 1; start < repeats.starts; start++) {
    const server = await MeasuredServer.start(contestant);
    const time = await inTime(server.open(input.text));
    await server.stop();
    if (time === undefined) return {};
    cold.push(time);
  }
  const server = await MeasuredServer.start(contestant);
  try {
    const last = await inTime(server.open(input.text));
    if (last === undefined) return {};
    const measured: Measured = { cold: median([...cold, last]) };
    const edit = await inTime(edits(server, input, repeats.edits));
    if (edit === undefined) return measured;
    measured.edit = median(edit);
    const completion = await inTime(completions(server, input, repeats.completions));
    if (completion === undefined) return measured;
    return { ...measured, p50: percentile(completion, 50), p95: percentile(completion, 95) };
  } finally {
    await server.stop();
  }
}

/** A fault comes and goes; each edit waits for the diagnostics that follow it, whatever they say. */
async function edits(server: MeasuredServer, { edit }: Input, repeats: number): Promise<number[]> {
  const { offset, word, faulty } = edit;
  const times: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 2) {
    times.push(await server.editChecked(offset, word.length, faulty));
    times.push(await server.editChecked(offset, faulty.length, word));
  }
  return times;
}

/** As a person types: a letter, then what may follow it. */
async function completions(
  server: MeasuredServer,
  { completion }: Input,
  repeats: number,
): Promise<number[]> {
  const { offset, line } = completion;
  await server.edit(offset, 0, `${line}\n`);
  const end = offset + line.length;
  const times: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    await server.edit(end - 1, 1, line.at(repeat % 2 === 0 ? -1 : -2)!);
    times.push(await server.complete(end));
  }
  return times;
}

/** The heap after a collection, early and late in a long session. Ours alone: a peer would take an hour. */
async function flatMemory(): Promise<void> {
  const server = await MeasuredServer.start(ours);
  const { text, edit } = deployments(100);
  await server.open(text);
  const afterEdits = async (from: number, to: number) => {
    for (let step = from; step < to; step++) {
      const odd = step % 2 === 1;
      await server.edit(edit.offset, (odd ? edit.faulty : edit.word).length, odd ? edit.word : edit.faulty);
      await server.complete(edit.offset);
      if (step % 500 === 0) await quiet();
    }
    await quiet();
    return server.heap();
  };
  const few = await afterEdits(0, 1_000);
  const many = await afterEdits(1_000, 10_000);
  printRow({
    what: 'heap after 10,000 edits (budget: 1.1 of 1,000)',
    unit: 'MB',
    budget: few * 1.1,
    ours: many,
  });

  const afterFiles = async (from: number, to: number) => {
    for (let file = from; file < to; file++) {
      await server.close();
      await server.open(text.replaceAll('web', `file-${file}`));
    }
    return server.heap();
  };
  const first = await afterFiles(0, 100);
  const last = await afterFiles(100, 1_000);
  printRow({
    what: 'heap after 1,000 files opened and closed (budget: 1.1 of 100)',
    unit: 'MB',
    budget: first * 1.1,
    ours: last,
  });
  await server.stop();
}

/** Long enough for edits to be checked. */
function quiet(): Promise<void> {
  return new Promise((done) => setTimeout(done, 300));
}

/** Undefined when it takes longer than the patience there is. */
async function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((done) => {
    timer = setTimeout(() => done(undefined), patience);
  });
  try {
    return await Promise.race([answer.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
