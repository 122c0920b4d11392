import type { Cluster, KubeContext } from '../cluster/cluster.ts';
import type { Resource, Row } from '../cluster/kube-object.ts';
import { type Log, silentLog } from '../cluster/log.ts';
import { type Ability, isAble } from '../contributions/abilities.ts';
import { type Choice, type OpenPick, pickOrGoBack, wentBack, whileBusy } from '../prompts/pick.ts';
import { changeable } from './confirm-change.ts';
import { kindLabel } from './kind-label.ts';
import type { Namespaces } from './namespaces.ts';
import type { ObjectTarget } from './object-target.ts';
import { namespacesOffered } from './offered-namespaces.ts';
import { type PickableContexts, pickContext } from './pick-context.ts';
import { type PickedNamespace, pickNamespace } from './pick-namespace.ts';
import { type Rights, wordsOfRight } from './rights.ts';

/** Where objects are picked: the clusters, the namespace of each that is shown, and what their users lack the right to. */
export interface PickableClusters extends PickableContexts {
  readonly namespaces: Namespaces;
  readonly rights: Rights;
  readonly log?: Log;
}

/** What has been answered of a question, and the ones before it. */
type Answer<Value> = Value | typeof wentBack | undefined;

/**
 * Lets a person pick a cluster, a namespace, a kind whose objects can do it (where there are several) and an object, each with
 * what they picked last first (of the kinds that which is named) and a way back to the question before. `title` says what it is for: `Delete an Object`. Undefined
 * when they leave it at one of the questions.
 */
export async function pickObject(
  clusters: PickableClusters,
  title: string,
  ability: Ability,
  first?: Resource,
): Promise<ObjectTarget | undefined> {
  const among = ability.effect === 'reads' ? undefined : changeable(clusters.connections);
  // Few kinds have a subresource that is asked for, so that there is nothing to choose.
  const of = 'subresource' in ability ? 3 : 4;
  while (true) {
    const context = await pickContext(clusters, { title, among, step: { number: 1, of } });
    if (!context) return undefined;
    const picked = await pickInCluster(clusters, { context, title, ability, first });
    if (picked !== wentBack) return picked;
  }
}

/** What is asked, of which cluster. */
interface Asked {
  readonly context: KubeContext;
  readonly title: string;
  readonly ability: Ability;
  /** The kind that comes first, where it is served; that which was picked last where it is left out. */
  readonly first: Resource | undefined;
}

async function pickInCluster(clusters: PickableClusters, asked: Asked): Promise<Answer<ObjectTarget>> {
  const { connections } = clusters;
  const { context, title, ability } = asked;
  const cluster = await connections.open(context);
  const { resources } = await cluster.discover();
  const able = resources.filter((resource) => resource.verbs.includes('list') && isAble(resource, ability));
  if (able.length === 0) {
    throw new Error(`${connections.labelOf(context)} serves no kind whose objects can do that: ${title}.`);
  }
  const of = able.length > 1 ? 4 : 3;
  while (true) {
    const namespace = await pickNamespace(cluster, {
      title: `${title}: Namespace of ${connections.labelOf(context)}`,
      placeholder: 'Namespace, or all of them; objects without a namespace follow',
      step: { number: 2, of },
      first: namespacesOffered(clusters, context),
      all: 'offered',
      log: clusters.log ?? silentLog,
    });
    if (namespace === undefined || namespace === wentBack) return namespace;
    const picked = await pickInNamespace(clusters, asked, { cluster, able, namespace });
    if (picked !== wentBack) return picked;
  }
}

/** What is known before the kind is. */
interface Place {
  readonly cluster: Cluster;
  readonly able: readonly Resource[];
  readonly namespace: PickedNamespace;
}

async function pickInNamespace(
  clusters: PickableClusters,
  asked: Asked,
  place: Place,
): Promise<Answer<ObjectTarget>> {
  const [only] = place.able;
  if (place.able.length === 1 && only) return pickOfKind(clusters, asked, place, only);
  while (true) {
    const resource = await pickResource(clusters, asked, place);
    if (resource === undefined || resource === wentBack) return resource;
    const picked = await pickOfKind(clusters, asked, place, resource);
    if (picked !== wentBack) return picked;
  }
}

