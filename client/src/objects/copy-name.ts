import { env } from 'vscode';
import { asContainerTarget, asContextTarget, asObjectTarget } from '../connections/object-target.ts';

/** Copy Name: of a container, an object or a context. */
export async function copyName(target: unknown): Promise<void> {
  const name =
    asContainerTarget(target)?.container.name ??
    asObjectTarget(target)?.reference.name ??
    asContextTarget(target)?.context.name;
  if (name !== undefined) await env.clipboard.writeText(name);
}
