import type { CauseOptions, Causes } from './causes.ts';
import type { Field } from './field.ts';

/** A string that must be there and one of a few. */
export function checkEnum(
  field: Field,
  choices: readonly string[],
  causes: Causes,
  remark: CauseOptions = {},
): void {
  if (field.text === '') causes.required(field, '', remark);
  else checkEnumIfSet(field, choices, causes, remark);
}

/** A string that may be left out but else is one of a few; the empty one is not. */
export function checkEnumIfSet(
  field: Field,
  choices: readonly string[],
  causes: Causes,
  remark: CauseOptions = {},
): void {
  if (!field.isSet || field.text === undefined || choices.includes(field.text)) return;
  causes.notSupported(field, choices, remark);
}
