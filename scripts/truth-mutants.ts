import type { Schema } from '../server/src/catalog/schema.ts';
import { parseDocuments } from '../server/src/yaml/documents.ts';
import type { MapEntry, MapNode, YamlNode } from '../server/src/yaml/nodes.ts';

/** A document with one fault (or, of class `benign`, none). */
export interface Mutant {
  /** Its fault class. */
  readonly op: string;
  /** Which fault of the class. */
  readonly sub: string;
  readonly path: string;
  /** 1-based, in the mutant's text. */
  readonly line: number;
  /** Where a report counts as in the right place. */
  readonly lines: readonly number[];
  readonly text: string;
}

/** A field of a document, written in block style. */
interface Site {
  readonly path: readonly (string | number)[];
  readonly name: string;
  readonly entry: MapEntry;
  readonly value: YamlNode;
  readonly parent: MapNode;
  readonly parentSchema: Schema | undefined;
  readonly schema: Schema | undefined;
}

/** A change of the text between two offsets. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly sub: string;
  /** Other offsets of the old text where a report is right too. */
  readonly also?: readonly number[];
}

type Random = () => number;
type Mutate = (site: Site, text: string, random: Random) => Edit | undefined;

/** Some mutants of a document, each of another fault class. `schema` says what its fields are. */
export function mutantsOf(text: string, schema: Schema | undefined, random: Random, most: number): Mutant[] {
  const [document] = parseDocuments(text);
  if (document?.root?.type !== 'map' || document.root.flow || document.problems.length > 0) return [];
  const sites = [...sitesOf(document.root, schema, [])];
  const mutants: Mutant[] = [];
  for (const [op, mutate] of shuffled(Object.entries(operations), random)) {
    if (mutants.length >= most) break;
    const mutant = mutantOf(op, mutate, shuffled(sites, random), text, random);
    if (mutant && mutant.text !== text) mutants.push(mutant);
  }
  return mutants;
}

function mutantOf(
  op: string,
  mutate: Mutate,
  sites: readonly Site[],
  text: string,
  random: Random,
): Mutant | undefined {
  for (const site of sites) {
    const edit = mutate(site, text, random);
    if (!edit) continue;
    const line = lineAt(text, edit.start);
    const last = line + edit.text.replace(/\n$/, '').split('\n').length - 1;
    const parentLine = lineAt(text, site.parent.span.start);
    const lines = [line, last, ...(edit.also ?? []).map((offset) => lineAt(text, offset)), parentLine];
    return {
      op,
      sub: edit.sub,
      path: site.path.join('.'),
      line,
      lines: [...new Set(lines)],
      text: `${text.slice(0, edit.start)}${edit.text}${text.slice(edit.end)}`,
    };
  }
  return undefined;
}

function* sitesOf(
  node: YamlNode | undefined,
  schema: Schema | undefined,
  path: Site['path'],
): Generator<Site> {
  if (node?.type === 'list' && !node.flow) {
    for (const [index, item] of node.items.entries()) {
      if (!item.alias) yield* sitesOf(item.value, schema?.items, [...path, index]);
    }
  }
  if (node?.type !== 'map' || node.flow) return;
  for (const entry of node.entries) {
    if (!entry.value || entry.alias || entry.merged) continue;
    const name = entry.key.text;
    const values = schema?.values === 'any' ? undefined : schema?.values;
    const inner = schema?.property(name) ?? values;
    const inside = [...path, name];
    yield {
      path: inside,
      name,
      entry,
      value: entry.value,
      parent: node,
      parentSchema: schema,
      schema: inner,
    };
    yield* sitesOf(entry.value, inner, inside);
  }
}

const instead =
  (choices: readonly string[], fits: (site: Site) => boolean): Mutate =>
  (site, _text, random) => {
    if (!fits(site)) return undefined;
    const written = pick(choices, random);
    return { ...site.value.span, text: written, sub: written.slice(0, 12) };
  };

const isScalar = ({ value }: Site) =>
  value.type === 'scalar' && (value.style === 'plain' || value.style.endsWith('quoted'));
const isOf = (type: string) => (site: Site) =>
  isScalar(site) && site.schema?.types.length === 1 && site.schema.types[0] === type;
const isString = (site: Site) => isOf('string')(site) && site.path.length > 1;
const isInteger = isOf('integer');
const isPort = (site: Site) =>
  /port$/i.test(site.name) && isScalar(site) && Boolean(site.schema?.types.includes('integer'));
