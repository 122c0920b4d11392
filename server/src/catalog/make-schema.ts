import type { OpenApiSchema } from './openapi.ts';
import type { JsonType, ResolveDefinition, Schema } from './schema.ts';

export const objectMetaDefinition = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
export const listMetaDefinition = 'io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta';

/** A raw schema that points to a definition. */
export function referenceTo(definition: string): OpenApiSchema {
  return { $ref: `#/components/schemas/${definition}` };
}

/**
 * The view of a raw schema. `name` is the definition that `raw` itself is, if it is one. The same `raw` with the
 * same `resolve` yields the same view. Takes any JSON, however malformed: what it cannot read means "anything".
 */
export function makeSchema(raw: OpenApiSchema, resolve: ResolveDefinition, name?: string): Schema {
  let views = viewsByResolver.get(resolve);
  if (!views) {
    views = new WeakMap();
    viewsByResolver.set(resolve, views);
  }
  const known = views.get(raw);
  if (known) return known;
  const view = (name === undefined && definitionView(raw, resolve)) || new SchemaView(raw, resolve, name);
  views.set(raw, view);
  return view;
}

/** What is a reference and nothing else has the view of what it refers to: many fields are of one type. */
function definitionView(raw: OpenApiSchema, resolve: ResolveDefinition): Schema | undefined {
  if (Object.keys(raw).length !== 1) return undefined;
  const [only = raw, ...more] = Array.isArray(raw.allOf) ? raw.allOf : [];
  if (more.length > 0 || !isRecord(only) || typeof only.$ref !== 'string') return undefined;
  if (Object.keys(only).length !== 1) return undefined;
  const name = nameIn(only.$ref);
  const definition = resolve(name);
  return definition && makeSchema(definition, resolve, name);
}

/** The definition that a reference names. */
function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

const viewsByResolver = new WeakMap<ResolveDefinition, WeakMap<OpenApiSchema, Schema>>();

/** References may follow references; no real chain is longer, and a cycle ends here. */
const longestReferenceChain = 32;

/** Definitions published as a bare `type: object` whose content the server keeps as it is. */
const openDefinitions = new Set([
  'io.k8s.apimachinery.pkg.runtime.RawExtension',
  'io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1',
  'io.k8s.apimachinery.pkg.apis.meta.v1.Patch',
]);

const jsonTypes: ReadonlySet<unknown> = new Set([
  'object',
  'array',
  'string',
  'integer',
  'number',
  'boolean',
]);

class SchemaView implements Schema {
  readonly name: string | undefined;
  readonly raw: OpenApiSchema;
  readonly types: readonly JsonType[];
  readonly intOrString: boolean;
  readonly format: string | undefined;
  readonly enum: readonly unknown[] | undefined;
  readonly default: unknown;
  readonly nullable: boolean;
  readonly required: readonly string[];
  readonly open: boolean;
  readonly embeddedResource: boolean;
  readonly listType: 'atomic' | 'set' | 'map' | undefined;
  readonly listMapKeys: readonly string[];
  readonly mapType: 'atomic' | 'granular' | undefined;
  readonly patchStrategy: readonly string[];
  readonly patchMergeKey: string | undefined;
  readonly #resolve: ResolveDefinition;
  /** The views that were asked for by name: every object of a kind asks for the same ones. */
  readonly #properties = new Map<string, Schema>();
  #items: Schema | undefined;
  #values: Schema | undefined;

  constructor(source: OpenApiSchema, resolve: ResolveDefinition, name: string | undefined) {
    const followed = follow(source, resolve, longestReferenceChain);
    const raw = withEmbeddedFields(followed.raw);
    this.#resolve = resolve;
    this.raw = raw;
    this.name = name ?? followed.name;
    this.intOrString = isIntOrString(raw);
    this.types = this.intOrString ? ['integer', 'string'] : typesOf(raw);
    this.format = text(raw.format);
    this.enum = Array.isArray(raw.enum) ? raw.enum : undefined;
    this.default = raw.default;
    this.nullable = raw.nullable === true;
    this.required = texts(raw.required);
    this.embeddedResource = raw['x-kubernetes-embedded-resource'] === true;
    this.open = isOpen(raw, this.name, this.types);
    this.listType = oneOf(raw['x-kubernetes-list-type'], ['atomic', 'set', 'map']);
    this.listMapKeys = texts(raw['x-kubernetes-list-map-keys']);
    this.mapType = oneOf(raw['x-kubernetes-map-type'], ['atomic', 'granular']);
    this.patchStrategy =
      text(raw['x-kubernetes-patch-strategy'])
        ?.split(',')
        .map((strategy) => strategy.trim()) ?? [];
    this.patchMergeKey = text(raw['x-kubernetes-patch-merge-key']);
  }

  get propertyNames(): readonly string[] {
    return isRecord(this.raw.properties) ? Object.keys(this.raw.properties) : [];
  }

