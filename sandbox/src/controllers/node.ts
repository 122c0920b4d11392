import { type Clock, timestamp } from '../clock.ts';
import type { KubeObject, ObjectStore } from '../object-store.ts';
import { nodeAddress, nodeName, resources } from './objects.ts';

/** Makes the sandbox's one node, Ready, unless it is there. Its kubelet is of the given release (`v1.36.3`). */
export function ensureNode(store: ObjectStore, clock: Clock, kubeletVersion: string): void {
  if (store.get(resources.nodes, undefined, nodeName)) return;
  store.create(resources.nodes, sandboxNode(timestamp(clock.now()), kubeletVersion));
}

export const nodeLabels: Readonly<Record<string, string>> = {
  'kubernetes.io/hostname': nodeName,
  'kubernetes.io/os': 'linux',
  'kubernetes.io/arch': 'amd64',
  'beta.kubernetes.io/os': 'linux',
  'beta.kubernetes.io/arch': 'amd64',
  'node-role.kubernetes.io/control-plane': '',
};

function sandboxNode(now: string, kubeletVersion: string): KubeObject {
  const resourceAmounts = {
    cpu: '8',
    memory: '32Gi',
    pods: '1000000',
    'ephemeral-storage': '100Gi',
    'hugepages-2Mi': '0',
  };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: nodeName, labels: { ...nodeLabels } },
    spec: { podCIDR: '10.244.0.0/16', podCIDRs: ['10.244.0.0/16'] },
    status: {
      addresses: [
        { type: 'InternalIP', address: nodeAddress },
        { type: 'Hostname', address: nodeName },
      ],
      capacity: resourceAmounts,
      allocatable: resourceAmounts,
      conditions: healthyConditions(now),
      nodeInfo: {
        architecture: 'amd64',
        operatingSystem: 'linux',
        osImage: 'Kubewright sandbox',
        kernelVersion: 'none',
        containerRuntimeVersion: 'sandbox://1.0.0',
        kubeletVersion,
        kubeProxyVersion: '',
        machineID: 'sandbox',
        systemUUID: 'sandbox',
        bootID: 'sandbox',
      },
    },
  };
}

/** What the kubelet of a node says that is in order. */
export function healthyConditions(now: string) {
  const condition = (type: string, status: 'True' | 'False', reason: string, message: string) => ({
    type,
    status,
    reason,
    message,
    lastHeartbeatTime: now,
    lastTransitionTime: now,
  });
  return [
    condition(
      'MemoryPressure',
      'False',
      'KubeletHasSufficientMemory',
      'kubelet has sufficient memory available',
    ),
    condition('DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'),
    condition('PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'),
    condition('Ready', 'True', 'KubeletReady', 'kubelet is posting ready status'),
  ];
}
