import { readCertificateRequest } from '../certificates/certificate-request.ts';
import { signerNames } from '../certificates/signers.ts';
import { forbidden } from '../errors.ts';
import type { KubeObject } from '../object-store.ts';
import type { Resource } from '../resources/resource.ts';
import { jsonEqual } from '../store/json.ts';
import type { Authorizer } from './authorizer.ts';
import { mastersGroup, type User } from './user.ts';

/** Who writes what to a CertificateSigningRequest. */
export interface SigningWrite {
  readonly user: User;
  readonly authorizer: Authorizer;
  readonly resource: Resource;
  readonly subresource: string | undefined;
  readonly object: KubeObject;
  readonly before: KubeObject | undefined;
}

/**
 * Nobody asks for a certificate of those who may do everything; who approves or signs needs the verb for the signer. Throws
 * the `StatusError` that the API server answers.
 */
export function checkSigning(write: SigningWrite): void {
  const { resource, subresource, before } = write;
  const { group, plural } = resource.kind;
  if (group !== 'certificates.k8s.io' || plural !== 'certificatesigningrequests') return;
  if (!before) checkSubject(write);
  else if (subresource === 'approval') checkSigner(write, before, 'approve');
  else if (subresource === 'status' && isSigned(write, before)) checkSigner(write, before, 'sign');
}

function checkSubject({ resource, object }: SigningWrite): void {
  const { signerName, request } = object.spec as { signerName?: string; request?: string };
  if (signerName !== signerNames.client) return;
  if (!readCertificateRequest(request)?.organizations.includes(mastersGroup)) return;
  const why = `use of ${signerName} signer with ${mastersGroup} group is not allowed`;
  throw forbidden(resource.kind, object.metadata.name ?? '', why);
}

function isSigned({ object }: SigningWrite, before: KubeObject): boolean {
  return !jsonEqual(decisive(object), decisive(before));
}

function decisive({ status }: KubeObject): unknown {
  const { conditions = [], certificate = null } = (status ?? {}) as Record<string, unknown>;
  return { conditions: conditions ?? [], certificate };
}

/** Of one signer, or of all of its domain. */
function checkSigner(
  { user, authorizer, resource }: SigningWrite,
  { spec, metadata }: KubeObject,
  verb: string,
) {
  const { signerName = '' } = spec as { signerName?: string };
  const names = [signerName, `${signerName.split('/')[0]}/*`];
  const asked = { verb, group: resource.kind.group, version: '*', resource: 'signers', subresource: '' };
  if (names.some((name) => authorizer.decide(user, { ...asked, namespace: '', name }).allowed)) return;
  const why = `user not permitted to ${verb} requests with signerName ${JSON.stringify(signerName)}`;
  throw forbidden(resource.kind, metadata.name ?? '', why);
}
