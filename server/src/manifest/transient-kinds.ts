/**
 * Kinds of Kubernetes' own that are sent from one program to another and never stored: no API server keeps them under
 * their group and version, so that a version of them that it no longer serves is neither gone nor unknown.
 */
export function isTransientKind(group: string, version: string, kind: string): boolean {
  const rows = rowsByGroup.get(group);
  return (
    rows?.some(
      ({ versions, kinds }) =>
        (versions === 'any' || versions.includes(version)) && (kinds === 'any' || kinds.has(kind)),
    ) === true
  );
}

interface TransientKinds {
  readonly groups: readonly string[];
  readonly versions: 'any' | readonly string[];
  readonly kinds: 'any' | ReadonlySet<string>;
}

const transientKinds: readonly TransientKinds[] = [
  // What webhooks are asked and answer. Sources: staging/src/k8s.io/api/admission, .../apiextensions-apiserver/pkg/apis,
  // and --authentication-token-webhook-version and --authorization-webhook-version, which are v1beta1 unless set.
  { groups: ['admission.k8s.io'], versions: 'any', kinds: 'any' },
  { groups: ['apiextensions.k8s.io'], versions: ['v1', 'v1beta1'], kinds: new Set(['ConversionReview']) },
  { groups: ['authentication.k8s.io'], versions: ['v1beta1'], kinds: new Set(['TokenReview']) },
  { groups: ['authorization.k8s.io'], versions: ['v1beta1'], kinds: new Set(['SubjectAccessReview']) },

  // The body of a request to `pods/eviction`, which takes the version that is served nowhere else any more, too:
  // pkg/registry/core/pod/storage/eviction.go, and a kube-apiserver 1.35.4 answered 201.
  { groups: ['policy'], versions: ['v1beta1'], kinds: new Set(['Eviction']) },

  // How an API server answers, and what it is told of a request: apimachinery/pkg/apis/meta/v1 and its v1beta1.
  { groups: ['meta.k8s.io', 'apidiscovery.k8s.io'], versions: 'any', kinds: 'any' },
  {
    groups: [''],
    versions: ['v1'],
    kinds: new Set([
      'APIGroup',
      'APIGroupList',
      'APIResourceList',
      'APIVersions',
      'CreateOptions',
      'DeleteOptions',
      'GetOptions',
      'ListOptions',
      'PatchOptions',
      'Status',
      'UpdateOptions',
      'WatchEvent',
    ]),
  },

  // The parameters of subresources, and what is written into annotations and etcd: pkg/apis/core/v1.
  {
    groups: [''],
    versions: ['v1'],
    kinds: new Set([
      'NodeProxyOptions',
      'PodAttachOptions',
      'PodExecOptions',
      'PodLogOptions',
      'PodPortForwardOptions',
      'PodProxyOptions',
      'PodStatusResult',
      'RangeAllocation',
      'SerializedReference',
      'ServiceProxyOptions',
    ]),
  },
];

/** A row is looked for several times for each document, and hardly ever found. */
const rowsByGroup: ReadonlyMap<string, readonly TransientKinds[]> = new Map(
  transientKinds
    .flatMap(({ groups }) => groups)
    .map((group) => [group, transientKinds.filter(({ groups }) => groups.includes(group))]),
);
