/**
 * How early a field of a definition (its name without group and version) comes among those that nothing requires: what
 * people write most first; undefined for the rest.
 */
export function frequencyRank(definition: string | undefined, name: string): number | undefined {
  const rank = frequentFields[definition?.split('.').at(-1) ?? '']?.indexOf(name) ?? -1;
  return rank < 0 ? undefined : rank;
}

const frequentFields: Readonly<Record<string, readonly string[]>> = {
  Container: [
    ...['image', 'ports', 'env', 'envFrom', 'resources', 'volumeMounts', 'command', 'args', 'readinessProbe'],
    ...['livenessProbe', 'startupProbe', 'securityContext', 'imagePullPolicy'],
  ],
  ContainerPort: ['name', 'containerPort', 'protocol'],
  CronJobSpec: ['schedule', 'jobTemplate', 'concurrencyPolicy'],
  DaemonSetSpec: ['selector', 'template', 'updateStrategy'],
  DeploymentSpec: ['replicas', 'selector', 'template', 'strategy'],
  EnvVar: ['name', 'value', 'valueFrom'],
  EnvVarSource: ['configMapKeyRef', 'secretKeyRef', 'fieldRef'],
  HTTPIngressPath: ['path', 'pathType', 'backend'],
  HorizontalPodAutoscalerSpec: ['scaleTargetRef', 'minReplicas', 'maxReplicas', 'metrics'],
  IngressSpec: ['ingressClassName', 'rules', 'tls'],
  JobSpec: ['template', 'backoffLimit', 'ttlSecondsAfterFinished'],
  PersistentVolumeClaimSpec: ['accessModes', 'resources', 'storageClassName'],
  PodSpec: [
    ...['containers', 'volumes', 'initContainers', 'serviceAccountName', 'securityContext', 'restartPolicy'],
    ...['imagePullSecrets', 'nodeSelector', 'tolerations', 'affinity', 'terminationGracePeriodSeconds'],
  ],
  PolicyRule: ['apiGroups', 'resources', 'verbs', 'resourceNames'],
  Probe: ['httpGet', 'tcpSocket', 'exec', 'grpc', 'initialDelaySeconds', 'periodSeconds', 'timeoutSeconds'],
  ResourceRequirements: ['requests', 'limits'],
  Secret: ['stringData', 'data', 'type'],
  ServicePort: ['name', 'port', 'targetPort', 'protocol', 'nodePort'],
  ServiceSpec: ['selector', 'ports', 'type'],
  StatefulSetSpec: ['serviceName', 'replicas', 'selector', 'template', 'volumeClaimTemplates'],
  Volume: ['name', 'configMap', 'secret', 'emptyDir', 'persistentVolumeClaim', 'projected', 'hostPath'],
  VolumeMount: ['name', 'mountPath', 'subPath', 'readOnly'],
};
