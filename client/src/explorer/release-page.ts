import { window, workspace } from 'vscode';
import { readRelease } from '../cluster/helm/read-release.ts';
import { type ReleasePart, releaseText } from '../cluster/helm/release-text.ts';
import type { Connections } from '../connections/connections.ts';
import type { HeldPages } from '../prompts/held-pages.ts';
import { type ReleaseLine, secretOf } from './nodes/release-line.ts';
import { nextTurn } from './slices.ts';

/** Open Values, Open Manifest: of a release's newest revision, or of the one that the line is of. */
export async function openReleasePage(
  { connections, pages }: { readonly connections: Pick<Connections, 'labelOf'>; readonly pages: HeldPages },
  line: ReleaseLine,
  part: ReleasePart,
): Promise<void> {
  const { revision, cluster, context } = line;
  const body = await readRelease(cluster, secretOf(line), revision);
  const folders = [connections.labelOf(context), revision.namespace].filter((name) => name !== undefined);
  const title = `${revision.name} revision ${revision.revision} ${part}.yaml`;
  const text = await releaseText(revision, body, part, nextTurn);
  const page = pages.hold([...folders, title], text);
  await window.showTextDocument(await workspace.openTextDocument(page), { preview: true });
}
