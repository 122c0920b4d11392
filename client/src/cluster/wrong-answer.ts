/** Reads what was asked for out of an answer. @throws WrongAnswer when it is something else. */
export type AnswerReader<Answer> = (answer: unknown) => Answer;

/** An answer that is not what was asked for, such as that of a login page. `message` says what it is, and is not. */
export class WrongAnswer extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WrongAnswer';
  }

  /** Of an answer that is to be `expected`: "a list of pods". */
  static of(expected: string, answer: unknown): WrongAnswer {
    return new WrongAnswer(`the answer is not ${expected} but ${describe(answer)}`);
  }
}

/** Fields by their names. None of them is inherited, whatever its name is: read them by `field`. */
export type Fields = Readonly<Record<string, unknown>>;

/** A value as fields; undefined where it is none. */
export function asFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** A field of whatever it is asked of; undefined where there is none. */
export function field(value: unknown, name: string): unknown {
  const fields = asFields(value);
  return fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** A field that is a text; undefined where it is none, or is empty. */
export function textOf(value: unknown, name: string): string | undefined {
  const text = field(value, name);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** A field that is a list, where null is an empty one as for Go; undefined where there is none. */
export function listOf(value: unknown, name: string): readonly unknown[] | undefined {
  const list = field(value, name);
  if (list === null) return [];
  return Array.isArray(list) ? list : undefined;
}

/** The texts of a list; what is none is left out. */
export function textsOf(value: unknown, name: string): string[] {
  return (listOf(value, name) ?? []).filter((item) => typeof item === 'string');
}

/** The texts of a map by their names; what is none is left out. */
export function textMapOf(value: unknown, name: string): Record<string, string> | undefined {
  const map = asFields(field(value, name));
  if (!map) return undefined;
  const entries = Object.entries(map).filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(entries) as Record<string, string>;
}

const longestWords = 200;

/** What an answer is, in a few words of ours and its own. */
function describe(answer: unknown): string {
  if (answer === null || answer === undefined) return 'nothing';
  if (Array.isArray(answer)) return 'a bare list';
  const fields = asFields(answer);
  if (!fields) return `a bare ${typeof answer}`;
  const kind = textOf(fields, 'kind');
  if (kind !== undefined) return `${shortened(JSON.stringify(kind))}`;
  for (const name of ['error', 'message']) {
    const words = textOf(fields, name) ?? textOf(field(fields, name), 'message');
    if (words !== undefined) return `{"${name}": ${shortened(JSON.stringify(words))}}`;
  }
  return 'something without a kind';
}

function shortened(text: string): string {
  return text.length > longestWords ? `${text.slice(0, longestWords)}…` : text;
}
