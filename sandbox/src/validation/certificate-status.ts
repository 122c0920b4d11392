import type { KubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import { compareKubernetesVersions } from '../../../server/src/catalog/version.ts';
import { derParts } from '../certificates/der.ts';
import { cause } from '../errors.ts';
import type { KubeObject } from '../object-store.ts';
import type { StatusCause } from '../status-error.ts';

/** Through which part of itself a CertificateSigningRequest is changed: one sets its approval, the other its certificate. */
export type CertificatePart = 'approval' | 'status';

/**
 * What the API server refuses in the status of a CertificateSigningRequest, by what is stored: a fault that is there already
 * is let pass.
 */
export function certificateStatusProblems(
  object: KubeObject,
  before: KubeObject,
  part: CertificatePart,
  version: KubernetesVersion,
): StatusCause[] {
  const [conditions, old] = [conditionsOf(object), conditionsOf(before)];
  const told = compareKubernetesVersions(version, '1.36') >= 0 ? 'beside others' : 'at the end';
  return [
    ...conditionProblems(conditions, old),
    ...(told === 'beside others' ? exclusion(conditions, old) : []),
    ...certificateProblems(object, before),
    ...removalProblems(conditions, old),
    ...(part === 'status' ? decisionProblems(conditions, old) : []),
    ...certificateChange(object, before, part),
    ...(told === 'at the end' ? contradiction(conditions, old, version) : []),
  ];
}

interface CertificateCondition {
  readonly type?: string;
  readonly status?: string;
}

const path = 'status.conditions';

function conditionProblems(
  conditions: readonly CertificateCondition[],
  old: readonly CertificateCondition[],
): StatusCause[] {
  const known = { nameless: old.some(({ type }) => !type), twice: hasDuplicates(old) };
  const seen = new Set<string>();
  return conditions.flatMap(({ type = '', status = '' }, index) => {
    const at = `${path}[${index}]`;
    const causes: StatusCause[] = [];
    if (type === '' && !known.nameless) causes.push(cause.required(`${at}.type`));
    const supported = decided.has(type) ? ['True'] : ['False', 'True', 'Unknown'];
    if (status === '') causes.push(cause.required(`${at}.status`));
    else if (!supported.includes(status)) causes.push(cause.unsupported(`${at}.status`, status, supported));
    if (seen.has(type) && !known.twice) causes.push(cause.duplicate(`${at}.type`, type));
    seen.add(type);
    return causes;
  });
}

const decided = new Set(['Approved', 'Denied', 'Failed']);

/** The two at once, as it is told from 1.36 on. */
function exclusion(
  conditions: readonly CertificateCondition[],
  old: readonly CertificateCondition[],
): StatusCause[] {
  if (!isBoth(conditions) || isBoth(old)) return [];
  const { type: later } = conditions.findLast(({ type }) => type === 'Approved' || type === 'Denied')!;
  return [cause.invalid(path, later, 'Approved and Denied conditions are mutually exclusive')];
}

/** The two at once, as it is told before 1.36: at 1.34 with the list's name in Go. */
function contradiction(
  conditions: readonly CertificateCondition[],
  old: readonly CertificateCondition[],
  version: KubernetesVersion,
): StatusCause[] {
  if (!isBoth(conditions) || isBoth(old)) return [];
  const list = compareKubernetesVersions(version, '1.35') >= 0 ? 'conditions' : 'Conditions';
  const [approved, denied] = ['Approved', 'Denied'].map((type) => `${list}[{"type": "${type}"}]`);
  const why = `must specify at most one of: \`${approved}\`, \`${denied}\``;
  return [cause.invalid(path, `{${approved}, ${denied}}`, why)];
}

function isBoth(conditions: readonly CertificateCondition[]): boolean {
  return ['Approved', 'Denied'].every((wanted) => conditions.some(({ type }) => type === wanted));
}

function removalProblems(
  conditions: readonly CertificateCondition[],
  old: readonly CertificateCondition[],
): StatusCause[] {
  return [...decided]
    .filter((type) => of(conditions, type).length < of(old, type).length)
    .map((type) => cause.forbidden(path, `updates may not remove a condition of type "${type}"`));
}

/** Whether a request is approved is said through its approval alone. */
function decisionProblems(
  conditions: readonly CertificateCondition[],
  old: readonly CertificateCondition[],
): StatusCause[] {
  return ['Approved', 'Denied']
    .filter((type) => of(conditions, type).length > of(old, type).length)
    .map((type) => cause.forbidden(path, `updates may not add a condition of type "${type}"`));
}

function certificateProblems(object: KubeObject, before: KubeObject): StatusCause[] {
  const certificate = certificateOf(object);
  if (certificate === certificateOf(before) || certificateProblem(certificateOf(before)) !== undefined)
    return [];
  const problem = certificateProblem(certificate);
  return problem === undefined ? [] : [cause.invalid('status.certificate', '<certificate data>', problem)];
}

function certificateChange(object: KubeObject, before: KubeObject, part: CertificatePart): StatusCause[] {
  const [now, then] = [certificateOf(object), certificateOf(before)];
  if (now === then) return [];
  if (part === 'approval') {
    return [cause.forbidden('status.certificate', 'updates may not set certificate content')];
  }
  if (then === '') return [];
  return [cause.forbidden('status.certificate', 'updates may not modify existing certificate content')];
}

/** What is no chain of certificates as PEM, in Go's words. */
function certificateProblem(base64: string): string | undefined {
  if (base64 === '') return undefined;
  const text = Buffer.from(base64, 'base64').toString('latin1');
  const blocks = [...text.matchAll(pemBlock)];
  if (blocks.length === 0) return 'must contain at least one CERTIFICATE PEM block';
  for (const [, type, body] of blocks) {
    if (type !== 'CERTIFICATE') {
      return `only CERTIFICATE PEM blocks are allowed, found ${JSON.stringify(type)}`;
    }
    if (body!.includes(':')) return 'no PEM block headers are permitted';
    if (!isCertificate(Buffer.from(body!, 'base64'))) return 'x509: malformed certificate';
  }
  return undefined;
}

const pemBlock = /-----BEGIN ([A-Z0-9 ]+)-----\r?\n([^-]*)-----END \1-----/g;

/** A certificate is three values: what is signed, by which algorithm, and the signature. */
function isCertificate(bytes: Buffer): boolean {
  return bytes[0] === 0x30 && derParts(bytes).length === 3;
}

function conditionsOf({ status }: KubeObject): readonly CertificateCondition[] {
  const { conditions } = (status ?? {}) as { conditions?: CertificateCondition[] | null };
  return conditions ?? [];
}

function certificateOf({ status }: KubeObject): string {
  return ((status ?? {}) as { certificate?: string | null }).certificate ?? '';
}

function of(conditions: readonly CertificateCondition[], wanted: string): readonly CertificateCondition[] {
  return conditions.filter(({ type }) => type === wanted);
}

function hasDuplicates(conditions: readonly CertificateCondition[]): boolean {
  return new Set(conditions.map(({ type }) => type)).size < conditions.length;
}
