import type { TreeItem } from 'vscode';
import type { Cluster, KubeContext } from '../../cluster/cluster.ts';
import { explanationOf } from '../../cluster/errors.ts';
import type { Explanation } from '../../cluster/explanation.ts';
import { type ReleaseRevision, statusHealth } from '../../cluster/helm/release-revision.ts';
import { type Release, releaseKey } from '../../cluster/helm/releases.ts';
import type { Resource } from '../../cluster/kube-object.ts';
import { maskSecrets } from '../../cluster/mask-secrets.ts';
import { releaseContext } from '../../contributions/item-context.ts';
import { type Tooltip, treeLine } from '../../prompts/tree-line.ts';
import { healthIcon } from './health-icon.ts';
import { LineLook } from './line-look.ts';
import { MessageNode } from './message-node.ts';
import type { TreeNode, TreeView } from './node.ts';
import { ObjectLines } from './object-lines.ts';
import { Pages } from './pages.ts';
import { ProblemNode } from './problem-node.ts';
import { type ReleaseLine, type ReleaseParent, revisionAge, secretOf } from './release-line.ts';
import { RevisionNode } from './revision-node.ts';

/** What was read of a revision, or why it was not. */
type Contents =
  | { readonly chart: string; readonly description: string | undefined }
  | { readonly problem: Explanation };

/** A release of Helm, by its newest revision. Its chart is read when it is expanded; its history is under it. */
export class ReleaseNode implements ReleaseLine {
  readonly id: string;
  readonly parent: ReleaseParent;
  readonly #view: TreeView;
  #release: Release;
  readonly #lines: ObjectLines;
  readonly #look = new LineLook(() => this.#lookNow());
  readonly #pages: Pages;
  /** From when the line is open until it is closed: ends what is read for it. */
  #session: AbortController | undefined;
  /** Of which revision, in which state, `#contents` are, or will be. */
  #read: string | undefined;
  #contents: Contents | undefined;
  /** Which lines there were when they were last shown. */
  #shape: string | undefined;

  constructor(parent: ReleaseParent, release: Release, view: TreeView) {
    this.parent = parent;
    this.id = `${parent.id}/release:${releaseKey(release)}`;
    this.#view = view;
    this.#release = release;
    this.#pages = new Pages(this, 'revisions');
    this.#lines = new ObjectLines(view, (row) => new RevisionNode(this, row, view));
  }

  get context(): KubeContext {
    return this.parent.context;
  }

  get cluster(): Cluster {
    return this.parent.cluster;
  }

  get secrets(): Resource {
    return this.parent.secrets;
  }

  get revision(): ReleaseRevision {
    return this.#release.newest;
  }

  /** Takes in what the server has now. Tells whether the line looks another way by that, or has others under it. */
  update(release: Release): 'same' | 'other' {
    this.#release = release;
    if (this.#session) this.#readContents(this.#session.signal);
    const isOther = this.#session !== undefined && this.#shape !== this.#shapeNow();
    if (!isOther) this.#lines.update(release.history);
    return isOther || this.isAged() ? 'other' : 'same';
  }

  /** Whether the line would look another way than when it was last shown. */
  isAged(): boolean {
    return this.#look.isOther;
  }

  /** Whether somebody may be reading the tooltip, which VS Code takes away when the line is shown anew. */
  isRead(now: number): boolean {
    return this.#look.isRead(now);
  }

  item(): TreeItem {
    const { name, status } = this.revision;
    this.#look.show();
    const description = this.#description();
    return treeLine({
      id: this.id,
      label: name,
      description,
      spoken: `Helm release ${name}, ${description}`,
      context: this.#contextWords(),
      icon: healthIcon(statusHealth(status), 'symbol-package'),
      opens: 'closed-at-first',
    });
  }

  tooltip(): Tooltip {
    const { name, namespace, status, revision, createdAt } = this.revision;
    this.#look.read(Date.now());
    const contents = this.#contents && 'chart' in this.#contents ? this.#contents : undefined;
    const rows = [
      { name: 'Namespace', value: namespace ?? '' },
      { name: 'Status', value: status },
      { name: 'Revision', value: `${revision}` },
      { name: 'Made', value: createdAt ?? '' },
      { name: 'Chart', value: contents?.chart ?? '' },
      { name: 'Description', value: contents?.description ?? '' },
    ];
    return { heading: `Helm release ${name}`, rows: rows.filter(({ value }) => value !== '') };
  }

  children(): TreeNode[] {
    this.#shape = this.#shapeNow();
    const { history } = this.#release;
    const revisions = this.#lines.of(this.#pages.of(history));
    return [...this.#contentLines(), ...this.#pages.around(revisions, history.length)];
  }

  /** Reads what the newest revision was made of. */
  open(): void {
    this.#session = new AbortController();
    this.#readContents(this.#session.signal);
  }

  close(): void {
    this.#session?.abort();
    this.#session = undefined;
    this.#lines.clear();
    this.#pages.restart();
    // What was read is not kept up while nobody looks.
    this.#read = undefined;
    this.#contents = undefined;
  }

  retry(): void {
    if (!this.#session) return;
    this.#read = undefined;
    this.#contents = undefined;
    this.#readContents(this.#session.signal);
    this.#view.refresh(this);
  }

  aged(): void {
    this.#lines.aged();
  }

  #readContents(signal: AbortSignal): void {
    const { uid, status } = this.revision;
    const wanted = `${uid} ${status}`;
    if (this.#read === wanted) return;
    this.#read = wanted;
    void this.#contentsOf(signal).then((contents) => {
      if (signal.aborted || this.#read !== wanted) return;
      this.#contents = contents;
      this.#view.refresh(this);
    });
  }

  /** Never rejects. */
  async #contentsOf(signal: AbortSignal): Promise<Contents> {
    try {
      const [{ readRelease }, { chartWords }] = await Promise.all([
        import('../../cluster/helm/read-release.ts'),
        import('../../cluster/helm/release-text.ts'),
      ]);
      const { chart, description } = await readRelease(this.cluster, secretOf(this), this.revision, signal);
      return { chart: chartWords(chart), description: description && maskSecrets(description) };
    } catch (error) {
      return { problem: explanationOf(error) };
    }
  }

  #contentLines(): TreeNode[] {
    const contents = this.#contents;
    if (!contents) return [new MessageNode(this, 'chart', 'Reading the chart…')];
    if ('problem' in contents) return [new ProblemNode(this, 'chart', contents.problem)];
    const { chart, description } = contents;
    const lines = [new MessageNode(this, 'chart', `Chart ${chart}`)];
    if (description !== undefined) lines.push(new MessageNode(this, 'description', description));
    return lines;
  }

  #description(): string {
    const { status, revision, namespace } = this.revision;
    const parts = [
      status,
      `revision ${revision}`,
      this.parent.namespaces === 'several' ? (namespace ?? '') : '',
      revisionAge(this.revision, Date.now()),
    ];
    return parts.filter((part) => part !== '').join(' · ');
  }

  #contextWords(): string {
    return releaseContext(this.#view.rights.missing(this.cluster, this.secrets, this.revision.namespace));
  }

  #lookNow(): string {
    return `${this.#description()} ${this.#contextWords()}`;
  }

  #shapeNow(): string {
    return this.#release.history.map(({ uid }) => uid).join(' ');
  }
}
