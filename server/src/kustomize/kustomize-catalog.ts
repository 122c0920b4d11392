import type { Catalog, Kind } from '../catalog/catalog.ts';
import { makeSchema } from '../catalog/make-schema.ts';
import type { Schema } from '../catalog/schema.ts';
import {
  componentDefinition,
  jsonPatchDefinition,
  kustomizationDefinition,
  kustomizeDefinitions,
} from './kustomization-schema.ts';

const group = 'kustomize.config.k8s.io';

/** What a `kustomization.yaml` is when it does not say otherwise. */
export const kustomizationKind = kindOf('v1beta1', 'Kustomization');
const componentKind = kindOf('v1alpha1', 'Component');

const kinds: readonly Kind[] = [kustomizationKind, componentKind];
const resolve = (name: string) => kustomizeDefinitions[name];

/** The kinds that kustomize reads: for completion, hover and checks in kustomization files, and nowhere else. */
export const kustomizeCatalog: Catalog = {
  kinds: () => kinds,
  find: (apiVersion, kind) => kinds.find((one) => one.apiVersion === apiVersion && one.kind === kind),
  findByKind: (kind) => kinds.filter((one) => one.kind === kind),
  ownsGroup: (name) => name === group,
  lifecycle: () => undefined,
  load: () => Promise.resolve(),
  schema: (kind) => schemaOf(definitionName(kind)),
  definitionsOf: (kind) => [kind],
  hasMoreDefinitions: () => false,
  definitionName,
  definition: resolve,
  loadDefinition: () => Promise.resolve(),
  deprecations: () => undefined,
  describe: (schema, property) => Promise.resolve(describe(schema, property)),
};

/** The schema of one of the two kinds. */
export function kustomizeSchema(kind: Kind): Schema {
  return schemaOf(definitionName(kind));
}

/** The schema of a JSON patch: its list of operations. */
export function jsonPatchSchema(): Schema {
  return schemaOf(jsonPatchDefinition);
}

function definitionName(kind: Kind): string {
  return kind.kind === componentKind.kind ? componentDefinition : kustomizationDefinition;
}

function schemaOf(name: string): Schema {
  return makeSchema(kustomizeDefinitions[name]!, resolve, name);
}

function describe(schema: Schema, property: string | undefined): string | undefined {
  return property === undefined ? schema.raw.description : schema.property(property)?.raw.description;
}

function kindOf(version: string, kind: string): Kind {
  return {
    group,
    version,
    kind,
    apiVersion: `${group}/${version}`,
    plural: '',
    singular: '',
    scope: 'Cluster',
    verbs: [],
    shortNames: [],
    categories: [],
    subresources: [],
    columns: [],
    origin: { from: 'bundled' },
  };
}
