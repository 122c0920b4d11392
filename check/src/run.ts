import type { CheckOptions } from './arguments/options.ts';
import { largestFile, reasonOf, SourceFiles, type SourceText, textIn } from './files/source-files.ts';
import { type Survey, survey, unreadableOf } from './files/survey.ts';
import { filesBeside, schemaSources, type Target, targetsOf } from './files/targets.ts';
import { Judge, type Source } from './judging/judge.ts';
import { judgeHost } from './judging/judge-host.ts';
import { refusedSchemas } from './judging/refused-schemas.ts';
import type { BufferedOutput } from './output/buffered-output.ts';
import { printerFor } from './output/printer.ts';
import { ProgressLine, type ProgressShown, type ProgressStream } from './output/progress.ts';
import { type Summary, SummaryCount } from './output/summary.ts';
import type { Paint } from './output/text.ts';
import { isUnreadable, type Result, type Unreadable } from './report.ts';
import { isAtLeast } from './severities.ts';
import { batchesOf } from './threads/batches.ts';
import type { ThreadData } from './threads/messages.ts';
import { threadCount } from './threads/thread-count.ts';
import { judgeInThreads, type Thread } from './threads/thread-pool.ts';

/** What a run needs from the process that it is in. */
export interface RunHost {
  readonly version: string;
  /** The folder of the catalog. */
  readonly catalog: string;
  /** The folder that paths start from, as a URI with a slash at its end. */
  readonly folder: string;
  readonly cores: number;
  readonly errors: ProgressStream;
  readonly progress: ProgressShown;
  readonly paint: Paint;
  readonly output: BufferedOutput;
  /** Rejects with a `RangeError` where there are more bytes than `most`. */
  readStandardInput(most: number): Promise<Buffer>;
  startThread(data: ThreadData): Thread;
  /** Told how long the texts are on the average that are now to be judged. */
  surveyed(averageLength: number): void;
  /** Milliseconds, from wherever. */
  now(): number;
}

/** Checks what the options name, and prints it. Gives the exit code. Rejects when the catalog cannot be read. */
export async function run(options: CheckOptions, host: RunHost): Promise<ExitCode> {
  const started = host.now();
  const progress = new ProgressLine(host.errors, host.progress, host.now);
  const sources = new SourceFiles();
  const surveyed = await look(options, sources, host, progress);
  host.surveyed(surveyed.characters / Math.max(1, surveyed.targets.length));
  const summary = new SummaryCount();
  const printer = printerFor(options, host, progress);
  const all = surveyed.unreadable.length + surveyed.targets.length;
  let exitCode: ExitCode = 0;
  let done = 0;
  try {
    for await (const results of judged(surveyed, options, sources, host)) {
      for (const result of results) {
        summary.add(result);
        exitCode = worse(exitCode, exitCodeOf(result, options.failOn));
        const printing = printer.add(result);
        if (printing) await printing;
      }
      done += results.length;
      progress.at('checked', done, all);
    }
  } finally {
    progress.clear();
  }
  const total: Summary = summary.after((host.now() - started) / 1000);
  await printer.end(total, exitCode);
  await host.output.flush();
  return exitCode;
}

/** 0 nothing is wrong, 1 something is, 2 something could not be read. */
export type ExitCode = 0 | 1 | 2;

function exitCodeOf(result: Result, failOn: CheckOptions['failOn']): ExitCode {
  if (isUnreadable(result)) return result.counts === 'as failure' ? 2 : 0;
  if (failOn === 'never') return 0;
  return result.problems.some(({ severity }) => isAtLeast(severity, failOn)) ? 1 : 0;
}

function worse(left: ExitCode, right: ExitCode): ExitCode {
  return left > right ? left : right;
}

async function standardText(host: RunHost): Promise<SourceText> {
  try {
    return textIn(await host.readStandardInput(largestFile));
  } catch (error) {
    return { is: 'unreadable', reason: reasonOf(error) };
  }
}

async function look(
  options: CheckOptions,
  sources: SourceFiles,
  host: RunHost,
  progress: ProgressLine,
): Promise<Survey> {
  const { paths, schemas, stdinName, pathsAre } = options;
  const targets = targetsOf(paths, stdinName, pathsAre);
  const beside = { schemas: schemaSources(schemas), files: filesBeside(paths, options.workspace) };
  const refused: Unreadable[] = [];
  // It is a path or of the schemas: a command line that says both is refused.
  if (paths.includes('-') || schemas.includes('-')) {
    const target = targetsOf(['-'], stdinName)[0] as Target;
    const read = await standardText(host);
    if ('text' in read) sources.give(target.uri, read.text);
    else refused.push(unreadableOf(target, read));
  }
  const wanted = refused.length > 0 ? targets.filter(({ file }) => file !== refused[0]!.file) : targets;
  const readable = { ...beside, schemas: beside.schemas.filter(({ path }) => path !== '-' || !refused[0]) };
  const count =
    targets.length + beside.files.length + beside.schemas.reduce((sum, { files }) => sum + files.length, 0);
  return await survey([...refused, ...wanted], readable, sources, (done) => progress.at('read', done, count));
}

/** What cannot be read comes first, then the files in their order, as many at a time as are worth waiting for. */
async function* judged(
  { targets, unreadable, known, schemas, characters }: Survey,
  options: CheckOptions,
  sources: SourceFiles,
  host: RunHost,
): AsyncGenerator<readonly Result[]> {
  yield unreadable;
  const late: Unreadable[] = [];
  const texts = textsOf(targets, sources, late);
  const judgeHere = () => {
    const own = new Set([...targets, ...schemas].map(({ uri }) => uri));
    return Judge.start(judgeHost(host.catalog, sources), options, known, own);
  };
  const threads = threadCount(options.threads, characters, host.cores);
  if (threads === 1 || targets.length < 2) {
    const judge = await judgeHere();
    late.push(...(await refusedIn(schemas, judge, sources)));
    for (const batch of batchesOf(texts)) yield await judge.judgeAll(batch);
  } else {
    const data = threadData(options, known, sources, host);
    const started = Array.from({ length: threads }, () => host.startThread(data));
    yield* judgeInThreads(batchesOf(texts), started);
    if (schemas.length > 0) late.push(...(await refusedIn(schemas, await judgeHere(), sources)));
  }
  yield late;
}

async function refusedIn(
  schemas: readonly Target[],
  judge: Judge,
  sources: SourceFiles,
): Promise<readonly Unreadable[]> {
  const texts = schemas.flatMap((file) => {
    const text = sources.read(file.uri);
    return text === undefined ? [] : { ...file, text, is: 'found' as const };
  });
  return refusedSchemas(await judge.judgeAll(texts));
}

/** The texts of files, each read when it is asked for. Those that have gone since they were looked at are told apart. */
function* textsOf(targets: readonly Target[], sources: SourceFiles, late: Unreadable[]): Generator<Source> {
  for (const target of targets) {
    const read = sources.take(target.uri);
    if ('text' in read) yield { ...target, text: read.text };
    else late.push(unreadableOf(target, read));
  }
}

function threadData(
  { kubernetesVersion, placeholders, severities, show }: CheckOptions,
  known: readonly string[],
  sources: SourceFiles,
  { catalog }: RunHost,
): ThreadData {
  return {
    options: { kubernetesVersion, placeholders, severities, show },
    catalog,
    known: known.flatMap((uri) => {
      const text = sources.read(uri);
      return text === undefined ? [] : { uri, text };
    }),
    given: sources.given,
  };
}
