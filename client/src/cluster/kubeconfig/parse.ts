import { parseDocuments } from '../../../../server/src/yaml/documents.ts';
import { LineIndex } from '../../../../server/src/yaml/lines.ts';
import { mayBeShared } from '../../../../server/src/yaml/mutable-nodes.ts';
import type { ListNode, MapNode, YamlNode } from '../../../../server/src/yaml/nodes.ts';
import { setField } from '../../../../server/src/yaml/own-field.ts';
import { breaksDocument } from '../../../../server/src/yaml/syntax-severities.ts';
import { toValue } from '../../../../server/src/yaml/value.ts';

/** A mapping of a kubeconfig. Scalars are texts as they are written, or null; only an `extension` has other values. */
export type Fields = { readonly [name: string]: unknown };

/** An entry of `clusters`, `users` or `contexts`: its name, what it holds, and the file that has it. */
export interface NamedEntry {
  readonly name: string;
  readonly file: string;
  readonly fields: Fields;
}

/** One kubeconfig file as it stands. */
export interface Kubeconfig {
  readonly file: string;
  readonly clusters: readonly NamedEntry[];
  readonly users: readonly NamedEntry[];
  readonly contexts: readonly NamedEntry[];
  readonly currentContext: string | undefined;
}

/** In bytes. */
export const largestKubeconfig = 16 * 1024 * 1024;

/** Reads YAML or JSON. Answers one line that says what is wrong and what to do when it is no kubeconfig. */
export function parseKubeconfig(file: string, bytes: Uint8Array): Kubeconfig | string {
  if (bytes.length > largestKubeconfig) return `${file} is no kubeconfig: it is larger than 16 MiB`;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return `${file} is no kubeconfig: it is not UTF-8 text`;
  }
  if (text.trim() === '') return { file, clusters: [], users: [], contexts: [], currentContext: undefined };
  const document = parseDocuments(text).find(
    ({ root, problems }) => root !== undefined || problems.length > 0,
  );
  // Of a key that is there twice the later one counts, as for kubectl.
  const problem = document?.problems.find((one) => breaksDocument(one) || one.code === 'too-deep');
  if (problem) {
    const { line } = new LineIndex(text).positionAt(problem.span.start);
    const where = `${file}, line ${line + 1}`;
    if (problem.code === 'too-deep') return `${where}: nested deeper than any kubeconfig: correct the file`;
    return `${where}: not valid YAML (${problem.message}): correct the file`;
  }
  const root = new Texts().of(document?.root);
  if (!isFields(root)) return `${file} is no kubeconfig: it holds no fields such as clusters and contexts`;
  if (root.kind !== undefined && root.kind !== null && root.kind !== 'Config') {
    return `${file} is no kubeconfig: its kind is ${JSON.stringify(root.kind)}, not Config`;
  }
  for (const list of ['clusters', 'users', 'contexts']) {
    const value = root[list];
    if (value !== undefined && value !== null && !Array.isArray(value)) {
      return `${file} is no kubeconfig: ${list} is not a list`;
    }
  }
  return {
    file,
    clusters: entries(file, root.clusters, 'cluster'),
    users: entries(file, root.users, 'user'),
    contexts: entries(file, root.contexts, 'context'),
    currentContext: scalarText(root['current-context']),
  };
}

/** A field's text, or undefined where it is absent, empty or no scalar. */
export function textField(fields: Fields, name: string): string | undefined {
  return scalarText(fields[name]);
}

/** Whether a field is true, in any of the words that Kubernetes reads as true. */
export function isTrue(fields: Fields, name: string): boolean {
  return /^(true|yes|on|y)$/i.test(textField(fields, name) ?? '');
}

/** A field's mapping, or undefined where it is none. */
export function mapField(fields: Fields, name: string): Fields | undefined {
  const value = fields[name];
  return isFields(value) ? value : undefined;
}

/** A field's list of texts; empty where it is none. */
export function textList(fields: Fields, name: string): string[] {
  const value = fields[name];
  return Array.isArray(value) ? value.flatMap((item) => scalarText(item) ?? []) : [];
}

function scalarText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A tree as values whose scalars are texts: a token or a name of digits would lose its leading zeros as a number. */
class Texts {
  /** What came by an alias is read once. */
  readonly #shared = new Map<YamlNode, unknown>();

  of(node: YamlNode | undefined): unknown {
    if (!node) return null;
    if (node.type === 'scalar') return node.value === null ? null : node.text;
    if (!mayBeShared(node)) return this.#read(node);
    const known = this.#shared.get(node);
    if (known !== undefined) return known;
    const value = this.#read(node);
    this.#shared.set(node, value);
    return value;
  }

  #read(node: MapNode | ListNode): unknown {
    if (node.type === 'list') return node.items.map((item) => this.of(item.value));
    const fields: Record<string, unknown> = {};
    for (const { key, value } of node.entries) {
      setField(fields, key.text, key.text === 'extension' ? plainValue(value) : this.of(value));
    }
    return fields;
  }
}

/** What is handed on as JSON. */
function plainValue(node: YamlNode | undefined): unknown {
  return JSON.parse(
    JSON.stringify(toValue(node), (_key, value) => (typeof value === 'bigint' ? Number(value) : value)),
  );
}

function entries(file: string, list: unknown, field: string): NamedEntry[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown) => {
    const name = isFields(item) ? scalarText(item.name) : undefined;
    if (name === undefined) return [];
    return [{ name, file, fields: mapField(item as Fields, field) ?? {} }];
  });
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
