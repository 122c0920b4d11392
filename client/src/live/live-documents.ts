import { type Disposable, EventEmitter, type TextDocumentContentProvider, Uri, workspace } from 'vscode';
import type { KubeContext } from '../cluster/cluster.ts';
import type { ObjectReference } from '../cluster/kube-object.ts';
import { objectText } from '../cluster/objects/object-text.ts';
import type { Connections } from '../connections/connections.ts';
import { liveScheme, type ObjectAddress } from '../connections/object-address.ts';
import { documentOf, pathPart } from '../prompts/document-lines.ts';

/** Objects of clusters as YAML, read when they are opened and when a person refreshes them. */
export class LiveDocuments implements TextDocumentContentProvider, Disposable {
  readonly #changed = new EventEmitter<Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #connections: Connections;
  readonly #registration = workspace.registerTextDocumentContentProvider(liveScheme, this);
  /** What a person opened since the start: a tab that VS Code restores is none, and contacts no cluster. */
  readonly #asked = new Set<string>();

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** The document of an object, allowed to read it from now on. */
  uriOf(context: KubeContext, { resource, namespace, name }: ObjectReference): Uri {
    const { apiVersion, kind, plural } = resource;
    const address: ObjectAddress = { context: context.id, apiVersion, kind, namespace, name };
    const folders = [context.name, namespace, plural].filter((part) => part !== undefined);
    const path = [...folders, `${name}.yaml`].map(pathPart).join('/');
    const uri = Uri.from({ scheme: liveScheme, path: `/${path}`, query: JSON.stringify(address) });
    this.#asked.add(uri.toString());
    return uri;
  }

  /** Reads the object again. */
  refresh(uri: Uri): void {
    this.#asked.add(uri.toString());
    this.#changed.fire(uri);
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    if (!this.#asked.has(uri.toString())) {
      return '# Not read from the cluster since VS Code started.\n# Run "Kubewright: Refresh" to read it.\n';
    }
    try {
      return await this.#read(JSON.parse(uri.query));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return documentOf(message.split(/\r\n|\r|\n/).map((line) => `# ${line}`));
    }
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }

  async #read({ context: id, apiVersion, kind, namespace, name }: ObjectAddress): Promise<string> {
    const { contexts } = await this.#connections.contexts();
    const context = contexts.find((known) => known.id === id);
    if (!context) throw new Error('The context of this object is in no kubeconfig any more.');
    const cluster = await this.#connections.open(context);
    const resource = (await cluster.discover()).find(apiVersion, kind);
    if (!resource) throw new Error(`${context.name} does not serve ${kind} of ${apiVersion} any more.`);
    return objectText(await cluster.get({ resource, namespace, name }));
  }
}
