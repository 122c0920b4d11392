import type { AccessQuestion } from '../cluster/access/questions.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { concurrently } from '../cluster/concurrently.ts';
import type { Resource } from '../cluster/kube-object.ts';
import type { Log } from '../cluster/log.ts';
import type { Clock } from '../cluster/watch/clock.ts';
import { type Ability, abilitiesOf, rightsFor } from '../contributions/abilities.ts';

/** An answer holds for so many milliseconds, and so does that there is none. */
const heldFor = 60_000;
/** Of so many namespaces rights are asked at a time, one request each; what is not known of others is offered. */
const mostNamespaces = 50;
const parallelQuestions = 4;

/** Who can be asked what its user may do. */
export type Asked = Pick<Cluster, 'mayI'>;

/** What is known of a kind in a namespace, or where there is none. */
interface Known {
  readonly missing: readonly Ability[];
  readonly until: number;
}

/**
 * What the users of clusters lack the rights to, of what commands do to objects: asked per namespace that is looked at, never
 * per object. What nobody knows counts as allowed, because the server has the last word anyway.
 */
export class Rights {
  readonly #listeners = new Set<() => void>();
  readonly #clusters = new WeakMap<Asked, Map<string, Known>>();
  readonly #clock: Pick<Clock, 'now'>;
  readonly #log: Log;

  constructor(clock: Pick<Clock, 'now'>, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /** The abilities that the user is known to lack the rights to; a namespace of undefined for what has none. */
  missing(cluster: Asked, resource: Resource, namespace: string | undefined): readonly Ability[] {
    return this.#clusters.get(cluster)?.get(keyOf(resource, namespace))?.missing ?? [];
  }

  /** Asks for the rights to objects of a kind in these namespaces, unless it has been asked a moment ago. Never rejects. */
  async ask(cluster: Asked, resource: Resource, namespaces: ReadonlySet<string | undefined>): Promise<void> {
    const abilities = abilitiesOf(resource, 'none');
    if (abilities.length === 0) return;
    const now = this.#clock.now();
    const wanted = [...namespaces].filter((namespace) => {
      const known = this.#clusters.get(cluster)?.get(keyOf(resource, namespace));
      return known === undefined || known.until <= now;
    });
    if (wanted.length === 0) return;
    for (const namespace of wanted) {
      this.#hold(cluster, resource, namespace, this.missing(cluster, resource, namespace));
    }
    try {
      // Who may do it everywhere need not be asked for each.
      const doubtful =
        wanted.length > 1 ? await missingOf(cluster, resource, undefined, abilities) : abilities;
      if (doubtful.length === 0) return this.#learn(cluster, resource, wanted, []);
      await concurrently(parallelQuestions, wanted.slice(0, mostNamespaces), async (namespace) => {
        const missing = await missingOf(cluster, resource, namespace, doubtful);
        this.#learn(cluster, resource, [namespace], missing);
      });
    } catch (error) {
      this.#log.info(`asking for the rights to ${resource.plural}`, error);
    }
  }

  /** The next look asks again. */
  forget(cluster: Asked): void {
    const known = this.#clusters.get(cluster);
    for (const [key, { missing }] of known ?? []) known?.set(key, { missing, until: 0 });
  }

  /** Calls when more or other rights are known to be missing than before, until the answer is disposed of. */
  onDidLearn(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  #learn(
    cluster: Asked,
    resource: Resource,
    namespaces: readonly (string | undefined)[],
    missing: readonly Ability[],
  ): void {
    const isNew = namespaces.some((namespace) => {
      const known = this.missing(cluster, resource, namespace);
      return known.length !== missing.length || !missing.every((ability) => known.includes(ability));
    });
    for (const namespace of namespaces) this.#hold(cluster, resource, namespace, missing);
    if (isNew) for (const listener of this.#listeners) listener();
  }

  #hold(
    cluster: Asked,
    resource: Resource,
    namespace: string | undefined,
    missing: readonly Ability[],
  ): void {
    const known = this.#clusters.get(cluster) ?? new Map<string, Known>();
    this.#clusters.set(cluster, known);
    known.set(keyOf(resource, namespace), { missing, until: this.#clock.now() + heldFor });
  }
}

/** The rights of which any would do, in words: `create pods/portforward`, `delete deployments.apps`. */
export function wordsOfRight(resource: Resource, ability: Ability): string {
  const { verb, resource: asked, subresource } = rightsFor(resource, ability)[0]!;
  const name = subresource === undefined ? asked.plural : `${asked.plural}/${subresource}`;
  return asked.group === '' ? `${verb} ${name}` : `${verb} ${name}.${asked.group}`;
}

async function missingOf(
  cluster: Asked,
  resource: Resource,
  namespace: string | undefined,
  abilities: readonly Ability[],
): Promise<readonly Ability[]> {
  const isOfAll = namespace === undefined && resource.scope === 'Namespaced';
  const questions: { readonly ability: Ability; readonly question: AccessQuestion }[] = abilities.flatMap(
    (ability) =>
      rightsFor(resource, ability).map((question) => ({
        ability,
        // What holds in every namespace is a question of all objects.
        question: isOfAll ? { ...question, objects: 'all' } : question,
      })),
  );
  const answers = await cluster.mayI(
    namespace,
    questions.map(({ question }) => question),
  );
  const able = new Set(questions.filter((_, place) => answers[place]).map(({ ability }) => ability));
  return abilities.filter((ability) => !able.has(ability));
}

function keyOf({ group, plural }: Resource, namespace: string | undefined): string {
  return `${plural}.${group}/${namespace ?? ''}`;
}
