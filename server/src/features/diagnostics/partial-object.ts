import { field } from '../../manifest/place.ts';
import type { YamlDocument, YamlNode } from '../../yaml/nodes.ts';
import type { Judgement } from './check-object.ts';
import type { Finding } from './finding.ts';

/** The same judgement for parts of objects, such as patches; the same one each time. */
export function partialJudgement(judgement: Judgement): Judgement {
  return inForm(judgement, 'partial', partial);
}

/** The same judgement for templates whose actions are masked; the same one each time. */
export function templateJudgement(judgement: Judgement): Judgement {
  return inForm(judgement, 'template', template);
}

function inForm(
  judgement: Judgement,
  form: NonNullable<Judgement['form']>,
  made: WeakMap<Judgement, Judgement>,
): Judgement {
  const known = made.get(judgement);
  if (known) return known;
  const fresh: Judgement = { ...judgement, form };
  made.set(judgement, fresh);
  return fresh;
}

const partial = new WeakMap<Judgement, Judgement>();
const template = new WeakMap<Judgement, Judgement>();

/** Whether a document says itself that it is a patch, by a directive of strategic merge. */
export function isPatch({ text }: YamlDocument): boolean {
  return text.includes('$patch') && /^\s*(?:- )?["']?\$patch["']?\s*:/m.test(text);
}

/**
 * Whether a document is a workload of which only some fields are given: no selector, no labels in its template, and
 * containers that are named and have no image. Nobody forgets all of these: it is there to be merged into another.
 */
export function isFragment({ root }: YamlDocument): boolean {
  const spec = at(root, 'spec');
  if (!spec || at(spec, 'selector')) return false;
  const template = at(spec, 'template');
  const containers = at(at(template, 'spec'), 'containers');
  if (containers?.type !== 'list' || containers.items.length === 0) return false;
  const isNamed = (value: YamlNode | undefined) =>
    at(value, 'name') !== undefined && at(value, 'image') === undefined;
  return !at(at(template, 'metadata'), 'labels') && containers.items.every(({ value }) => isNamed(value));
}

function at(node: YamlNode | undefined, name: string): YamlNode | undefined {
  return node?.type === 'map' ? field(node, name)?.value : undefined;
}

/** Whether a finding holds for a part of an object: that something is not there does not, and directives are no fields. */
export function holdsForPart({ code, message }: Finding): boolean {
  if (notForParts.has(code)) return false;
  return code !== 'unknown-field' || !/^Unknown field "\$/.test(message);
}

const notForParts = new Set(['missing-required', 'missing-kind', 'missing-api-version']);
