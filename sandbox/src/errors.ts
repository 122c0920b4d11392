import type { Kind } from '../../server/src/catalog/catalog.ts';
import { internalGroup } from './internal-package.ts';
import type { KubeObject } from './object-store.ts';
import { qualifiedKind, qualifiedResource } from './qualified-names.ts';
import { type StatusCause, StatusError } from './status-error.ts';

/** 400 with a reason of BadRequest. */
export function badRequest(message: string): StatusError {
  return new StatusError(400, 'BadRequest', message);
}

/** 404 of an object: `pods "x" not found`. */
export function notFound(kind: Pick<Kind, 'group' | 'plural'>, name: string): StatusError {
  return new StatusError(404, 'NotFound', `${qualifiedResource(kind)} ${JSON.stringify(name)} not found`, {
    details: named(kind, name),
  });
}

/** 404 of a path below a group and version that exist. */
export function noSuchResource(): StatusError {
  return new StatusError(404, 'NotFound', 'the server could not find the requested resource', {
    details: {},
  });
}

/** 405 */
export function methodNotAllowed(): StatusError {
  return new StatusError(
    405,
    'MethodNotAllowed',
    'the server does not allow this method on the requested resource',
    { details: {} },
  );
}

/** 409 of a create. `present` is what has the name. */
export function alreadyExists(
  kind: Pick<Kind, 'group' | 'plural'>,
  name: string,
  present?: KubeObject,
): StatusError {
  const state = present?.metadata.deletionTimestamp ? 'object is being deleted: ' : '';
  return new StatusError(
    409,
    'AlreadyExists',
    `${state}${qualifiedResource(kind)} ${JSON.stringify(name)} already exists`,
    {
      details: named(kind, name),
    },
  );
}

/** 409 of a write to another state than the caller knew. */
export function conflict(kind: Pick<Kind, 'group' | 'plural'>, name: string, why: string): StatusError {
  return new StatusError(
    409,
    'Conflict',
    `Operation cannot be fulfilled on ${qualifiedResource(kind)} ${JSON.stringify(name)}: ${why}`,
    { details: named(kind, name) },
  );
}

/** 409 of a write with an old resourceVersion. */
export function staleVersion(kind: Pick<Kind, 'group' | 'plural'>, name: string): StatusError {
  return conflict(
    kind,
    name,
    'the object has been modified; please apply your changes to the latest version and try again',
  );
}

/** 403 of a request that an admission rule refuses. */
export function forbidden(
  kind: Pick<Kind, 'group' | 'plural'>,
  name: string,
  why: string,
  causes?: StatusCause[],
): StatusError {
  const message = `${qualifiedResource(kind)} ${JSON.stringify(name)} is forbidden: ${why}`;
  return new StatusError(403, 'Forbidden', message, {
    details: { ...named(kind, name), ...(causes && { causes }) },
  });
}

/** 422: one sentence for one cause, a list in brackets for more; what is found twice is said once. */
export function invalid(
  kind: Pick<Kind, 'group' | 'kind'>,
  name: string,
  causes: StatusCause[],
): StatusError {
  const group = internalGroup(kind.group);
  const sentences = [...new Set(causes.map((cause) => `${cause.field}: ${cause.message}`))];
  const text = sentences.length === 1 ? sentences[0] : `[${sentences.join(', ')}]`;
  return new StatusError(
    422,
    'Invalid',
    `${qualifiedKind({ ...kind, group })} ${JSON.stringify(name)} is invalid: ${text}`,
    {
      details: {
        ...(name && { name }),
        ...(group && { group }),
        ...(kind.kind && { kind: kind.kind }),
        causes,
      },
    },
  );
}

/** What the sandbox does not do: said clearly, never a false success. */
export function notImplemented(what: string): StatusError {
  return new StatusError(501, 'NotImplemented', `the sandbox does not serve ${what}`);
}

/** A cause as the API server words it. */
export const cause = {
  invalid: (field: string, value: unknown, why: string): StatusCause => ({
    reason: 'FieldValueInvalid',
    message: `Invalid value: ${shown(value)}: ${why}`,
    field,
  }),
  typeInvalid: (field: string, value: unknown, why: string): StatusCause => ({
    reason: 'FieldValueTypeInvalid',
    message: `Invalid value: ${shown(value)}: ${why}`,
    field,
  }),
  required: (field: string, why?: string): StatusCause => ({
    reason: 'FieldValueRequired',
    message: why ? `Required value: ${why}` : 'Required value',
    field,
  }),
  unsupported: (field: string, value: unknown, supported: readonly string[]): StatusCause => ({
    reason: 'FieldValueNotSupported',
    message: `Unsupported value: ${shown(value)}: supported values: ${supported.map((one) => JSON.stringify(one)).join(', ')}`,
    field,
  }),
  forbidden: (field: string, why: string): StatusCause => ({
    reason: 'FieldValueForbidden',
    message: `Forbidden: ${why}`,
    field,
  }),
  tooLong: (field: string, why: string): StatusCause => ({
    reason: 'FieldValueTooLong',
    message: `Too long: ${why}`,
    field,
  }),
  duplicate: (field: string, value: unknown): StatusCause => ({
    reason: 'FieldValueDuplicate',
    message: `Duplicate value: ${shown(value)}`,
    field,
  }),
};

/** As Go writes a value for a person: what cannot be printed in its short form. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return text.replace(/\\u00([01][0-9a-f])/g, (_, digits: string) => goEscapes.get(digits) ?? `\\x${digits}`);
}

const goEscapes = new Map([
  ['07', '\\a'],
  ['0b', '\\v'],
]);

function named(kind: Pick<Kind, 'group' | 'plural'>, name: string) {
  return { name, ...(kind.group && { group: kind.group }), kind: kind.plural };
}
