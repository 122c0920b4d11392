import { resourceName } from '../cluster/resource-name.ts';
import {
  asClusterTarget,
  asContainerTarget,
  asKindTarget,
  asObjectTarget,
} from '../connections/object-target.ts';
import { copyText } from '../prompts/clipboard.ts';

/** Copy Name: of containers, objects, kinds or contexts, with blanks between, as a command line takes them: no name ends it. */
export async function copyNames(lines: readonly object[]): Promise<void> {
  const names = lines.flatMap((line) => nameOf(line) ?? []);
  if (names.length > 0) await copyText(names.join(' '));
}

/** Copy, by a key: of the lines of the Clusters view that it means. */
export async function copyByKey(lines: readonly object[] | undefined): Promise<void> {
  if (lines?.some((line) => nameOf(line) !== undefined)) return copyNames(lines);
  throw new Error('Copy takes lines with a name: select some of clusters, kinds, objects or containers.');
}

function nameOf(line: object): string | undefined {
  return (
    asContainerTarget(line)?.container.name ??
    asObjectTarget(line)?.reference.name ??
    kindNameOf(line) ??
    asClusterTarget(line)?.context.name
  );
}

function kindNameOf(line: object): string | undefined {
  const resource = asKindTarget(line)?.resource;
  return resource && resourceName(resource);
}
