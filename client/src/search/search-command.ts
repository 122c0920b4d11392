import { setImmediate } from 'node:timers/promises';
import { commands } from 'vscode';
import type { Cluster, KubeContext } from '../cluster/cluster.ts';
import { resourceName } from '../cluster/resource-name.ts';
import type { ContextTarget, ObjectTarget } from '../connections/object-target.ts';
import type { CommandId } from '../contributions/commands.ts';
import { counted } from '../prompts/counted.ts';
import { type FoundAnswer, type FoundPick, pickFound } from '../prompts/found-pick.ts';
import { type Choice, pick } from '../prompts/pick.ts';
import { rememberLine } from '../views/shown-lines.ts';
import { clusterAtHand } from './cluster-at-hand.ts';
import type { SearchDependencies } from './dependencies.ts';
import { Finder } from './finder.ts';
import { GatheredObjects, gatherObjects } from './gather-objects.ts';
import { lookInSlices } from './look-in-slices.ts';
import { notSearchedLine, objectWords, searchTitle } from './search-words.ts';
import { searchedKinds } from './searched-kinds.ts';
import type { SearchedObject } from './searched-object.ts';

/** What fits best is shown: who does not see it types more of it. */
const mostShownFound = 200;
/** What is offered changes at most this often while names come, in milliseconds. */
const offerInterval = 150;

/** What is chosen in a search: an object, or the line that tells which kinds were not searched. */
type Chosen = SearchedObject | 'not searched' | 'nothing';

/** Search Objects: a name of any kind is typed, and Enter opens the object. */
export async function searchObjects(
  dependencies: SearchDependencies,
  target: ContextTarget | undefined,
): Promise<void> {
  const context = await clusterAtHand(dependencies, 'Search Objects', target, 'the open one');
  if (!context) return;
  const cluster = await dependencies.connections.open(context);
  const search = new ObjectSearch(dependencies, context, cluster);
  const answer = await search.ask();
  if (!answer || answer.value === 'nothing') return;
  if (answer.value === 'not searched') return await search.showNotSearched();
  const object = targetOf(context, answer.value);
  if (answer.by === 'button') await dependencies.lines.showObject(object);
  else {
    rememberLine(object);
    await commands.executeCommand('kubewright.openYaml' satisfies CommandId, object);
  }
}

function targetOf(context: KubeContext, { kind, namespace, name, uid }: SearchedObject): ObjectTarget {
  return { context, reference: { resource: kind.resource, namespace, name }, uid };
}

/** One search, from when its pick opens until it closes. */
class ObjectSearch {
  readonly #dependencies: SearchDependencies;
  readonly #context: KubeContext;
  readonly #cluster: Cluster;
  readonly #closed = new AbortController();
  #gathered = new GatheredObjects(0);
  #finder = new Finder([], mostShownFound);
  /** When what is shown was read; undefined for now. */
  #readAt: number | undefined;
  #reading: AbortController | undefined;
  /** Looks at what is there for what is typed; the last one counts. */
  #looking: Promise<void> = Promise.resolve();
  #looks = 0;
  #offeredAt = 0;
  #cancelOffer: (() => void) | undefined;

  constructor(dependencies: SearchDependencies, context: KubeContext, cluster: Cluster) {
    this.#dependencies = dependencies;
    this.#context = context;
    this.#cluster = cluster;
  }

  /** Rejects where the cluster does not tell what it serves. */
  async ask(): Promise<FoundAnswer<Chosen> | undefined> {
    try {
      return await pickFound<Chosen>({
        title: `Search Objects of ${this.#label}`,
        placeholder: 'Name, kind/name or namespace/name',
        titleButton: { icon: 'refresh', tooltip: 'Search Again' },
        onTitleButton: (open) => this.#read(open),
        buttonOf: (value) =>
          typeof value === 'object' ? { icon: 'list-tree', tooltip: 'Reveal in Clusters' } : undefined,
        onOpen: (opened) => {
          const kept = this.#dependencies.kept.of(this.#cluster);
          if (kept) this.#show(opened, kept.gathered, kept.at);
          else this.#read(opened);
        },
        onDidType: (opened) => {
          this.#finder.type(opened.typed);
          this.#look(opened);
        },
        catchUp: async (opened) => {
          await this.#looking;
          this.#offer(opened);
        },
        accepts: (value) => value !== 'nothing',
      });
    } finally {
      this.#closed.abort();
      this.#reading?.abort();
      this.#cancelOffer?.();
    }
  }

