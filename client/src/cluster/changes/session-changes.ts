import { cut } from '../../../../server/src/yaml/visible-text.ts';
import type { Clock } from '../watch/clock.ts';
import type {
  ChangeAnswer,
  ChangeRecorder,
  ChangeRequest,
  OpenChange,
  RecordedChange,
} from './recorded-change.ts';

/** The newest are kept. */
export const mostChanges = 1_000;
/** Of what a server says. */
const longestMessage = 600;

type Kept = { -readonly [Name in keyof RecordedChange]: RecordedChange[Name] };

/**
 * What of the clusters of a session was changed, or may have been: every request that does, whoever has made it. In memory
 * alone, and bounded.
 */
export class SessionChanges implements ChangeRecorder {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #kept: Kept[] = [];
  readonly #listeners = new Set<() => void>();
  #begun = 0;
  #dropped = 0;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** In the order in which they were sent. */
  get entries(): readonly RecordedChange[] {
    return this.#kept;
  }

  /** How many older ones are not kept any more. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Called after everything that differs. */
  onDidChange(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  begin(request: ChangeRequest): OpenChange {
    const entry: Kept = {
      ...request,
      number: ++this.#begun,
      sentAt: this.#clock.now(),
      times: 1 + this.#takeAlike(request),
      answer: { certainty: 'awaited' },
      took: undefined,
      found: undefined,
    };
    this.#kept.push(entry);
    if (this.#kept.length > mostChanges) {
      this.#kept.shift();
      this.#dropped++;
    }
    this.#tell();
    return {
      settle: (answer) => {
        if (entry.answer.certainty !== 'awaited') return;
        entry.answer = shortened(answer);
        entry.took = this.#clock.now() - entry.sentAt;
        this.#tell();
      },
      found: (what) => {
        entry.found = cut(what, longestMessage);
        this.#tell();
      },
    };
  }

  /** Takes the entry away that this one is counted with; gives how many that was. */
  #takeAlike(request: ChangeRequest): number {
    if (request.counts === 'each') return 0;
    const at = this.#kept.findLastIndex((kept) => isAlike(kept, request));
    return at === -1 ? 0 : this.#kept.splice(at, 1)[0]!.times;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function isAlike(one: ChangeRequest, other: ChangeRequest): boolean {
  const [a, b] = [one.intent, other.intent];
  return (
    one.counts === other.counts &&
    one.context === other.context &&
    one.server === other.server &&
    one.user === other.user &&
    a.verb === b.verb &&
    a.resource === b.resource &&
    a.subresource === b.subresource &&
    a.namespace === b.namespace &&
    a.name === b.name
  );
}

function shortened(answer: ChangeAnswer): ChangeAnswer {
  return 'message' in answer ? { ...answer, message: cut(answer.message, longestMessage) } : answer;
}
