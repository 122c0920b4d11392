import { parseDocuments } from '../../../server/src/yaml/documents.ts';
import type { YamlProblem } from '../../../server/src/yaml/nodes.ts';
import type { SyntaxCode } from '../../../server/src/yaml/syntax-code.ts';
import { toValue } from '../../../server/src/yaml/value.ts';

/**
 * A problem of a YAML text in the words of the server's reader, `yaml: line 2: did not find expected key`, as kube-apiserver
 * 1.35.4 answered. It names no line where what it began with stands in the first.
 */
export function goYamlProblem({ code, span }: Pick<YamlProblem, 'code' | 'span'>, text: string): string {
  const found = text.slice(span.start, span.end);
  if (code === 'unknown-alias') return `yaml: unknown anchor '${found.slice(1)}' referenced`;
  if (code === 'complex-key') return `yaml: invalid map key: ${goSyntaxOf(found)}`;
  if (code === 'bad-merge') return 'yaml: map merge requires map or sequence of maps as the value';
  const line = lineOf(code, span, text);
  return `yaml: ${line > 0 ? `line ${line}: ` : ''}${wordsOf(code, found, text, span.start)}`;
}

/** What is the same for every text with the problem. */
const words: Partial<Record<SyntaxCode, string>> = {
  'bad-anchor': 'did not find expected alphabetic or numeric character',
  'bad-block-header': 'did not find expected comment or line break',
  'bad-directive': 'found unknown directive name',
  'control-character': 'control characters are not allowed',
  'misplaced-dash': 'block sequence entries are not allowed in this context',
  'missing-colon': "could not find expected ':'",
  'missing-dash': "did not find expected '-' indicator",
  'nested-colon': 'mapping values are not allowed in this context',
  'tab-indentation': 'found character that cannot start any token',
  'unclosed-quote': 'found unexpected end of stream',
};

function wordsOf(code: SyntaxCode, found: string, text: string, start: number): string {
  const same = words[code];
  if (same !== undefined) return same;
  if (code === 'bad-start') return startWords(found, text, start);
  if (code === 'bad-escape')
    return /^\\[xuU]/.test(found)
      ? 'did not find expected hexdecimal number'
      : 'found unknown escape character';
  if (code === 'bad-indentation') return indentationWords(found, text, start);
  if (code === 'unclosed-bracket') return bracketWords(found, text, start);
  if (code === 'missing-comma') return `did not find expected ',' or '${closing(text, start)}'`;
  return code === 'unexpected-text' && text.trimStart().startsWith('- ')
    ? "did not find expected '-' indicator"
    : noKey;
}

const noKey = 'did not find expected key';

function startWords(mark: string, text: string, start: number): string {
  if (mark === '%' && columnOf(text, start) === 0) {
    return /^%\w/.test(text.slice(start))
      ? words['bad-directive']!
      : 'could not find expected directive name';
  }
  if (mark === '?') return 'mapping keys are not allowed in this context';
  return /^[@`%]/.test(mark)
    ? 'found character that cannot start any token'
    : 'did not find expected node content';
}

/** What a line is that does not stand where it may, by the line before it. */
function indentationWords(found: string, text: string, start: number): string {
  if (goesOn(found, text, start)) return words['nested-colon']!;
  const { dash, own } = lineBefore(text, start);
  return dash < own && columnOf(text, start) > dash ? words['missing-dash']! : noKey;
}

/** A key that is indented more deeply than the plain text before it goes on with it. */
function goesOn(found: string, text: string, start: number): boolean {
  const { line, own } = lineBefore(text, start);
  return /:(?:\s|$)/.test(found) && columnOf(text, start) > own && !/["'\]}]$/.test(line);
}

/** The last line before an offset that is not blank: where its dash stands, if it has one, and what follows the dashes. */
function lineBefore(text: string, start: number): { line: string; dash: number; own: number } {
  const before = text.slice(0, start).trimEnd();
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const dash = line.length - line.trimStart().length;
  return { line, dash, own: /^ *(?:- +)*/.exec(line)![0].length };
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}

function bracketWords(bracket: string, text: string, start: number): string {
  const rest = text.slice(start + 1).trimEnd();
  if (rest === '' || /[,[{\]}]$/.test(rest)) return 'did not find expected node content';
  return `did not find expected ',' or '${bracket === '{' ? '}' : ']'}'`;
}

/** What would close the bracket that is open at a place. */
function closing(text: string, at: number): string {
  let depth = 0;
  for (let index = at - 1; index >= 0; index--) {
    const mark = text[index]!;
    if (mark === ']' || mark === '}') depth++;
    if (mark !== '[' && mark !== '{') continue;
    if (depth === 0) return mark === '{' ? '}' : ']';
    depth--;
  }
  return '}';
}

/** What finds marks counts lines from one and names none of the first; what puts them together counts from nought. */
function lineOf(code: SyntaxCode, { start }: YamlProblem['span'], text: string): number {
  const index = lineIndex(text, start);
  if (code === 'missing-colon') return nextContent(text, start) + 1;
  if (code === 'unclosed-quote') return scanned(lineIndex(text, text.length));
  if (code === 'unclosed-bracket') return /^.\s*[}\]]/.test(text.slice(start)) ? index : endOf(text);
  if (code === 'bad-indentation' && goesOn(text.slice(start), text, start)) return scanned(index);
  return byScanner.has(code) || /[@`%?]/.test(text[start] ?? '') ? scanned(index) : index;
}

const byScanner: ReadonlySet<SyntaxCode> = new Set<SyntaxCode>([
  'bad-anchor',
  'bad-block-header',
  'bad-directive',
  'bad-escape',
  'misplaced-dash',
  'nested-colon',
  'tab-indentation',
]);

function scanned(index: number): number {
  return index > 0 ? index + 1 : 0;
}

function lineIndex(text: string, offset: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** The reader ends the last line where the text does not. */
function endOf(text: string): number {
  return lineIndex(text, text.length) + (text.endsWith('\n') ? 0 : 1);
}

/** The line of what follows the line of an offset. */
function nextContent(text: string, offset: number): number {
  const lineEnd = text.indexOf('\n', offset);
  if (lineEnd < 0) return endOf(text);
  const next = text.slice(lineEnd).search(/[^\s]/);
  return next < 0 ? endOf(text) : lineIndex(text, lineEnd + next);
}

/** A value as Go writes it in its own syntax, of which no YAML of Kubernetes' makes a key. */
function goSyntaxOf(text: string): string {
  return goSyntax(toValue(parseDocuments(text)[0]?.root));
}

function goSyntax(value: unknown): string {
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (typeof value !== 'object' || value === null) {
    return value === null || value === undefined ? 'interface {}(nil)' : scalarSyntax(value);
  }
  const fields = Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}:${goSyntax(part)}`);
  return `map[interface {}]interface {}{${fields.join(', ')}}`;
}

function scalarSyntax(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