  property(name: string): Schema | undefined {
    const known = this.#properties.get(name);
    if (known) return known;
    const properties = this.raw.properties;
    if (!isRecord(properties) || !Object.hasOwn(properties, name)) return undefined;
    const view = this.#view(properties[name]);
    this.#properties.set(name, view);
    return view;
  }

  get items(): Schema | undefined {
    if (this.raw.items === undefined) return undefined;
    this.#items ??= this.#view(this.raw.items);
    return this.#items;
  }

  get values(): Schema | 'any' | undefined {
    const values = this.raw.additionalProperties;
    if (!isRecord(values)) return values === true || this.open ? 'any' : undefined;
    this.#values ??= this.#view(values);
    return this.#values;
  }

  #view(raw: unknown): Schema {
    return makeSchema(isRecord(raw) ? (raw as OpenApiSchema) : anything, this.#resolve);
  }
}

const anything: OpenApiSchema = {};

/** What `raw` says once its reference, alone or in `allOf`, is followed; what stands beside the reference wins. */
function follow(
  raw: OpenApiSchema,
  resolve: ResolveDefinition,
  stepsLeft: number,
): { raw: OpenApiSchema; name?: string } {
  if (stepsLeft === 0) return { raw: anything };
  if (typeof raw.$ref === 'string') {
    const { $ref, ...beside } = raw;
    const name = nameIn($ref);
    const target = follow(resolve(name) ?? anything, resolve, stepsLeft - 1);
    return { name, raw: hasKeys(beside) ? { ...target.raw, ...beside } : target.raw };
  }
  if (!Array.isArray(raw.allOf)) return { raw };
  const references = raw.allOf.filter((entry) => isRecord(entry) && typeof entry.$ref === 'string');
  if (references.length === 0) return { raw };
  const { allOf, ...beside } = raw;
  if (allOf.length === 1) {
    const { name, raw: target } = follow(allOf[0]!, resolve, stepsLeft - 1);
    const followed = hasKeys(beside) ? { ...target, ...beside } : target;
    return name === undefined ? { raw: followed } : { raw: followed, name };
  }
  const targets = references.map((entry) => follow(entry, resolve, stepsLeft - 1));
  const merged = targets.reduce<OpenApiSchema>((sum, target) => merge(sum, target.raw), anything);
  const rest = allOf.filter((entry) => !references.includes(entry));
  const result = { ...merged, ...beside, ...(rest.length > 0 ? { allOf: rest } : {}) };
  const only = targets.length === 1 ? targets[0]?.name : undefined;
  return only === undefined ? { raw: result } : { raw: result, name: only };
}

function merge(left: OpenApiSchema, right: OpenApiSchema): OpenApiSchema {
  const result = { ...left, ...right };
  if (left.properties && right.properties) result.properties = { ...left.properties, ...right.properties };
  if (left.required && right.required) {
    result.required = [...new Set([...texts(left.required), ...texts(right.required)])];
  }
  return result;
}

/** An embedded resource has the fields of every object, whether its author wrote them or not. */
function withEmbeddedFields(raw: OpenApiSchema): OpenApiSchema {
  if (raw['x-kubernetes-embedded-resource'] !== true) return raw;
  return {
    ...raw,
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: referenceTo(objectMetaDefinition),
      ...withoutMetadata(raw.properties),
    },
    required: [...new Set(['apiVersion', 'kind', ...texts(raw.required)])],
  };
}

function withoutMetadata(properties: OpenApiSchema['properties']): OpenApiSchema['properties'] {
  if (!isRecord(properties)) return {};
  const { metadata: _replaced, ...others } = properties;
  return others;
}

function isIntOrString(raw: OpenApiSchema): boolean {
  return raw['x-kubernetes-int-or-string'] === true || raw.format === 'int-or-string';
}

function typesOf(raw: OpenApiSchema): readonly JsonType[] {
  if (jsonTypes.has(raw.type)) return [raw.type as JsonType];
  for (const choices of [raw.oneOf, raw.anyOf]) {
    const types = Array.isArray(choices)
      ? choices.map((choice) => (isRecord(choice) ? choice.type : undefined))
      : [];
    if (types.length > 0 && types.every((type) => jsonTypes.has(type)))
      return [...new Set(types as JsonType[])];
  }
  if (isRecord(raw.properties) || isRecord(raw.additionalProperties)) return ['object'];
  return raw.items === undefined ? [] : ['array'];
}

function isOpen(raw: OpenApiSchema, name: string | undefined, types: readonly JsonType[]): boolean {
  if (raw['x-kubernetes-preserve-unknown-fields'] === true || raw.additionalProperties === true) return true;
  if (types.length === 0) return true;
  return name !== undefined && openDefinitions.has(name);
}

function hasKeys(value: object): boolean {
  for (const _key in value) return true;
  return false;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

function oneOf<Choice extends string>(value: unknown, choices: readonly Choice[]): Choice | undefined {
  return choices.find((choice) => choice === value);
}
