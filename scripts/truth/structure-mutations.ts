import {
  type Edit,
  endOfLine,
  isLabel,
  type Mutate,
  misspelt,
  pick,
  wholeLines,
  withoutLines,
} from './sites.ts';

/** Fields that are missing, too many, misspelt or in the wrong place. One for each fault class. */
export const structureMutations: Readonly<Record<string, Mutate>> = {
  'missing-head': (site, text) => {
    if (!/^(?:apiVersion|kind|metadata)$/.test(site.path.join())) return undefined;
    const edit = withoutLines(site, text);
    return edit && { ...edit, also: [0, text.indexOf('\n') + 1, ...(edit.also ?? [])] };
  },
  'remove-required': (site, text) =>
    site.path[0] !== 'apiVersion' &&
    site.path[0] !== 'kind' &&
    (site.parentSchema?.required.includes(site.name) || needed.test(site.name))
      ? withoutLines(site, text)
      : undefined,
  'typo-key': (site, _text, random) => {
    if (!site.key || !site.schema || isLabel(site)) return undefined;
    if (site.path.length < 2 && !/^(?:metadata|spec|data|rules|subjects|roleRef)$/.test(site.name))
      return undefined;
    if (!site.parentSchema?.property(site.name)) return undefined;
    const written = misspelt(site.name, random);
    if (site.parentSchema.property(written)) return undefined;
    return { ...site.key.span, text: written, sub: `${site.name}->${written}` };
  },
  'unknown-extra': (site, text, random) => {
    const lines = wholeLines(site, text);
    if (!lines || !site.parentSchema || site.parentSchema.open || site.parentSchema.values) return undefined;
    const name = pick(extras, random);
    if (site.parentSchema.property(name)) return undefined;
    const value = pick(['bar', '1', 'true', 'x', '{}', '[]', '\n'], random);
    return { start: lines.start, end: lines.start, text: `${lines.indent}${name}: ${value}\n`, sub: name };
  },
  'dup-key': (site, text) => {
    const lines = wholeLines(site, text);
    if (!lines) return undefined;
    const written = text.slice(lines.start, lines.end);
    const sub = site.value.type === 'scalar' ? 'scalar' : 'block';
    return {
      start: lines.end,
      end: lines.end,
      text: written.endsWith('\n') ? written : `\n${written}`,
      sub,
      also: [lines.start],
    };
  },
  'move-up': (site, text, random) => {
    const lines = wholeLines(site, text);
    if (!lines || site.path.length < 2 || /^(?:labels|annotations|data)$/.test(String(site.path.at(-2))))
      return undefined;
    const parent = text.lastIndexOf('\n', site.parent.span.start - 1) + 1;
    const outer = outerIndent(text, parent, lines.indent.length);
    if (outer === undefined) return undefined;
    const moved = shifted(text.slice(lines.start, lines.end), outer.indent - lines.indent.length);
    const before = text.slice(outer.start, lines.start);
    const sub = site.path.slice(-2).join('.');
    if (random() < 0.5 && before !== '') {
      return { start: outer.start, end: lines.end, text: `${moved}${before}`, sub };
    }
    return { start: lines.start, end: lines.end, text: moved, sub };
  },
  'move-down': (site, text) => {
    const lines = wholeLines(site, text);
    if (!lines || site.parent.type !== 'map') return undefined;
    const host = site.parent.entries.find(
      ({ key, value }) =>
        key.text !== site.name && value?.type === 'map' && !value.flow && value.entries.length > 0,
    );
    if (host?.value?.type !== 'map' || /^(?:labels|annotations|matchLabels|data)$/.test(host.key.text))
      return undefined;
    const start = text.lastIndexOf('\n', host.value.entries[0]!.span.start - 1) + 1;
    const indent = host.value.entries[0]!.span.start - start;
    if (!/^ +$/.test(text.slice(start, start + indent))) return undefined;
    const moved = shifted(ended(text.slice(lines.start, lines.end)), indent - lines.indent.length);
    const sub = `${site.name}->${host.key.text}`;
    if (start >= lines.end) {
      return {
        start: lines.start,
        end: start,
        text: `${text.slice(lines.end, start)}${moved}`,
        sub,
        also: [start],
      };
    }
    return { start, end: lines.end, text: `${moved}${text.slice(start, lines.start)}`, sub };
  },
  'list-item-scalar': (site, text, random) => {
    if (site.value.type !== 'list' || site.value.flow || !site.schema?.items?.types.includes('object'))
      return undefined;
    const item = pick(site.value.items, random);
    const start = text.lastIndexOf('\n', item.span.start) + 1;
    const dash = text.slice(start, item.span.start);
    if (!/^ *$/.test(dash)) return undefined;
    const written = pick(['foo', '3', 'null', 'true', '"x"'], random);
    return { start, end: start, text: `${dash}- ${written}\n`, sub: site.name };
  },
  'dup-list-entry': (site, text) => {
    if (site.value.type !== 'list' || site.value.flow) return undefined;
    const item = site.value.items.at(-1);
    if (!item?.value) return undefined;
    const start = text.lastIndexOf('\n', item.span.start) + 1;
    const end = endOfLine(text, item.value.span.end);
    const written = text.slice(start, end);
    const copy = ended(/^ *- /.test(written) ? written : '');
    const isEnded = text[end - 1] === '\n';
    return (
      copy === ''
        ? undefined
        : { start: end, end, text: isEnded ? copy : `\n${copy}`, sub: site.name, also: [start] }
    ) satisfies Edit | undefined;
  },
};

/** Fields without which most kinds are refused, whatever their schema says. */
const needed =
  /^(?:metadata|containers|selector|image|name|namespace|spec|template|rules|subjects|roleRef|schedule|accessModes|resources|requests|capacity|verbs|ports|port|data|type|provisioner|path|pathType|serviceName|driver|limits|behavior|scaleTargetRef|maxReplicas)$/;

const extras = [
  'foo',
  'app',
  'comment',
  'description',
  'enabled',
  'env',
  'image',
  'name',
  'replicas',
  'tags',
  'x-extra',
  'labels',
  'namespace',
  'selector',
  'containers',
  'volumes',
  'ports',
  'version',
];

/** The nearest line above with less indent than the field's that starts a field, and that indent. */
function outerIndent(
  text: string,
  from: number,
  inner: number,
): { start: number; indent: number } | undefined {
  let start = from;
  while (start > 0) {
    start = text.lastIndexOf('\n', start - 2) + 1;
    const indent = /^ *(?=[\w"])/.exec(text.slice(start, endOfLine(text, start)))?.[0].length;
    if (indent !== undefined && indent < inner) return { start, indent };
  }
  return undefined;
}

function shifted(lines: string, by: number): string {
  return lines.replace(/^ *(?=\S)/gm, (indent) => ' '.repeat(Math.max(0, indent.length + by)));
}

function ended(lines: string): string {
  return lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`;
}
