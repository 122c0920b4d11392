import { type Disposable, IndentAction, languages, type OnEnterRule } from 'vscode';

/**
 * Indents the line that Enter begins behind a key or in an item of a list. VS Code's own YAML leaves it on the column of
 * the line before, where it is a sibling.
 */
export function indentNewLines(): Disposable {
  return languages.setLanguageConfiguration('yaml', { onEnterRules: [...rules] });
}

const key = String.raw`(?:[\w.$/-]+|"[^"]*"|'[^']*')`;
/** Nothing behind the colon but an anchor, the header of a block scalar and a comment: what follows is nested. */
const opened = String.raw`:(?:\s+&\S+)?(?:\s+[|>][-+\d]*)?\s*(?:\s#.*)?$`;
const atLineEnd = /^\s*$/;

const rules: readonly OnEnterRule[] = [
  {
    beforeText: new RegExp(String.raw`^\s*${key}${opened}`),
    afterText: atLineEnd,
    action: { indentAction: IndentAction.Indent },
  },
  {
    beforeText: new RegExp(String.raw`^\s*-\s${key}${opened}`),
    afterText: atLineEnd,
    action: { indentAction: IndentAction.Indent, appendText: '  ' },
  },
  {
    beforeText: new RegExp(String.raw`^\s*-\s${key}:\s+[^\s#]`),
    afterText: atLineEnd,
    action: { indentAction: IndentAction.None, appendText: '  ' },
  },
];
