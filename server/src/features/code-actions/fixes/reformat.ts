import type { Fix } from '../../../checks/finding.ts';
import { parseQuantity } from '../../../rules/formats/quantity.ts';
import { quoteString } from '../../../yaml/stringify.ts';
import { schemaAlong } from '../../completion/enclosing-object.ts';
import { faultyNode, faultyScalar } from './faulty-node.ts';
import type { Fixing } from './fixing.ts';
import { replacePlain, replaceText } from './replace-value.ts';

/** Writes a value in the form that its field asks for: base64, an amount, a time. */
export function* reformat(fixing: Fixing): Iterable<Fix> {
  const node = faultyScalar(fixing);
  if (!node) return;
  if (isAboutBase64(fixing)) {
    const encoded = base64Of(node.text);
    const newText = fixing.written.style.quoted ? JSON.stringify(encoded) : quoteString(encoded);
    yield { title: 'Encode as base64', span: node.span, newText };
    return;
  }
  if (typeof node.value !== 'string' || !isAboutForm(fixing)) return;
  const { about } = fixing.finding;
  const detail = about.is === 'violation' ? about.violation.detail : '';
  for (const text of formsLike(node.text, detail)) {
    const isPlain = node.style === 'plain' && /^[\w.]+$/.test(text);
    yield isPlain ? { ...replacePlain(node, text), title: `Change to "${text}"` } : replaceText(node, text);
  }
}

/** Whether the fault is that something is no base64: a text of another form, or a number or truth value. */
function isAboutBase64(fixing: Fixing): boolean {
  const { about } = fixing.finding;
  if (about.is === 'bad-format') return about.form === 'base64';
  if (about.is !== 'wrong-type') return false;
  const path = faultyNode(fixing)?.path;
  return path !== undefined && schemaAlong(fixing.object?.schema, path)?.format === 'byte';
}

function isAboutForm({ finding: { about, code } }: Fixing): boolean {
  if (about.is === 'bad-format' || code === 'bad-pattern') return true;
  return about.is === 'violation' && about.violation.reason === 'FieldValueInvalid';
}

/** The bytes of a text as a Secret holds them. */
function base64Of(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Amounts that are written like this one: `1GB` is `1G` or `1Gi`, `100mb` is `100M` or `100Mi`, `0.5 cpu` is `0.5`. */
function amountsLike(text: string): string[] {
  const [, number, unit = ''] = /^\s*([+-]?(?:\d+(?:[.,]\d+)?|[.,]\d+))\s*([a-z]*)\s*$/i.exec(text) ?? [];
  if (number === undefined) return [];
  const amount = number.replace(',', '.');
  return suffixesLike(unit)
    .map((suffix) => amount + suffix)
    .filter((candidate) => candidate !== text && parseQuantity(candidate));
}

function suffixesLike(unit: string): readonly string[] {
  const word = unit.toLowerCase();
  if (word === '') return [''];
  if (/^m(?:illi)?(?:c|cpus?|cores?)$/.test(word)) return ['m'];
  if (/^(?:cpus?|v?cores?|c|v?cpus?|b|bytes?)$/.test(word)) return [''];
  const [, prefix = '', binary] =
    /^([kmgtpe])(?:ilo|ega|iga|era|eta|xa)?(i|ibi)?(?:b(?:ytes?)?|o)?$/.exec(word) ?? [];
  if (prefix === '') return [];
  const letter = prefix.toUpperCase();
  const decimal = prefix === 'k' ? 'k' : letter;
  return binary ? [`${letter}i`] : [decimal, `${letter}i`];
}

/** Times that are written like this one, which lacks its hour or zone, or has a space in it. */
function timesLike(text: string): string[] {
  const [, date, time = '00:00:00', zone = 'Z'] =
    /^\s*(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(Z|[+-]\d\d:?\d\d)?\s*$/i.exec(text) ??
    [];
  if (date === undefined) return [];
  const seconds = /^\d\d:\d\d$/.test(time) ? `${time}:00` : time;
  const offset = zone.toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  return [`${date}T${seconds}${offset}`];
}

/** `10 %`, `10.0%` and `10` are `10%`. */
function percentsLike(text: string): string[] {
  const [, number] = /^\s*(\d+)(?:\.0+)?\s*(?:%|percent)?\s*$/i.exec(text) ?? [];
  return number === undefined ? [] : [`${number}%`];
}

/** The server's words say which form is asked for. */
function formsLike(text: string, detail: string): string[] {
  const shapes = [
    ...amountsLike(text),
    ...timesLike(text),
    ...percentsLike(text),
    ...(/greater than or equal to 0/.test(detail) ? [text.replace(/^-(?=[\d.])/, '')] : []),
    ...(/CIDR/.test(detail) ? [`${text}/32`, `${text}/128`] : []),
    ...(/https/.test(detail) ? [text.replace(/^http:\/\//, 'https://')] : []),
    ...(/absolute path/.test(detail) ? [`/${text}`] : []),
    ...(/'\.\.'|relative path/.test(detail)
      ? [text.replace(/(?:^|(?<=\/))\.\.(?:\/|$)/g, '').replace(/^\/+/, '')]
      : []),
  ];
  return shapes.filter((shape) => shape !== text && shape !== '');
}