const isList = ({ value }: Site) => value.type === 'list';
const isMap = ({ value, path }: Site) => value.type === 'map' && path.length > 0;
const isQuantity = ({ schema }: Site) => Boolean(schema?.name?.endsWith('.Quantity'));
const isLabel = ({ path }: Site) => ['labels', 'matchLabels'].includes(String(path.at(-2)));
const long = 'x'.repeat(64);

/** One for each fault class. */
const operations: Readonly<Record<string, Mutate>> = {
  'string-for-int': instead(['"1"', '30s', 'abc', '1.5.0'], isInteger),
  'int-range': instead(['2147483648', '-1', '99999999999999999999'], isInteger),
  'float-for-int': instead(['1.5', '0b11', '1e3', '1.0', '0o17'], isInteger),
  'port-range': instead(['0', '65536', '-1', '99999'], isPort),
  'string-for-bool': instead(['"true"', 'True', 'yes', '"yes"', '1', 'maybe'], isOf('boolean')),
  'list-for-string': instead(['[a]'], isString),
  'map-for-string': instead(['{a: b}'], isString),
  'number-for-string': instead(['12', '1.5', '12e', '1e400', '017', '0x1F'], isString),
  'yes-on': instead(['yes', 'No', 'on', 'OFF', 'y', 'true'], isString),
  'empty-string': instead(['""'], isString),
  'bad-enum': instead(['Foo', 'foo'], (site) => isScalar(site) && Boolean(site.schema?.enum)),
  'bad-quantity': instead(
    ['1.5.0', 'abc', '1 Gi', '10MB', '1gi', '-1'],
    (site) => isScalar(site) && isQuantity(site),
  ),
  'bad-format': instead(
    ['-lead', 'Upper_Case', '"a b"', 'x..y'],
    (site) =>
      isString(site) &&
      /^(?:host|namespace|schedule|cidr|ip|clusterIP|secretName|serviceName|mountPath)$/.test(site.name),
  ),
  'bad-name': instead(
    ['Upper', 'a_b', '-lead', 'trail-', '"a b"', 'x'.repeat(260)],
    ({ path, value }) =>
      value.type === 'scalar' && path[0] === 'metadata' && /^name(?:space)?$/.test(String(path[1])),
  ),
  'bad-label': instead(['"a b"', long, '-lead', '"trail_"'], (site) => isScalar(site) && isLabel(site)),
  'map-for-list': instead(['{a: b}'], isList),
  'empty-list': instead(['[]'], isList),
  'list-for-map': instead(['[a]'], isMap),
  'string-for-block': instead(['"x"'], (site) => isList(site) || isMap(site)),
  'empty-map': instead(['{}'], isMap),
  'wrong-apiversion': instead(
    ['v1', 'apps/v1', 'extensions/v1beta1', 'v2'],
    ({ path }) => path.join() === 'apiVersion',
  ),
  'wrong-kind': instead(['Deploymnt', 'pod', 'Service '], ({ path }) => path.join() === 'kind'),
  'null-value': (site, _text, random) => {
    const written = pick(['null', '~', ''], random);
    if (site.path.length < 2 || !isScalar(site)) return undefined;
    return { ...site.value.span, text: written, sub: written || 'empty' };
  },
  'missing-head': (site, text) =>
    /^(?:apiVersion|kind)$/.test(site.path.join()) ? withoutLines(site, text) : undefined,
  'remove-required': (site, text) =>
    site.path.length > 1 &&
    (site.parentSchema?.required.includes(site.name) ||
      /^(?:containers|selector|image|name|spec)$/.test(site.name))
      ? withoutLines(site, text)
      : undefined,
  'typo-key': (site) =>
    site.schema && !isLabel(site) && site.path.length > 1 && site.parentSchema?.property(site.name)
      ? { ...site.entry.key.span, text: `${site.name}s`, sub: `${site.name}->${site.name}s` }
      : undefined,
  'unknown-extra': (site, text) => {
    const lines = linesOf(site, text);
    if (!lines || !site.parentSchema || site.parentSchema.open || site.parentSchema.values) return undefined;
    return { start: lines.start, end: lines.start, text: `${lines.indent}foo: bar\n`, sub: 'foo' };
  },
  'dup-key': (site, text) => {
    const lines = linesOf(site, text);
    if (!lines) return undefined;
    return {
      start: lines.end,
      end: lines.end,
      text: text.slice(lines.start, lines.end),
      sub: site.value.type,
      also: [lines.start],
    };
  },
  'move-up': (site, text) => {
    const lines = linesOf(site, text);
    if (!lines || site.path.length !== 2 || site.path[0] === 'metadata' || !isScalar(site)) return undefined;
    const moved = text.slice(lines.start, lines.end).slice(lines.indent.length);
    return { start: lines.start, end: lines.end, text: moved, sub: site.path.join('.') };
  },
  'list-item-scalar': (site, text) => {
    if (site.value.type !== 'list' || site.value.flow || !site.schema?.items?.types.includes('object'))
      return undefined;
    const dash = site.value.items[0]?.span.start;
    if (dash === undefined) return undefined;
    const start = text.lastIndexOf('\n', dash) + 1;
    return { start, end: start, text: `${text.slice(start, dash)}- foo\n`, sub: site.name };
  },
  'dup-list-entry': (site, text) => {
    if (site.value.type !== 'list' || site.value.flow) return undefined;
    const item = site.value.items.at(-1);
    if (!item?.value) return undefined;
    const start = text.lastIndexOf('\n', item.span.start) + 1;
    const end = endOfLine(text, item.value.span.end);
    return { start: end, end, text: text.slice(start, end), sub: site.name, also: [start] };
  },
  'cross-field': (site, _text, random) => {
    const where = site.path.filter((part) => typeof part === 'string').join('.');
    const change = crossFields.find(([pattern]) => pattern.test(where));
    if (!change || !isScalar(site)) return undefined;
    return { ...site.value.span, text: pick(change[1], random), sub: change[2] };
  },
  syntax: (site, text, random) => {
    if (!isScalar(site) || site.value.type !== 'scalar' || site.value.style !== 'plain') return undefined;
    const { start, end } = site.value.span;
    const [written, sub] = pick(
      [
        [`${text.slice(start, end)}: x: y`, 'colon-in-value'],
        [`"${text.slice(start, end)}`, 'unclosed-quote'],
        [`[${text.slice(start, end)}`, 'unclosed-bracket'],
        [`@${text.slice(start, end)}`, 'reserved'],
      ] as const,
      random,
    );
    return { start, end, text: written, sub };
  },
  benign: (site, text, random) => {
    if (!isScalar(site) || site.value.type !== 'scalar' || site.value.style !== 'plain' || !isString(site))
      return undefined;
    const { start, end } = site.value.span;
    const written = text.slice(start, end);
    const [changed, sub] = pick(
      [
        [`'${written.replaceAll("'", "''")}'`, 'quote-single'],
        [`${written} # why`, 'comment'],
        [`!!str ${written}`, 'tag'],
      ] as const,
      random,
    );
    return { start, end, text: changed, sub };
  },
};

