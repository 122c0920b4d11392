import type { Path } from '../../../server/src/yaml/path.ts';
import { internalPackage } from '../internal-package.ts';
import type { InternalStructs } from '../internal-structs.ts';
import { metadataFields } from '../metadata-fields.ts';

type Values = Readonly<Record<string, unknown>>;

/** The type of a kind's objects. */
export function internalTypeOf({ group, kind }: { group: string; kind: string }): string {
  return `${internalPackage(group)}.${kind}`;
}

/** The type of what is at a path below a type; undefined where nothing is. */
export function internalTypeAt(structs: InternalStructs, type: string, path: Path): string | undefined {
  let current: string | undefined = type;
  for (const part of path) {
    if (current === undefined) return undefined;
    const bare: string = resolved(structs, current);
    if (typeof part === 'number' || bare.startsWith('[]')) {
      current = typeof part === 'number' && bare.startsWith('[]') ? bare.slice(2) : undefined;
    } else current = bare.startsWith('map ') ? bare.slice(4) : typeOfField(structs, bare, part);
  }
  return current;
}

/** What a pointer points to, and what another name stands for. */
function resolved(structs: InternalStructs, type: string): string {
  const bare = type.replace(/^\*/, '');
  const other = structs[bare];
  return other?.startsWith('=') ? resolved(structs, other.slice(1)) : bare;
}

