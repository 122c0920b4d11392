import { parseDocument } from 'yaml';

/** A mapping of a kubeconfig. Scalars are strings as they are written, booleans or null. */
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

const maximalBytes = 16 * 1024 * 1024;

/** Reads YAML or JSON. Answers one line that says what is wrong and what to do when it is no kubeconfig. */
export function parseKubeconfig(file: string, bytes: Uint8Array): Kubeconfig | string {
  if (bytes.length > maximalBytes) return `${file} is no kubeconfig: it is larger than 16 MiB`;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return `${file} is no kubeconfig: it is not UTF-8 text`;
  }
  if (text.trim() === '') return { file, clusters: [], users: [], contexts: [], currentContext: undefined };
  // Numbers stay text: a token or a name of digits would lose its leading zeros.
  const document = parseDocument(text, {
    schema: 'failsafe',
    customTags: ['null', 'bool'],
    uniqueKeys: false,
  });
  const [error] = document.errors;
  if (error) {
    const line = error.linePos?.[0].line;
    const what = error.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '');
    return `${file}${line === undefined ? '' : `, line ${line}`}: not valid YAML (${what}): correct the file`;
  }
  let root: unknown;
  try {
    root = document.toJS();
  } catch (cause) {
    return `${file} is no kubeconfig: ${(cause as Error).message}`;
  }
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
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'boolean' ? String(value) : undefined;
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
