import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Where a person has the cursor in front of an item's dash, and nothing else is going on. */
const inFrontOfDash: Readonly<Record<string, unknown>> = {
  'kubewright.inItemIndentation': true,
  editorTextFocus: true,
  editorLangId: 'yaml',
};

/** What else Tab has to do, as VS Code's context keys say it. */
const busy: Readonly<Record<string, unknown>> = {
  editorHasSelection: true,
  editorHasMultipleSelections: true,
  editorTabMovesFocus: true,
  editorReadonly: true,
  suggestWidgetVisible: true,
  inlineSuggestionVisible: true,
  inlineEditIsVisible: true,
  inSnippetMode: true,
};

describe.each(['kubewright.indentListItem', 'kubewright.outdentListItem'])('the key of %s', (command) => {
  const { when } = contributes.keybindings.find(
    (binding: { command: string }) => binding.command === command,
  );

  it('moves the item where nothing else is going on', () => {
    expect(holds(when, inFrontOfDash)).toBe(true);
  });

  it.each(Object.keys(busy))('is left alone where %s', (key) => {
    expect(holds(when, { ...inFrontOfDash, [key]: busy[key] })).toBe(false);
  });

  it.each(Object.keys(inFrontOfDash))('is left alone without %s', (key) => {
    expect(holds(when, { ...inFrontOfDash, [key]: undefined })).toBe(false);
  });
});

/** A clause of `&&`, of keys, keys that are not, equality and patterns alone. */
function holds(clause: string, context: Readonly<Record<string, unknown>>): boolean {
  return clause.split(' && ').every((term) => {
    const [, key = '', operator, value = ''] = /^(\S+) (=~|!=) (.*)$/.exec(term) ?? [];
    if (operator === '=~') return new RegExp(value.slice(1, -1)).test(String(context[key] ?? ''));
    if (operator === '!=') return context[key] !== value.slice(1, -1);
    return term.startsWith('!') ? !context[term.slice(1)] : context[term] === true;
  });
}
