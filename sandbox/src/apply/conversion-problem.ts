/**
 * What a decoder says of a value of the wrong type, in the words of the conversion that a strategic merge patch goes
 * through: it knows kinds of Go's types, and takes any number for another. Other problems are told in the same words.
 * Asked of kube-apiserver 1.35.
 */
export function conversionProblem(problem: string): string {
  const match = /^json: cannot unmarshal (\S+)(?: (\S+))? into Go .*?\bof type (.+)$/.exec(problem);
  if (!match) return problem;
  const [, found = '', literal, type = ''] = match;
  if (type === 'intstr.IntOrString') return `json: cannot unmarshal ${found} into Go value of type int32`;
  const from = found === 'number' ? numberType(literal) : (kinds[found] ?? found);
  if (type.startsWith('map[')) return `cannot restore map from ${from}`;
  if (type.startsWith('[]')) return `cannot restore slice from ${from}`;
  if (!/^(string|bool|u?int\d*|float\d+)$/.test(type)) return `cannot restore struct from: ${from}`;
  return isConvertible(from, type) ? `cannot convert ${from} to ${type}` : `unrecognized type: ${type}`;
}

const kinds: Readonly<Record<string, string>> = { object: 'map', array: 'slice' };

/** A number without its digits is one that no text is made of. */
function numberType(literal: string | undefined): string {
  return literal === undefined || Number.isInteger(Number(literal)) ? 'int64' : 'float64';
}

/** Go makes a letter of a whole number. */
function isConvertible(from: string, type: string): boolean {
  if (type === 'string') return from === 'int64';
  return type !== 'bool' && (from === 'int64' || from === 'float64');
}
