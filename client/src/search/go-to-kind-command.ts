import type { KubeContext } from '../cluster/cluster.ts';
import type { Resource } from '../cluster/kube-object.ts';
import { kindLabel } from '../connections/kind-label.ts';
import type { ContextTarget } from '../connections/object-target.ts';
import { type FoundPick, pickFound } from '../prompts/found-pick.ts';
import type { Choice } from '../prompts/pick.ts';
import { clusterAtHand } from './cluster-at-hand.ts';
import type { SearchDependencies } from './dependencies.ts';
import { findKinds } from './find-kinds.ts';

/** Go to Kind: what a person calls a kind is typed, and Enter selects its line in the Clusters view, expanded. */
export async function goToKind(
  dependencies: SearchDependencies,
  target: ContextTarget | undefined,
): Promise<void> {
  let context = await clusterAtHand(dependencies, 'Go to Kind', target, 'the last one');
  while (context) {
    const picked = await pickKind(dependencies, context);
    if (!picked) return;
    if (picked !== 'another cluster') return await dependencies.lines.showKind(context, picked);
    context = await clusterAtHand(dependencies, 'Go to Kind', undefined, 'none');
  }
}

async function pickKind(
  { connections }: SearchDependencies,
  context: KubeContext,
): Promise<Resource | 'another cluster' | undefined> {
  const cluster = await connections.open(context);
  let resources: readonly Resource[] = [];
  const offer = (open: FoundPick<Resource>) => open.offer(findKinds(resources, open.typed).map(choiceOf));
  const ask = async (open: FoundPick<Resource>) => {
    open.setBusy(true);
    resources = (await cluster.discover()).resources;
    open.setBusy(false);
    offer(open);
  };
  let asked: Promise<void> = Promise.resolve();
  let goesElsewhere = false;
  const answer = await pickFound<Resource>({
    title: `Go to Kind of ${connections.labelOf(context)}`,
    placeholder: 'Short name, kind or resource: po, deploy, deployments.apps',
    titleButton: { icon: 'server-environment', tooltip: 'Another Cluster' },
    onTitleButton: (open) => {
      goesElsewhere = true;
      open.close();
    },
    onOpen: (open) => {
      asked = ask(open);
      asked.catch((error: unknown) => open.fail(error));
    },
    onDidType: offer,
    catchUp: async (open) => {
      await asked;
      offer(open);
    },
  });
  return goesElsewhere ? 'another cluster' : answer?.value;
}

function choiceOf(resource: Resource): Choice<Resource> {
  const { shortNames, apiVersion } = resource;
  return {
    label: kindLabel(resource),
    description: [...shortNames, apiVersion].join(' · '),
    value: resource,
  };
}
