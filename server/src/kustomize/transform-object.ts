import type { Kind } from '../catalog/catalog.ts';
import type { Schema } from '../catalog/schema.ts';
import { isObject, type JsonObject } from '../defaults/draft.ts';
import { matchesPattern } from '../rules/patterns/pattern.ts';
import { ownField } from '../yaml/own-field.ts';
import { applyOperations } from './apply-operations.ts';
import { mergeObject } from './merge-object.ts';
import type {
  Build,
  LabelField,
  LabelPairs,
  ObjectPatch,
  ObjectSelector,
  ReplacedField,
  Transformation,
} from './transformation.ts';

/** What becomes of an object in a build, as far as that can be told of it alone. */
export interface BuiltObject {
  readonly object: JsonObject;
  /** Fields that replacements write, with values from elsewhere. */
  readonly replaced: readonly ReplacedField[];
}

/** Does to an object what kustomizations do, in kustomize's order. What is given stays as it is. */
export function transformObject(
  object: JsonObject,
  kind: Kind,
  schema: Schema | undefined,
  build: Build,
): BuiltObject {
  const names = new Set([nameOf(object)]);
  const replaced: ReplacedField[] = [];
  let built = object;
  for (const transformation of build) {
    for (const patch of transformation.patches) {
      if (isPatched(built, names, patch)) built = patchedBy(built, patch, schema);
    }
    built = transformed(built, kind, transformation, names);
    names.add(nameOf(built));
    for (const { select, fields } of transformation.replaced) {
      if (isSelected(built, names, select)) for (const one of fields) replaced.push(one);
    }
  }
  return { object: built, replaced };
}

/** The identity of what is patched stays: a patch with a target may say any. */
function patchedBy(
  object: JsonObject,
  { value, target }: ObjectPatch,
  schema: Schema | undefined,
): JsonObject {
  if (Array.isArray(value)) return applyOperations(object, value);
  const { apiVersion, kind } = object;
  const metadata = isObject(object.metadata) ? object.metadata : {};
  const merged = mergeObject(object, value as JsonObject, schema);
  if (!target || !isObject(merged.metadata)) return { ...merged, apiVersion, kind };
  return { ...merged, apiVersion, kind, metadata: { ...merged.metadata, name: metadata.name } };
}

function isPatched(object: JsonObject, names: ReadonlySet<string>, { target, value }: ObjectPatch): boolean {
  if (target) return isSelected(object, names, target);
  if (!isObject(value) || value.kind !== object.kind) return false;
  return groupOf(value) === groupOf(object) && names.has(nameOf(value));
}

function isSelected(object: JsonObject, names: ReadonlySet<string>, selector: ObjectSelector): boolean {
  const isNamed = Array.from(names).some((name) => isLike(name, selector.name));
  return (
    isNamed &&
    isLike(String(object.kind ?? ''), selector.kind) &&
    isLike(groupOf(object), selector.group) &&
    isLike(versionOf(object), selector.version)
  );
}

/** Of what is no pattern nobody knows. */
function isLike(text: string, pattern: string | undefined): boolean {
  return pattern === undefined || text === pattern || matchesPattern(text, `^(?:${pattern})$`) !== 'no';
}

function transformed(
  object: JsonObject,
  kind: Kind,
  transformation: Transformation,
  names: ReadonlySet<string>,
): JsonObject {
  const { namePrefix, nameSuffix, labels, replicas } = transformation;
  let built = withNamespace(object, kind, transformation);
  if (!keptNames.has(kind.kind) && nameOf(built) !== '') {
    built = setIn(built, ['metadata', 'name'], `${namePrefix}${nameOf(built)}${nameSuffix}`);
  }
  for (const pairs of labels) built = withLabels(built, pairs);
  for (const { name, count } of replicas) {
    if (names.has(name) && scaled.has(kind.kind)) built = setIn(built, ['spec', 'replicas'], count);
  }
  return built;
}

/** Whose names kustomize leaves alone. */
const keptNames = new Set(['APIService', 'CustomResourceDefinition', 'Namespace']);
const scaled = new Set(['Deployment', 'ReplicaSet', 'ReplicationController', 'StatefulSet']);

