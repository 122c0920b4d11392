import { type Disposable, type Event, ThemeColor, workspace } from 'vscode';
import type { PickableTargets } from '../connections/pick-target.ts';
import type { CommandId } from '../contributions/commands.ts';
import { type StatusItem, statusItem } from '../prompts/status-item.ts';
import { statusOf } from './status-texts.ts';

/** What the status bar shows, and when. */
export interface TargetSources extends PickableTargets {
  /** Whether the active editor holds a manifest. */
  readonly editorHasManifest: { readonly value: boolean; readonly onDidChange: Event<void> };
}

/**
 * The target of the folder that counts, in the status bar: where there is one, or where a manifest is open that would need it.
 * What it says comes of what is remembered and of settings; it reads no kubeconfig and contacts nothing.
 */
export class TargetStatus implements Disposable {
  readonly #sources: TargetSources;
  readonly #item: StatusItem;
  readonly #listeners: readonly Disposable[];

  constructor(sources: TargetSources) {
    this.#sources = sources;
    this.#item = statusItem(
      'kubewright.target',
      'Kubewright Target',
      'kubewright.setTarget' satisfies CommandId,
    );
    const show = () => this.#show();
    const { connections, targets, editorHasManifest } = sources;
    this.#listeners = [
      targets.onDidChange(show),
      connections.onDidRead(show),
      connections.onDidChange(show),
      editorHasManifest.onDidChange(show),
      workspace.onDidGrantWorkspaceTrust(show),
    ];
    this.#show();
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
    this.#item.dispose();
  }

  #show(): void {
    const { connections, targets, editorHasManifest } = this.#sources;
    const folder = targets.folderOf();
    const resolved = targets.known(folder);
    if (!workspace.isTrusted || (resolved.is === 'none' && !editorHasManifest.value)) {
      this.#item.hide();
      return;
    }
    const { color, ...texts } = statusOf(resolved, folder?.name, {
      nameOf: (context) => connections.labelOf(context),
      wordsOf: (context) => connections.wordsOf(context),
      labelOf: (context) => connections.clusterLabelOf(context),
      protectionOf: (context) => connections.protectionOf(context),
      isSandbox: (context) => connections.isSandbox(context),
    });
    this.#item.show({ ...texts, color: color && new ThemeColor(`charts.${color}`) });
  }
}