  /** Tells of every kind that was not searched why. */
  async showNotSearched(): Promise<void> {
    const choices = this.#gathered.notSearched.map(({ kind, why, sentence }) => ({
      label: resourceName(kind.resource),
      description: why,
      detail: sentence,
      value: kind,
    }));
    const chosen = await pick(
      { title: `Not Searched in ${this.#label}`, placeholder: 'Kind: Enter shows it in the Clusters view' },
      choices,
    );
    if (chosen) await this.#dependencies.lines.showKind(this.#context, chosen.resource);
  }

  get #label(): string {
    return this.#dependencies.connections.labelOf(this.#context);
  }

  /** Reads all names anew. */
  #read(open: FoundPick<Chosen>): void {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    open.setBusy(true);
    this.#gather(open, reading.signal).then(
      () => this.#reading === reading && open.setBusy(false),
      (error: unknown) => reading.signal.aborted || open.fail(error),
    );
  }

  async #gather(open: FoundPick<Chosen>, signal: AbortSignal): Promise<void> {
    const { namespaces, kept, connections } = this.#dependencies;
    const { resources } = await this.#cluster.discover({ signal });
    const kinds = searchedKinds(resources);
    const gathered = new GatheredObjects(kinds.length);
    this.#show(open, gathered, undefined);
    const shown = namespaces.shown(this.#context);
    const tried = [...(shown === 'all' ? [] : shown), this.#context.namespace, 'default'];
    await gatherObjects(this.#cluster, kinds, gathered, {
      namespaces: [...new Set(tried.flatMap((one) => one ?? []))],
      signal,
      onMore: () => {
        if (this.#gathered === gathered) this.#look(open);
      },
    });
    // Nothing is kept of a cluster that was closed meanwhile.
    if (connections.opened(this.#context.id) === this.#cluster) kept.keep(this.#cluster, gathered);
    this.#look(open);
  }

  #show(open: FoundPick<Chosen>, gathered: GatheredObjects, readAt: number | undefined): void {
    this.#gathered = gathered;
    this.#readAt = readAt;
    this.#finder = new Finder(gathered.objects, mostShownFound);
    this.#finder.type(open.typed);
    this.#look(open);
  }

  /** Looks at what it has not looked at, in slices, and offers what fits. */
  #look(open: FoundPick<Chosen>): void {
    const own = ++this.#looks;
    this.#looking = this.#lookOn(own, open);
    this.#looking.catch((error: unknown) => open.fail(error));
  }

  async #lookOn(own: number, open: FoundPick<Chosen>): Promise<void> {
    const looked = await lookInSlices(this.#finder, {
      now: this.#dependencies.clock.now,
      nextTurn: setImmediate,
      isWanted: () => own === this.#looks && !this.#closed.signal.aborted,
    });
    if (looked === 'at all') this.#offerInTime(open);
  }

  #offerInTime(open: FoundPick<Chosen>): void {
    const { clock } = this.#dependencies;
    const isComing = this.#gathered.done < this.#gathered.kinds;
    const wait = isComing ? this.#offeredAt + offerInterval - clock.now() : 0;
    if (wait <= 0) this.#offer(open);
    else this.#cancelOffer ??= clock.after(wait, () => this.#offer(open));
  }

  #offer(open: FoundPick<Chosen>): void {
    this.#cancelOffer?.();
    this.#cancelOffer = undefined;
    const { clock } = this.#dependencies;
    this.#offeredAt = clock.now();
    const ago = this.#readAt === undefined ? undefined : Math.round((clock.now() - this.#readAt) / 1_000);
    open.setTitle(searchTitle(this.#label, this.#gathered, ago === undefined ? 'now' : { secondsAgo: ago }));
    open.offer([...this.#finder.found.map(choiceOf), ...this.#lines(open.typed)]);
  }

  /** What is said under what was found. */
  #lines(typed: string): Choice<Chosen>[] {
    const { notSearched, done, kinds } = this.#gathered;
    const { count } = this.#finder;
    const lines: Choice<Chosen>[] = [];
    if (count === 0 && done === kinds) {
      lines.push({ label: `No name fits ${typed}`, icon: 'info', value: 'nothing' });
    }
    if (count > mostShownFound) {
      const more = counted(count - mostShownFound);
      lines.push({ label: `${more} more: type more of the name`, icon: 'ellipsis', value: 'nothing' });
    }
    if (notSearched.length > 0) {
      lines.push({ label: notSearchedLine(notSearched), icon: 'warning', value: 'not searched' });
    }
    return lines;
  }
}

function choiceOf(object: SearchedObject): Choice<SearchedObject> {
  return { ...objectWords(object), value: object };
}
