import { preferredFirst } from '../../../catalog/open-catalog.ts';
import type { Fix } from '../../../checks/finding.ts';
import { field, stringField } from '../../../manifest/fields.ts';
import { nodeAtOffset } from '../../../manifest/node-at-offset.ts';
import type { MapNode } from '../../../yaml/nodes.ts';
import type { Fixing } from './fixing.ts';
import { insertion } from './insert-field.ts';
import { replaceText } from './replace-value.ts';

/** The apiVersion of a kind: where none is written, one of each group that has the kind; else another that is served. */
export function* nameType(fixing: Fixing): Iterable<Fix> {
  const { about } = fixing.finding;
  if (about.is === 'missing-type' && about.field === 'apiVersion') yield* insertedVersions(fixing);
  if (about.is === 'future-version' || about.is === 'not-served') {
    const served = about.is === 'not-served' ? about.served : versionsOf(about.kind, fixing);
    for (const apiVersion of served) yield* replacedVersion(fixing, apiVersion);
  }
}

function* insertedVersions(fixing: Fixing): Iterable<Fix> {
  const { finding, written } = fixing;
  const map = mapWith(fixing);
  const kind = stringField(map, 'kind');
  if (!map || kind === undefined) return;
  const versions = versionsOf(kind, fixing);
  const entry = field(map, 'apiVersion');
  for (const apiVersion of versions) {
    const place = { node: map, entry: undefined, owner: undefined, isInFlow: map.flow };
    const name = 'apiVersion';
    const flow = `"apiVersion": ${JSON.stringify(apiVersion)}`;
    const change = entry
      ? { span: { start: entry.key.span.start, end: entry.span.end }, newText: `apiVersion: ${apiVersion}` }
      : insertion(place, { name, block: `apiVersion: ${apiVersion}`, flow }, written);
    const isOnly = versions.length === 1 && finding.severity === 'error';
    if (change)
      yield { title: `Insert "apiVersion: ${apiVersion}"`, ...change, ...(isOnly && { likelihood: 'sure' }) };
  }
}

/** The object that lacks its type. */
function mapWith({ finding, written }: Fixing): MapNode | undefined {
  const { root } = written.document;
  const path = root && nodeAtOffset(root, finding.span.start)?.path;
  if (!root || !path) return undefined;
  let node: typeof root | undefined = root;
  for (const part of path.slice(0, -1)) {
    node = node?.type === 'list' ? node.items[Number(part)]?.value : field(node, String(part))?.value;
  }
  return node?.type === 'map' ? node : undefined;
}

/** The preferred version of each group that has a kind. */
function versionsOf(kind: string, { catalog }: Fixing): string[] {
  const byGroup = new Map<string, string>();
  for (const { group, apiVersion } of catalog.findByKind(kind).toSorted(preferredFirst)) {
    if (!byGroup.has(group)) byGroup.set(group, apiVersion);
  }
  return [...byGroup.values()];
}

function* replacedVersion({ finding, written }: Fixing, apiVersion: string): Iterable<Fix> {
  const { root } = written.document;
  const node = root && nodeAtOffset(root, finding.span.start)?.node;
  if (node?.type === 'scalar' && node.text !== apiVersion) yield replaceText(node, apiVersion);
}
