import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keepUnchangedTimes } from '../../../../sandbox/src/apply/keep-unchanged-times.ts';
import { recordUpdate } from '../../../../sandbox/src/apply/record-update.ts';
import { serverSideApply } from '../../../../sandbox/src/apply/server-side-apply.ts';
import { strategicMergePatch } from '../../../../sandbox/src/apply/strategic-merge-patch.ts';
import type { KubeObject } from '../../../../sandbox/src/object-store.ts';
import { StatusError } from '../../../../sandbox/src/status-error.ts';
import { makeSchema, objectMetaDefinition, referenceTo } from '../../../../server/src/catalog/make-schema.ts';
import type { OpenApiSchema } from '../../../../server/src/catalog/openapi.ts';
import type { Schema } from '../../../../server/src/catalog/schema.ts';

/** Requests as they were made one after the other to kube-apiserver 1.35, and what it answered. */
interface Recording {
  name: string;
  apiVersion: string;
  kind: string;
  crdSchema?: OpenApiSchema;
  steps: Step[];
}

interface Step {
  type: 'apply' | 'create' | 'update' | 'strategic';
  manager: string;
  body: KubeObject;
  force?: true;
  subresource?: 'status';
  /** The stored object, where it is not the last answer: controllers write too. */
  before?: KubeObject;
  answer?: KubeObject;
  refusal?: { code: number; message: string; reason?: string; details?: { causes?: unknown[] } };
}

const folder = join(import.meta.dirname, '../../../fixtures/apply');
const facts = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../server/facts/kubernetes-1.35.json'), 'utf8'),
) as { schemas: Record<string, OpenApiSchema> };
const recordings = readdirSync(folder).map(
  (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Recording,
);

describe.each(recordings)('$name', (recording) => {
  const schema = schemaOf(recording);
  let last: KubeObject | undefined;
  for (const [index, step] of recording.steps.entries()) {
    const live = step.before ?? last;
    if (step.answer) last = step.answer;
    test(`${index}: ${step.type} by ${step.manager}`, () => replay(recording, schema, step, live));
  }
});

function replay(recording: Recording, schema: Schema, step: Step, live: KubeObject | undefined): void {
  const { answer, refusal, manager, subresource } = step;
  const ownership = {
    schema,
    apiVersion: recording.apiVersion,
    manager,
    now: newTime(answer, live),
    subresource,
    resetFields: subresource === 'status' ? [['spec']] : recording.kind === 'ConfigMap' ? [] : [['status']],
  };
  if (step.type === 'apply') {
    const conflicts = step.force ? 'force' : 'refuse';
    const apply = () => serverSideApply({ ...ownership, live, applied: step.body, conflicts });
    if (refusal && (refusal.code === 409 || refusal.code === 500)) expectRefusal(apply, refusal);
    else if (answer) expectApplied(apply(), answer, live);
    return;
  }
  if (step.type === 'strategic' && live) {
    const patch = step.body as unknown as Record<string, unknown>;
    const merge = () => strategicMergePatch({ live, patch, schema });
    if (refusal) expect(merge).toThrow(StatusError);
    else expect(withoutOwners(answer!)).toMatchObject(withoutOwners(merge()) as object);
  }
  if (!answer) return;
  const sent = (step.body.metadata ?? {}) as { managedFields?: [] };
  const managedFields = 'managedFields' in sent ? sent.managedFields : live?.metadata.managedFields;
  const after = { ...answer, metadata: { ...answer.metadata, managedFields } } as KubeObject;
  if (step.type === 'create') after.spec = withoutAllocated(answer.spec);
  const recorded = recordUpdate({ ...ownership, before: live, after });
  const kept = live ? keepUnchangedTimes(live, recorded) : recorded;
  expect(kept.metadata.managedFields).toEqual(answer.metadata.managedFields);
}

function expectRefusal(attempt: () => unknown, refusal: NonNullable<Step['refusal']>): void {
  let thrown: unknown;
  try {
    attempt();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(StatusError);
  const { code, reason, message, details } = thrown as StatusError;
  const causes = details?.causes && [...details.causes].sort(byField);
  expect({ code, reason, causes }).toEqual({
    code: refusal.code,
    reason: refusal.reason ?? '',
    causes: refusal.details?.causes,
  });
  expect(message.split('\n').sort()).toEqual(refusal.message.split('\n').sort());
}

/** What the server has beyond the result are defaults, which the apply itself does not fill in. */
function expectApplied(result: KubeObject, answer: KubeObject, live: KubeObject | undefined): void {
  const kept = live ? keepUnchangedTimes(live, result) : result;
  expect(kept.metadata.managedFields).toEqual(answer.metadata.managedFields);
  expect(withoutOwners(answer)).toMatchObject(stored(withoutOwners(result)) as object);
}

function schemaOf({ apiVersion, kind, crdSchema }: Recording): Schema {
  const resolve = (name: string) => facts.schemas[name];
  if (crdSchema) {
    const properties = { ...crdSchema.properties, ...objectProperties() };
    return makeSchema({ ...crdSchema, properties }, resolve);
  }
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  const found = Object.entries(facts.schemas).find(([, schema]) =>
    schema['x-kubernetes-group-version-kind']?.some(
      (each) => each.group === group && each.version === version && each.kind === kind,
    ),
  );
  const [name, raw] = found!;
  return makeSchema(raw, resolve, name);
}

function objectProperties(): Record<string, OpenApiSchema> {
  return {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: referenceTo(objectMetaDefinition),
  };
}

/** The time of the entry that this step has written. */
function newTime(answer: KubeObject | undefined, live: KubeObject | undefined): string {
  const times = (object: KubeObject | undefined) =>
    (object?.metadata.managedFields ?? []).map(({ time }) => time ?? '');
  const known = times(live);
  return times(answer).find((time) => !known.includes(time)) ?? '2026-12-31T00:00:00Z';
}

function withoutOwners({ metadata, ...rest }: KubeObject): unknown {
  const { managedFields: _, ...others } = metadata;
  return { ...rest, metadata: others };
}

/** What is empty is not stored, nor what the endpoint does not write. */
function stored(object: unknown): unknown {
  const { data, status: _, ...rest } = object as Record<string, unknown>;
  const isEmpty = typeof data === 'object' && Object.keys(data ?? {}).length === 0;
  return isEmpty ? rest : { ...rest, ...(data !== undefined && { data }) };
}

/** A service's addresses are given to it after its owner has been recorded. */
function withoutAllocated(spec: unknown): unknown {
  if (typeof spec !== 'object' || spec === null || !('clusterIP' in spec)) return spec;
  const allocated = ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy'];
  return Object.fromEntries(Object.entries(spec).filter(([name]) => !allocated.includes(name)));
}

function byField(
  left: { field?: string; message: string },
  right: { field?: string; message: string },
): number {
  const [a, b] = [`${left.field}\n${left.message}`, `${right.field}\n${right.message}`];
  return a < b ? -1 : a > b ? 1 : 0;
}
