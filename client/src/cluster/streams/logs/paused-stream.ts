import type { Clock } from '../../watch/clock.ts';

/** What comes of a stream: something of it, or that nothing has come for as long as was asked. */
export type Arrival<Item> = { readonly item: Item } | 'silence';

/**
 * What `source` gives, and each time that nothing of it has come for `patience()` milliseconds, `silence`. Whoever
 * stops reading ends the source by its own signal: this waits for nothing of it.
 */
export async function* withSilences<Item>(
  source: AsyncIterable<Item>,
  patience: () => number,
  clock: Pick<Clock, 'after'>,
): AsyncGenerator<Arrival<Item>, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  const ask = () => {
    const next = iterator.next();
    // It may fail when nobody waits for it any more.
    next.catch(() => undefined);
    return next;
  };
  try {
    let next = ask();
    for (;;) {
      const result = await within(next, patience(), clock);
      if (result?.done) return;
      yield result ? { item: result.value } : 'silence';
      if (result) next = ask();
    }
  } finally {
    // What is waited for comes first, and may never come.
    iterator.return?.().catch(() => undefined);
  }
}

/** What a promise gives within a time; undefined where it has not by then. */
function within<Value>(
  promise: Promise<Value>,
  milliseconds: number,
  clock: Pick<Clock, 'after'>,
): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(milliseconds, () => resolve(undefined));
    promise.then(resolve, reject).finally(cancel);
  });
}
