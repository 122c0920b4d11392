import { cause, invalid } from '../errors.ts';
import { uncalledWebhooks } from '../lifecycle/uncalled-webhooks.ts';
import type { Write } from '../lifecycle/write-object.ts';
import type { KubeObject } from '../object-store.ts';
import { inGoForm } from '../protobuf/go-form.ts';
import { withNulls, withoutEmptyLists } from '../protobuf/go-nulls.ts';
import { checkEscalation } from '../rights/escalation.ts';
import { checkSigning } from '../rights/signer-rights.ts';
import type { StatusCause } from '../status-error.ts';
import type { ResourceRequest } from './request.ts';

/** The query parameters that all writes share. */
export interface WriteOptions {
  readonly effect: 'store' | 'dry-run';
  readonly fieldValidation: 'Ignore' | 'Warn' | 'Strict';
  /** Undefined when the client named none: then its user agent counts. */
  readonly fieldManager: string | undefined;
}

/** Which options object the server names in its refusals. */
export type OptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions';

/** Reads and judges the parameters. Throws a 422 that names each bad one. */
export function writeOptions(query: URLSearchParams, kind: OptionsKind): WriteOptions {
  const causes: StatusCause[] = [];
  const dryRun = query.getAll('dryRun');
  causes.push(...dryRunProblems(dryRun));
  const fieldManager = query.get('fieldManager') ?? '';
  if (Buffer.byteLength(fieldManager) > longestManager) {
    causes.push(cause.tooLong('fieldManager', `may not be more than ${longestManager} bytes`));
  }
  const unprintable = [...fieldManager].find((character) => !/[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character));
  if (unprintable) {
    causes.push(
      cause.invalid(
        'fieldManager',
        fieldManager,
        `invalid character ${codePoint(unprintable)} (at position ${fieldManager.indexOf(unprintable)})`,
      ),
    );
  }
  const validation = query.get('fieldValidation') ?? '';
  if (!['', 'Ignore', 'Warn', 'Strict'].includes(validation)) {
    causes.push(cause.unsupported('fieldValidation', validation, ['', 'Ignore', 'Strict', 'Warn']));
  }
  if (causes.length > 0) throw invalid({ group: 'meta.k8s.io', kind }, '', causes);
  return {
    effect: dryRun.length > 0 ? 'dry-run' : 'store',
    fieldValidation: (validation || 'Warn') as WriteOptions['fieldValidation'],
    fieldManager: fieldManager || undefined,
  };
}

/** As Go writes `%U`. */
function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** What is wrong with `dryRun`: only `All` is known. */
export function dryRunProblems(values: readonly string[]): StatusCause[] {
  return values.every((value) => value === 'All') ? [] : [cause.unsupported('dryRun', values, ['All'])];
}

/** Whether a boolean parameter is set, as Go's clients write it: there, and not `false` or `0`. */
export function isSet(query: URLSearchParams, name: string): boolean {
  const value = query.get(name);
  return value !== null && value !== 'false' && value !== '0';
}

const longestManager = 128;

/** The write that a request asks for. */
export function writeOf(request: ResourceRequest, options: WriteOptions): Write {
  const { resource, namespace, subresource, userAgent, warn, user, authorizer } = request;
  const manager = options.fieldManager ?? managerOfUserAgent(userAgent);
  const admit: Write['admit'] = (object, before) => {
    checkEscalation({ user, authorizer, resource, namespace, object, before });
    const operation = before ? 'UPDATE' : 'CREATE';
    warn(uncalledWebhooks(request.api, { resource, subresource, operation, object, before }));
  };
  const admitValid: Write['admitValid'] = (object, before) =>
    checkSigning({ user, authorizer, resource, subresource, object, before });
  const { protobufFacts } = request.body;
  const definition = resource.schema?.name;
  const asWritten = (object: KubeObject) =>
    definition === undefined ? object : (inGoForm(object, definition, protobufFacts) as KubeObject);
  const { schema } = resource;
  const nulled = (object: KubeObject) =>
    schema ? (withNulls(object, schema, protobufFacts) as KubeObject) : object;
  const asStored = (object: KubeObject) =>
    schema ? (withoutEmptyLists(object, schema, protobufFacts) as KubeObject) : object;
  return {
    resource,
    namespace,
    effect: options.effect,
    manager,
    subresource,
    asWritten,
    withNulls: nulled,
    asStored,
    warn,
    admit,
    admitValid,
    user,
  };
}

/** What the server calls a client that names no field manager: its user agent up to the first slash. */
function managerOfUserAgent(userAgent: string | undefined): string {
  return (userAgent ?? '').split('/')[0]?.slice(0, longestManager) || 'unknown';
}
