import { alternativeNamesOf, type CertificateAuthority } from '../certificates/certificate-authority.ts';
import { type CertificateRequest, readCertificateRequest } from '../certificates/certificate-request.ts';
import { isKubeletClient, signerNames, signerProblem } from '../certificates/signers.ts';
import { type Clock, timestamp } from '../clock.ts';
import type { KubeObject, ObjectStore } from '../object-store.ts';
import { type Condition, resources } from './objects.ts';
import { keyOf, splitKey, WorkQueue } from './work-queue.ts';

/** A CertificateSigningRequest. */
export interface SigningRequest extends KubeObject {
  spec: {
    request?: string;
    signerName?: string;
    usages?: string[];
    expirationSeconds?: number;
    username?: string;
    uid?: string;
    groups?: string[];
    extra?: Record<string, string[]>;
  };
  status?: { conditions?: Condition[]; certificate?: string };
}

export interface CertificateRequestOptions {
  readonly signer: CertificateAuthority;
  /** Whether who made a request may have it approved unseen: `nodeclient` and `selfnodeclient`. */
  mayApproveItself(request: SigningRequest, subresource: string): boolean;
}

const manager = 'kube-controller-manager';
const longest = 365 * 24 * 60 * 60;
const shortest = 600;

/** Approves what kubelets ask for themselves, and signs what is approved with the sandbox's authority. */
export function startCertificateRequests(
  store: ObjectStore,
  clock: Clock,
  options: CertificateRequestOptions,
): { dispose(): void } {
  let disposed = false;
  const queue = new WorkQueue(clock, (key) => {
    const { name } = splitKey(key);
    const object = store.get(resources.certificateSigningRequests, undefined, name) as
      | SigningRequest
      | undefined;
    const request = object && readCertificateRequest(object.spec.request);
    if (!object || !request || object.status?.certificate) return;
    if (!isDecided(object)) approve(store, clock, options, object, request);
    else if (has(object, 'Approved') && !has(object, 'Failed')) sign(object, request);
  });

  function sign(object: SigningRequest, request: CertificateRequest): void {
    const { signerName = '', usages = [], expirationSeconds = longest } = object.spec;
    const problem = signerProblem(signerName, request, usages);
    if (problem === 'unknown') return;
    if (problem) {
      fail(store, clock, object, problem.problem);
      return;
    }
    const issuance = {
      subject: request.parsed.subjectName,
      publicKey: request.parsed.publicKey,
      usages,
      alternativeNames: alternativeNamesOf(request.parsed.extensions),
      now: new Date(clock.now()),
      seconds: Math.min(Math.max(expirationSeconds, shortest), longest),
    };
    options.signer.sign(issuance).then(
      (certificate) => disposed || writeCertificate(store, object, certificate),
      // A key that cannot be put into a certificate is never signed, as if its signer were not there.
      () => {},
    );
  }

  const subscription = store.subscribe(resources.certificateSigningRequests, ({ type, object }) => {
    if (type !== 'DELETED') queue.add(keyOf(object.metadata));
  });
  return {
    dispose() {
      disposed = true;
      subscription.dispose();
      queue.dispose();
    },
  };
}

function approve(
  store: ObjectStore,
  clock: Clock,
  { mayApproveItself }: CertificateRequestOptions,
  object: SigningRequest,
  request: CertificateRequest,
): void {
  const { signerName, usages = [], username } = object.spec;
  if (signerName !== signerNames.kubeletClient || !isKubeletClient(request, usages)) return;
  const isOwn = username === request.commonName && mayApproveItself(object, 'selfnodeclient');
  if (!isOwn && !mayApproveItself(object, 'nodeclient')) return;
  addCondition(store, clock, object, {
    type: 'Approved',
    status: 'True',
    reason: 'AutoApproved',
    message: isOwn
      ? 'Auto approving self kubelet client certificate after SubjectAccessReview.'
      : 'Auto approving kubelet client certificate after SubjectAccessReview.',
  });
}

function fail(store: ObjectStore, clock: Clock, object: SigningRequest, message: string): void {
  addCondition(store, clock, object, {
    type: 'Failed',
    status: 'True',
    reason: 'SignerValidationFailure',
    message,
  });
}

function addCondition(
  store: ObjectStore,
  clock: Clock,
  { metadata }: SigningRequest,
  condition: Condition,
): void {
  const now = timestamp(clock.now());
  const times = { lastUpdateTime: now, lastTransitionTime: now };
  const { certificateSigningRequests: resource } = resources;
  const change = (copy: KubeObject) => {
    const { status } = copy as SigningRequest;
    copy.status = { ...status, conditions: [...(status?.conditions ?? []), { ...condition, ...times }] };
  };
  store.update(resource, undefined, metadata.name!, manager, change, 'status');
}

function writeCertificate(store: ObjectStore, { metadata }: SigningRequest, certificate: string): void {
  const { certificateSigningRequests: resource } = resources;
  const change = (copy: KubeObject) => {
    if (copy.metadata.uid !== metadata.uid) return;
    const encoded = Buffer.from(certificate).toString('base64');
    copy.status = { ...(copy as SigningRequest).status, certificate: encoded };
  };
  store.update(resource, undefined, metadata.name!, manager, change, 'status');
}

function isDecided(object: SigningRequest): boolean {
  return has(object, 'Approved') || has(object, 'Denied');
}

function has({ status }: SigningRequest, wanted: string): boolean {
  return (status?.conditions ?? []).some(({ type, status: is }) => type === wanted && is === 'True');
}