function withNamespace(object: JsonObject, kind: Kind, transformation: Transformation): JsonObject {
  const { namespace } = transformation;
  if (namespace === undefined) return object;
  const built = kind.scope === 'Namespaced' ? setIn(object, ['metadata', 'namespace'], namespace) : object;
  switch (kind.kind) {
    case 'APIService':
      return mapIn(built, ['spec', 'service'], (service) => setIn(service, ['namespace'], namespace));
    case 'MutatingWebhookConfiguration':
    case 'ValidatingWebhookConfiguration':
      return mapIn(built, ['webhooks', 'clientConfig', 'service'], (service) =>
        setIn(service, ['namespace'], namespace),
      );
    case 'ClusterRoleBinding':
    case 'RoleBinding':
      return mapIn(built, ['subjects'], (subject) => {
        const { kind: ofSubject, name } = subject;
        const isFilled =
          ofSubject === 'ServiceAccount' &&
          (name === 'default' || transformation.hasServiceAccount(String(name)));
        return isFilled ? setIn(subject, ['namespace'], namespace) : subject;
      });
    default:
      return built;
  }
}

function withLabels(object: JsonObject, { pairs, to, fields }: LabelPairs): JsonObject {
  const add = (labels: JsonObject) => ({ ...labels, ...pairs });
  let built = mapIn(object, ['metadata', 'labels'], add, 'create');
  for (const field of fields) if (isOf(object, field)) built = mapIn(built, field.path, add, field.absent);
  const places = ownField(labelPlaces, String(object.kind));
  if (!places || to === 'metadata') return built;
  for (const template of places.templates) built = mapIn(built, template, add, 'create');
  if (to === 'templates') return built;
  if (places.created) built = mapIn(built, places.created, add, 'create');
  return places.changed ? mapIn(built, places.changed, add) : built;
}

/** Each word of it is what it says, no pattern. */
function isOf(object: JsonObject, { group, version, kind }: LabelField): boolean {
  return (
    (group === undefined || group === groupOf(object)) &&
    (version === undefined || version === versionOf(object)) &&
    (kind === undefined || kind === object.kind)
  );
}

interface LabelPlaces {
  readonly templates: readonly (readonly string[])[];
  /** The selector that is made where it is not there. */
  readonly created?: readonly string[];
  /** The one that is added to where it is there. */
  readonly changed?: readonly string[];
}

const template = ['spec', 'template', 'metadata', 'labels'];
const matchLabels = ['spec', 'selector', 'matchLabels'];
const workload: LabelPlaces = { templates: [template], created: matchLabels };

/** Where kustomize's own configuration of `commonLabels` has them. */
const labelPlaces: Readonly<Record<string, LabelPlaces>> = {
  CronJob: {
    templates: [
      ['spec', 'jobTemplate', 'metadata', 'labels'],
      ['spec', 'jobTemplate', 'spec', 'template', 'metadata', 'labels'],
    ],
    changed: ['spec', 'jobTemplate', 'spec', 'selector', 'matchLabels'],
  },
  DaemonSet: workload,
  Deployment: workload,
  Job: { templates: [template], changed: matchLabels },
  NetworkPolicy: { templates: [], changed: ['spec', 'podSelector', 'matchLabels'] },
  PodDisruptionBudget: { templates: [], changed: matchLabels },
  ReplicaSet: workload,
  ReplicationController: { templates: [template], created: ['spec', 'selector'] },
  Service: { templates: [], created: ['spec', 'selector'] },
  StatefulSet: workload,
};

function setIn(object: JsonObject, path: readonly string[], value: unknown): JsonObject {
  const [last = ''] = path.slice(-1);
  return mapIn(object, path.slice(0, -1), (holder) => ({ ...holder, [last]: value }), 'create');
}

/** An object with its maps at a path changed, in each item where that leads through a list. */
function mapIn(
  object: JsonObject,
  [first, ...rest]: readonly string[],
  change: (map: JsonObject) => JsonObject,
  absent: 'create' | 'leave' = 'leave',
): JsonObject {
  if (first === undefined) return change(object);
  const value = object[first];
  if (Array.isArray(value)) {
    const items = value.map((item) => (isObject(item) ? mapIn(item, rest, change, absent) : item));
    return { ...object, [first]: items };
  }
  if (isObject(value)) return { ...object, [first]: mapIn(value, rest, change, absent) };
  const isAbsent = value === undefined || value === null;
  return isAbsent && absent === 'create' ? { ...object, [first]: mapIn({}, rest, change, absent) } : object;
}

function nameOf(object: JsonObject): string {
  const { metadata } = object;
  return isObject(metadata) && typeof metadata.name === 'string' ? metadata.name : '';
}

function versionOf({ apiVersion }: JsonObject): string {
  return String(apiVersion ?? '').replace(/^.*\//, '');
}

function groupOf({ apiVersion }: JsonObject): string {
  const text = String(apiVersion ?? '');
  return text.includes('/') ? text.slice(0, text.indexOf('/')) : '';
}
