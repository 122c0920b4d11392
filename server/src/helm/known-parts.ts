import { type KnownPart, knownPart } from '../features/diagnostics/known-part.ts';
import type { ListNode, MapNode, Span, YamlDocument, YamlNode } from '../yaml/nodes.ts';
import { type Branch, type Branches, branchesOf, isPrintedWith } from './blocks.ts';
import { type MaskedTemplate, masked } from './masked-template.ts';

/**
 * What is known of an object in a template, for each innermost branch in turn as if it is printed, with those around it: what
 * the other branches print may be there or not.
 */
export function* knownPartsOf(
  map: MapNode,
  document: YamlDocument,
  template: MaskedTemplate,
): Generator<KnownPart> {
  const branches = branchesOf(template.actions);
  const isLoose = hasLooseOutput(document, template) || branches.at(map.span.start).isDefinition;
  for (const branch of innermost(branchesIn(map, branches)).slice(0, mostBranches)) {
    const knowledgeOf = ({ start }: Span) => knowledge[isPrintedWith(branches.at(start), branch)];
    yield knownPart(map, {
      entry({ key, value }) {
        if (key.text.includes(masked)) return 'elsewhere';
        const is = knowledgeOf(key.span);
        return is === 'known' && isUnwritten(value) ? 'unknown' : is;
      },
      item({ span, value }) {
        const isPrinted = value?.type === 'scalar' && value.text.includes(masked);
        return isPrinted ? 'unknown' : knowledgeOf(span);
      },
      isOpen: (node, owner) =>
        isLoose ||
        template.open.has(owner.start) ||
        (node.type === 'list' && hasRepeatedItems(node, owner, branches)),
      knowsScalar: ({ text }) => !text.includes(masked),
    });
  }
}

/** Whether something is printed in a document that has no place in its text. */
export function hasLooseOutput({ span }: YamlDocument, { loose }: MaskedTemplate): boolean {
  return loose.some((offset) => offset >= span.start && offset < span.end);
}

/** Whether nothing is written for a value: in a template it may be printed further down. */
export function isUnwritten(value: YamlNode | undefined): boolean {
  return !value || (value.type === 'scalar' && value.text === '' && value.style === 'plain');
}

const knowledge = { always: 'known', never: 'absent', perhaps: 'unknown' } as const;

/** Each is a reading of the whole object. */
const mostBranches = 50;

/** Whether a loop that does not print the whole list prints some of its items. */
function hasRepeatedItems(list: ListNode, owner: Span, branches: Branches): boolean {
  const around = branches.at(owner.start);
  return list.items.some(({ span }) => {
    for (let one = branches.at(span.start); one !== around && one.parent; one = one.parent) {
      if (one.repeats) return true;
    }
    return false;
  });
}

function branchesIn(map: MapNode, branches: Branches): Set<Branch> {
  const found = new Set<Branch>();
  const pending: YamlNode[] = [map];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.type === 'scalar') continue;
    for (const part of node.type === 'map' ? node.entries : node.items) {
      found.add(branches.at(part.span.start));
      if (part.value && !part.alias) pending.push(part.value);
    }
  }
  return found;
}

/** Of some branches those that have none of the others in them, in the order of the text. */
function innermost(branches: Set<Branch>): Branch[] {
  const around = new Set<Branch>();
  for (const branch of branches) {
    for (let one = branch.parent; one && !around.has(one); one = one.parent) around.add(one);
  }
  return [...branches]
    .filter((branch) => !around.has(branch))
    .sort((left, right) => left.start - right.start);
}
