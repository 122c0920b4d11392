import type { CallOptions } from '../cluster/call-options.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { KubeObject, Resource } from '../cluster/kube-object.ts';
import { objectName } from './object-name.ts';
import { messageOf } from './refusal.ts';
import { remove } from './remove.ts';
import type { Step, StepResult } from './step.ts';

/** Who owns the fields that an apply writes. */
export const fieldManager = 'kubewright';

/** How a step is done. */
export interface Performing extends Pick<CallOptions, 'onWarning' | 'onSent'> {
  readonly signal?: AbortSignal;
}

/**
 * Does one step, as it is at its turn; a step that cannot be done by now has failed. Rejects with the server's refusal,
 * or with the signal's reason.
 */
export async function perform(cluster: Cluster, step: Step, options: Performing = {}): Promise<StepResult> {
  const { outcome, resource } = step;
  switch (outcome.action) {
    case 'create-later':
      return failed(`${outcome.needs} is not there, or not served yet: apply again when it is.`);
    case 'conflict':
      return { result: 'conflict', message: outcome.message, conflicts: outcome.conflicts };
    case 'refused':
      return { result: 'failed', message: outcome.message, fields: outcome.fields };
  }
  if (!resource) return failed(`The kind of ${objectName(step.object)} is not served.`);
  switch (step.operation.type) {
    case 'create':
      return await create(cluster, step, resource, options);
    case 'apply':
      return await apply(cluster, step, resource, step.operation.ownership, options);
    case 'delete':
      return await remove(cluster, { ...step, operation: step.operation }, resource, options);
  }
}

/** The object as it is sent: with its namespace, without what only a server writes. */
export function bodyOf(object: KubeObject, namespace: string | undefined): KubeObject {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata: namespace === undefined ? metadata : { ...metadata, namespace } };
}

async function create(
  cluster: Cluster,
  { object, namespace }: Step,
  resource: Resource,
  options: Performing,
): Promise<StepResult> {
  const body = bodyOf(object, namespace);
  return { result: 'created', object: await cluster.create(resource, namespace, body, options) };
}

async function apply(
  cluster: Cluster,
  { object, namespace, outcome }: Step,
  resource: Resource,
  ownership: 'respect' | 'take-over',
  options: Performing,
): Promise<StepResult> {
  const reference = { resource, namespace, name: object.metadata.name ?? '' };
  const force = ownership === 'take-over';
  const applied = await cluster.apply(reference, bodyOf(object, namespace), {
    fieldManager,
    force,
    ...options,
  });
  const result =
    outcome.action === 'create' ? 'created' : outcome.action === 'none' ? 'unchanged' : 'changed';
  return { result, object: applied };
}

function failed(message: string): StepResult {
  return { result: 'failed', message: messageOf(message), fields: [] };
}
