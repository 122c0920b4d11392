import type { Catalog, CatalogReader } from '../../../server/src/catalog/catalog.ts';
import { tooLarge } from '../../../server/src/diagnostics/limits.ts';
import { OpenDocument } from '../../../server/src/documents/open-document.ts';
import { mayBeChartTemplate } from '../../../server/src/manifest/chart-template.ts';
import type { FileLook } from '../../../server/src/manifest/file-look.ts';
import { knownPlaceholders, Placeholders } from '../../../server/src/placeholders/placeholders.ts';
import type { ClusterHost } from '../../../server/src/workspace/cluster-index.ts';
import { openDocumentFindings } from '../../../server/src/workspace/open-document-findings.ts';
import { defaultSettings, type Settings } from '../../../server/src/workspace/settings.ts';
import { Workspace } from '../../../server/src/workspace/workspace.ts';
import type { YamlDocument } from '../../../server/src/yaml/nodes.ts';
import type { CheckOptions } from '../arguments/options.ts';
import type { Target } from '../files/targets.ts';
import type { Counts, FileReport, Result } from '../report.ts';
import { isAtLeast } from '../severities.ts';
import { brokenDocuments } from './broken-documents.ts';
import { countObjects } from './count-objects.ts';
import { problemOf } from './problem.ts';

/** How the judge reads files, and lets others have their turn. */
export interface JudgeHost {
  readonly readCatalog: CatalogReader;
  /** The text of a file; undefined where there is none, or none that is worth reading. */
  read(uri: string): string | undefined;
  /** What is at a place, without reading it. */
  look(uri: string): FileLook;
  /** Asked before each document, and waited for; undefined where nobody else has work. */
  turn(): Promise<void> | undefined;
}

/** A file for the judge. */
export interface Source {
  /** Its path, as a person is told of it. */
  readonly file: string;
  readonly uri: string;
  readonly text: string;
  readonly is: Target['is'];
}

/** Which problems are told, and by which version they are found. */
export type JudgeOptions = Pick<CheckOptions, 'kubernetesVersion' | 'placeholders' | 'severities' | 'show'>;

/** Judges files as the editor does, by the files that it knows. */
export class Judge {
  readonly #workspace: Workspace;
  readonly #host: JudgeHost;
  readonly #show: JudgeOptions['show'];
  /** Files that define a kind as others do, too: what they define themselves counts for them before that. */
  #contested: ReadonlySet<string> = new Set();
  #catalog: Catalog | undefined;
  /** The file that is being judged: its text is what is saved of it. */
  #judged: Source | undefined;
  /** Files that are known and not judged yet. */
  readonly #kept = new Map<string, OpenDocument>();

  private constructor(host: JudgeHost, { kubernetesVersion, placeholders, severities, show }: JudgeOptions) {
    this.#host = host;
    this.#show = show;
    this.#workspace = new Workspace(
      {
        readCatalog: host.readCatalog,
        files: { find: noFiles, read: async (uri) => this.#textOf(uri), look: async (uri) => host.look(uri) },
        pause: async () => await host.turn(),
      },
      noClusters,
    );
    const settings: Settings = {
      ...defaultSettings,
      kubernetesVersion,
      severities,
      placeholders: placeholders.length > 0 ? new Placeholders(placeholders) : knownPlaceholders,
    };
    this.#workspace.settings = settings;
  }

