import { toInternalVersion } from '../../../server/src/conversion/convert-object.ts';
import { fillDefaults } from '../../../server/src/defaults/apply-defaults.ts';
import type { JsonObject } from '../../../server/src/defaults/draft.ts';
import { fillStructs } from '../../../server/src/defaults/fill-structs.ts';
import { serverWarnings } from '../../../server/src/rules/server-warnings.ts';
import type { AdmissionAttributes } from '../../../server/src/rules/shared/admission-attributes.ts';
import { Causes } from '../../../server/src/rules/shared/causes.ts';
import { Field } from '../../../server/src/rules/shared/field.ts';
import { objectMetadata } from '../../../server/src/rules/shared/metadata.ts';
import type { Violation } from '../../../server/src/rules/shared/violation.ts';
import { warningText } from '../../../server/src/rules/shared/warning.ts';
import { allViolations } from '../../../server/src/rules/violations.ts';
import type { ApiContext } from '../api-context.ts';
import type { KubeObject } from '../object-store.ts';
import type { Resource } from '../resources/resource.ts';
import type { StatusCause } from '../status-error.ts';
import { objectCopy } from '../store/json.ts';
import { ServerWords } from './server-words.ts';
import { statusRules } from './status/status-rules.ts';

/** What the rules say of an object, in the words of the API server. */
export interface Verdict {
  readonly causes: StatusCause[];
  /** What it takes and warns of. */
  readonly warnings: readonly string[];
}

/**
 * What the rules say of a decoded and defaulted object. `before` is what is stored; undefined while the object is created.
 * Of a custom kind they know its metadata. What is written through a subresource may change what the object itself may not.
 */
export function validateByRules(
  api: ApiContext,
  resource: Resource,
  object: KubeObject,
  before: KubeObject | undefined,
  subresource?: string,
): Verdict {
  const { storage } = resource;
  const attributes: AdmissionAttributes = {
    object: toInternalObject(api, resource, object),
    old: before && toInternalObject(api, resource, before),
    operation: before ? 'update' : 'create',
    subresource,
    scope: resource.kind.scope,
    kubernetesVersion: api.kubernetesVersion,
    features: 'all betas',
  };
  return {
    causes: causesOf(
      [...(isJudgedTwice(resource, attributes) ? judgedAsNew(attributes) : []), ...allViolations(attributes)],
      new ServerWords(api.internalStructs, { group: storage.group, kind: resource.kind.kind }),
    ),
    warnings: serverWarnings(attributes, resource.origin).map(warningText),
  };
}

/** What is wrong with the metadata of an object that is there. */
export function metadataProblems(
  api: ApiContext,
  { kind }: Resource,
  object: KubeObject,
  before: KubeObject,
): StatusCause[] {
  const causes = new Causes();
  objectMetadata(Field.root(object), causes, {
    object,
    old: before,
    operation: 'update',
    scope: kind.scope,
    kubernetesVersion: api.kubernetesVersion,
  });
  return causesOf(causes.violations, new ServerWords(api.internalStructs, kind));
}

/** What is wrong with the status that somebody writes, and with the metadata beside it. */
export function statusProblems(
  api: ApiContext,
  resource: Resource,
  object: KubeObject,
  before: KubeObject,
): StatusCause[] {
  const metadata = metadataProblems(api, resource, object, before);
  const { group, plural } = resource.storage;
  const rule = statusRules.get(`${group}/${plural}`);
  if (!rule) return metadata;
  const causes = new Causes();
  const [after, stored] = [object, before].map((one) => Field.root(toInternalObject(api, resource, one)));
  const written = {
    object: after!,
    status: after!.at('status'),
    before: stored!.at('status'),
    version: api.kubernetesVersion,
  };
  rule(written, causes);
  const words = new ServerWords(api.internalStructs, { group, kind: resource.kind.kind });
  return [...metadata, ...causesOf(causes.violations, words)];
}

/** Of some kinds a server judges a changed object as if it were new, and then once more as a change. */
function isJudgedTwice({ storage }: Resource, { operation, subresource }: AdmissionAttributes): boolean {
  return (
    operation === 'update' && subresource === undefined && twice.has(`${storage.group}/${storage.plural}`)
  );
}

const twice = new Set(['/persistentvolumes', 'batch/jobs', 'networking.k8s.io/networkpolicies']);

/** But for its metadata, which are told as often as they are looked at. */
function judgedAsNew({ old: _old, ...attributes }: AdmissionAttributes): Violation[] {
  const found = allViolations(attributes);
  return found.filter(({ path }) => path[0] !== 'metadata');
}

function causesOf(found: readonly Violation[], words: ServerWords): StatusCause[] {
  return found.map((one) => ({ reason: one.reason, message: words.of(one), field: one.field }));
}

/** An object as Go has it in memory: what is a struct there is not missing, and its fields have their defaults. */
function toInternalObject(
  { kubernetesVersion }: ApiContext,
  { kind, schema, origin }: Resource,
  object: KubeObject,
): JsonObject {
  const typed: JsonObject = { ...object, apiVersion: kind.apiVersion, kind: kind.kind };
  if (origin === 'custom' || !schema) return typed;
  const filled = fillStructs(typed, schema, objectCopy);
  if (filled !== typed) fillDefaults(filled, kind, schema, { version: kubernetesVersion });
  return toInternalVersion(filled);
}
