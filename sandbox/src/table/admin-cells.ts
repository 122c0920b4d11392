import { compareKubernetesVersions } from '../../../server/src/catalog/version.ts';
import { convertObject } from '../../../server/src/conversion/convert-object.ts';
import type { CellPrinters } from './cell.ts';
import { formatAge, formatDuration } from './duration.ts';
import { count, entries, field, list, text } from './field.ts';
import { listWithMore } from './list-text.ts';
import { formatLabels } from './selector-text.ts';

/** Nodes, events, and the kinds that run the cluster itself. */
export const adminCells: Readonly<Record<string, CellPrinters>> = {
  '/Namespace': { Status: (namespace) => text(namespace, 'status', 'phase') },
  '/ServiceAccount': { Secrets: (account) => list(account, 'secrets').length },
  '/Node': {
    Status: nodeStatus,
    Roles: nodeRoles,
    Version: (node) => text(node, 'status', 'nodeInfo', 'kubeletVersion'),
    'Internal-IP': (node) => nodeAddress(node, 'InternalIP'),
    'External-IP': (node) => nodeAddress(node, 'ExternalIP'),
    'OS-Image': (node) => text(node, 'status', 'nodeInfo', 'osImage') || '<unknown>',
    'Kernel-Version': kernelVersion,
    'Container-Runtime': (node) => text(node, 'status', 'nodeInfo', 'containerRuntimeVersion') || '<unknown>',
  },
  '/Event': eventCells(),
  'events.k8s.io/Event': eventCells(),
  '/ComponentStatus': {
    Status: (component) => {
      const status = text(healthOf(component), 'status');
      return status === '' ? 'Unknown' : status === 'True' ? 'Healthy' : 'Unhealthy';
    },
    Message: (component) => text(healthOf(component), 'message'),
    Error: (component) => text(healthOf(component), 'error'),
  },
  'apiregistration.k8s.io/APIService': {
    Service: (service) => {
      const reference = field(service, 'spec', 'service');
      return reference === undefined ? 'Local' : `${text(reference, 'namespace')}/${text(reference, 'name')}`;
    },
    Available: (service) => {
      const condition = list(service, 'status', 'conditions').find(
        (entry) => text(entry, 'type') === 'Available',
      );
      if (condition === undefined) return 'Unknown';
      const status = text(condition, 'status');
      return status === 'True' ? status : `${status} (${text(condition, 'reason')})`;
    },
  },
  'certificates.k8s.io/CertificateSigningRequest': {
    SignerName: signerName,
    Requestor: (request) => text(request, 'spec', 'username'),
    RequestedDuration: (request) =>
      field(request, 'spec', 'expirationSeconds') === undefined
        ? '<none>'
        : formatDuration(count(request, 'spec', 'expirationSeconds') * 1000),
    Condition: signingCondition,
  },
  'certificates.k8s.io/ClusterTrustBundle': { SignerName: signerName },
  'certificates.k8s.io/PodCertificateRequest': {
    PodName: (request) => text(request, 'spec', 'podName'),
    ServiceAccountName: (request) => text(request, 'spec', 'serviceAccountName'),
    NodeName: (request) => text(request, 'spec', 'nodeName'),
    SignerName: (request) => text(request, 'spec', 'signerName'),
    State: (request) => conditionTypes(request, ['Issued', 'Denied', 'Failed']).at(-1) ?? 'Pending',
    UnverifiedUserAnnotations: (request) => formatLabels(field(request, 'spec', 'unverifiedUserAnnotations')),
  },
  'coordination.k8s.io/Lease': { Holder: (lease) => text(lease, 'spec', 'holderIdentity') },
  'coordination.k8s.io/LeaseCandidate': {
    LeaseName: (candidate) => text(candidate, 'spec', 'leaseName'),
    BinaryVersion: (candidate) => text(candidate, 'spec', 'binaryVersion'),
    EmulationVersion: (candidate) => text(candidate, 'spec', 'emulationVersion'),
  },
  'node.k8s.io/RuntimeClass': { Handler: (runtimeClass) => text(runtimeClass, 'handler') },
  'flowcontrol.apiserver.k8s.io/FlowSchema': {
    PriorityLevel: (schema) => text(schema, 'spec', 'priorityLevelConfiguration', 'name'),
    MatchingPrecedence: (schema) => count(schema, 'spec', 'matchingPrecedence'),
    DistinguisherMethod: (schema) => text(schema, 'spec', 'distinguisherMethod', 'type') || '<none>',
    MissingPL: (schema) =>
      text(
        list(schema, 'status', 'conditions').find((entry) => text(entry, 'type') === 'Dangling'),
        'status',
      ) || '?',
  },
  'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration': {
    Type: (level) => text(level, 'spec', 'type'),
    NominalConcurrencyShares: (level) =>
      field(level, 'spec', 'limited', 'nominalConcurrencyShares') ?? '<none>',
    Queues: (level) => field(level, 'spec', 'limited', 'limitResponse', 'queuing', 'queues') ?? '<none>',
    HandSize: (level) => field(level, 'spec', 'limited', 'limitResponse', 'queuing', 'handSize') ?? '<none>',
    QueueLengthLimit: (level) =>
      field(level, 'spec', 'limited', 'limitResponse', 'queuing', 'queueLengthLimit') ?? '<none>',
  },
  'internal.apiserver.k8s.io/StorageVersion': {
    CommonEncodingVersion: (version) => text(version, 'status', 'commonEncodingVersion') || '<unset>',
    StorageVersions: (version) =>
      listWithMore(
        list(version, 'status', 'storageVersions').map(
          (entry) => `${text(entry, 'apiServerID')}=${text(entry, 'encodingVersion')}`,
        ),
      ),
  },
  'storagemigration.k8s.io/StorageVersionMigration': {
    Resource: (migration) =>
      [text(migration, 'spec', 'resource', 'resource'), text(migration, 'spec', 'resource', 'group')]
        .filter(Boolean)
        .join('.'),
    Status: (migration) => conditionTypes(migration, ['Running', 'Failed', 'Succeeded']).at(-1) ?? 'Unknown',
  },
  'resource.k8s.io/ResourceClaim': { State: claimState },
  'resource.k8s.io/ResourceSlice': {
    Node: (slice) => text(slice, 'spec', 'nodeName'),
    Driver: (slice) => text(slice, 'spec', 'driver'),
    Pool: (slice) => text(slice, 'spec', 'pool', 'name'),
  },
  'resource.k8s.io/ResourcePoolStatusRequest': {
    Driver: (request) => text(request, 'spec', 'driver'),
    Total: (request) => poolSum(request, 'totalDevices'),
    Available: (request) => poolSum(request, 'availableDevices'),
    Allocated: (request) => poolSum(request, 'allocatedDevices'),
    Unavailable: (request) => poolSum(request, 'unavailableDevices'),
    Errors: (request) =>
      poolState(request) === 'unknown'
        ? '-'
        : String(
            list(request, 'status', 'pools').filter((pool) => field(pool, 'validationError') !== undefined)
              .length,
          ),
    Pools: (request) => count(request, 'status', 'poolCount'),
    Status: poolStatus,
    Completed: (request, now) => {
      const complete = trueCondition(request, 'Complete');
      return complete === undefined ? '<none>' : formatAge(field(complete, 'lastTransitionTime'), now);
    },
  },
  'resource.k8s.io/DeviceTaintRule': {
    Key: (rule) => text(rule, 'spec', 'taint', 'key'),
    Value: (rule) => text(rule, 'spec', 'taint', 'value'),
    Effect: (rule) => text(rule, 'spec', 'taint', 'effect'),
    TimeAdded: (rule, now) => {
      const added = field(rule, 'spec', 'taint', 'timeAdded');
      return added === undefined ? '' : formatAge(added, now);
    },
  },
};

