/** What a Go source says of the types that protobuf messages are read into. */
export interface GoTypes {
  /** The fields of each struct by their number in protobuf. */
  readonly structs: Map<string, Map<number, GoStructField>>;
  /** Types that are lists by another name: `type Verbs []string`. */
  readonly lists: Set<string>;
}

export interface GoStructField {
  readonly goName: string;
  /** The name in JSON: empty for what is inline, undefined where the type writes its JSON itself. */
  readonly jsonName: string | undefined;
  readonly isPointer: boolean;
  /** `omitempty` leaves out zeros and what has no items, but no struct; `omitzero` leaves out a struct of zeros, too. */
  readonly omits: 'nothing' | 'empty' | 'zero';
}

/**
 * Reads the types of a Go source, formatted by gofmt as all of Kubernetes is: a struct begins and ends at the begin of a line,
 * and each of its fields is a line with its tags.
 */
export function goTypesOf(source: string): GoTypes {
  const types: GoTypes = { structs: new Map(), lists: new Set() };
  for (const [, name] of source.matchAll(/^type (\w+) \[\]/gm)) types.lists.add(name!);
  for (const [, name, body] of source.matchAll(/^type (\w+) struct \{\n([\s\S]*?)^\}/gm)) {
    types.structs.set(name!, new Map(body!.split('\n').flatMap(numberedField)));
  }
  return types;
}

const fieldLine = /^\t(?:(\w+)\s+)?(\*?)((?:\[\]|map\[\w+\])*[\w.*]+)\s+`(.*)`/;

function numberedField(line: string): [number, GoStructField][] {
  const [, name, pointer, type, tags] = fieldLine.exec(line) ?? [];
  const number = /\bprotobuf:"\w+,(\d+)/.exec(tags ?? '')?.[1];
  if (number === undefined) return [];
  const json = /\bjson:"([^"]*)"/.exec(tags!)?.[1];
  const [jsonName, ...options] = json?.split(',') ?? [];
  const field: GoStructField = {
    goName: name ?? type!.slice(type!.lastIndexOf('.') + 1),
    jsonName: jsonName === '-' ? undefined : jsonName,
    isPointer: pointer === '*',
    omits: options.includes('omitzero') ? 'zero' : options.includes('omitempty') ? 'empty' : 'nothing',
  };
  return [[Number(number), field]];
}
