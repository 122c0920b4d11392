import type { ApiContext } from '../api-context.ts';
import { timestamp } from '../clock.ts';
import type { KubeObject } from '../object-store.ts';
import type { User } from '../rights/user.ts';
import { jsonCopy } from '../store/json.ts';

interface CertificateCondition {
  type?: string;
  status?: string;
  lastUpdateTime?: string | null;
  lastTransitionTime?: string | null;
}

interface CertificateStatus {
  conditions?: CertificateCondition[];
  certificate?: string;
}

/** A new CertificateSigningRequest says who made it, whatever its author wrote. */
export function setRequester(object: KubeObject, _api: ApiContext, user: User | undefined): void {
  const {
    username: _username,
    uid: _uid,
    groups: _groups,
    extra: _extra,
    ...spec
  } = object.spec as object & {
    username?: unknown;
    uid?: unknown;
    groups?: unknown;
    extra?: unknown;
  };
  object.status = {};
  object.spec = {
    ...spec,
    ...(user && {
      username: user.username,
      ...(user.uid && { uid: user.uid }),
      groups: [...user.groups],
      ...(user.extra && Object.keys(user.extra).length > 0 && { extra: jsonCopy(user.extra) }),
    }),
  };
}

/** Of a written CertificateSigningRequest its approval keeps all but the conditions, its status those that decide on it. */
export function keepDecision(
  object: KubeObject,
  before: KubeObject,
  api: ApiContext,
  subresource: string | undefined,
): void {
  if (subresource !== 'approval' && subresource !== 'status') return;
  const old = (before.status ?? {}) as CertificateStatus;
  const sent = (object.status ?? {}) as CertificateStatus;
  const kept =
    subresource === 'status' ? keepInstances(sent.conditions ?? [], old.conditions ?? []) : sent.conditions;
  const conditions = (kept ?? []).map((condition) => withTimes(condition, old, api));
  const { conditions: _conditions, ...rest } = subresource === 'approval' ? old : sent;
  object.status = { ...rest, ...(conditions.length > 0 && { conditions }) };
}

/** As many of a kind as before are the same as before. */
function keepInstances(
  conditions: readonly CertificateCondition[],
  old: readonly CertificateCondition[],
): CertificateCondition[] {
  const kept = [...conditions];
  for (const decision of ['Approved', 'Denied']) {
    const stored = old.filter(({ type }) => type === decision);
    const places = kept.flatMap(({ type }, index) => (type === decision ? [index] : []));
    if (places.length !== stored.length) continue;
    for (const [index, place] of places.entries()) kept[place] = stored[index]!;
  }
  return kept;
}

function withTimes(
  condition: CertificateCondition,
  { conditions = [] }: CertificateStatus,
  { clock }: ApiContext,
): CertificateCondition {
  const now = timestamp(clock.now());
  const earlier = conditions.find(
    ({ type, status }) => type === condition.type && status === condition.status,
  );
  return {
    ...condition,
    lastUpdateTime: condition.lastUpdateTime || now,
    lastTransitionTime: condition.lastTransitionTime || earlier?.lastTransitionTime || now,
  };
}