function nodeStatus(node: unknown): string {
  const ready = list(node, 'status', 'conditions').find((condition) => text(condition, 'type') === 'Ready');
  const status = ready === undefined ? 'Unknown' : text(ready, 'status') === 'True' ? 'Ready' : 'NotReady';
  return field(node, 'spec', 'unschedulable') === true ? `${status},SchedulingDisabled` : status;
}

/** From 1.36 on it is followed by the machine's architecture. */
function kernelVersion(node: unknown, _now: Date, version: string): string {
  const kernel = text(node, 'status', 'nodeInfo', 'kernelVersion') || '<unknown>';
  const architecture = text(node, 'status', 'nodeInfo', 'architecture');
  const isShown = architecture !== '' && compareKubernetesVersions(version, '1.36') >= 0;
  return isShown ? `${kernel} (${architecture})` : kernel;
}

function nodeRoles(node: unknown): string {
  const prefix = 'node-role.kubernetes.io/';
  const roles = entries(node, 'metadata', 'labels').flatMap(([label, value]) => {
    if (label.startsWith(prefix)) return label.slice(prefix.length);
    return label === 'kubernetes.io/role' ? String(value) : '';
  });
  return [...new Set(roles.filter(Boolean))].sort().join(',') || '<none>';
}

function nodeAddress(node: unknown, type: string): string {
  const address = list(node, 'status', 'addresses').find((entry) => text(entry, 'type') === type);
  return text(address, 'address') || '<none>';
}

