import { asContainerTarget, asContextTarget, asObjectTarget } from '../connections/object-target.ts';
import { copyText } from '../prompts/clipboard.ts';

/** Copy Name: of containers, objects or contexts, with blanks between, as a command line takes them: no name ends it. */
export async function copyNames(lines: readonly object[]): Promise<void> {
  const names = lines.flatMap((line) => nameOf(line) ?? []);
  if (names.length > 0) await copyText(names.join(' '));
}

function nameOf(line: object): string | undefined {
  return (
    asContainerTarget(line)?.container.name ??
    asObjectTarget(line)?.reference.name ??
    asContextTarget(line)?.context.name
  );
}
