import { pick } from './pick.ts';

/**
 * Asks before something is done that cannot be undone by itself: a pick one of whose lines says in full what would be
 * done. The first line, which a key that is pressed or held takes, is to leave it. Resolves to false then and on Escape.
 */
export async function confirm(title: string, action: string, detail?: string): Promise<boolean> {
  const answer = await pick({ title, placeholder: 'Go to the line below and press Enter to do it' }, [
    { ...cancelChoice, value: 'cancel' },
    { label: action, ...(detail === undefined ? {} : { detail }), value: 'confirm' },
  ]);
  return answer === 'confirm';
}

/** The first line of every pick that can delete or apply. */
export const cancelChoice = { icon: 'close', label: 'Cancel' } as const;