/** Both kinds of event are printed from the core group's fields. */
function eventCells(): CellPrinters {
  const core = (event: unknown) => convertObject(event, 'v1');
  const firstSeen = (event: unknown, now: Date) =>
    formatAge(field(event, 'firstTimestamp') ?? field(event, 'eventTime'), now);
  const lastSeen = (event: unknown, now: Date) => {
    const last = field(event, 'series', 'lastObservedTime') ?? field(event, 'lastTimestamp');
    return last === undefined ? firstSeen(event, now) : formatAge(last, now);
  };
  return {
    'Last Seen': (event, now) => lastSeen(core(event), now),
    'First Seen': (event, now) => firstSeen(core(event), now),
    Type: (event) => text(event, 'type'),
    Reason: (event) => text(event, 'reason'),
    Object: (event) => {
      const target = field(core(event), 'involvedObject');
      return [text(target, 'kind').toLowerCase(), text(target, 'name')].filter(Boolean).join('/');
    },
    Subobject: (event) => text(core(event), 'involvedObject', 'fieldPath'),
    Source: (event) => {
      const source = core(event);
      const component = text(source, 'source', 'component') || text(source, 'reportingComponent');
      const instance = text(source, 'source', 'host') || text(source, 'reportingInstance');
      return instance === '' ? component : `${component}, ${instance}`;
    },
    Message: (event) => text(core(event), 'message').trim(),
    Count: (event) => count(core(event), 'series', 'count') || count(core(event), 'count') || 1,
  };
}

function healthOf(component: unknown): unknown {
  return list(component, 'conditions').find((condition) => text(condition, 'type') === 'Healthy');
}

function signerName(object: unknown): string {
  return text(object, 'spec', 'signerName') || '<none>';
}

function signingCondition(request: unknown): string {
  const types = list(request, 'status', 'conditions').map((condition) => text(condition, 'type'));
  const decision = types.includes('Denied') ? 'Denied' : types.includes('Approved') ? 'Approved' : 'Pending';
  return [
    decision,
    ...(types.includes('Failed') ? ['Failed'] : []),
    ...(text(request, 'status', 'certificate') === '' ? [] : ['Issued']),
  ].join(',');
}

/** Those of the given condition types that are true, in the object's order. */
function conditionTypes(object: unknown, types: readonly string[]): string[] {
  return list(object, 'status', 'conditions')
    .filter((condition) => text(condition, 'status') === 'True')
    .map((condition) => text(condition, 'type'))
    .filter((type) => types.includes(type));
}

function claimState(claim: unknown): string {
  const isDeleted = field(claim, 'metadata', 'deletionTimestamp') !== undefined;
  const isAllocated = field(claim, 'status', 'allocation') !== undefined;
  return [
    ...(isDeleted ? ['deleted'] : []),
    ...(isAllocated ? ['allocated'] : isDeleted ? [] : ['pending']),
    ...(isAllocated && list(claim, 'status', 'reservedFor').length > 0 ? ['reserved'] : []),
  ].join(',');
}

/** Before there is a status, and after a failure, nothing is known of the pools. */
function poolState(request: unknown): 'known' | 'unknown' {
  if (field(request, 'status') === undefined) return 'unknown';
  const isComplete = trueCondition(request, 'Complete') !== undefined;
  return !isComplete && trueCondition(request, 'Failed') !== undefined ? 'unknown' : 'known';
}

function poolSum(request: unknown, name: string): string {
  if (poolState(request) === 'unknown') return '-';
  return String(list(request, 'status', 'pools').reduce<number>((sum, pool) => sum + count(pool, name), 0));
}

function poolStatus(request: unknown): string {
  if (trueCondition(request, 'Complete') === undefined) {
    return trueCondition(request, 'Failed') === undefined ? 'Pending' : 'Failed';
  }
  const shown = list(request, 'status', 'pools').length;
  const all = count(request, 'status', 'poolCount');
  return all > shown ? `Complete (${shown}/${all} pools)` : 'Complete';
}

function trueCondition(object: unknown, type: string): unknown {
  return list(object, 'status', 'conditions').find(
    (condition) => text(condition, 'type') === type && text(condition, 'status') === 'True',
  );
}
