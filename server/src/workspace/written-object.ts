import type { Location } from 'vscode-languageserver';
import { maskTemplate } from '../helm/masked-template.ts';
import { readManifests } from '../manifest/manifest.ts';
import type { WrittenObjectParams } from '../protocol.ts';
import { parseDocuments } from '../yaml/documents.ts';
import { LineIndex } from '../yaml/lines.ts';
import { isPrinted } from '../yaml/printed.ts';

/** A file with its text as it is now. */
interface FileText {
  readonly uri: string;
  readonly text: string;
}

/**
 * Answers `kubewright/writtenObject`: where files write an object, by its kind, name and namespace. Files that name it nowhere are
 * not read as YAML. Pauses between files, and gives up when the signal aborts.
 */
export async function writtenObject(
  params: WrittenObjectParams,
  files: AsyncIterable<FileText>,
  pause: () => Promise<void>,
  signal: { readonly isCancellationRequested: boolean },
): Promise<Location[]> {
  const named: Location[] = [];
  const unnamed: Location[] = [];
  for await (const file of files) {
    if (signal.isCancellationRequested) break;
    if (!file.text.includes(params.name) || !file.text.includes(params.kind)) continue;
    for (const { location, namespace } of writtenIn(file, params)) {
      (namespace === params.namespace ? named : unnamed).push(location);
    }
    await pause();
  }
  return [...named, ...unnamed];
}

function writtenIn({ uri, text }: FileText, { group, kind, namespace, name }: WrittenObjectParams) {
  const lines = new LineIndex(text);
  return parseDocuments(text.includes('{{') ? maskTemplate(text).text : text)
    .flatMap(readManifests)
    .filter(
      (manifest) =>
        manifest.kind === kind &&
        manifest.name === name &&
        groupOf(manifest.apiVersion ?? '') === group &&
        (isOpen(manifest.namespace) || manifest.namespace === namespace),
    )
    .map((manifest) => {
      const { start, end } = manifest.root.span;
      const range = { start: lines.positionAt(start), end: lines.positionAt(end) };
      return { namespace: manifest.namespace, location: { uri, range } };
    });
}

/** Nothing is written, or what a template prints: it may be any. */
function isOpen(namespace: string | undefined): boolean {
  return namespace === undefined || isPrinted(namespace);
}

function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
}
