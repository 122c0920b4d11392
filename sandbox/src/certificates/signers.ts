import type { CertificateRequest } from './certificate-request.ts';

/** The signers of Kubernetes itself that sign with the authority of the cluster. */
export const signerNames = {
  client: 'kubernetes.io/kube-apiserver-client',
  kubeletClient: 'kubernetes.io/kube-apiserver-client-kubelet',
  kubeletServing: 'kubernetes.io/kubelet-serving',
} as const;

/**
 * Why a signer does not sign a request, in the controller-manager's words; undefined where it does, and `unknown` where it is
 * none of those above.
 */
export function signerProblem(
  signerName: string,
  request: CertificateRequest,
  usages: readonly string[],
): { problem: string } | 'unknown' | undefined {
  const check = checks.get(signerName);
  if (!check) return 'unknown';
  const problem = check(request, usages);
  return problem === undefined ? undefined : { problem };
}

type Check = (request: CertificateRequest, usages: readonly string[]) => string | undefined;

const checks: ReadonlyMap<string, Check> = new Map<string, Check>([
  [signerNames.client, (_request, usages) => clientUsageProblem(usages)],
  [signerNames.kubeletClient, kubeletClientProblem],
  [signerNames.kubeletServing, kubeletServingProblem],
]);

/** Digital signature and key encipherment may be asked for beside what is needed. */
function clientUsageProblem(usages: readonly string[]): string | undefined {
  const wrong = usages.find(
    (usage) => !['digital signature', 'key encipherment', 'client auth'].includes(usage),
  );
  if (wrong !== undefined) return `invalid usage for client certificate: ${wrong}`;
  if (usages.includes('client auth')) return undefined;
  return 'missing required usage for client certificate: client auth';
}

/** Whether a request is that of a kubelet for its own client certificate. */
export function isKubeletClient(request: CertificateRequest, usages: readonly string[]): boolean {
  return kubeletClientProblem(request, usages) === undefined;
}

function kubeletClientProblem(request: CertificateRequest, usages: readonly string[]): string | undefined {
  if (!isOfNodes(request)) return notOfNodes;
  for (const [type, words] of [
    ['dns', 'DNS'],
    ['email', 'Email'],
    ['ip', 'IP'],
    ['url', 'URI'],
  ] as const) {
    if (has(request, type)) return `${words} subjectAltNames are not allowed`;
  }
  if (!request.commonName.startsWith(nodePrefix)) return notANode;
  return usageProblem(usages, 'client auth');
}

function kubeletServingProblem(request: CertificateRequest, usages: readonly string[]): string | undefined {
  if (!isOfNodes(request)) return notOfNodes;
  if (!has(request, 'dns') && !has(request, 'ip')) return 'DNS or IP subjectAltName is required';
  if (has(request, 'email')) return 'Email subjectAltNames are not allowed';
  if (has(request, 'url')) return 'URI subjectAltNames are not allowed';
  return (
    usageProblem(usages, 'server auth') ?? (request.commonName.startsWith(nodePrefix) ? undefined : notANode)
  );
}

function usageProblem(usages: readonly string[], needed: 'client auth' | 'server auth'): string | undefined {
  const wanted = [needed, 'digital signature', 'key encipherment'].sort();
  const given = new Set(usages);
  const isAll = wanted.every((usage) => given.has(usage) || usage === 'key encipherment');
  const hasMore = usages.some((usage) => !wanted.includes(usage));
  return isAll && !hasMore ? undefined : `usages did not match [${wanted.join(' ')}]`;
}

const nodePrefix = 'system:node:';
const notOfNodes = 'subject organization is not system:nodes';
const notANode = 'subject common name does not begin with system:node:';

function isOfNodes({ organizations }: CertificateRequest): boolean {
  return organizations.length === 1 && organizations[0] === 'system:nodes';
}

function has({ alternativeNames }: CertificateRequest, wanted: string): boolean {
  return alternativeNames.some(({ type }) => type === wanted);
}
