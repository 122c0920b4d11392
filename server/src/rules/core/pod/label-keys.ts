import type { Causes } from '../../shared/causes.ts';
import type { Field } from '../../shared/field.ts';
import { checkLabelKey } from '../../shared/labels.ts';

/** `matchLabelKeys` and `mismatchLabelKeys` of a term: they add to its `labelSelector` and never say the same. */
export function checkLabelKeys(term: Field, causes: Causes): void {
  const [match, mismatch, selector] = [
    term.at('matchLabelKeys'),
    term.at('mismatchLabelKeys'),
    term.at('labelSelector'),
  ];
  for (const keys of [match, mismatch]) {
    if (keys.items.length === 0) continue;
    if (!selector.isSet) {
      causes.forbidden(keys, 'must not be specified when labelSelector is not set', {
        code: 'match-label-keys',
      });
    } else for (const key of keys.items) checkLabelKey(key, causes);
  }
  checkSelectedTwice(term, match, selector, causes);
  const mismatched = new Set(mismatch.items.flatMap(({ text }) => text ?? []));
  for (const key of match.items) {
    if (key.text === undefined || !mismatched.has(key.text)) continue;
    causes.invalid(key, 'exists in both matchLabelKeys and mismatchLabelKeys', { code: 'match-label-keys' });
  }
}

/** The server itself turns a key into an expression, so one expression for it is fine and a second is not. */
function checkSelectedTwice(term: Field, match: Field, selector: Field, causes: Causes): void {
  const selected = new Set(selector.at('matchLabels').entries.map(({ name }) => String(name)));
  for (const expression of selector.at('matchExpressions').items) {
    const { text } = expression.at('key');
    if (text === undefined) continue;
    const index = match.items.findLastIndex((key) => key.text === text);
    if (index >= 0 && selected.has(text)) {
      causes.invalid(term.child(index), 'exists in both matchLabelKeys and labelSelector', {
        code: 'match-label-keys',
        shown: text,
        mark: match.items[index]!,
      });
    }
    selected.add(text);
  }
}
