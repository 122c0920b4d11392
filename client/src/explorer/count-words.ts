import { sentenceOf } from '../cluster/explanation.ts';
import type { CountedKind, ObjectCount } from '../cluster/objects/count-objects.ts';
import { namespaceWords } from '../connections/namespace-words.ts';
import { counted } from '../prompts/counted.ts';

/** What a kind's line says of how many objects were counted. */
export function countWords(count: ObjectCount): string {
  if (count.state === 'forbidden') return 'forbidden';
  if (count.state === 'unknown') return 'not counted';
  const number = counted(count.count);
  switch (count.is) {
    case 'exact':
      return count.count === 0 ? 'none' : number;
    case 'about':
      return `~${number}`;
    case 'at least':
      return `${number}+`;
  }
}

/** Whether there is nothing to be seen under a kind's line. */
export function isNothing(count: ObjectCount): boolean {
  return (
    count.state === 'forbidden' || (count.state === 'counted' && count.count === 0 && count.is === 'exact')
  );
}

/** What a kind's tooltip says of it. */
export function countSentences({ resource, namespaces, count }: CountedKind, time: string): string[] {
  const where = resource.scope === 'Namespaced' ? ` in ${namespaceWords(namespaces)}` : '';
  return [`Counted at ${time}${where}.`, ...(count.state === 'counted' ? [] : [sentenceOf(count.why)])];
}
