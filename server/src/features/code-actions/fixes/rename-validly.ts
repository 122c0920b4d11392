import type { Fix } from '../../../checks/finding.ts';
import type { ScalarNode } from '../../../yaml/nodes.ts';
import { faultyScalar } from './faulty-node.ts';
import type { Fixing } from './fixing.ts';
import { replaceText } from './replace-value.ts';
import { trimmedName } from './trimmed-name.ts';

/** A name in the form that names have there: the one that differs least from what is written. */
export function* renameValidly(fixing: Fixing): Iterable<Fix> {
  const node = isAboutForm(fixing) ? faultyScalar(fixing) : undefined;
  if (!node || typeof node.value !== 'string' || node.text.length > longestName) return;
  const trimmed = node.text.trim();
  for (const word of namesLike(node.text)) {
    yield { ...renamed(node, word, fixing), ...(word === trimmed && { likelihood: 'sure' }) };
  }
}

/** Whether the fault is which characters stand in a name, or how many. */
function isAboutForm({ finding: { about, code } }: Fixing): boolean {
  switch (about.is) {
    case 'violation': {
      const { reason, detail } = about.violation;
      if (reason === 'FieldValueTooLong') return true;
      return reason === 'FieldValueInvalid' && ofNames.test(detail) && !/not an IP/i.test(detail);
    }
    case 'server-warning':
      return ofNamesWarned.has(code);
    default:
      return false;
  }
}

const ofNames =
  /alphanumeric|lower ?case|characters|no more than \d+ bytes|subdomain|DNS|RFC|domain-prefixed|fully qualified|whitespace|segments|must consist|valid name/i;
const ofNamesWarned = new Set(['name-as-host-name', 'label-never-matches', 'finalizer-domain']);

/** What is longer is no name that anybody slipped in. */
const longestName = 400;

function renamed(node: ScalarNode, word: string, { finding: { about } }: Fixing): Fix {
  const isKey = about.is === 'violation' && about.violation.at === 'key' && node.style === 'plain';
  return isKey && /^[\w./-]+$/.test(word)
    ? { title: `Rename to "${word}"`, span: node.span, newText: word }
    : replaceText(node, word);
}

/** The nearest first. Whether one is allowed where it stands, those who offer it try. */
function namesLike(text: string): string[] {
  const trimmed = text.trim();
  const lower = separated(trimmed).toLowerCase();
  const isConstant = /^[A-Z0-9_\W]+$/.test(trimmed);
  const shapes = [
    trimmed,
    ...(isConstant ? [allOf(trimmed, /[^\w]+/g, '_')] : []),
    trimmed.toLowerCase(),
    allOf(trimmed, /[^\w.\-/]+/g, '-'),
    allOf(trimmed, /[^\w.-]+/g, '-'),
    allOf(trimmed, /[^\w]+/g, '_'),
    allOf(trimmed, /[^A-Za-z0-9-]+/g, '-'),
    allOf(lower, /[^a-z0-9.-]+/g, '-'),
    allOf(lower, /[^a-z0-9-]+/g, '-'),
    shortened(allOf(lower, /[^a-z0-9-]+/g, '-'), 63),
    shortened(allOf(lower, /[^a-z0-9-]+/g, '-'), 15),
    shortened(allOf(trimmed, /[^\w.-]+/g, '-'), 63),
    allOf(lower, /[^a-z0-9-]+/g, '-').replace(/$/, '.example.com'),
    `example.com/${allOf(trimmed, /[^\w.-]+/g, '-')}`,
    `x-${allOf(lower, /[^a-z0-9-]+/g, '-')}`,
  ];
  return [...new Set(shapes)].filter((shape) => shape !== text && shape !== '');
}

/** `myShop` and `My_Shop` are of two words. */
function separated(text: string): string {
  return text.replace(/([a-z0-9])([A-Z])/g, '$1-$2');
}

function allOf(text: string, unwanted: RegExp, by: string): string {
  return trimmedName(text.replace(unwanted, by));
}

function shortened(text: string, most: number): string {
  return trimmedName(text.slice(0, most));
}
