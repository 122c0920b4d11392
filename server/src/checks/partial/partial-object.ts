import { field, isNull } from '../../manifest/fields.ts';
import type { Violation } from '../../rules/shared/violation.ts';
import type { MapEntry, YamlNode } from '../../yaml/nodes.ts';
import { fieldName } from '../../yaml/tree.ts';
import type { CheckContext, PartialView } from '../check-context.ts';
import type { Finding } from '../finding.ts';
import { type KnownNodes, knownPart } from './known-part.ts';

/** The same context for patches, which are merged into objects by other programs; the same one each time. */
export function partialContext(context: CheckContext): CheckContext {
  return contextOf(context, patchView);
}

/** The same for what is incomplete, and has the name that it says; the same one each time. */
export function incompleteContext(context: CheckContext): CheckContext {
  return contextOf(context, incompleteView);
}

function contextOf(context: CheckContext, view: PartialView): CheckContext {
  if (context.partialView === view) return context;
  const made = contexts.get(view) ?? new WeakMap<CheckContext, CheckContext>();
  const known = made.get(context) ?? withView(context, view);
  contexts.set(view, made.set(context, known));
  return known;
}

const contexts = new Map<PartialView, WeakMap<CheckContext, CheckContext>>();

/** The same for what no server is sent, and so has to know; the same one each time. */
export function localContext(context: CheckContext): CheckContext {
  return contextOf(context, localView);
}

/** The same context for documents that say only a part in one way more. */
export function withView(context: CheckContext, view: PartialView): CheckContext {
  const { partialView } = context;
  if (!partialView) return { ...context, partialView: view };
  if (isViewOfPart(partialView)) return { ...context, partialView: ofPartAs(partialView, view) };
  return { ...context, partialView: isViewOfPart(view) ? ofPartAs(view, partialView) : view };
}

function isViewOfPart(view: PartialView): boolean {
  return view === patchView || view === incompleteView || view === localView;
}

/** A part of an object that is itself not all known: of that, what holds for a part. */
function ofPartAs(part: PartialView, view: PartialView): PartialView {
  return {
    holds: (finding) => view.holds(finding) && part.holds(finding),
    refuses: (violation) => view.refuses(violation) && part.refuses(violation),
    tells: (finding) => view.tells(finding),
    *knownParts(map, leave) {
      for (const { root, unknown, within } of view.knownParts(map, leave)) {
        const known = knownPart(root, ofPatch);
        yield { ...known, within, unknown: new Set([...unknown, ...known.unknown]) };
      }
    },
  };
}

/** Parts of objects, which are merged into what is there: nothing can be missing. */
const patchView: PartialView = {
  holds: holdsForPart,
  refuses: isRefusedInPart,
  tells: () => true,
  knownParts: (map) => [knownPart(map, ofPatch)],
};

const incompleteView: PartialView = { ...patchView, refuses: () => true };

const localView: PartialView = {
  ...incompleteView,
  holds: (finding) => holdsForPart(finding) && !aboutServing.has(finding.code),
};

/** Items of one name are merged, and a patch that says otherwise what it is for may have any name. */
function isRefusedInPart({ reason, path: [first, second] }: Violation): boolean {
  const isName = first === 'metadata' && /^(?:name|generateName|namespace)$/.test(String(second));
  return reason !== 'FieldValueDuplicate' && !isName;
}

/** The object has more everywhere, null takes something away, and directives are about the rest. */
const ofPatch: KnownNodes = {
  entry: (entry) => (isDirective(entry) ? 'elsewhere' : isNull(entry.value) ? 'unknown' : 'known'),
  item({ value }) {
    const isAboutOthers = isNull(value) || (value?.type === 'map' && value.entries.some(isDirective));
    return isAboutOthers ? 'unknown' : 'known';
  },
  isOpen: () => true,
  knowsScalar: () => true,
};

function isDirective({ key }: MapEntry): boolean {
  return fieldName(key).startsWith('$');
}

/**
 * Whether an object is a workload of which only some fields are given: no selector, no labels in its template, and
 * containers that are named and have no image; or a Pod of whose containers there are but names and resources. Nobody
 * forgets all the rest: it is there to be merged into another.
 */
export function isFragment(object: YamlNode | undefined): boolean {
  const spec = at(object, 'spec');
  if (!spec || at(spec, 'selector')) return false;
  const template = at(spec, 'template');
  if (!template) return everyContainer(spec, isNameWithResources);
  // The other workloads (a Job) have a selector only when they are read from a server.
  const apiVersion = at(object, 'apiVersion');
  if (apiVersion?.type !== 'scalar' || !apiVersion.text.startsWith('apps/')) return false;
  return !at(at(template, 'metadata'), 'labels') && everyContainer(at(template, 'spec'), isWithoutImage);
}

function everyContainer(podSpec: YamlNode | undefined, is: (container: YamlNode) => boolean): boolean {
  const containers = at(podSpec, 'containers');
  if (containers?.type !== 'list' || containers.items.length === 0) return false;
  return containers.items.every(({ value }) => value !== undefined && is(value));
}

function isWithoutImage(container: YamlNode): boolean {
  if (container.type !== 'map' || field(container, 'image')) return false;
  return at(container, 'name') !== undefined;
}

function isNameWithResources(container: YamlNode): boolean {
  if (container.type !== 'map') return false;
  return (
    container.entries
      .map(({ key }) => fieldName(key))
      .sort()
      .join() === 'name,resources'
  );
}

function at(node: YamlNode | undefined, name: string): YamlNode | undefined {
  return field(node, name)?.value;
}

/** Whether a finding holds for a part of an object: that something is not there does not, and directives are no fields. */
function holdsForPart({ code, about }: Finding): boolean {
  if (notForParts.has(code)) return false;
  return about.is !== 'unknown-field' || !about.field.startsWith('$');
}

/** Whether a server has the kind. */
const aboutServing = new Set([
  'future-api-version',
  'removed-api-version',
  'unknown-api-version',
  'unknown-kind',
]);

const notForParts = new Set(['missing-required', 'missing-kind', 'missing-api-version']);
