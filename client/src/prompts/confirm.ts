import { pick } from './pick.ts';

/**
 * Asks before something is done that cannot be undone by itself: a pick whose first line says in full what would be
 * done. Resolves to false on Cancel and Escape.
 */
export async function confirm(title: string, action: string, detail?: string): Promise<boolean> {
  const answer = await pick({ title, placeholder: '' }, [
    { label: action, ...(detail === undefined ? {} : { detail }), value: 'confirm' },
    { label: 'Cancel', value: 'cancel' },
  ]);
  return answer === 'confirm';
}
