import type { CallOptions } from '../call-options.ts';
import type { KubeContext } from '../cluster.ts';
import { ClusterError, explanationOf } from '../errors.ts';
import type { Asker } from '../http/failures.ts';
import type { ClusterRequest } from '../http/request.ts';
import { maskSecrets } from '../mask-secrets.ts';
import { effectOf } from '../protection/request-effect.ts';
import { field, textOf } from '../wrong-answer.ts';
import { certaintyOf, isRefusal } from './certainty.ts';
import type { ChangedObject, ChangeRecorder, ChangeRequest, OpenChange } from './recorded-change.ts';

/** What the record of the session is told of one call, however often that is sent. */
export interface CallRecord {
  /** It is handed to a connection; `impersonation` are the headers that say whom the user speaks for. */
  sent(impersonation: readonly (readonly [string, string])[]): void;
  /** The head of an answer has come. */
  answered(code: number): void;
  /** The call has ended with this answer. */
  done(answer?: unknown): void;
  /** The call has ended without one. */
  failed(error: unknown): void;
}

/** Whose call it is, and who is told. */
export interface CallPlace {
  readonly asker: Asker;
  readonly context: Pick<KubeContext, 'user'>;
  readonly changes: ChangeRecorder | undefined;
}

/** The record of a call. One that changes nothing has none. */
export function recordCall(
  request: ClusterRequest,
  { asker, context, changes }: CallPlace,
  { onSent }: Pick<CallOptions, 'onSent'> = {},
): CallRecord {
  const effect = effectOf(request);
  if (effect === 'reads') return unrecorded;
  let change: OpenChange | undefined;
  let code = 0;
  const changed = (impersonation: readonly (readonly [string, string])[]): ChangeRequest => ({
    context: asker.context,
    server: asker.server,
    user: context.user,
    impersonated: impersonation.find(([name]) => name.toLowerCase() === 'impersonate-user')?.[1],
    intent: request.intent,
    fieldManager: fieldManagerOf(request),
    counts: effect === 'forwards' || request.intent.subresource === 'proxy' ? 'together' : 'each',
  });
  return {
    sent(impersonation) {
      if (change) return;
      change = changes?.begin(changed(impersonation)) ?? unkept;
      onSent?.(change);
    },
    answered: (now) => {
      code = now;
    },
    done(answer) {
      const object = changedObject(answer);
      if (isRefusal(code)) change?.settle({ certainty: 'refused', code, message: `answered ${code}` });
      else if (code >= 500) change?.settle({ certainty: 'unknown', message: `answered ${code}` });
      else change?.settle({ certainty: 'answered', code, ...(object ? { object } : {}) });
    },
    failed(error) {
      // What a server says it has done is done, where the line breaks behind that; a login page says nothing.
      const isCut = !(error instanceof ClusterError) || error.failure === 'unreachable';
      if (isCut && code >= 200 && code < 300) return change?.settle({ certainty: 'answered', code });
      const message = maskSecrets(explanationOf(error).fault);
      const certainty = certaintyOf(error);
      if (certainty !== 'refused') return change?.settle({ certainty, message });
      change?.settle({ certainty, code: error instanceof ClusterError ? error.code : undefined, message });
    },
  };
}

const unkept: OpenChange = { settle: () => {}, found: () => {} };
const unrecorded: CallRecord = { sent: () => {}, answered: () => {}, done: () => {}, failed: () => {} };

/** What a change that is answered is about: the object, or that which a `Status` names. */
function changedObject(answer: unknown): ChangedObject | undefined {
  const metadata = field(answer, textOf(answer, 'kind') === 'Status' ? 'details' : 'metadata');
  const named = Object.entries({
    name: textOf(metadata, 'name'),
    uid: textOf(metadata, 'uid'),
    resourceVersion: textOf(metadata, 'resourceVersion'),
  }).filter(([, text]) => text !== undefined && text !== '');
  return named.length === 0 ? undefined : Object.fromEntries(named);
}

function fieldManagerOf({ path }: ClusterRequest): string | undefined {
  const query = path.split('?', 2)[1];
  return query === undefined ? undefined : (new URLSearchParams(query).get('fieldManager') ?? undefined);
}