  /**
   * A judge that knows what these files say of others: the kinds that they define, what they name as patches. Of those that
   * it is to judge itself it keeps what it has read. Rejects when the catalog cannot be read.
   */
  static async start(
    host: JudgeHost,
    options: JudgeOptions,
    known: Iterable<string>,
    own: ReadonlySet<string>,
  ): Promise<Judge> {
    const judge = new Judge(host, options);
    let room = mostKept;
    for (const uri of known) {
      const size = own.has(uri) ? (host.read(uri)?.length ?? 0) : 0;
      if (size === 0 || size > room || !(await judge.#keep(uri))) await judge.#workspace.reread(uri);
      else room -= size;
    }
    judge.#contested = contested(judge.#workspace);
    judge.#catalog = (await judge.#workspace.context()).catalog;
    return judge;
  }

  /** Templates are read in another way for what they define than for being judged. */
  async #keep(uri: string): Promise<boolean> {
    if (mayBeChartTemplate(uri) && (await this.#workspace.isChartTemplate(uri))) return false;
    const document = this.#documentOf(uri, this.#host.read(uri)!);
    this.#workspace.fileRead(document);
    this.#kept.set(uri, document);
    return true;
  }

  /** The results of several files, in their order. */
  async judgeAll(sources: readonly Source[]): Promise<Result[]> {
    const results: Result[] = [];
    for (const source of sources) results.push(await this.judge(source));
    return results;
  }

  /** What is wrong with a text as the file of this URI. What fails in the judge itself fails for this file alone. */
  async judge(source: Source): Promise<Result> {
    this.#judged = source;
    try {
      return await this.#report(source);
    } catch (error) {
      return {
        file: source.file,
        reason: `checking it failed: ${(error as Error).message}`,
        counts: 'as failure',
      };
    }
  }

  async #report({ file, uri, text, is }: Source): Promise<FileReport> {
    const workspace = this.#workspace;
    const document = this.#known(uri, text) ?? this.#documentOf(uri, text);
    if (mayBeChartTemplate(uri) && (await workspace.isChartTemplate(uri))) document.becomeTemplate();
    const isContested = this.#contested.has(uri);
    if (isContested) workspace.opened(document);
    try {
      const findings = await openDocumentFindings(document, workspace, {
        turn: () => this.#host.turn(),
        isCancelled: () => false,
      });
      const { severities } = workspace.settings;
      const broken = is === 'named' ? brokenDocuments(document, findings, severities) : [];
      const problems = [...findings, ...broken]
        .filter(({ severity }) => isAtLeast(severity, this.#show))
        .map((finding) => problemOf(finding, document.lines));
      return { file, uri, problems, counts: this.#counts(document) };
    } finally {
      if (isContested) workspace.closed(uri);
    }
  }

  #textOf(uri: string): string | undefined {
    return this.#judged?.uri === uri ? this.#judged.text : this.#host.read(uri);
  }

  /** What was kept of a file, for the last time. Of templates nothing is. */
  #known(uri: string, text: string): OpenDocument | undefined {
    const kept = this.#kept.get(uri);
    this.#kept.delete(uri);
    return kept?.text === text ? kept : undefined;
  }

  #documentOf(uri: string, text: string): OpenDocument {
    const document = new OpenDocument(uri, uri.endsWith('.json') ? 'json' : 'yaml', 0, text);
    document.knowPlaceholders(this.#workspace.settings.placeholders);
    return document;
  }

  #counts(document: OpenDocument): Counts {
    const written = document.documents.filter((one) => one.root !== undefined || isUnread(one));
    const documents = written.length;
    const unchecked = written.filter((one) => isUnread(one) || tooLarge(one) !== undefined).length;
    const counts = { documents, unchecked, objects: 0, unknownKinds: 0 };
    for (const one of written) {
      const { objects, unknownKinds } = countObjects(one, this.#catalog!);
      counts.objects += objects;
      counts.unknownKinds += unknownKinds;
    }
    return counts;
  }
}

/** Whether nothing is read of a document, because it is nested too deeply. */
function isUnread({ problems }: YamlDocument): boolean {
  return problems.some(({ code }) => code === 'too-deep');
}

/** Characters of files that are kept from when they are read for what they define until they are judged. */
const mostKept = 10_000_000;

/** The files of which each defines a kind that another one defines, too. */
function contested({ definitions }: Workspace): ReadonlySet<string> {
  const firstOf = new Map<string, string>();
  const found = new Set<string>();
  for (const { kind } of definitions.kinds()) {
    if (kind.origin.from !== 'definition') continue;
    const { uri } = kind.origin;
    const name = `${kind.apiVersion} ${kind.kind}`;
    const first = firstOf.get(name) ?? uri;
    firstOf.set(name, first);
    if (first !== uri) found.add(first).add(uri);
  }
  return found;
}

/** Files are named to the judge; it looks for none. */
async function* noFiles(): AsyncGenerator<string> {}

const noClusters: ClusterHost = { readDocument: async () => null, schemasChanged: () => {} };
