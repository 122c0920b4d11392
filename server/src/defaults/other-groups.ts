import type { Draft } from './draft.ts';
import type { FillKind } from './fill-kind.ts';

/** The kinds of every other built-in group, by group. */
export const otherDefaults: Readonly<Record<string, Readonly<Record<string, FillKind>>>> = {
  autoscaling: {
    HorizontalPodAutoscaler(autoscaler, _version, apiVersion) {
      const spec = autoscaler.at('spec');
      if (!spec) return;
      spec.fill({ minReplicas: 1 });
      if (apiVersion !== 'v1') fillMetricsAndBehavior(spec);
      else if (
        !autoscaler.at('metadata')?.at('annotations')?.has('autoscaling.alpha.kubernetes.io/metrics')
      ) {
        spec.fill({ targetCPUUtilizationPercentage: 80 });
      }
    },
  },
  'networking.k8s.io': {
    NetworkPolicy(policy) {
      const spec = policy.at('spec');
      if (!spec) return;
      for (const rule of [...spec.each('ingress'), ...spec.each('egress')]) {
        for (const port of rule.each('ports')) port.fillText({ protocol: 'TCP' });
      }
      if (spec.count('policyTypes') > 0) return;
      spec.fill({ policyTypes: spec.count('egress') > 0 ? ['Ingress', 'Egress'] : ['Ingress'] });
    },
    IngressClass(ingressClass) {
      ingressClass.at('spec')?.at('parameters')?.fill({ scope: 'Cluster' });
    },
  },
  'rbac.authorization.k8s.io': {
    RoleBinding: fillBinding,
    ClusterRoleBinding: fillBinding,
  },
  'storage.k8s.io': {
    StorageClass(storageClass) {
      storageClass.fill({ reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' });
    },
    CSIDriver(driver) {
      const spec = driver.at('spec');
      if (!spec) return;
      spec.fill({
        attachRequired: true,
        podInfoOnMount: false,
        storageCapacity: false,
        fsGroupPolicy: 'ReadWriteOnceWithFSType',
        requiresRepublish: false,
        seLinuxMount: false,
      });
      if (spec.count('volumeLifecycleModes') === 0) spec.fill({ volumeLifecycleModes: ['Persistent'] });
    },
  },
  'scheduling.k8s.io': {
    PriorityClass(priorityClass) {
      priorityClass.fill({ preemptionPolicy: 'PreemptLowerPriority' });
    },
  },
  'discovery.k8s.io': {
    EndpointSlice(slice) {
      for (const port of slice.each('ports')) port.fill({ name: '', protocol: 'TCP' });
    },
  },
  'admissionregistration.k8s.io': {
    MutatingWebhookConfiguration(configuration) {
      for (const webhook of configuration.each('webhooks')) {
        fillWebhook(webhook);
        webhook.fill({ reinvocationPolicy: 'Never' });
      }
    },
    ValidatingWebhookConfiguration(configuration) {
      for (const webhook of configuration.each('webhooks')) fillWebhook(webhook);
    },
    ValidatingAdmissionPolicy(policy) {
      const spec = policy.at('spec');
      spec?.fill({ failurePolicy: 'Fail' });
      fillMatchResources(spec?.at('matchConstraints'));
    },
    MutatingAdmissionPolicy(policy) {
      const spec = policy.at('spec');
      spec?.fill({ failurePolicy: 'Fail' });
      fillMatchResources(spec?.at('matchConstraints'));
    },
    ValidatingAdmissionPolicyBinding: fillPolicyBinding,
    MutatingAdmissionPolicyBinding(binding, _version, apiVersion) {
      fillPolicyBinding(binding);
      if (apiVersion !== 'v1alpha1') return;
      binding.at('spec')?.at('paramRef')?.fill({ parameterNotFoundAction: 'Deny' });
    },
  },
  'apiregistration.k8s.io': {
    APIService(service) {
      service.at('spec')?.at('service')?.fill({ port: 443 });
    },
  },
  'apiextensions.k8s.io': {
    CustomResourceDefinition(definition) {
      const spec = definition.at('spec');
      const names = spec?.at('names');
      const kind = names?.text('kind') ?? '';
      if (kind !== '') names?.fillText({ singular: kind.toLowerCase(), listKind: `${kind}List` });
      const conversion = spec?.make('conversion');
      conversion?.fillText({ strategy: 'None' });
      conversion?.at('webhook')?.at('clientConfig')?.at('service')?.fill({ port: 443 });
    },
  },
  'flowcontrol.apiserver.k8s.io': {
    FlowSchema(flowSchema) {
      flowSchema.at('spec')?.fillNumbers({ matchingPrecedence: 1000 });
    },
    PriorityLevelConfiguration(level) {
      const spec = level.at('spec');
      spec?.at('exempt')?.fill({ nominalConcurrencyShares: 0, lendablePercent: 0 });
      const limited = spec?.at('limited');
      limited?.fill({ nominalConcurrencyShares: 30, lendablePercent: 0 });
      const queuing = limited?.at('limitResponse')?.at('queuing');
      queuing?.fillNumbers({ queues: 64, handSize: 8, queueLengthLimit: 50 });
    },
  },
  'resource.k8s.io': {
    ResourceClaim(claim) {
      fillDevices(claim.at('spec')?.at('devices'));
    },
    ResourceSlice(slice) {
      for (const device of slice.at('spec')?.each('devices') ?? []) {
        fillMappings(device);
        fillMappings(device.at('basic'));
      }
    },
    ResourceClaimTemplate(template) {
      fillDevices(template.at('spec')?.at('spec')?.at('devices'));
    },
  },
};

function fillMetricsAndBehavior(spec: Draft): void {
  if (spec.count('metrics') === 0) {
    if (Array.isArray(spec.value.metrics)) delete spec.value.metrics;
    const target = { type: 'Utilization', averageUtilization: 80 };
    spec.fill({ metrics: [{ type: 'Resource', resource: { name: 'cpu', target } }] });
  }
  const behavior = spec.at('behavior');
  if (!behavior) return;
  const down = behavior.make('scaleDown');
  down?.fill({
    selectPolicy: 'Max',
    policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
  });
  const up = behavior.make('scaleUp');
  up?.fill({
    stabilizationWindowSeconds: 0,
    selectPolicy: 'Max',
    policies: [
      { type: 'Pods', value: 4, periodSeconds: 15 },
      { type: 'Percent', value: 100, periodSeconds: 15 },
    ],
  });
}

function fillBinding(binding: Draft): void {
  binding.at('roleRef')?.fillText({ apiGroup: 'rbac.authorization.k8s.io' });
  for (const subject of binding.each('subjects')) {
    const kind = subject.text('kind');
    if (kind === 'User' || kind === 'Group') subject.fillText({ apiGroup: 'rbac.authorization.k8s.io' });
  }
}

function fillWebhook(webhook: Draft): void {
  webhook.fill({
    failurePolicy: 'Fail',
    matchPolicy: 'Equivalent',
    namespaceSelector: {},
    objectSelector: {},
    timeoutSeconds: 10,
  });
  webhook.at('clientConfig')?.at('service')?.fill({ port: 443 });
  for (const rule of webhook.each('rules')) rule.fill({ scope: '*' });
}

function fillPolicyBinding(binding: Draft): void {
  const spec = binding.at('spec');
  fillMatchResources(spec?.at('matchResources'));
}

function fillMatchResources(resources: Draft | undefined): void {
  if (!resources) return;
  resources.fill({ matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} });
  for (const list of ['resourceRules', 'excludeResourceRules']) {
    for (const rule of resources.each(list)) rule.fill({ scope: '*' });
  }
}

function fillDevices(devices: Draft | undefined): void {
  for (const request of devices?.each('requests') ?? []) {
    fillDeviceRequest(request.at('exactly'));
    const isFlat = request.has('deviceClassName') && request.each('firstAvailable').length === 0;
    if (isFlat) fillDeviceRequest(request);
    for (const choice of request.each('firstAvailable')) fillDeviceRequest(choice);
  }
}

function fillDeviceRequest(request: Draft | undefined): void {
  request?.fillText({ allocationMode: 'ExactCount' });
  if (request?.value.allocationMode === 'ExactCount') request.fillNumbers({ count: 1 });
}

function fillMappings(device: Draft | undefined): void {
  const mappings = device?.at('nodeAllocatableResourceMappings');
  for (const name of Object.keys(mappings?.value ?? {}))
    mappings?.at(name)?.fill({ allocationMultiplier: '1' });
}
