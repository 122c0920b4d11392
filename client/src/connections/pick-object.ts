import type { Cluster, KubeContext } from '../cluster/cluster.ts';
import type { Resource, Row } from '../cluster/kube-object.ts';
import { type Log, silentLog } from '../cluster/log.ts';
import { type Ability, isAble } from '../contributions/abilities.ts';
import { type Choice, type OpenPick, type PickEvents, pickOrGoBack, wentBack } from '../prompts/pick.ts';
import { changeable } from './confirm-change.ts';
import { kindLabel } from './kind-label.ts';
import type { Namespaces } from './namespaces.ts';
import type { ObjectTarget } from './object-target.ts';
import { namespacesOffered } from './offered-namespaces.ts';
import { type PickableContexts, pickContext } from './pick-context.ts';
import { type PickedNamespace, pickNamespace } from './pick-namespace.ts';

/** Where objects are picked: the clusters, and the namespace of each that is shown. */
export interface PickableClusters extends PickableContexts {
  readonly namespaces: Namespaces;
  readonly log?: Log;
}

/** What has been answered of a question, and the ones before it. */
type Answer<Value> = Value | typeof wentBack | undefined;

/**
 * Lets a person pick a cluster, a namespace, a kind whose objects can do it (where there are several) and an object, each with
 * what they picked last first and a way back to the question before. `title` says what it is for: `Delete an Object`. Undefined
 * when they leave it at one of the questions.
 */
export async function pickObject(
  clusters: PickableClusters,
  title: string,
  ability: Ability,
): Promise<ObjectTarget | undefined> {
  const among = ability.effect === 'reads' ? undefined : changeable(clusters.connections);
  // Few kinds have a subresource that is asked for, so that there is nothing to choose.
  const of = 'subresource' in ability ? 3 : 4;
  while (true) {
    const context = await pickContext(clusters, { title, among, step: { number: 1, of } });
    if (!context) return undefined;
    const picked = await pickInCluster(clusters, { context, title, ability });
    if (picked !== wentBack) return picked;
  }
}

/** What is asked, of which cluster. */
interface Asked {
  readonly context: KubeContext;
  readonly title: string;
  readonly ability: Ability;
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
  { connections, recent }: PickableClusters,
  { context, title }: Asked,
  { able }: Place,
): Promise<Answer<Resource>> {
  const cluster = connections.keyOf(context);
  const choices = recent
    .inOrder(able, (resource) => ({ cluster, kind: kindOf(resource) }))
    .map((resource) => ({ label: resource.kind, description: resource.apiVersion, value: resource }));
  return await pickOrGoBack<Resource>(
    { title: `${title}: Kind`, placeholder: 'Kind', step: { number: 3, of: 4 } },
    { onOpen: (open) => open.offer(choices) },
  );
}

async function pickOfKind(
  { connections, recent }: PickableClusters,
  { context, title }: Asked,
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
  const read = async (): Promise<Choice<ObjectTarget>[]> =>
    recent.inOrder(await cluster.listRows(resource, within), pickOf).map((row) => ({
      label: row.name,
      description: row.namespace ?? '',
      value: {
        context,
        reference: { resource, namespace: row.namespace, name: row.name },
        uid: row.metadata.uid,
      },
    }));
  const where = within === undefined ? connections.labelOf(context) : `namespace ${within}`;
  const picked = await pickOrGoBack<ObjectTarget>(
    { title: `${title}: ${resource.kind}`, placeholder: resource.kind, step: { number: of, of } },
    listing(read, `There are no ${kindLabel(resource)} in ${where}: go back, or press Escape`),
  );
  if (picked !== undefined && picked !== wentBack) await recent.remember(pickOf(picked.reference));
  return picked;
}

/** Offers what is read, or says that there is nothing. */
function listing<Value>(read: () => Promise<readonly Choice<Value>[]>, nothing: string): PickEvents<Value> {
  const list = async (open: OpenPick<Value>) => {
    open.setBusy(true);
    try {
      const choices = await read();
      if (choices.length === 0) open.setPlaceholder(nothing);
      open.offer(choices);
      open.setBusy(false);
    } catch (error) {
      open.fail(error);
    }
  };
  return { onOpen: (open) => void list(open) };
}

function kindOf({ apiVersion, kind }: Resource): string {
  return `${apiVersion} ${kind}`;
}
