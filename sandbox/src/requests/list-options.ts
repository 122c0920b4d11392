import { cause, invalid } from '../errors.ts';
import type { StatusCause } from '../status-error.ts';
import { integerParameter } from './integer-parameter.ts';

/** Judges the parameters that lists and watches share. Throws a 422 that names each bad one. */
export function checkListOptions(query: URLSearchParams, verb: 'list' | 'watch'): void {
  for (const name of ['limit', 'timeoutSeconds']) integerParameter(query, name);
  const causes = verb === 'list' ? problemsOfList(query) : problemsOfWatch(query);
  if (causes.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', causes);
}

const field = 'resourceVersionMatch';

function problemsOfList(query: URLSearchParams): StatusCause[] {
  const match = query.get(field) ?? '';
  const version = query.get('resourceVersion') ?? '';
  const causes: StatusCause[] = [];
  if (match && !version) {
    causes.push(cause.forbidden(field, `${field} is forbidden unless resourceVersion is provided`));
  }
  if (match && query.get('continue')) {
    causes.push(cause.forbidden(field, `${field} is forbidden when continue is provided`));
  }
  if (match && match !== 'Exact' && match !== 'NotOlderThan') {
    causes.push(cause.unsupported(field, match, ['Exact', 'NotOlderThan', '']));
  }
  if (match === 'Exact' && version === '0') {
    causes.push(cause.forbidden(field, `${field} "exact" is forbidden for resourceVersion "0"`));
  }
  if (query.has('sendInitialEvents')) {
    causes.push(cause.forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  }
  return causes;
}

function problemsOfWatch(query: URLSearchParams): StatusCause[] {
  const written = query.get(field) ?? '';
  // What begins with the present state is a watch with initial events, whether it says so or not.
  const isLegacy =
    (query.get('resourceVersion') || '0') === '0' && !query.has('sendInitialEvents') && !written;
  const match = isLegacy ? 'NotOlderThan' : written;
  const sendsInitialEvents = isLegacy || query.has('sendInitialEvents');
  const causes: StatusCause[] = [];
  if (sendsInitialEvents && match !== 'NotOlderThan') {
    causes.push(cause.forbidden(field, `sendInitialEvents requires setting ${field} to NotOlderThan`));
  }
  if (match && !sendsInitialEvents) {
    causes.push(
      cause.forbidden(field, `${field} is forbidden for watch unless sendInitialEvents is provided`),
    );
  }
  if (match && match !== 'NotOlderThan') causes.push(cause.unsupported(field, match, ['NotOlderThan']));
  if (match && query.get('continue')) {
    causes.push(cause.forbidden(field, `${field} is forbidden when continue is provided`));
  }
  return causes;
}
