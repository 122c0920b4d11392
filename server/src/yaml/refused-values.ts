import type { MutableEntry, MutableNode, MutableScalar } from './mutable-nodes.ts';
import { ownField } from './own-field.ts';
import { base64Text, resolvePlain } from './scalars.ts';
import type { TreeBuilder } from './tree.ts';

/**
 * Reports what is well-formed YAML and can still not become JSON in the server: infinities, tags whose value is of
 * another type, tags that nobody defines, keys that are null or too large. Only in a text that has a sign of them (`hasSign`).
 */
export function refuseValues(root: MutableNode | undefined, directives: string, builder: TreeBuilder): void {
  if (!root) return;
  const seen = new Set<MutableNode>();
  const pending: MutableNode[] = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (node.type === 'list') for (const { value } of node.items) value && pending.push(value);
    else if (node.type === 'scalar') refuseScalar(node, directives, builder);
    else
      for (const entry of node.entries) {
        if (!entry.merged) refuseKey(entry, directives, builder);
        if (entry.value) pending.push(entry.value);
      }
  }
}

/** Whether a text may hold a value that `refuseValues` refuses. */
export function hasSign(text: string): boolean {
  return sign.test(text);
}

/**
 * Infinities, marks of tags and anchors, keys that are null or large, and marked keys. Each begins with its rarest sign and
 * looks back from there: a search for what may stand after any space takes thirty times as long.
 */
const sign =
  /\.(?<=(?:^|[\s[{,])[-+]?\.)(?:inf|nan)\b|[!&](?<=(?:^|[\s[{,]).)|:(?<=(?:^|[\s{,?])(?:~|null|[-+]?\d{16,}) *:)|\?(?<=^ *\?)/im;

function refuseScalar(node: MutableScalar, directives: string, builder: TreeBuilder): void {
  const { from, to } = node;
  const message = tagFault(node, directives);
  if (message !== undefined) {
    builder.problem('bad-tag', message, from, to);
    return;
  }
  const value = node.tag === `${tagPrefix}float` ? resolvePlain(node.text) : node.value;
  if (typeof value !== 'number' || Number.isFinite(value)) return;
  builder.problem(
    'no-json-number',
    `\`${node.text}\` is no number in JSON; in quotes it is a text`,
    from,
    to,
  );
}

function refuseKey({ key }: MutableEntry, directives: string, builder: TreeBuilder): void {
  const { from, to } = key;
  const fault = tagFault(key, directives);
  if (fault !== undefined) builder.problem('bad-tag', fault, from, to);
  else if (key.value === null && (key.text !== '' || builder.problems.length === 0))
    builder.problem('null-key', 'A key cannot be null; write it in quotes', from, to);
  else if (typeof key.value === 'bigint' && key.value >= 1n << 63n)
    builder.problem('null-key', 'This number is too large for a key; write it in quotes', from, to);
}

/** Why the server cannot read the text as its tag says; undefined when it can. */
function tagFault({ tag, text, style }: MutableScalar, directives: string): string | undefined {
  if (tag === undefined) return undefined;
  if (!tag.startsWith(tagPrefix)) return handleFault(tag, directives);
  const word = tag.slice(tagPrefix.length);
  if (word === '') return 'This tag has no name';
  if (word === 'binary')
    return base64Text(text) === undefined ? 'What `!!binary` stands before is base64' : undefined;
  const types = ownField(typesOf, word);
  const isPlainText = style === 'literal' || style === 'folded' ? text.endsWith('\n') : false;
  const type = isPlainText ? 'str' : typeOf(text);
  return !types || types.includes(type) ? undefined : `\`${text.trim()}\` is no \`!!${word}\``;
}

/** `!e!x` needs a `%TAG` line for `!e!`; `!x` means something to nobody, and is passed over. */
function handleFault(tag: string, directives: string): string | undefined {
  const handle = /^![\w-]+!(?=.)/.exec(tag)?.[0];
  if (handle !== undefined)
    return directives.includes(`%TAG ${handle}`) ? undefined : `No line \`%TAG\` says what \`${handle}\` is`;
  return /^![\w-]+!$|^!<|^$/.test(tag) ? 'This tag has no name' : undefined;
}

/** The type by which the server would read a plain text. */
function typeOf(text: string): string {
  const value = resolvePlain(text);
  if (value === null) return 'null';
  if (typeof value === 'string') return /^\d{4}-\d\d?-\d\d?(?:$|[Tt ])/.test(value) ? 'timestamp' : 'str';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return value >= 1n << 63n ? 'large' : 'int';
  const isFloat = (/[.eE]/.test(text) && !/^[-+]?0x/i.test(text)) || !Number.isSafeInteger(value);
  return isFloat ? 'float' : 'int';
}

const typesOf: Readonly<Record<string, readonly string[]>> = {
  int: ['int', 'large'],
  float: ['float', 'int'],
  bool: ['bool'],
  null: ['null'],
  timestamp: ['timestamp'],
};

const tagPrefix = 'tag:yaml.org,2002:';
