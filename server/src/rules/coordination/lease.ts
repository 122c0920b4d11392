import { qualifiedName } from '../formats/qualified-name.ts';
import type { Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import type { Rule } from '../shared/rule.ts';

/** What the API server refuses a Lease for. */
export const lease: Rule = (object, causes) => {
  const spec = object.at('spec');
  const duration = spec.at('leaseDurationSeconds');
  const transitions = spec.at('leaseTransitions');
  const holder = spec.at('preferredHolder');
  if (duration.number !== undefined && duration.number <= 0) {
    causes.invalid(duration, 'must be greater than 0', { code: 'number-range' });
  }
  if ((transitions.number ?? 0) < 0) {
    causes.invalid(transitions, 'must be greater than or equal to 0', { code: 'number-range' });
  }
  checkStrategy(spec.at('strategy'), causes);
  if (holder.text && spec.at('strategy').isZero) {
    causes.forbidden(holder, 'may only be specified if `strategy` is defined');
  }
};

/** How the holder of a lease is chosen. The server names the field twice. */
export function checkStrategy(strategy: Field, causes: Causes): void {
  if (!strategy.isSet || strategy.text === undefined || strategy.text === 'OldestEmulationVersion') return;
  const remark = { named: strategy.child('strategy') };
  if (!strategy.text.includes('/')) causes.notSupported(strategy, ['OldestEmulationVersion'], remark);
  else for (const problem of qualifiedName(strategy.text)) causes.invalid(strategy, problem, remark);
}
