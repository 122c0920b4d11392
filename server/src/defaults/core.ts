import type { Draft } from './draft.ts';
import type { FillKind } from './fill-kind.ts';
import { fillClaimSpec, fillPodOnly, fillPodSpec, hasLabels } from './pod.ts';

/** The kinds of `v1`. */
export const coreDefaults: Readonly<Record<string, FillKind>> = {
  Pod(pod, version) {
    const spec = pod.at('spec');
    if (!spec) return;
    fillPodSpec(spec, version);
    fillPodOnly(spec);
  },
  PodTemplate(template, version) {
    const spec = template.at('template')?.at('spec');
    if (spec) fillPodSpec(spec, version);
  },
  ReplicationController(controller, version) {
    const spec = controller.at('spec');
    if (!spec) return;
    spec.fill({ replicas: 1 });
    const template = spec.at('template');
    const podSpec = template?.at('spec');
    if (podSpec) fillPodSpec(podSpec, version);
    const labels = template?.at('metadata')?.at('labels')?.value;
    if (!labels) return;
    if (Object.keys(spec.at('selector')?.value ?? {}).length === 0) {
      delete spec.value.selector;
      spec.fill({ selector: labels });
    }
    if (!hasLabels(controller.at('metadata'))) controller.at('metadata')?.fill({ labels });
  },
  Service(service) {
    const spec = service.at('spec');
    if (spec) fillServiceSpec(spec);
  },
  Secret(secret) {
    secret.fillText({ type: 'Opaque' });
  },
  PersistentVolume(volume) {
    volume.make('status')?.fillText({ phase: 'Pending' });
    const spec = volume.at('spec');
    if (!spec) return;
    spec.fillText({ persistentVolumeReclaimPolicy: 'Retain' });
    spec.fill({ volumeMode: 'Filesystem' });
    spec.at('hostPath')?.fill({ type: '' });
    spec.at('azureDisk')?.fill({ readOnly: false });
  },
  PersistentVolumeClaim(claim) {
    fillClaimSpec(claim);
    claim.make('status')?.fillText({ phase: 'Pending' });
  },
  Namespace(namespace) {
    namespace.make('status')?.fillText({ phase: 'Active' });
    const metadata = namespace.at('metadata');
    if (!metadata || metadata.text('name') === '') return;
    metadata.make('labels')?.fill({ 'kubernetes.io/metadata.name': metadata.text('name') });
  },
  LimitRange(range) {
    for (const item of range.at('spec')?.each('limits') ?? []) fillLimitRangeItem(item);
  },
  Endpoints(endpoints) {
    for (const subset of endpoints.each('subsets')) {
      for (const port of subset.each('ports')) port.fillText({ protocol: 'TCP' });
    }
  },
};

function fillServiceSpec(spec: Draft): void {
  spec.fillText({ sessionAffinity: 'None', type: 'ClusterIP' });
  if (spec.value.sessionAffinity === 'None') delete spec.value.sessionAffinityConfig;
  if (spec.value.sessionAffinity === 'ClientIP') {
    spec.make('sessionAffinityConfig')?.make('clientIP')?.fill({ timeoutSeconds: 10800 });
  }
  for (const port of spec.each('ports')) {
    port.fillText({ protocol: 'TCP' });
    if (port.value.targetPort === 0 || port.value.targetPort === '') delete port.value.targetPort;
    if (port.has('port')) port.fill({ targetPort: port.value.port });
  }
  const type = spec.text('type');
  const isExposed = type === 'NodePort' || type === 'LoadBalancer';
  if (isExposed || (type === 'ClusterIP' && spec.count('externalIPs') > 0)) {
    spec.fillText({ externalTrafficPolicy: 'Cluster' });
  }
  if (isExposed || type === 'ClusterIP') spec.fill({ internalTrafficPolicy: 'Cluster' });
  if (type === 'LoadBalancer') spec.fill({ allocateLoadBalancerNodePorts: true });
}

/** A container's limit defaults to the maximum, its request to the limit, else to the minimum. */
function fillLimitRangeItem(item: Draft): void {
  if (item.text('type') !== 'Container') return;
  const max = item.at('max')?.value ?? {};
  const min = item.at('min')?.value ?? {};
  if (Object.keys(max).length > 0) item.make('default')?.fill(max);
  const limits = item.at('default')?.value ?? {};
  if (Object.keys({ ...limits, ...min }).length > 0) item.make('defaultRequest')?.fill({ ...min, ...limits });
}
