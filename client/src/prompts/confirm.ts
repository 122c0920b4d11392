import { type Choice, type OpenPick, pickWhileOpen } from './pick.ts';
import { textOfThrown } from './text-of-thrown.ts';

/** What a person is asked about before it is done: in one of several ways, and with what is found out of it meanwhile. */
export interface Confirmation<Way, Found> {
  readonly title: string;
  /** The way that it is done in where the person chooses no other. */
  readonly way: Way;
  /** In full what would be done this way. */
  readonly action: (way: Way) => { readonly label: string; readonly detail?: string };
  /** What of the way can be chosen. */
  readonly settings: readonly Setting<Way>[];
  /** Finds out what is worth to know; given up when the person has decided. */
  readonly read: (signal: AbortSignal) => Promise<Found>;
  /** What there is to know of it, done this way; undefined is found while it is looked for. */
  readonly facts: (found: Found | undefined, way: Way) => readonly FactSection[];
}

/** Something that can be chosen otherwise before it is done. */
export interface Setting<Way> {
  /** What it is now: `Propagation: background`. */
  readonly label: (way: Way) => string;
  readonly description: (way: Way) => string;
  /** Lets the person choose; undefined where they leave it as it is. */
  readonly change: (way: Way) => Promise<Way | undefined>;
}

/** Things that are worth to know, under their heading. */
export interface FactSection {
  readonly heading: string;
  readonly facts: readonly Fact[];
}

/** One thing that is worth to know. */
export interface Fact {
  readonly label: string;
  readonly description?: string;
}

/**
 * Asks before something is done that cannot be undone by itself: a pick one of whose lines says in full what would be
 * done. The first line, which a key that is pressed or held takes, is to leave it, also after a setting was chosen. Resolves to
 * the way; to undefined where the person leaves it.
 */
export async function confirm<Way, Found>(asked: Confirmation<Way, Found>): Promise<Way | undefined> {
  const decided = new AbortController();
  const reading: Reading<Found> = { found: undefined, problem: undefined, isOver: false };
  const over = look(asked.read, decided.signal, reading);
  try {
    let { way } = asked;
    for (;;) {
      const answer = await ask(asked, way, reading, over);
      if (answer === 'confirm') return way;
      if (answer === undefined || typeof answer === 'string') return undefined;
      way = (await answer.change(way)) ?? way;
    }
  } finally {
    decided.abort(new Error('it is decided'));
  }
}

/** How far it is found out what is worth to know. */
interface Reading<Found> {
  found: Found | undefined;
  problem: string | undefined;
  isOver: boolean;
}

/** Never rejects. */
async function look<Found>(
  read: Confirmation<never, Found>['read'],
  decided: AbortSignal,
  reading: Reading<Found>,
): Promise<void> {
  try {
    reading.found = await read(decided);
  } catch (error) {
    reading.problem = textOfThrown(error);
  }
  reading.isOver = true;
}

async function ask<Way, Found>(
  { title, action, settings, facts }: Confirmation<Way, Found>,
  way: Way,
  reading: Reading<Found>,
  over: Promise<void>,
): Promise<Answer<Way> | undefined> {
  const texts = { title, placeholder: 'Go to the line below and press Enter to do it' };
  const offer = (open: OpenPick<Answer<Way>>) => {
    const { found, problem, isOver } = reading;
    const sections = facts(found, way);
    open.offer([
      { ...cancelChoice, value: 'cancel' },
      { ...action(way), value: 'confirm' },
      ...(settings.length > 0 ? [{ separator: 'How' }] : []),
      ...settings.map(
        (setting): Choice<Answer<Way>> => ({
          icon: 'settings-gear',
          label: setting.label(way),
          description: setting.description(way),
          value: setting,
        }),
      ),
      ...sections.flatMap((section) => [
        { separator: section.heading },
        ...section.facts.map((fact) => ({ ...fact, value: 'nothing' as const })),
      ]),
      ...(isOver ? [] : [{ label: 'Looking…', value: 'nothing' as const }]),
      ...(problem === undefined ? [] : [{ label: problem, value: 'nothing' as const }]),
    ]);
    open.setBusy(!isOver);
  };
  let isOpen = true;
  try {
    return await pickWhileOpen<Answer<Way>>(texts, {
      onOpen: (open) => {
        offer(open);
        if (!reading.isOver) void over.then(() => isOpen && offer(open));
      },
      accepts: (value) => value !== 'nothing',
    });
  } finally {
    isOpen = false;
  }
}

/** What a line stands for: an answer, something to choose, or something to know. */
type Answer<Way> = 'cancel' | 'confirm' | 'nothing' | Setting<Way>;

/** The first line of every pick that can delete or apply. */
export const cancelChoice = { icon: 'close', label: 'Cancel' } as const;
