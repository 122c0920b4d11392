import { FileType, RelativePattern, type TextDocument, Uri, window, workspace } from 'vscode';
import { looksLikeJsonManifest } from '../language/json-manifests.ts';
import { type ReadText, reasonOfFile } from './file-form.ts';
import { fileOf } from './preview.ts';
import {
  type LeftOut,
  type ManifestObject,
  type ManifestProblem,
  type Manifests,
  readManifests,
} from './read-manifests.ts';

/** The objects of what a command was run on. */
export interface SourceSet {
  /** URIs of the files. */
  readonly sources: readonly string[];
  readonly objects: readonly ManifestObject[];
  readonly problems: readonly ManifestProblem[];
  /** What is no object of a cluster, in the order of the files. */
  readonly leftOut: readonly LeftOut[];
}

const fileLimit = 10_000;
const decoder = new TextDecoder();

/**
 * Reads the manifests of a command: of the files and folders selected in the explorer, of an editor, or of the active
 * editor. An open editor's text counts, saved or not.
 *
 * @throws when there is nothing to read, in words for the person
 */
export async function readSources(given: readonly Uri[] | undefined): Promise<SourceSet> {
  const roots = given ?? activeEditor();
  const uris = new Map<string, Uri>();
  for (const root of roots) for (const uri of await filesOf(root)) uris.set(uri.toString(), uri);
  const sources = [...uris.keys()];
  const around = remembered(textIfThere);
  const read = await Promise.all(
    [...uris].map(async ([source, uri]) => readFile(source, await textOf(uri), around)),
  );
  const objects = read.flatMap((manifests) => manifests.objects);
  const problems = read.flatMap((manifests) => manifests.problems);
  const leftOut = read.flatMap((manifests) => manifests.leftOut);
  if (objects.length === 0 && problems.length === 0) {
    const where = roots.length === 1 ? workspace.asRelativePath(roots[0]!) : 'what is selected';
    throw new Error(`There are no Kubernetes objects in ${where}: ${whyNone(leftOut)}.`);
  }
  return { sources, objects, problems, leftOut };
}

function whyNone(leftOut: readonly LeftOut[]): string {
  const [first, ...others] = leftOut;
  if (!first) return 'an object has apiVersion, kind and metadata';
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return `${fileOf(first.source)}:${first.line} ${first.reason}${more}`;
}

function activeEditor(): Uri[] {
  const document = window.activeTextEditor?.document;
  if (!document) throw new Error('Open a manifest, or select files in the explorer.');
  return [document.uri];
}

const nothing: Manifests = { objects: [], problems: [], leftOut: [] };

/** Most JSON files of a folder hold no manifest, and some are large. */
async function readFile(source: string, text: string, around: ReadText): Promise<Manifests> {
  if (/\.json$/i.test(source) && !looksLikeJsonManifest(text)) return nothing;
  const reason = await reasonOfFile(source, around);
  return reason === undefined
    ? readManifests(source, text)
    : { ...nothing, leftOut: [{ source, line: 1, reason }] };
}

/** Asks once for each file: many files are in one folder. */
function remembered(read: ReadText): ReadText {
  const known = new Map<string, Promise<string | undefined>>();
  return (uri) => {
    const before = known.get(uri);
    if (before) return before;
    const asked = read(uri);
    known.set(uri, asked);
    return asked;
  };
}

async function textIfThere(source: string): Promise<string | undefined> {
  try {
    return await textOf(Uri.parse(source, true));
  } catch {
    // There is no such file, or none that can be read.
    return undefined;
  }
}

/** A file itself, or the YAML and JSON files anywhere in a folder, in the order of their paths. */
async function filesOf(root: Uri): Promise<Uri[]> {
  if (openDocument(root) || !(await isFolder(root))) return [root];
  const pattern = new RelativePattern(root, '**/*.{yaml,yml,json}');
  const found = await workspace.findFiles(pattern, '**/node_modules/**', fileLimit + 1);
  if (found.length > fileLimit) {
    throw new Error(
      `${workspace.asRelativePath(root)} has more than ${fileLimit} YAML and JSON files: select fewer.`,
    );
  }
  return found.sort((one, other) => (one.path < other.path ? -1 : 1));
}

async function isFolder(uri: Uri): Promise<boolean> {
  const { type } = await workspace.fs.stat(uri);
  // A link to a folder has both bits.
  return (type & FileType.Directory) !== 0;
}

async function textOf(uri: Uri): Promise<string> {
  return openDocument(uri)?.getText() ?? decoder.decode(await workspace.fs.readFile(uri));
}

function openDocument(uri: Uri): TextDocument | undefined {
  return workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}
