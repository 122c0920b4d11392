import type { ApiContext } from '../api-context.ts';
import type { KubeObject, ResourceName } from '../object-store.ts';
import { withServiceAccount } from './service-account-admission.ts';

/** A new object as admission changes it; the same one where it changes nothing. Throws the `StatusError` that refuses it. */
export function admitted(api: ApiContext, { group, plural }: ResourceName, object: KubeObject): KubeObject {
  const isPod = group === '' && plural === 'pods';
  return isPod && api.serviceAccountAdmission === 'on' ? withServiceAccount(api, object) : object;
}
