/** Which of some paths are in each other's place. */
export interface OverlappingPlaces {
  /** The earlier paths that are the same as that of a place, above it or below it, by their places in their order. */
  before(place: number): readonly number[];
}

/**
 * Finds which paths are the same or folders of each other. Takes memory in their number, whatever they are made of: one may
 * be a million slashes.
 */
export function overlappingPlaces(paths: readonly string[]): OverlappingPlaces {
  const nodes = treeOf(paths);
  const nodeOf = new Map(nodes.flatMap((node, index) => node.places.map((place) => [place, index] as const)));
  return {
    before(place) {
      const index = nodeOf.get(place)!;
      const found: number[] = [];
      const take = ({ places }: Node) => {
        for (const other of places) if (other < place) found.push(other);
      };
      for (let node = nodes[index]; node; node = node.above) take(node);
      for (let below = index + 1; below < nodes[index]!.end; below++) take(nodes[below]!);
      return found.sort((left, right) => left - right);
    },
  };
}

/** A path that is written, with those that are below it behind it, up to `end`. */
interface Node {
  readonly key: string;
  readonly places: number[];
  readonly above: Node | undefined;
  end: number;
}

/** The paths in their order, in which all that are below one follow it. */
function treeOf(paths: readonly string[]): readonly Node[] {
  const sorted = Array.from(paths, (path, place) => ({ key: `${path}/`, place })).sort((left, right) =>
    left.key < right.key ? -1 : left.key > right.key ? 1 : left.place - right.place,
  );
  const nodes: Node[] = [];
  const open: Node[] = [];
  const closeUnless = (isAround: (node: Node) => boolean) => {
    for (let last = open.at(-1); last && !isAround(last); last = open.at(-1)) {
      last.end = nodes.length;
      open.pop();
    }
  };
  for (const { key, place } of sorted) {
    closeUnless((node) => key.startsWith(node.key));
    const above = open.at(-1);
    if (above?.key === key) {
      above.places.push(place);
      continue;
    }
    const node = { key, places: [place], above, end: 0 };
    nodes.push(node);
    open.push(node);
  }
  closeUnless(() => false);
  return nodes;
}
