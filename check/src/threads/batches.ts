/** Characters of a batch: some milliseconds of work, so that threads end together and messages cost nothing. */
const batchSize = 200_000;

/** Cuts texts into batches of about the same length, in their order. */
export function* batchesOf<Item extends { readonly text: string }>(items: Iterable<Item>): Generator<Item[]> {
  let batch: Item[] = [];
  let size = 0;
  for (const item of items) {
    batch.push(item);
    size += item.text.length;
    if (size < batchSize) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}
