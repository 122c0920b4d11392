/**
 * What a decoder says of a value of the wrong type, in the words of the conversion that a strategic merge patch goes
 * through: it knows kinds of Go's types, and takes any number for another. Other problems are told in the same words.
 * `isNamedText` tells of a type (`v1.NamespacePhase`) whether it is a text. Asked of kube-apiserver 1.35.
 */
export function conversionProblem(problem: string, isNamedText: (type: string) => boolean): string {
  if (problem.startsWith('illegal base64')) return `error decoding from json: ${problem}`;
  // A type that reads its JSON itself, as times do.
  if (problem.includes(' into Go value of type string')) return problem;
  const match = /^json: cannot unmarshal (\S+)(?: (\S+))? into Go .*?\bof type (.+)$/.exec(problem);
  if (!match) return problem;
  const [, found = '', literal, type = ''] = match;
  if (type === 'intstr.IntOrString') return `json: cannot unmarshal ${found} into Go value of type int32`;
  const from = found === 'number' ? numberType(literal) : (kinds[found] ?? found);
  if (type.startsWith('map[') || type.endsWith('.ResourceList')) return `cannot restore map from ${from}`;
  if (type.startsWith('[]')) return `cannot restore slice from ${from}`;
  if (isNamedText(type)) return convertedText(from, type);
  if (!/^(string|bool|u?int\d*|float\d+)$/.test(type)) return `cannot restore struct from: ${from}`;
  return isConvertible(from, type) ? `cannot convert ${from} to ${type}` : `unrecognized type: ${type}`;
}

function convertedText(from: string, type: string): string {
  return from === 'int64' ? `cannot convert int64 to ${type}` : 'unrecognized type: string';
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
