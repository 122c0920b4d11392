import { Range, Uri, window, workspace } from 'vscode';
import type { ObjectTarget } from '../connections/object-target.ts';
import { showInformation } from '../prompts/messages.ts';
import { pick } from '../prompts/pick.ts';
import type { SearchDependencies } from './dependencies.ts';

/** Reveal Manifest in Workspace: the file that writes an object of a cluster. */
export async function revealManifest(
  { language }: SearchDependencies,
  { reference: { resource, namespace, name } }: ObjectTarget,
): Promise<void> {
  const { group, kind } = resource;
  const written = await language.request('kubewright/writtenObject', {
    group,
    kind,
    name,
    ...(namespace === undefined ? {} : { namespace }),
  });
  const what = `${kind} ${name}${namespace === undefined ? '' : ` of namespace ${namespace}`}`;
  if (written.length === 0) {
    showInformation(
      `No file of the workspace writes ${what}. What templates or kustomizations name is not found.`,
    );
    return;
  }
  const places = written.map(({ uri, range: { start, end } }) => ({
    uri: Uri.parse(uri),
    range: new Range(start.line, start.character, end.line, end.character),
  }));
  const choices = places.map((place) => ({
    label: workspace.asRelativePath(place.uri),
    description: `line ${place.range.start.line + 1}`,
    value: place,
  }));
  const texts = {
    title: `Reveal Manifest of ${what}`,
    placeholder: `${places.length} files or documents write it`,
  };
  const place = places.length === 1 ? places[0] : await pick(texts, choices);
  if (!place) return;
  const { start } = place.range;
  await window.showTextDocument(place.uri, { selection: new Range(start, start) });
}
