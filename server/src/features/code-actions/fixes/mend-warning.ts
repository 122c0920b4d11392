import type { Fix } from '../../../checks/finding.ts';
import { valueAt } from '../../../manifest/fields.ts';
import { faultyNode, faultyScalar } from './faulty-node.ts';
import type { Fixing } from './fixing.ts';
import { insertionAt } from './insert-missing.ts';
import { removalOfEntry } from './removal.ts';
import { replacePlain, replaceText } from './replace-value.ts';

/** What takes the place of something that the server warns of, where its own words or the value say it. */
export function* mendWarning(fixing: Fixing): Iterable<Fix> {
  const { about, code } = fixing.finding;
  if (about.is !== 'server-warning') return;
  const node = faultyScalar(fixing);
  if (code === 'fraction-of-byte' && node) {
    const amount = node.text.replace(/m$/, '');
    for (const unit of ['Mi', 'M'])
      yield { ...replacePlain(node, amount + unit), title: `Change to "${amount}${unit}"` };
  }
  if (code === 'address-spelling' && node) {
    const told = quotedWords(about.warning.text).filter((word) => word !== node.text);
    // A network with bits beyond its length may be an address as well.
    const isSure = told.length < 2;
    for (const text of [...told, ...spellingsLike(node.text)]) {
      yield { ...replaceText(node, text), ...(isSure && { likelihood: 'sure' }) };
    }
  }
  if (code === 'deprecated-annotation') yield* asField(fixing, about.warning.text);
  const key = faultyNode(fixing)?.entry?.key;
  if (code === 'deprecated-label' && key) {
    for (const name of quotedWords(about.warning.text)) {
      if (name !== key.text)
        yield { title: `Rename to "${name}"`, span: key.span, newText: name, likelihood: 'sure' };
    }
  }
}

function quotedWords(text: string): string[] {
  return [...text.matchAll(/"([^"\s]+)"/g)].map(([, word]) => word!);
}

/** Of an IPv4 address the same without leading zeros, of an IPv6 one in small letters. */
function spellingsLike(text: string): string[] {
  return [text.toLowerCase(), text.replace(/\b0+(?=\d)/g, '')].filter((spelling) => spelling !== text);
}

/** The value of an annotation in the field that the server says takes its place. */
function* asField(fixing: Fixing, text: string): Iterable<Fix> {
  const { object, written } = fixing;
  const found = faultyNode(fixing);
  const [, named] = /'(spec\.[\w.]+)'/.exec(text) ?? [];
  if (!object || !found?.entry || found.node?.type !== 'scalar' || named === undefined) return;
  const annotations = valueAt(object.map, found.path.slice(0, -1));
  const removal =
    annotations?.type === 'map' &&
    removalOfEntry(annotations, annotations.entries.indexOf(found.entry), written);
  const known = { value: found.node.text, moved: found.entry };
  const insertion = insertionAt({ ...fixing, object }, named.split('.'), known);
  if (!removal || !insertion) return;
  const { span, newText } = insertion;
  yield { title: `Move to "${named}"`, ...removal, more: [{ span, newText }] };
}
