import { asContainerTarget, asContextTarget, asObjectTarget } from '../connections/object-target.ts';
import { copyText } from '../prompts/clipboard.ts';

/** Copy Name: of a container, an object or a context. */
export async function copyName(target: object): Promise<void> {
  const name =
    asContainerTarget(target)?.container.name ??
    asObjectTarget(target)?.reference.name ??
    asContextTarget(target)?.context.name;
  if (name !== undefined) await copyText(name);
}
