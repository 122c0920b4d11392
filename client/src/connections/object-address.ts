/** Scheme of read-only documents that show objects of clusters. Their text is in memory alone, never in a file. */
export const liveScheme = 'kubewright';

/** Names an object of a cluster in a URI's query. */
export interface ObjectAddress {
  /** The context's `id`. */
  readonly context: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
}

/** The object that a document shows, by its URI as text; undefined for documents of other schemes. */
export function objectAddressOf(uri: string): ObjectAddress | undefined {
  if (!uri.startsWith(`${liveScheme}:`)) return undefined;
  const query = /\?([^#]*)/.exec(uri)?.[1];
  if (query === undefined) return undefined;
  try {
    return JSON.parse(decodeURIComponent(query)) as ObjectAddress;
  } catch {
    return undefined;
  }
}
