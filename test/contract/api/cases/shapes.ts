/** One content of a kind as each of its versions writes it, for the kinds whose versions differ in more than their name. */
export const shapes: Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>>>> = {
  Event: {
    v1: {
      involvedObject: { kind: 'Pod', name: 'none', namespace: '{ns}' },
      message: 'told',
    },
    'events.k8s.io/v1': {
      regarding: { kind: 'Pod', name: 'none', namespace: '{ns}' },
      note: 'told',
    },
  },
  HorizontalPodAutoscaler: {
    'autoscaling/v1': { spec: { ...autoscaled(), targetCPUUtilizationPercentage: 50 } },
    'autoscaling/v2': {
      spec: {
        ...autoscaled(),
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
          },
        ],
      },
    },
  },
  ResourceClaim: versions(
    { spec: { devices: { requests: [flatRequest(), firstAvailable()] } } },
    { spec: { devices: { requests: [nestedRequest(), firstAvailable()] } } },
  ),
  ResourceClaimTemplate: versions(
    { spec: { spec: { devices: { requests: [flatRequest()] } } } },
    { spec: { spec: { devices: { requests: [nestedRequest()] } } } },
  ),
  ResourceSlice: versions(
    { spec: { ...pool(), devices: [{ name: 'one', basic: device() }] } },
    { spec: { ...pool(), devices: [{ name: 'one', ...device() }] } },
  ),
};

/** `v1beta1` of devices, and what all later versions write. */
function versions(flat: Record<string, unknown>, later: Record<string, unknown>) {
  return { 'resource.k8s.io/v1beta1': flat, 'resource.k8s.io/v1beta2': later, 'resource.k8s.io/v1': later };
}

function autoscaled() {
  return { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'none' } };
}

function flatRequest() {
  return { name: 'one', deviceClassName: 'none', allocationMode: 'ExactCount', count: 2 };
}

function nestedRequest() {
  const { name, ...exactly } = flatRequest();
  return { name, exactly };
}

function firstAvailable() {
  const choice = { name: 'first', deviceClassName: 'none', allocationMode: 'ExactCount', count: 1 };
  return { name: 'two', firstAvailable: [choice] };
}

function pool() {
  return {
    driver: '{name}.example.com',
    nodeName: '{name}',
    pool: { name: '{name}', generation: 1, resourceSliceCount: 1 },
  };
}

function device() {
  return { attributes: { size: { int: 3 } }, capacity: { memory: { value: '1Gi' } } };
}
