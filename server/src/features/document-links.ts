import type { DocumentLink } from 'vscode-languageserver';
import type { DocumentContent } from '../documents/document-version.ts';
import { mostPaths, targetOf } from '../kustomize/kustomization-findings.ts';
import type { FileLook } from '../manifest/file-look.ts';
import { isKustomizationFile, namedPaths, resolvePath } from '../manifest/kustomization-paths.ts';

/** The files that a kustomization names, each as a link; of a folder its kustomization. What is not there is no link. */
export async function documentLinks(
  { uri, documents, lines, text }: DocumentContent,
  look: (uri: string) => Promise<FileLook>,
): Promise<DocumentLink[]> {
  if (!isKustomizationFile(uri)) return [];
  const links: DocumentLink[] = [];
  for (const { node, path, leadsTo, start } of documents
    .flatMap(({ root }) => namedPaths(root))
    .slice(0, mostPaths)) {
    const resolved = resolvePath(uri, path);
    const target = resolved === undefined ? undefined : await targetOf(resolved, leadsTo, look);
    if (target === undefined) continue;
    const written = text.indexOf(path, node.span.start + start);
    const isThere = written >= 0 && written + path.length <= node.span.end;
    const span = isThere ? { start: written, end: written + path.length } : node.span;
    links.push({ range: lines.range(span), target });
  }
  return links;
}
