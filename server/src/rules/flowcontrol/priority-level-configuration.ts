import type { Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import type { Rule } from '../shared/rule.ts';

const mostQueues = 10_000_000;
/** A hand of queues is dealt by so many bits of a hash. */
const mostBits = 60;

/** What the API server refuses a PriorityLevelConfiguration for. */
export const priorityLevelConfiguration: Rule = (object, causes) => {
  const spec = object.at('spec');
  const type = spec.at('type');
  const limited = spec.at('limited');
  const exempt = spec.at('exempt');
  const name = object.in('metadata', 'name').text;
  if (!spec.map || type.text === undefined) return;
  if (name !== undefined && (name === 'exempt') !== (type.text === 'Exempt')) {
    causes.invalid(type, "must be 'Exempt' if and only if `name` is 'exempt'", { shown: type.text });
  }
  if (type.text === 'Exempt') {
    if (limited.isSet) causes.forbidden(limited, 'must be nil if the type is not Limited');
    checkShares(exempt, causes);
  } else if (type.text === 'Limited') {
    if (exempt.isSet) causes.forbidden(exempt, 'must be nil if the type is Limited');
    if (!limited.isSet) causes.required(limited, 'must not be empty when type is Limited');
    else checkLimited(limited, causes);
  } else causes.notSupported(type, ['Exempt', 'Limited'], { shown: type.text });
};

function checkShares(level: Field, causes: Causes): void {
  const code = 'number-range';
  const shares = level.at('nominalConcurrencyShares');
  const lendable = level.at('lendablePercent');
  if ((shares.number ?? 0) < 0) causes.invalid(shares, 'must be a non-negative integer', { code });
  if ((lendable.number ?? 0) < 0 || (lendable.number ?? 0) > 100) {
    causes.invalid(lendable, 'must be between 0 and 100, inclusive', { code });
  }
}

function checkLimited(limited: Field, causes: Causes): void {
  if (!limited.map) return;
  checkShares(limited, causes);
  const response = limited.at('limitResponse');
  const type = response.at('type');
  const queuing = response.at('queuing');
  const borrowing = limited.at('borrowingLimitPercent');
  if ((borrowing.number ?? 0) < 0) {
    causes.invalid(borrowing, 'if specified, must be a non-negative integer', { code: 'number-range' });
  }
  if (!response.map || type.text === undefined) return;
  if (type.text === 'Reject') {
    if (queuing.isSet) causes.forbidden(queuing, 'must be nil if limited.limitResponse.type is not Limited');
  } else if (type.text === 'Queue') {
    if (!queuing.isSet) {
      causes.required(queuing, 'must not be empty if limited.limitResponse.type is Limited');
    } else checkQueuing(queuing, causes);
  } else causes.notSupported(type, ['Queue', 'Reject'], { shown: type.text });
}

function checkQueuing(queuing: Field, causes: Causes): void {
  const code = 'number-range';
  const queues = queuing.at('queues');
  const hand = queuing.at('handSize');
  for (const field of [queuing.at('queueLengthLimit'), queues, hand]) {
    if (field.number !== undefined && field.number <= 0) causes.invalid(field, 'must be positive', { code });
  }
  if ((queues.number ?? 0) > mostQueues) {
    causes.invalid(queues, `must not be greater than ${mostQueues}`, { code });
  }
  if (queues.number === undefined || hand.number === undefined || hand.number <= 0) return;
  if (hand.number > queues.number) {
    causes.invalid(hand, `should not be greater than queues (${queues.number})`, { code });
  } else if (Math.ceil(Math.log2(queues.number) * hand.number) > mostBits) {
    const sizes = `deckSize ${queues.number} and handSize ${hand.number}`;
    const detail = `required entropy bits of ${sizes} should not be greater than ${mostBits}`;
    causes.invalid(hand, detail, { code, against: queues });
  }
}
