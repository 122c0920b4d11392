import type { Schema } from '../../../server/src/catalog/schema.ts';
import { customObjectProblems } from '../../../server/src/rules/apiextensions/custom-object.ts';
import { serverMessage } from '../../../server/src/rules/shared/violation.ts';
import type { KubeObject } from '../object-store.ts';
import type { StatusCause } from '../status-error.ts';

/**
 * What the structural schema of its definition says of a custom resource that has its defaults, in the order and words of
 * the API server. Rules in CEL (`x-kubernetes-validations`) are not evaluated.
 */
export function validateBySchema(object: KubeObject, schema: Schema): StatusCause[] {
  return customObjectProblems(object, { ...schema.raw }).map(({ fieldPath, ...fault }) => ({
    reason: fault.reason,
    message: serverMessage(fault),
    field: fieldPath === '' ? '<nil>' : fieldPath,
  }));
}
