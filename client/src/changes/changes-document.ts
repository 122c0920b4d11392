import {
  type Disposable,
  EventEmitter,
  type TextDocumentContentProvider,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { SessionChanges } from '../cluster/changes/session-changes.ts';
import { systemClock } from '../cluster/watch/clock.ts';
import { pathPart } from '../prompts/document-lines.ts';
import { scheduleRefreshes } from '../views/refresh-schedule.ts';
import { changesText } from './changes-text.ts';

const scheme = 'kubewright-changes';
const page = Uri.from({ scheme, path: `/${pathPart('Changes of This Session')}.log` });

/** The read-only page of what was changed in this session. It follows while it is open, and is made when it is read. */
export class ChangesDocument implements TextDocumentContentProvider, Disposable {
  readonly #changes: SessionChanges;
  readonly #changed = new EventEmitter<Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #schedule = scheduleRefreshes<Uri>({
    tell: () => this.#changed.fire(page),
    parentOf: () => undefined,
    isHeld: () => false,
    clock: systemClock,
  });
  readonly #lifetime: Disposable[];

  constructor(changes: SessionChanges) {
    this.#changes = changes;
    this.#lifetime = [
      workspace.registerTextDocumentContentProvider(scheme, this),
      changes.onDidChange(() => this.#schedule.refresh(page)),
      this.#schedule,
      this.#changed,
    ];
  }

  /** Opens it, or brings it to the front. */
  async show(): Promise<void> {
    await window.showTextDocument(await workspace.openTextDocument(page), { preview: false });
  }

  provideTextDocumentContent(): string {
    return changesText(this.#changes);
  }

  dispose(): void {
    for (const part of this.#lifetime) part.dispose();
  }
}
