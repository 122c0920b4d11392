import { parseDocuments, splitDocuments } from '../../../../server/src/yaml/documents.ts';
import type { YamlDocument } from '../../../../server/src/yaml/nodes.ts';
import { setField } from '../../../../server/src/yaml/own-field.ts';
import { stringify } from '../../../../server/src/yaml/stringify.ts';
import { breaksDocument } from '../../../../server/src/yaml/syntax-severities.ts';
import { toValue } from '../../../../server/src/yaml/value.ts';
import { maskSecrets } from '../mask-secrets.ts';
import { asFields, type Fields, field } from '../wrong-answer.ts';
import { isSecretPair, maskOf, maskWhole } from './mask-values.ts';
import { isSecretField, looksSecret } from './secret-words.ts';

const withheld =
  '# A document that cannot be read as YAML is left out, because nobody can tell what in it is secret.\n';
/** The whole object once more, as kubectl applied it. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** So many characters are read without letting others have their turn: some tens of milliseconds. */
const sliceLength = 64 * 1024;

/**
 * The manifest of a release without what is secret: the data of Secrets, fields, variables and keys of ConfigMaps that look so, and
 * what texts carry in them. A document with nothing to mask stays as it was written, but for what looks secret in comments; others are written anew.
 *
 * @param breathe lets others have their turn
 */
export async function maskManifest(manifest: string, breathe: () => Promise<void>): Promise<string> {
  const texts: string[] = [];
  let read = 0;
  for (const { start, end } of splitDocuments(manifest)) {
    for (const document of parseDocuments(manifest.slice(start, end))) {
      const text = maskedDocument(document);
      if (text.trim() !== '') texts.push(text);
    }
    read += end - start;
    if (read < sliceLength) continue;
    read = 0;
    await breathe();
  }
  return texts.join('---\n');
}

function maskedDocument(document: YamlDocument): string {
  const { root, problems, text } = document;
  if (problems.some((problem) => breaksDocument(problem) || unread.has(problem.code))) return withheld;
  const lines = `${text.replace(/^\n+/, '').trimEnd()}\n`.split('\n');
  if (!root) return withMaskedComments(lines);
  const value = toValue(root);
  const masked = maskedValue(value);
  // Of a field that is written twice, only the last is looked at.
  const isAsWritten = problems.length === 0 && stringify(masked) === stringify(value);
  if (isAsWritten) return withMaskedComments(lines);
  return [...lines.filter((line) => line.startsWith('# Source: ')), stringify(masked)].join('\n');
}

/** Problems by which not all of a document was read. */
const unread: ReadonlySet<string> = new Set(['too-deep', 'unread-text']);

function withMaskedComments(lines: readonly string[]): string {
  return lines.map((line) => (/^\s*#/.test(line) ? maskSecrets(line) : line)).join('\n');
}

function maskedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedValue);
  const map = asFields(value);
  if (map) return maskedMap(map);
  return typeof value === 'string' ? maskSecrets(value) : value;
}

function maskedMap(map: Fields): Fields {
  const maskField = fieldMask(map);
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(map)) setField(result, name, maskField(name, value));
  return result;
}

/** What of a Secret is not secret, but for what is in its metadata. */
const openOfSecret: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'type', 'immutable']);

/** How the fields of a map are masked: by what the map is. */
function fieldMask(map: Fields): (name: string, value: unknown) => unknown {
  const kind = field(map, 'kind');
  const isPair = isSecretPair(map);
  return (name, value) => {
    if (kind === 'Secret' && name === 'data') return maskedEntries(value, maskedBase64);
    if (kind === 'Secret' && !openOfSecret.has(name)) return maskWhole(value);
    if (kind === 'ConfigMap' && name === 'data') return maskedEntries(value, maskedByName);
    const isSecret = isSecretField(name) || name === lastApplied || (isPair && name === 'value');
    return isSecret && typeof value !== 'object' ? maskWhole(value) : maskedValue(value);
  };
}

function maskedEntries(value: unknown, mask: (value: unknown, name: string) => unknown): unknown {
  const map = asFields(value);
  // Whatever it is, it is no data that a server takes.
  if (!map) return mask(value, '');
  const result: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(map)) setField(result, name, mask(entry, name));
  return result;
}

function maskedByName(value: unknown, name: string): unknown {
  return looksSecret(name) ? maskWhole(value) : maskedValue(value);
}

function maskedBase64(value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return maskWhole(value);
  return maskOf(Buffer.from(value, 'base64').length, 'byte');
}
