import type { TreeItem } from 'vscode';
import type { Cluster, KubeContext } from '../../cluster/cluster.ts';
import { type ReleaseRevision, revisionOf, statusHealth } from '../../cluster/helm/release-revision.ts';
import type { Resource, Row } from '../../cluster/kube-object.ts';
import { releaseContext } from '../../contributions/item-context.ts';
import { treeLine } from '../../prompts/tree-line.ts';
import { healthIcon } from './health-icon.ts';
import { LineLook } from './line-look.ts';
import type { TreeView } from './node.ts';
import type { ObjectLine } from './object-lines.ts';
import { type ReleaseLine, revisionAge } from './release-line.ts';

/** One revision of a release of Helm, under the release's line. A click opens its manifest. */
export class RevisionNode implements ReleaseLine, ObjectLine {
  readonly id: string;
  readonly parent: ReleaseLine;
  readonly #view: TreeView;
  #revision: ReleaseRevision;
  readonly #look = new LineLook(() => `${this.#description()} ${this.#context()}`);

  constructor(parent: ReleaseLine, row: Row, view: TreeView) {
    this.parent = parent;
    this.id = `${parent.id}/revision:${row.uid.replaceAll('/', '%2F')}`;
    this.#view = view;
    this.#revision = revisionOf(row)!;
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
    return this.#revision;
  }

  update(row: Row): 'same' | 'other' {
    this.#revision = revisionOf(row) ?? this.#revision;
    return this.isAged() ? 'other' : 'same';
  }

  isAged(): boolean {
    return this.#look.isOther;
  }

  isRead(): boolean {
    return false;
  }

  item(): TreeItem {
    const { name, revision, status } = this.#revision;
    this.#look.show();
    const label = `revision ${revision}`;
    const description = this.#description();
    return treeLine({
      id: this.id,
      label,
      description,
      spoken: `${label} of release ${name}, ${description}`,
      context: this.#context(),
      icon: healthIcon(statusHealth(status), 'history'),
      runs: { command: 'kubewright.openReleaseManifest', title: 'Open Manifest', on: this },
    });
  }

  children(): [] {
    return [];
  }

  #description(): string {
    const parts = [this.#revision.status, revisionAge(this.#revision, Date.now())];
    return parts.filter((part) => part !== '').join(' · ');
  }

  #context(): string {
    return releaseContext(this.#view.rights.missing(this.cluster, this.secrets, this.#revision.namespace));
  }
}
