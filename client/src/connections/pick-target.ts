import type { WorkspaceFolder } from 'vscode';
import type { KubeContext } from '../cluster/cluster.ts';
import type { Log } from '../cluster/log.ts';
import { wentBack } from '../prompts/pick.ts';
import type { Namespaces } from './namespaces.ts';
import { namespacesOffered } from './offered-namespaces.ts';
import { type ContextFilter, type PickableContexts, pickContext } from './pick-context.ts';
import { pickNamespace } from './pick-namespace.ts';
import { type FolderTarget, fitsPin } from './target.ts';

/** Where a target is picked. */
export interface PickableTargets extends PickableContexts {
  readonly namespaces: Namespaces;
  readonly log: Log;
}

/** How a target is asked for. */
export interface PickTargetOptions {
  readonly folder: WorkspaceFolder | undefined;
  /** What it is for: `Apply Manifest`. */
  readonly title: string;
  /** Why it is asked, where a person should know: what has become of the one before. */
  readonly why?: string | undefined;
  /** The cluster where that is known, so that its namespace alone is asked for. */
  readonly context?: KubeContext | undefined;
  /** A namespace that is not there. */
  readonly without?: string | undefined;
  readonly among?: ContextFilter | undefined;
  readonly keep: 'as the target of the folder' | 'for this time';
}

/**
 * Asks where a folder's manifests go, the cluster and then its namespace. What the setting pins is not asked.
 * Undefined when the person leaves it.
 */
export async function pickTarget(
  sources: PickableTargets,
  { folder, title, why, context: given, without, among, keep }: PickTargetOptions,
): Promise<FolderTarget | undefined> {
  const pinned = sources.targets.pinned(folder);
  const asked = (given ? 0 : 1) + (pinned.namespace === undefined ? 1 : 0);
  while (true) {
    const step = asked > 1 ? { number: 1, of: asked } : undefined;
    const context =
      given ??
      (await pickContext(sources, {
        title,
        placeholder: why,
        ...(step && { step }),
        among: {
          none: 'No cluster is what kubewright.target says: change that setting.',
          ...among,
          // Nothing is left out of what is pinned.
          has: (candidate) => fitsPin(pinned, candidate) && (among?.has(candidate) ?? true),
        },
      }));
    if (!context) return undefined;
    const namespace =
      pinned.namespace ??
      (await namespaceOf(sources, context, { title, why: given && why, without, of: asked }));
    if (namespace === wentBack) continue;
    if (namespace === undefined) return undefined;
    const target = { context, namespace };
    if (keep !== 'for this time') await sources.targets.choose(folder, target);
    await sources.recent.remember({ cluster: sources.connections.keyOf(context) });
    return target;
  }
}

async function namespaceOf(
  { connections, namespaces, targets, log }: PickableTargets,
  context: KubeContext,
  { title, why, without, of }: Pick<PickTargetOptions, 'title' | 'why' | 'without'> & { readonly of: number },
): Promise<string | typeof wentBack | undefined> {
  const name = connections.labelOf(context);
  const picked = await pickNamespace(await connections.open(context), {
    title: `${title}: Namespace of ${name}`,
    placeholder: why ?? 'Namespace for objects that name none',
    ...(of > 1 ? { step: { number: 2, of } } : {}),
    first: namespacesOffered({ targets, namespaces }, context).filter(({ name: one }) => one !== without),
    all: 'not offered',
    log,
  });
  if (picked === wentBack || picked === undefined) return picked;
  return picked === 'all' ? undefined : picked.namespace;
}
