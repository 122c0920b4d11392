import { type Choice, type OpenPick, pick, pickWhileOpen } from './pick.ts';
import { textOfThrown } from './text-of-thrown.ts';

/** What a person is asked about before it is done. */
export interface Confirmation {
  readonly title: string;
  /** In full what would be done. */
  readonly action: string;
  readonly detail?: string;
  /** What is worth to know before, and is still to be found out: `read` is given up when the person has decided. */
  readonly facts?: {
    readonly heading: string;
    readonly read: (signal: AbortSignal) => Promise<readonly Fact[]>;
  };
}

/** One thing that is worth to know. */
export interface Fact {
  readonly label: string;
  readonly description?: string;
}

/**
 * Asks before something is done that cannot be undone by itself: a pick one of whose lines says in full what would be
 * done. The first line, which a key that is pressed or held takes, is to leave it. Resolves to false then and on Escape.
 */
export async function confirm({ title, action, detail, facts }: Confirmation): Promise<boolean> {
  const texts = { title, placeholder: 'Go to the line below and press Enter to do it' };
  const choices: readonly Choice<Answer>[] = [
    { ...cancelChoice, value: 'cancel' },
    { label: action, ...(detail === undefined ? {} : { detail }), value: 'confirm' },
  ];
  if (!facts) return (await pick(texts, choices)) === 'confirm';
  const decided = new AbortController();
  try {
    const answer = await pickWhileOpen<Answer>(texts, {
      onOpen: (open) => void tell(open, choices, facts, decided.signal),
      accepts: (value) => value !== 'nothing',
    });
    return answer === 'confirm';
  } finally {
    decided.abort(new Error('it is decided'));
  }
}

/** Offers the choices, and below them the facts when they are found out, or why they are not. Never rejects. */
async function tell(
  open: OpenPick<Answer>,
  choices: readonly Choice<Answer>[],
  { heading, read }: NonNullable<Confirmation['facts']>,
  decided: AbortSignal,
): Promise<void> {
  const offer = (facts: readonly Fact[]) =>
    open.offer([
      ...choices,
      { separator: heading },
      ...facts.map((fact) => ({ ...fact, value: 'nothing' as const })),
    ]);
  offer([{ label: 'Looking…' }]);
  open.setBusy(true);
  const facts = await read(decided).catch((error: unknown) => [{ label: textOfThrown(error) }]);
  if (decided.aborted) return;
  offer(facts);
  open.setBusy(false);
}

/** What a line stands for: an answer, or something to know. */
type Answer = 'cancel' | 'confirm' | 'nothing';

/** The first line of every pick that can delete or apply. */
export const cancelChoice = { icon: 'close', label: 'Cancel' } as const;
