import type { Kind } from './catalog.ts';
import { objectMetaDefinition, referenceTo } from './make-schema.ts';
import type { OpenApiSchema } from './openapi.ts';

/** The schema of a kind as a server publishes it. */
export interface PublishedSchema {
  readonly raw: OpenApiSchema;
  /** The definition that it is, where a Go type stands behind it; what a CustomResourceDefinition wrote has no name. */
  readonly name: string | undefined;
}

/** What a server publishes of one group-version at `/openapi/v3`. Takes any JSON, however malformed. */
export class PublishedSchemas {
  readonly #definitions: Readonly<Record<string, OpenApiSchema>>;
  readonly #byKind = new Map<string, PublishedSchema>();

  /** @param definitions `components.schemas` */
  constructor(definitions: Readonly<Record<string, OpenApiSchema>>) {
    this.#definitions = definitions;
    for (const [name, raw] of Object.entries(definitions)) {
      for (const { group, version, kind } of identitiesOf(raw)) {
        const isWritten = name === nameOfWritten(`${group}`, `${version}`, `${kind}`);
        const schema = { raw: withHead(raw), name: isWritten ? undefined : name };
        this.#byKind.set(`${group}/${version}/${kind}`, schema);
      }
    }
  }

  /** The schema of a kind's objects; undefined where there is none. */
  of({ group, version, kind }: Pick<Kind, 'group' | 'version' | 'kind'>): PublishedSchema | undefined {
    return this.#byKind.get(`${group}/${version}/${kind}`);
  }

  definition(name: string): OpenApiSchema | undefined {
    return Object.hasOwn(this.#definitions, name) ? this.#definitions[name] : undefined;
  }
}

interface Identity {
  readonly group?: unknown;
  readonly version?: unknown;
  readonly kind?: unknown;
}

function identitiesOf(raw: unknown): readonly Identity[] {
  const identities = (raw as OpenApiSchema | null)?.['x-kubernetes-group-version-kind'] as unknown;
  if (!Array.isArray(identities)) return [];
  return identities.filter((identity) => typeof identity === 'object' && identity !== null);
}

/** Every object has these, also where its server forgets to say so. */
function withHead(raw: OpenApiSchema): OpenApiSchema {
  const { properties } = raw;
  if (typeof properties !== 'object' || properties === null || 'apiVersion' in properties) return raw;
  const head = { apiVersion: { type: 'string' }, kind: { type: 'string' } } as const;
  return { ...raw, properties: { ...head, metadata: referenceTo(objectMetaDefinition), ...properties } };
}

/** How API servers name what a CustomResourceDefinition brings; definitions of Go types are named after their packages. */
function nameOfWritten(group: string, version: string, kind: string): string {
  return [...group.split('.').reverse(), version, kind].join('.');
}
