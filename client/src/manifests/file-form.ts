import { isChartTemplate } from '../../../server/src/manifest/chart-template.ts';
import {
  isKustomizationFile,
  kustomizationNames,
  patchPaths,
  resolvePath,
} from '../../../server/src/manifest/kustomization-paths.ts';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';

/** Gives the text of a file by its URI; undefined where there is none. */
export type ReadText = (uri: string) => Promise<string | undefined>;

/**
 * Why a file holds no objects for a cluster, whatever is written in it, because of the files around it: it is a template
 * of a chart, a kustomization, or a patch that a kustomization of a folder above names. Undefined where nothing says so.
 */
export async function reasonOfFile(uri: string, read: ReadText): Promise<string | undefined> {
  if (isKustomizationFile(uri)) return 'is a kustomization: apply what `kustomize build` makes of its folder';
  if (await isChartTemplate(uri, read)) {
    return 'is a template of a Helm chart: apply what `helm template` makes of the chart';
  }
  const kustomization = await kustomizationThatPatchesWith(uri, read);
  return (
    kustomization && `is a patch of ${kustomization}: apply what \`kustomize build\` makes of that folder`
  );
}

/** Kustomize takes patches from the folder of a kustomization and from below it. */
async function kustomizationThatPatchesWith(uri: string, read: ReadText): Promise<string | undefined> {
  for (const folder of foldersAbove(uri)) {
    for (const name of kustomizationNames) {
      const kustomization = `${folder}/${name}`;
      const text = await read(kustomization);
      if (text !== undefined && isNamedAsPatch(uri, kustomization, text)) return lastTwo(kustomization);
    }
  }
  return undefined;
}

function isNamedAsPatch(uri: string, kustomization: string, text: string): boolean {
  const named = parseDocuments(text).flatMap(({ root }) => patchPaths(root));
  return named.some(({ path }) => {
    const resolved = resolvePath(kustomization, path);
    return resolved !== undefined && decoded(resolved) === decoded(uri);
  });
}

/** The folders that a file is in, the nearest first. */
function* foldersAbove(uri: string): Generator<string> {
  const root = /^[a-z][a-z\d+.-]*:\/\/[^/]*/i.exec(uri)?.[0] ?? '';
  for (let end = uri.lastIndexOf('/'); end > root.length; end = uri.lastIndexOf('/', end - 1)) {
    yield uri.slice(0, end);
  }
}

/** Editors write more characters of a URI as they are than others do. */
function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** A kustomization's name says nothing without its folder's. */
function lastTwo(uri: string): string {
  return decoded(uri).split('/').slice(-2).join('/');
}