/** Faults between two fields: where, what is written there instead, and their name. */
const crossFields: readonly (readonly [RegExp, readonly string[], string])[] = [
  [/^spec\.selector\.matchLabels\.[^.]+$/, ['other'], 'selector-label'],
  [/volumeMounts\.name$/, ['nowhere'], 'mount-volume'],
  [/template\.spec\.restartPolicy$/, ['Always', 'OnFailure', 'Never'], 'restart-policy'],
  [/^spec\.maxReplicas$/, ['0'], 'max-replicas'],
  [/^spec\.type$/, ['ExternalName', 'ClusterIP'], 'service-type'],
  [/^spec\.clusterIP$/, ['None', '1.2.3'], 'cluster-ip'],
  [/^spec\.strategy\.type$/, ['Recreate'], 'strategy'],
  [/^roleRef\.kind$/, ['Role', 'ClusterRole'], 'role-kind'],
  [/(?:liveness|readiness)Probe\.httpGet\.port$/, ['nowhere', '0'], 'probe-port'],
  [/^spec\.names\.plural$/, ['others'], 'definition-name'],
];

function withoutLines(site: Site, text: string): Edit | undefined {
  const lines = linesOf(site, text);
  return (
    lines && { start: lines.start, end: lines.end, text: '', sub: site.name, also: [site.parent.span.start] }
  );
}

/** The whole lines of a field; undefined where it shares its first line with a dash. */
function linesOf(
  { entry, value }: Site,
  text: string,
): { start: number; end: number; indent: string } | undefined {
  const start = text.lastIndexOf('\n', entry.key.span.start - 1) + 1;
  const indent = text.slice(start, entry.key.span.start);
  if (!/^ *$/.test(indent)) return undefined;
  return { start, end: endOfLine(text, value.span.end), indent };
}

function endOfLine(text: string, offset: number): number {
  if (text[offset - 1] === '\n') return offset;
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function pick<Choice>(choices: readonly Choice[], random: Random): Choice {
  return choices[Math.floor(random() * choices.length)]!;
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const order = items.map((item) => [random(), item] as const);
  return order.sort(([left], [right]) => left - right).map(([, item]) => item);
}
