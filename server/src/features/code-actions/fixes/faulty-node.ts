import { findPath } from '../../../manifest/fields.ts';
import { nodeAtOffset } from '../../../manifest/node-at-offset.ts';
import type { ListItem, MapEntry, MapNode, ScalarNode, YamlNode } from '../../../yaml/nodes.ts';
import type { Path } from '../../../yaml/path.ts';
import type { Fixing } from './fixing.ts';

/** What a finding is about, as it is written. */
export interface FaultyNode {
  /** From the object. */
  readonly path: Path;
  readonly entry: MapEntry | undefined;
  readonly item: ListItem | undefined;
  readonly node: YamlNode | undefined;
}

/** The field or item that the server names, or else that is marked; undefined where nothing is written there. */
export function faultyNode({ finding, object }: Fixing): FaultyNode | undefined {
  if (!object) return undefined;
  const { about } = finding;
  if (about.is === 'violation') return writtenAt(object.map, about.violation.mark ?? about.violation.path);
  if (about.is === 'server-warning') return writtenAt(object.map, about.warning.path);
  const found = nodeAtOffset(object.map, finding.span.start);
  return found && found.path.length > 0 ? found : undefined;
}

/** The scalar that is faulty: the value of the field or item, or the key of the field where the mark is on that. */
export function faultyScalar(fixing: Fixing): ScalarNode | undefined {
  const found = faultyNode(fixing);
  if (!found || found.entry?.alias || found.item?.alias || found.entry?.merged) return undefined;
  const { about } = fixing.finding;
  const isKey = about.is === 'violation' && about.violation.at === 'key' && found.entry !== undefined;
  const node = isKey ? found.entry?.key : found.node;
  return node?.type === 'scalar' ? node : undefined;
}

/** What the server names, or what it has made that of: a limit is a request too. */
function writtenAt(map: MapNode, path: Path): FaultyNode | undefined {
  const asLimit = path.map((part, index) =>
    part === 'requests' && path[index - 1] === 'resources' ? 'limits' : part,
  );
  return nodeAt(map, path) ?? nodeAt(map, asLimit);
}

/** What is written at a path of an object. */
export function nodeAt(map: MapNode, path: Path): FaultyNode | undefined {
  const found = path.length > 0 ? findPath(map, path) : undefined;
  return found && { path, entry: found.entry, item: found.item, node: found.node };
}