async function pickResource(
  { connections, recent, rights }: PickableClusters,
  { context, title, ability, first }: Asked,
  { able, cluster, namespace }: Place,
): Promise<Answer<Resource>> {
  const key = connections.keyOf(context);
  const recently = recent.inOrder(able, (resource) => ({ cluster: key, kind: kindOf(resource) }));
  const isFirst = (resource: Resource) => first !== undefined && kindOf(resource) === kindOf(first);
  const ordered = [...recently.filter(isFirst), ...recently.filter((resource) => !isFirst(resource))];
  const within = namespace === 'all' ? undefined : namespace.namespace;
  const placeOf = ({ scope }: Resource) => (scope === 'Namespaced' ? within : undefined);
  const offer = (open: OpenPick<Resource>) =>
    open.offer(
      ordered
        .map((resource): Choice<Resource> & { missing: string } => {
          const missing = missingRight(rights, { cluster, resource, namespace: placeOf(resource), ability });
          return {
            label: resource.kind,
            description: inOneLine(resource.apiVersion, missing),
            value: resource,
            missing,
          };
        })
        .sort(lackingLast),
    );
  const ask = async (open: OpenPick<Resource>) => {
    // One answer tells all kinds of a namespace, and one those that have none; in all namespaces each would be a request.
    const answered = ordered.filter(({ scope }) => scope === 'Cluster' || within !== undefined);
    await Promise.all(
      answered.map((resource) => rights.ask(cluster, resource, new Set([placeOf(resource)]))),
    );
    offer(open);
  };
  const onOpen = (open: OpenPick<Resource>) => {
    offer(open);
    void ask(open);
  };
  return await pickOrGoBack<Resource>(
    { title: `${title}: Kind`, placeholder: 'Kind', step: { number: 3, of: 4 } },
    { onOpen },
  );
}

async function pickOfKind(
  { connections, recent, rights }: PickableClusters,
  { context, title, ability }: Asked,
  { cluster, able, namespace }: Place,
  resource: Resource,
): Promise<Answer<ObjectTarget>> {
  const of = able.length > 1 ? 4 : 3;
  const within = resource.scope === 'Namespaced' && namespace !== 'all' ? namespace.namespace : undefined;
  const pickOf = (row: Pick<Row, 'name' | 'namespace'>) => ({
    cluster: connections.keyOf(context),
    kind: kindOf(resource),
    object: row.namespace === undefined ? row.name : `${row.namespace}/${row.name}`,
  });
  const choicesOf = (rows: readonly Row[]) =>
    rows
      .map(({ name, namespace, metadata }) => {
        const missing = missingRight(rights, { cluster, resource, namespace, ability });
        return {
          label: name,
          description: inOneLine(namespace ?? '', missing),
          value: { context, reference: { resource, namespace, name }, uid: metadata.uid },
          missing,
        };
      })
      .sort(lackingLast);
  const list = async (open: OpenPick<ObjectTarget>) => {
    const rows = recent.inOrder(await cluster.listRows(resource, within), pickOf);
    const where = within === undefined ? connections.labelOf(context) : `namespace ${within}`;
    if (rows.length === 0) {
      open.setPlaceholder(`There are no ${kindLabel(resource)} in ${where}: go back, or press Escape`);
    }
    open.offer(choicesOf(rows));
    // Nobody waits for that: what is not known is offered.
    await rights.ask(cluster, resource, new Set(rows.map((row) => row.namespace)));
    const choices = choicesOf(rows);
    if (choices.some(({ missing }) => missing !== '')) open.offer(choices);
  };
  const picked = await pickOrGoBack<ObjectTarget>(
    { title: `${title}: ${resource.kind}`, placeholder: resource.kind, step: { number: of, of } },
    { onOpen: (open) => void whileBusy(open, () => list(open)) },
  );
  if (picked !== undefined && picked !== wentBack) await recent.remember(pickOf(picked.reference));
  return picked;
}

/** That the user may not do it, with the right that is missing; empty where that is not known. */
function missingRight(
  rights: Rights,
  asked: {
    readonly cluster: Cluster;
    readonly resource: Resource;
    readonly namespace: string | undefined;
    readonly ability: Ability;
  },
): string {
  const { cluster, resource, namespace, ability } = asked;
  if (!rights.missing(cluster, resource, namespace).includes(ability)) return '';
  return `you may not ${wordsOfRight(resource, ability)}`;
}

function inOneLine(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}

function lackingLast(one: { readonly missing: string }, other: { readonly missing: string }): number {
  return Number(one.missing !== '') - Number(other.missing !== '');
}

function kindOf({ apiVersion, kind }: Resource): string {
  return `${apiVersion} ${kind}`;
}
