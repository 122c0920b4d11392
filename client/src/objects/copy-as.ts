import type { KubeContext } from '../cluster/cluster.ts';
import { kubeconfigFiles } from '../cluster/kubeconfig/files.ts';
import type { ObjectTarget } from '../connections/object-target.ts';
import { type PickableClusters, pickObject } from '../connections/pick-object.ts';
import { abilities } from '../contributions/abilities.ts';
import { copyDocument, copyText } from '../prompts/clipboard.ts';
import { type Choice, pick } from '../prompts/pick.ts';
import { byCluster } from './by-cluster.ts';
import { kubectlCommand, nameWithKind } from './copied-text.ts';
import { readManifests } from './read-manifests.ts';

/** Copy As: names, names with kinds, YAML, or a command of kubectl; of lines of the Clusters view, or of an object that is picked. */
export async function copyAs(
  clusters: PickableClusters,
  targets: readonly ObjectTarget[] | undefined,
): Promise<void> {
  const given = targets ?? (await picked(clusters));
  if (!given) return;
  const objects = byCluster(given).flat();
  const names = objects.map(({ reference }) => reference.name).join(' ');
  const withKinds = objects.map(({ reference }) => nameWithKind(reference)).join(' ');
  const command = kubectlCommand(
    objects.map(({ context, reference }) => ({ place: placeOf(context), reference })),
  );
  const choices: Choice<() => Promise<void>>[] = [
    { label: 'Name', description: names, value: () => copyText(names) },
    { label: 'Kind/Name', description: withKinds, value: () => copyText(withKinds) },
    {
      label: 'YAML',
      description: 'as a manifest, read from the cluster',
      value: async () => copyDocument(await readManifests(clusters.connections, objects)),
    },
    { label: 'kubectl Command', description: command, value: () => copyText(command) },
  ];
  const what = objects.length === 1 ? withKinds : `${objects.length} Objects`;
  const copy = await pick({ title: `Copy ${what} As`, placeholder: 'What to copy' }, choices);
  await copy?.();
}

async function picked(clusters: PickableClusters): Promise<readonly ObjectTarget[] | undefined> {
  const object = await pickObject(clusters, 'Copy an Object', abilities.openYaml);
  return object && [object];
}

function placeOf({ name, file }: KubeContext) {
  return { context: name, kubeconfig: kubeconfigFiles().merged.includes(file) ? undefined : file };
}
