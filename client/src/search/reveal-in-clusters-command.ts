import { type Uri, window, workspace } from 'vscode';
import type { KubeContext } from '../cluster/cluster.ts';
import { ClusterError } from '../cluster/errors.ts';
import type { ObjectReference } from '../cluster/kube-object.ts';
import { objectAddressOf } from '../connections/object-address.ts';
import { pickContext } from '../connections/pick-context.ts';
import { whyNotOne } from '../connections/target-words.ts';
import { showInformation } from '../prompts/messages.ts';
import type { SearchDependencies } from './dependencies.ts';
import { type NamedObject, objectAt } from './object-at.ts';

/** Where the object of an editor is looked for. */
interface Place {
  readonly context: KubeContext;
  /** Of what names no namespace. */
  readonly namespace: string;
}

/** Reveal in Clusters: the line of the object that the cursor is in, of a manifest in the target of its folder. */
export async function revealInClusters(
  dependencies: SearchDependencies,
  uri: Uri | undefined,
): Promise<void> {
  const editor = window.activeTextEditor;
  const document = uri ? await workspace.openTextDocument(uri) : editor?.document;
  if (!document) throw new Error('Open a manifest, or the YAML of an object: no editor is active.');
  const address = objectAddressOf(document.uri.toString());
  const isActive = editor?.document === document;
  const offset = isActive ? document.offsetAt(editor.selection.active) : 0;
  const object = address ?? objectAt(document.getText(), offset);
  if (!object) {
    throw new Error(
      'The cursor is in no object with a name: place it in one that has apiVersion, kind and metadata.name.',
    );
  }
  const place = address
    ? await placeOfContext(dependencies, address.context)
    : await targetOf(dependencies, document.uri);
  if (place) await reveal(dependencies, place, object);
}

async function reveal(
  { connections, lines }: SearchDependencies,
  { context, namespace: own }: Place,
  { apiVersion, kind, namespace, name }: NamedObject,
): Promise<void> {
  const cluster = await connections.open(context);
  const label = connections.labelOf(context);
  const resource = (await cluster.discover()).find(apiVersion, kind);
  if (!resource) {
    showInformation(`${label} serves no ${kind} of ${apiVersion}.`);
    return;
  }
  const where = resource.scope === 'Namespaced' ? (namespace ?? own) : undefined;
  const reference: ObjectReference = { resource, namespace: where, name };
  try {
    const { metadata } = await cluster.ask({ verb: 'get', of: reference, as: 'metadata' });
    await lines.showObject({ context, reference, uid: metadata.uid });
  } catch (error) {
    if (!(error instanceof ClusterError) || error.code !== 404) throw error;
    const place = where === undefined ? label : `namespace ${where} of ${label}`;
    showInformation(`${kind} ${name} is not in ${place}.`);
  }
}

async function placeOfContext({ connections }: SearchDependencies, id: string): Promise<Place> {
  const { contexts } = await connections.contexts();
  const context = contexts.find((one) => one.id === id);
  if (!context) throw new Error('The context of this object is in no kubeconfig any more.');
  return { context, namespace: context.namespace ?? 'default' };
}

/** Where there is no target that can be used, a person is told why and asked. */
async function targetOf(dependencies: SearchDependencies, uri: Uri): Promise<Place | undefined> {
  const { targets } = dependencies;
  const resolved = await targets.resolve(targets.folderOf(uri));
  if (resolved.is === 'one') return resolved.target;
  const context = await pickContext(dependencies, {
    title: 'Reveal in Clusters',
    placeholder: whyNotOne(resolved),
  });
  return context && { context, namespace: context.namespace ?? 'default' };
}
