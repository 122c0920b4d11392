import type { HalfTyped } from './half-typed.ts';

/** Puts a half-typed text into a file that has something else in it, which must change nothing; undefined where it cannot be. */
export type Surrounding = (state: HalfTyped) => HalfTyped | undefined;

const other =
  'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: other\ndata:\n  text: |\n    spec:\n      x\n';
const broken = `${other}  open: "no end\n  list: [1, {a: b\n\tc: d\nword\n`;

/** What may stand around a text, by a name for it. */
export const surroundings: Readonly<Record<string, Surrounding>> = {
  alone: (state) => state,
  'Windows line ends': (state) =>
    `${state.head}${state.tail}`.includes('\r')
      ? undefined
      : onBoth(state, (text) => text.replaceAll('\n', '\r\n')),
  'letters of two units above': (state) => around(state, '# 😀 \u{1f469}\u200d\u{1f680}\n', '', 0),
  'documents before and behind': (state) => around(state, `${other}---\n`, `\n---\n${other}`, 1),
  'broken documents before and behind': (state) => around(state, `${broken}---\n`, `\n---\n${broken}`, 1),
  'a quote open above': (state) => withinFirst(state, 'broken: "no end\n', ''),
  'a bracket open above': (state) => withinFirst(state, 'broken: [a, {b: c\n', ''),
  'a quote open below': (state) => withinLast(state, '\nbroken: "no end\n'),
  'a bracket open below': (state) => withinLast(state, '\nbroken: [a, {b: c\n'),
  'a tab below': (state) => withinLast(state, '\n\tbroken: x\n'),
  'a line without a colon below': (state) => withinLast(state, '\nword\n'),
};

function around(state: HalfTyped, above: string, below: string, documents: number): HalfTyped | undefined {
  if (/^(?:---|%|\ufeff)/.test(state.before) && documents === 0) return undefined;
  return {
    ...state,
    head: above + state.head,
    before: above + state.before,
    tail: state.tail + below,
    after: state.after + below,
    document: state.document + documents,
  };
}

function withinFirst(state: HalfTyped, above: string, below: string): HalfTyped | undefined {
  const isBlock = /^[a-zA-Z]\w*:/m.exec(state.before)?.index === 0;
  return state.document === 0 && isBlock ? around(state, above, below, 0) : undefined;
}

function withinLast(state: HalfTyped, below: string): HalfTyped | undefined {
  const isLast = !/^(?:---|\.\.\.)/m.test(state.tail) && !/[|>][-+\d]* *\n(?:\s.*\n?)*$/.test(state.tail);
  return isLast && /^[a-zA-Z]\w*:/m.test(state.before) ? around(state, '', below, 0) : undefined;
}

function onBoth(state: HalfTyped, change: (text: string) => string): HalfTyped {
  const { head, tail, before, after } = state;
  return { ...state, head: change(head), tail: change(tail), before: change(before), after: change(after) };
}
