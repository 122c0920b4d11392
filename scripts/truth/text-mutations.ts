import { isScalar, isString, type Mutate, pick, type Site, wholeLines } from './sites.ts';

/** Faults of YAML itself, and changes that change nothing. */
export const textMutations: Readonly<Record<string, Mutate>> = {
  syntax: (site, text, random) => {
    const edits = syntaxEdits(site, text).filter(([, , written]) => written !== undefined);
    if (edits.length === 0) return undefined;
    const [start, end, written, sub] = pick(edits, random);
    return { start, end, text: written!, sub, also: [end] };
  },
  benign: (site, text, random) => {
    const edits = benignEdits(site, text);
    if (edits.length === 0) return undefined;
    const [start, end, written, sub] = pick(edits, random);
    return { start, end, text: written, sub };
  },
};

/** Start, end, what is written there, and the fault's name. */
type Change = readonly [number, number, string, string];

function syntaxEdits(site: Site, text: string): Change[] {
  const lines = wholeLines(site, text);
  const edits: Change[] = [];
  const { start, end } = site.value.span;
  const written = text.slice(start, end);
  if (site.value.type === 'scalar' && site.value.style === 'plain' && !written.includes('\n')) {
    edits.push(
      [start, end, `${written}: x`, 'colon-in-value'],
      [start, end, `"${written}`, 'open-quote'],
      [start, end, `'${written}`, 'open-single-quote'],
      [start, end, `[${written}`, 'open-bracket'],
      [start, end, `{${written}`, 'open-brace'],
      [start, end, `@${written}`, 'at-sign'],
      [start, end, `\`${written}\``, 'backtick'],
      [start, end, `%${written}`, 'percent'],
      [start, end, `*${written}`, 'unknown-alias'],
      [start, end, `"\\d${written}"`, 'bad-escape'],
      [start, end, `"${written}" x`, 'after-quote'],
      [start, end, `${written}]`, 'closing-bracket'],
    );
  }
  if (site.value.type === 'scalar' && site.value.style.endsWith('quoted') && !written.includes('\n')) {
    edits.push([start, end, written.slice(0, -1), 'open-quote'], [start, end, `${written}x`, 'after-quote']);
  }
  if (!lines || !site.key) return edits;
  const after = text.slice(site.key.span.end);
  const colon = /^: ?/.exec(after)?.[0] ?? '';
  edits.push(
    [lines.start, lines.start, ' ', 'indent+1'],
    [lines.start, lines.start, '\t', 'tab'],
    [site.key.span.end, site.key.span.end + colon.length, isScalar(site) ? ' ' : '', 'no-colon'],
    [site.key.span.end, site.key.span.end + colon.length, ':', 'no-space'],
    [lines.start, lines.start, `${lines.indent}???\n`, 'stray-word'],
    [lines.start, lines.start, '<<<<<<< HEAD\n', 'merge-conflict'],
  );
  if (lines.indent !== '') {
    edits.push([lines.start, lines.start + 1, '', 'indent-1']);
    edits.push([lines.start, lines.start + lines.indent.length, '\t', 'tab']);
  }
  return edits;
}

function benignEdits(site: Site, text: string): Change[] {
  const lines = wholeLines(site, text);
  const edits: Change[] = [];
  const { start, end } = site.value.span;
  const written = text.slice(start, end);
  if (
    site.value.type === 'scalar' &&
    site.value.style === 'plain' &&
    isString(site) &&
    !written.includes('\n')
  ) {
    edits.push(
      [start, end, `'${written.replaceAll("'", "''")}'`, 'quote-single'],
      [start, end, JSON.stringify(written), 'quote-double'],
      [start, end, `${written} # why`, 'comment'],
      [start, end, `${written}   `, 'trailing-space'],
      [start, end, `!!str ${written}`, 'tag'],
      [start, end, `&anchor ${written}`, 'anchor'],
    );
  }
  edits.push([0, 0, '\uFEFF', 'bom'], [0, text.length, text.replace(/\r?\n/g, '\r\n'), 'crlf']);
  edits.push([text.length, text.length, text.endsWith('\n') ? '...\n' : '\n...\n', 'doc-end']);
  edits.push([0, 0, '# héllo 🎉\n', 'unicode']);
  if (!text.startsWith('---') && !text.startsWith('%')) {
    edits.push([0, 0, '--- # first\n', 'doc-start'], [0, 0, '%YAML 1.1\n---\n', 'directive']);
  }
  if (!lines || !site.key) return edits;
  edits.push(
    [lines.start, lines.start, '\n   \n', 'blank'],
    [lines.start, lines.start, '# at the left\n', 'indent-comment'],
    [site.key.span.end, site.key.span.end, ' ', 'space-before-colon'],
    [site.key.span.start, site.key.span.end, JSON.stringify(site.key.text), 'quoted-key'],
  );
  return edits;
}
