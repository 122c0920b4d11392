import { ConfigurationTarget, type Memento, workspace } from 'vscode';
import type { KubeContext } from '../cluster/cluster.ts';
import { type ProtectionRules, sameServer } from '../cluster/protection/protection.ts';
import { readSetting } from '../contributions/read-setting.ts';
import { offerActions } from '../prompts/messages.ts';
import type { Connections } from './connections.ts';

/** Remembers, for all workspaces, of which servers it has been asked. */
const asked = 'protectionOffered';
/** Servers that are remembered; of more the oldest are asked about again. */
const mostRemembered = 200;

const levels = {
  'Ask Before Changes': 'confirm',
  'Read-Only': 'read-only',
} as const satisfies Readonly<Record<string, ProtectionRules[string]>>;

/**
 * Offers once, when a person first turns to a cluster that has `prod` in a name and no protection, to protect its server: by a
 * line of the user's own settings.
 */
export async function offerProtection(
  connections: Connections,
  memory: Memento,
  context: KubeContext,
): Promise<void> {
  if (!looksLikeProduction(context) || connections.isSandbox(context)) return;
  if (connections.protectionOf(context) !== 'none') return;
  const pattern = sameServer(context.server) ?? context.name;
  const known = memory.get<readonly string[]>(asked, []);
  if (known.includes(pattern)) return;
  await memory.update(asked, [...known, pattern].slice(-mostRemembered));
  const answer = await offerActions(
    `${context.name} looks like a cluster of production. Is it to be protected from changes by mistake (kubewright.protectedClusters)?`,
    [...(Object.keys(levels) as (keyof typeof levels)[]), 'No'],
  );
  if (answer === undefined || answer === 'No') return;
  const rules = { ...readSetting('protectedClusters'), [pattern]: levels[answer] };
  await workspace
    .getConfiguration('kubewright')
    .update('protectedClusters', rules, ConfigurationTarget.Global);
}

/** Whether any of its names says so, but for those that say that it is not: `nonprod`, `pre-prod`. */
function looksLikeProduction({ name, cluster, server = '' }: KubeContext): boolean {
  return [name, cluster, server].some((text) => /(?<!(?:non|not|pre)[-_.]?)prod/i.test(text));
}
