import { readCertificateRequest, signatureProblem } from '../certificates/certificate-request.ts';
import { cause } from '../errors.ts';
import type { KubeObject } from '../object-store.ts';
import type { StatusCause } from '../status-error.ts';

/** What the API server refuses in the request itself of a CertificateSigningRequest that is in order otherwise. */
export function certificateRequestProblems({ spec }: KubeObject): StatusCause[] {
  const { request } = (spec ?? {}) as { request?: string };
  const read = readCertificateRequest(request);
  const problem = read ? signatureProblem(read) : unreadable;
  return problem === undefined ? [] : [cause.invalid('spec.request', request, problem)];
}

const unreadable = 'asn1: structure error: the block holds no certificate request';
