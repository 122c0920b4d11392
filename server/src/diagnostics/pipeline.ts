import type { CheckContext } from '../checks/check-context.ts';
import type { Finding } from '../checks/finding.ts';
import { listedObjects } from '../checks/listed-objects.ts';
import { isStub } from '../checks/partial/part-reason.ts';
import { pathFindings } from '../kustomize/kustomization-findings.ts';
import type { Builds } from '../kustomize/transformation.ts';
import type { FileLook } from '../manifest/file-look.ts';
import { isKustomizationFile } from '../manifest/kustomization-paths.ts';
import { isStubPath } from '../manifest/stub-path.ts';
import type { YamlDocument } from '../yaml/nodes.ts';
import { mayBeMended, withoutMended } from './built-findings.ts';
import { documentFindings, type FileContext, inText, loadFor } from './document-findings.ts';
import type { FindingCache } from './finding-cache.ts';
import { limited, mostFindings, tooLarge } from './limits.ts';
import { type Severities, withSeverities } from './severities.ts';
import { withoutIgnored } from './suppression.ts';

/** A file with its documents. */
export interface CheckedFile extends FileContext {
  readonly documents: readonly YamlDocument[];
  /** What kustomizations do to its objects, where they have it as a resource: asked for where something is wrong. */
  readonly builds?: (() => Promise<Builds>) | undefined;
}

/** What a file is judged by beside its text. */
export interface PipelineOptions {
  readonly context: CheckContext;
  readonly severities: Severities;
  /** What is known of documents that have not changed. */
  readonly cache?: FindingCache | undefined;
  /** What else there is to say of a document, without what its comments ignore: the hints of a cluster. */
  readonly hints?: ((document: YamlDocument) => readonly Finding[]) | undefined;
  /** Reads a file that the text names; undefined where it is not there. Left out, no path is followed. */
  readonly read?: (uri: string) => Promise<string | undefined>;
  /** Tells what is at a place that the text names, without reading it; left out, `read` does. */
  readonly look?: (uri: string) => Promise<FileLook>;
  /** Asked before each document, and waited for, so that others have their turn; undefined where it is not theirs yet. */
  turn(): Promise<void> | undefined;
  /** Whether nobody waits for the result any more: it is then of no use. */
  isCancelled(): boolean;
}

/**
 * What a person is told of a file, in this order and no other:
 *
 * 1. the schemas are read that its documents need;
 * 2. of each document, in turn, what `documentFindings` gives and no build of a kustomization mends, with what `hints` adds;
 *    of one that is too large, that;
 * 3. of a kustomization, the paths that lead nowhere;
 * 4. each with the severity that the settings give to its code;
 * 5. no more than anybody reads.
 *
 * Rejects when the catalog cannot be read.
 */
export async function fileFindings(file: CheckedFile, options: PipelineOptions): Promise<readonly Finding[]> {
  const { context, severities, cache, hints } = options;
  const unknown = cache ? file.documents.filter((document) => !cache.has(document, context)) : file.documents;
  const loading = loadFor(unknown, file, context.catalog);
  if (loading) await loading;
  const found: Finding[] = [];
  const stubs = await meantStubs(file, options);
  const told = stubs ? { ...file, stubs } : file;
  // A patch is no resource, and of a template nobody knows what kustomize is given.
  const builds = file.patch || file.template ? undefined : file.builds;
  const judge: typeof documentFindings = cache ? (...asked) => cache.of(...asked) : documentFindings;
  for (const document of file.documents) {
    if (isBlank(document)) continue;
    const turn = options.turn();
    if (turn) await turn;
    if (options.isCancelled() || found.length > mostFindings) break;
    const note = tooLarge(document);
    const judged = note ? [note] : judge(document, told, context);
    const own =
      builds && judged.some(mayBeMended) ? withoutMended(judged, document, await builds(), context) : judged;
    const all = note || !hints ? own : inText([...own], hints(document));
    for (const one of withSeverities(all, severities)) found.push(one);
  }
  if (!isKustomizationFile(file.uri)) return limited(found);
  return limited(found.concat(withSeverities(await missingFiles(file, options), severities)));
}

/**
 * The documents with objects that have only what identifies them, on purpose: their file's name says so, or the file has
 * several and nothing else, or they were saved like that. Who is still writing an object has not saved it; of a text that is
 * no file nobody knows.
 */
async function meantStubs(
  { uri, documents }: CheckedFile,
  { context: { catalog }, read }: PipelineOptions,
): Promise<ReadonlySet<YamlDocument> | undefined> {
  const stubs: YamlDocument[] = [];
  let others = 0;
  let count = 0;
  for (const document of documents) {
    const objects = [...listedObjects(document.root, catalog)];
    const own = document.problems.length > 0 ? 0 : objects.filter(isStub).length;
    if (own > 0) stubs.push(document);
    count += own;
    others += Math.max(objects.length, document.root ? 1 : 0) - own;
  }
  if (stubs.length === 0) return undefined;
  const isOfStubs = count > 1 && others === 0;
  if (isOfStubs || isStubPath(uri)) return new Set(stubs);
  const saved = await read?.(uri);
  if (saved === undefined) return undefined;
  return new Set(stubs.filter(({ span, text }) => saved.slice(span.start, span.end) === text));
}

function lookByReading(read: NonNullable<PipelineOptions['read']>): NonNullable<PipelineOptions['look']> {
  return async (uri) => ((await read(uri)) === undefined ? 'none' : 'file');
}

function isBlank({ root, problems, text }: YamlDocument): boolean {
  return !root && problems.length === 0 && text.trim() === '';
}

/** Of a kustomization, where that is a file itself: one that is not has no neighbours. */
async function missingFiles({ uri, documents }: CheckedFile, options: PipelineOptions): Promise<Finding[]> {
  const look = options.look ?? (options.read && lookByReading(options.read));
  if (!look || (await look(uri)) === 'none') return [];
  const findings: Finding[] = [];
  for (const document of documents) {
    for (const one of withoutIgnored(await pathFindings(document, uri, look), document)) findings.push(one);
  }
  return findings;
}
