import type { Waiting } from './run-deletion.ts';

/** Objects that are named; the others are counted. */
const mostNamed = 3;

/** What a deletion waits for: `ConfigMap shop/web is held by example.com/hold`, `2 objects are not gone`. */
export function waitingFor(waiting: readonly Waiting[]): string {
  if (waiting.length === 0) return '';
  if (waiting.length > mostNamed) return `${waiting.length} objects are not gone`;
  return waiting
    .map(({ name, heldBy }) =>
      heldBy.length > 0 ? `${name} is held by ${heldBy.join(', ')}` : `${name} is not gone`,
    )
    .join('; ');
}
