import type { Operation } from './operations.ts';
import type { Parameter } from './parameters.ts';

/** The names under which kube-apiserver's older document has the parameters of all operations, by parameter. */
const shared: Readonly<Record<string, string>> = {
  allowWatchBookmarks: 'HC2hJt-J',
  command: 'Py3eQybp',
  continue: 'QfD61s0i',
  fieldManager: 'Qy4HdaTW',
  fieldSelector: 'xIcQKXFG',
  follow: '9OIXh_2R',
  force: 'tOGGb0Yi',
  gracePeriodSeconds: '-K5HaBOS',
  ignoreStoreReadErrorWithClusterBreakingPotential: 'QbNkfIqj',
  insecureSkipTLSVerifyBackend: 'gM00jVbe',
  labelSelector: '5Zw57w4C',
  limit: '1NfNmdNH',
  limitBytes: 'zwd1RXuc',
  namespace: 'vgWSWtn3',
  orphanDependents: 'uRB25kX5',
  ports: '91KROJmm',
  pretty: 'tJGM1-ng',
  previous: '1jxDPu3y',
  propagationPolicy: '6jk3prlO',
  resourceVersion: '5WAnf1kx',
  resourceVersionMatch: 't8XhRHeC',
  sendInitialEvents: 'rLXlEK_k',
  shardSelector: 'Kgyki_3_',
  sinceSeconds: 'vE2NLdnP',
  stream: 'l-48cgXv',
  tailLines: '9xQLWHMV',
  timeoutSeconds: 'yvYezaOC',
  timestamps: 'c17fW1w_',
  watch: 'XNNPZGbK',
};

/** What has another description, and so another name, in some operations: by action, or by the kind of a connection. */
const particular: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  patch: { fieldManager: '7c6nTn1T' },
  log: { container: '1GeXxFDC' },
  PodAttachOptions: {
    container: '_Q-EJ3nR',
    stderr: '26jJhFUR',
    stdin: 'sEFnN3IS',
    stdout: '005YMKE6',
    tty: 'g7MlET_l',
  },
  PodExecOptions: {
    container: 'i5dOmRiM',
    stderr: 'W_1TNlWc',
    stdin: 'PSzNhyUC',
    stdout: '-EZLRwV1',
    tty: 's0flW37O',
  },
  PodProxyOptions: { path: 'oPbzgLUj' },
  ServiceProxyOptions: { path: 'QCf0eosM' },
  NodeProxyOptions: { path: 'rFDtV0x9' },
};

const pathBehindProxy = 'z6Ciiujn';

/** The name of a parameter of an operation, `watch-XNNPZGbK`; undefined of one that is written where it is taken. */
export function sharedParameterName(
  { name, in: place }: Parameter,
  operation: Operation,
): string | undefined {
  const { action = '', kind } = operation.about ?? {};
  const way = operation.id.endsWith('PodLog') ? 'log' : action === 'connect' ? (kind?.kind ?? '') : action;
  const suffix =
    name === 'path' && place === 'path' ? pathBehindProxy : (particular[way]?.[name] ?? shared[name]);
  return suffix === undefined ? undefined : `${name}-${suffix}`;
}

/** The names of the two bodies that many operations take: what is deleted how, and a patch. */
export const sharedBodies: Readonly<Record<string, string>> = {
  'io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions': 'body-2Y1dVQaQ',
  'io.k8s.apimachinery.pkg.apis.meta.v1.Patch': 'body-78PwaGsr',
};
