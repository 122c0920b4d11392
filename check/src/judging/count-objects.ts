import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { identify } from '../../../server/src/checks/kind/kubernetes-object.ts';
import { groupOf } from '../../../server/src/checks/kind/type-meta.ts';
import { field } from '../../../server/src/manifest/fields.ts';
import type { YamlDocument, YamlNode } from '../../../server/src/yaml/nodes.ts';

/** How many objects a document has, the items of lists one by one, and of how many nothing is known. */
export function countObjects(
  { root }: YamlDocument,
  catalog: Catalog,
): { objects: number; unknownKinds: number } {
  const count = { objects: 0, unknownKinds: 0 };
  const pending: (YamlNode | undefined)[] = [root];
  while (pending.length > 0) {
    const identity = identify(pending.pop(), catalog);
    if (identity.is === 'foreign') continue;
    if (identity.is === 'incomplete') {
      count.objects++;
      continue;
    }
    const { apiVersion, kind, map } = identity;
    const known = catalog.find(apiVersion.text, kind.text);
    const items = known?.listOf ? field(map, 'items')?.value : undefined;
    if (items?.type === 'list') {
      for (const { value } of items.items) pending.push(value);
      continue;
    }
    count.objects++;
    if (!known && !catalog.ownsGroup(groupOf(apiVersion.text))) count.unknownKinds++;
  }
  return count;
}
