import type { ApiContext } from '../api-context.ts';
import type { KubeObject } from '../object-store.ts';
import type { Resource } from '../resources/resource.ts';
import type { StatusCause } from '../status-error.ts';
import { certificateRequestProblems } from './certificate-request.ts';
import { certificateStatusProblems } from './certificate-status.ts';
import { podCertificateKeyProblems } from './pod-certificate-key.ts';
import {
  ephemeralContainerObstacle,
  ephemeralContainerProblems,
  resizableIn,
  resizeObstacle,
  resizeProblems,
} from './pod-parts.ts';
import { metadataProblems, statusProblems, validateByRules } from './validate-by-rules.ts';

/** What the API server refuses in what is written through a subresource, where it looks at more than its shape. */
export function partProblems(
  api: ApiContext,
  resource: Resource,
  subresource: string | undefined,
  object: KubeObject,
  before: KubeObject | undefined,
): StatusCause[] {
  if (!before) return [];
  const judge = judges[`${keyOf(resource)}/${subresource}`];
  if (judge) return judge(api, resource, object, before);
  const isStatus = subresource === 'status' && resource.origin === 'built-in';
  return isStatus ? statusProblems(api, resource, object, before) : [];
}

/** What it refuses in a new object because it has to compute it, beside what its rules have found. */
export function createdProblems(
  resource: Resource,
  object: KubeObject,
  found: readonly StatusCause[],
): StatusCause[] {
  const key = keyOf(resource);
  if (key === 'certificates.k8s.io/podcertificaterequests') return podCertificateKeyProblems(object);
  return key === certificateRequests && found.length === 0 ? certificateRequestProblems(object) : [];
}

type Judge = (api: ApiContext, resource: Resource, object: KubeObject, before: KubeObject) => StatusCause[];

const certificateRequests = 'certificates.k8s.io/certificatesigningrequests';

const judges: Readonly<Record<string, Judge>> = {
  [`${certificateRequests}/approval`]: (api, resource, object, before) => [
    ...metadataProblems(api, resource, object, before),
    ...certificateStatusProblems(object, before, 'approval', api.kubernetesVersion),
  ],
  [`${certificateRequests}/status`]: (api, resource, object, before) => [
    ...metadataProblems(api, resource, object, before),
    ...certificateStatusProblems(object, before, 'status', api.kubernetesVersion),
  ],
  '/pods/ephemeralcontainers': (api, resource, object, before) => {
    const obstacle = ephemeralContainerObstacle(before);
    if (obstacle) return [obstacle];
    const { causes } = validateByRules(api, resource, object, before, 'ephemeralcontainers');
    return [...causes, ...ephemeralContainerProblems(object, before)];
  },
  '/pods/resize': (api, resource, object, before) => {
    const obstacle = resizeObstacle(before);
    if (obstacle) return [obstacle];
    const { causes } = validateByRules(api, resource, object, before, 'resize');
    return resizeProblems(object, before, causes, resizableIn(api.kubernetesVersion));
  },
};

function keyOf({ storage }: Resource): string {
  return `${storage.group}/${storage.plural}`;
}
