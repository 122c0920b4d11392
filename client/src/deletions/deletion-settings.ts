import { hasGracePeriod } from '../cluster/objects/grace-period.ts';
import type { DeletionStep, DeletionWay } from '../journal/step.ts';
import { askForText } from '../prompts/ask-for-text.ts';
import type { Setting } from '../prompts/confirm.ts';
import { pick } from '../prompts/pick.ts';
import { policies, propagationWords, secondsOf } from './way-words.ts';

/** What becomes of what the objects own, and how long they may take, where they can. */
export function deletionSettings(steps: readonly DeletionStep[]): readonly Setting<DeletionWay>[] {
  return steps.some(({ resource }) => resource && hasGracePeriod(resource))
    ? [propagation, grace]
    : [propagation];
}

const propagation: Setting<DeletionWay> = {
  label: ({ propagationPolicy = 'Background' }) => `Propagation: ${propagationPolicy}`,
  description: ({ propagationPolicy = 'Background' }) => propagationWords[propagationPolicy],
  change: async (way) => {
    const policy = await pick(
      { title: 'What becomes of what is owned', placeholder: 'Propagation' },
      policies.map((each) => ({ label: each, description: propagationWords[each], value: each })),
    );
    return policy && { ...way, propagationPolicy: policy };
  },
};

const grace: Setting<DeletionWay> = {
  label: ({ gracePeriodSeconds: seconds }) =>
    `Grace period: ${seconds === undefined ? "the Pod's own" : seconds === 0 ? 'none' : secondsOf(seconds)}`,
  description: ({ gracePeriodSeconds: seconds }) =>
    seconds === 0 ? 'removed at once: what runs may go on' : 'until what still runs is killed',
  change: async ({ gracePeriodSeconds: _, ...way }) => {
    const seconds = await pick<'own' | 'other' | 0>(
      { title: 'How long a Pod may take to end', placeholder: 'Grace period' },
      [
        { label: 'As the Pod says', description: 'terminationGracePeriodSeconds', value: 'own' },
        {
          label: 'None: remove it now',
          description: 'by force',
          detail: 'Its node is not asked: its containers may still run, beside those of a successor.',
          value: 0,
        },
        { label: 'A number of seconds…', value: 'other' },
      ],
    );
    if (seconds !== 'other')
      return seconds === 'own' ? way : seconds === 0 ? { ...way, gracePeriodSeconds: 0 } : undefined;
    const typed = await askForText({
      title: 'How long a Pod may take to end',
      prompt: 'Seconds',
      problemOf: (text) => (isSeconds(text) ? undefined : 'Type a whole number of seconds, 1 or more.'),
    });
    return typed !== undefined && isSeconds(typed)
      ? { ...way, gracePeriodSeconds: Number(typed) }
      : undefined;
  },
};

/** Up to eleven days. */
function isSeconds(text: string): boolean {
  return /^[1-9]\d{0,5}$/.test(text);
}
