import type { OpenApiSchema } from './openapi.ts';

/** What a value of a schema may be in JSON. `integer` is a number without a fraction. */
export type JsonType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';

/**
 * A schema as every feature reads it: `$ref` and single-entry `allOf` followed, siblings of the reference
 * (default, list type, description, ...) laid over what it refers to. Built lazily: asking for a property
 * makes that property's view and no other. The same raw schema in the same place yields the same object,
 * so callers may cache by identity, and recursive schemas (JSONSchemaProps) are safe.
 */
export interface Schema {
  /** The definition this view shows (`io.k8s.api.core.v1.Container`), where it came by reference. */
  readonly name: string | undefined;
  /** The merged raw schema; its own `properties`, `items` and `additionalProperties` may still hold references. */
  readonly raw: OpenApiSchema;
  /** JSON types it takes; empty means any. IntOrString takes integer and string, Quantity string and number. */
  readonly types: readonly JsonType[];
  readonly intOrString: boolean;
  readonly format: string | undefined;
  readonly enum: readonly unknown[] | undefined;
  readonly default: unknown;
  readonly nullable: boolean;
  readonly required: readonly string[];
  /** Names of declared fields, in the order of the source. */
  readonly propertyNames: readonly string[];
  /** The schema of a declared field; undefined when there is none of that name. */
  property(name: string): Schema | undefined;
  /** The schema of a list's items. */
  readonly items: Schema | undefined;
  /** The schema of the values of a map (`labels`), or `any` when it takes whatever; undefined when undeclared fields are unknown. */
  readonly values: Schema | 'any' | undefined;
  /** Fields that are not declared are kept by the server (preserve-unknown-fields, RawExtension, untyped object). */
  readonly open: boolean;
  /** The value is itself a whole Kubernetes object (embedded-resource): it has apiVersion, kind, metadata. */
  readonly embeddedResource: boolean;
  readonly listType: 'atomic' | 'set' | 'map' | undefined;
  readonly listMapKeys: readonly string[];
  readonly mapType: 'atomic' | 'granular' | undefined;
  /** Strategic merge: `merge`, `retainKeys`, `replace`, or a comma list of them. */
  readonly patchStrategy: readonly string[];
  readonly patchMergeKey: string | undefined;
}

/** Finds a definition by the last part of its `$ref` (`#/components/schemas/NAME`). */
export type ResolveDefinition = (name: string) => OpenApiSchema | undefined;
