import type { Selection } from '../cluster/kube-object.ts';

/** Which objects of a kind a person wants to see, and in which order. */
export interface RowOptions {
  /** As it was typed; empty for all. */
  readonly filter: string;
  /** What the filter asks of the server; all while it is typed. */
  readonly selection: Selection;
  readonly health: 'all' | 'unhealthy';
  /** By namespace and name, where it is left out. */
  readonly sort?: RowSort;
  readonly group?: RowGroup;
}

/** By which column rows are sorted. */
export interface RowSort {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

/** What the rows of a group have in common. */
export type RowGroup = { readonly by: 'namespace' } | { readonly by: 'label'; readonly key: string };

/** All objects, as the server has them. */
export const allRows: RowOptions = { filter: '', selection: {}, health: 'all' };

/** What a filter asks for, once it is read. */
export interface RowFilter {
  /** In lower case: each is in the name, in the namespace or in what is printed. */
  readonly words: readonly string[];
  /** In lower case: one of them is how an object fares, or is in the word for its state. */
  readonly states: readonly string[];
  /** What the server selects. */
  readonly selection: Selection;
}

/** Names of what a filter can ask for beside words, with an example each. */
export const filterTokens = {
  label: 'label:app=web',
  field: 'field:status.phase=Running',
  status: 'status:failed',
} as const;

/** A token, whose value may be quoted, or a word or several in quotes. */
const part = /(?:(label|field|status):)?(?:"([^"]*)"?|(\S+))/gi;

/** Reads `web label:app=web field:status.phase=Running status:failed`; what is in quotes may have blanks. */
export function readFilter(filter: string): RowFilter {
  const values = {
    word: [] as string[],
    label: [] as string[],
    field: [] as string[],
    status: [] as string[],
  };
  for (const [whole, token, quoted, plain] of filter.matchAll(part)) {
    // A token that nothing follows yet.
    if (token === undefined && /^(?:label|field|status):$/i.test(whole)) continue;
    const value = quoted ?? plain ?? '';
    if (value !== '') values[(token?.toLowerCase() ?? 'word') as keyof typeof values].push(value);
  }
  return {
    words: values.word.map((word) => word.toLowerCase()),
    states: values.status.map((state) => state.toLowerCase()),
    selection: {
      ...(values.label.length > 0 ? { labelSelector: values.label.join(',') } : {}),
      ...(values.field.length > 0 ? { fieldSelector: values.field.join(',') } : {}),
    },
  };
}

/** Whether a person sees less than all objects by these options. */
export function leavesOut(options: RowOptions): boolean {
  return filterWords(options).length > 0;
}

/** What leaves objects out, in words. */
export function filterWords({ filter, health }: RowOptions): string[] {
  return [
    ...(filter.trim() === '' ? [] : [`filter: ${filter.trim()}`]),
    ...(health === 'unhealthy' ? ['only unhealthy'] : []),
  ];
}

/** What is set, in words, for the line of the kind; empty where nothing is. */
export function optionWords(options: RowOptions): string[] {
  const { sort, group } = options;
  return [
    ...filterWords(options),
    ...(sort ? [`by ${sort.column}${sort.direction === 'descending' ? ', descending' : ''}`] : []),
    ...(group ? [`grouped by ${groupWord(group)}`] : []),
  ];
}

/** What a group has in common, in a word. */
export function groupWord(group: RowGroup): string {
  return group.by === 'namespace' ? 'namespace' : group.key;
}