function typeOfField(structs: InternalStructs, struct: string, name: string): string | undefined {
  if (struct === 'metav1.ObjectMeta') return metadataTypes.get(name);
  for (const field of fieldsOf(structs, struct)) {
    if (field.type === 'metav1.ObjectMeta' && name === 'metadata') return field.type;
    if (field.name !== '' && sameName(field.name, name)) return field.type;
    const inner = field.name === '' ? typeOfField(structs, resolved(structs, field.type), name) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/**
 * A value of a type as Go writes it as JSON: the type has no names for JSON, so that every field is there by its own, zero or
 * not. What has another form than its type stays as it is.
 */
export function internalForm(structs: InternalStructs, type: string, value: unknown): unknown {
  if (type.startsWith('*')) return isNothing(value) ? null : internalForm(structs, type.slice(1), value);
  if (type === '[]byte') return value ?? null;
  if (type.startsWith('[]')) {
    return Array.isArray(value) ? value.map((item) => internalForm(structs, type.slice(2), item)) : null;
  }
  if (type.startsWith('map ')) {
    if (!isRecord(value)) return null;
    const names = Object.keys(value).sort();
    return Object.fromEntries(names.map((name) => [name, internalForm(structs, type.slice(4), value[name])]));
  }
  const special = forms[type];
  if (special) return special(structs, value);
  const definition = structs[type];
  if (definition?.startsWith('=')) return internalForm(structs, definition.slice(1), value);
  if (definition === undefined) return value ?? (zeros.has(type) ? zeros.get(type) : null);
  if (!isNothing(value) && !isRecord(value)) return value;
  return structForm(structs, type, (value ?? {}) as Values);
}

function structForm(structs: InternalStructs, type: string, value: Values): Values {
  const names = new Map(Object.keys(value).map((name) => [plain(name), name]));
  const fields = fieldsOf(structs, type).flatMap((field): [string, unknown][] => {
    if (field.name === '') return Object.entries(internalForm(structs, field.type, value) as Values);
    const own = ownValue(value, names.get(plain(field.name)));
    return [[field.name, internalForm(structs, field.type, own)]];
  });
  return Object.fromEntries(fields);
}

function ownValue(value: Values, name: string | undefined): unknown {
  return name === undefined ? undefined : value[name];
}

interface StructField {
  /** Empty where the struct is embedded. */
  readonly name: string;
  readonly type: string;
}

function fieldsOf(structs: InternalStructs, type: string): StructField[] {
  const definition = structs[type];
  if (!definition || definition.startsWith('=')) return [];
  return definition.split(';').map((field) => {
    const space = field.indexOf(' ');
    return { name: field.slice(0, space), type: field.slice(space + 1) };
  });
}

function sameName(goName: string, name: string): boolean {
  return plain(goName) === plain(name);
}

/** A field's name without what JSON and Go write differently: `x-kubernetes-list-type` is `XListType` there. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[-$]/g, '')
    .replace(/^xkubernetes/, 'x');
}

/** Of what writes its JSON itself, or is no struct. */
const zeros = new Map<string, unknown>([
  ['string', ''],
  ['types.UID', ''],
  ['types.NodeName', ''],
  ['bool', false],
  ...['byte', 'int', 'int32', 'int64', 'float64', 'intstr.IntOrString'].map((name) => [name, 0] as const),
  ['resource.Quantity', '0'],
]);

/** Types whose JSON, or whose place in an object, is another than their fields say. */
const forms: Readonly<Record<string, (structs: InternalStructs, value: unknown) => unknown>> = {
  'metav1.TypeMeta': () => ({}),
  'metav1.ObjectMeta': (_structs, value) => picked(metadataFields, isRecord(value) ? value.metadata : value),
  'metav1.OwnerReference': (_structs, value) => ({
    ...{ apiVersion: '', kind: '', name: '', uid: '' },
    ...picked(['apiVersion', 'kind', 'name', 'uid', 'controller', 'blockOwnerDeletion'], value),
  }),
  'metav1.LabelSelector': (_structs, value) => selectorForm(value),
  'core.PodSpec': (structs, value) => {
    const spec = isRecord(value) ? value : {};
    const shared = picked(['hostNetwork', 'hostPID', 'hostIPC', 'shareProcessNamespace', 'hostUsers'], spec);
    return structForm(structs, 'core.PodSpec', {
      ...spec,
      securityContext: { ...(isRecord(spec.securityContext) && spec.securityContext), ...shared },
    });
  },
  'apiextensions.JSONSchemaPropsOrArray': (structs, value) =>
    Array.isArray(value)
      ? { Schema: null, JSONSchemas: value.map((one) => schemaForm(structs, one)) }
      : { Schema: schemaForm(structs, value), JSONSchemas: null },
  'apiextensions.JSONSchemaPropsOrBool': (structs, value) => ({
    Allows: value !== false,
    Schema: isRecord(value) ? schemaForm(structs, value) : null,
  }),
  'apiextensions.JSONSchemaPropsOrStringArray': (structs, value) =>
    Array.isArray(value)
      ? { Schema: null, Property: value }
      : { Schema: schemaForm(structs, value), Property: null },
};

function schemaForm(structs: InternalStructs, value: unknown): unknown {
  return internalForm(structs, 'apiextensions.JSONSchemaProps', value);
}

/** Of what is a struct, a list or a map in metadata. */
const metadataTypes = new Map([
  ['labels', 'map string'],
  ['annotations', 'map string'],
  ['ownerReferences', '[]metav1.OwnerReference'],
]);

function selectorForm(value: unknown): unknown {
  if (!isRecord(value)) return {};
  const { matchExpressions } = value;
  const expressions = Array.isArray(matchExpressions)
    ? matchExpressions.map((one) => ({
        key: '',
        operator: '',
        ...picked(['key', 'operator', 'values'], one),
      }))
    : [];
  return {
    ...picked(['matchLabels'], value),
    ...(expressions.length > 0 && { matchExpressions: expressions }),
  };
}

/** Some fields in an order, but for those that say nothing, and the entries of maps in the order of their names. */
function picked(names: readonly string[], value: unknown): Record<string, unknown> {
  if (!isRecord(value)) return {};
  const inOrder = (inner: unknown) =>
    isRecord(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)))
      : inner;
  return Object.fromEntries(
    names.filter((name) => !isNothing(value[name])).map((name) => [name, inOrder(value[name])]),
  );
}

function isNothing(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
