import { chapter, of } from '../code-entry.ts';

/** The Pod as a whole. */
export const pods = chapter('The Pod as a whole', {
  'restart-policy': of(
    '`restartPolicy` of a container that is no init container, or a rule of it, is not one that the server takes.',
    'Pod',
    {
      'spec/containers/0/restartPolicyRules': [
        { action: 'Restart', exitCodes: { operator: 'In', values: [5] } },
      ],
    },
    {
      'spec/containers/0/restartPolicy': 'Never',
      'spec/containers/0/restartPolicyRules': [
        { action: 'Restart', exitCodes: { operator: 'In', values: [5] } },
      ],
    },
  ),
  'workload-restart-policy': of(
    'A Deployment, DaemonSet, StatefulSet or ReplicaSet restarts its Pods always.',
    'Deployment',
    { 'spec/template/spec/restartPolicy': 'Never' },
  ),
  'job-restart-policy': of('The Pods of a Job end: `restartPolicy` is `Never` or `OnFailure`.', 'Job', {
    'spec/template/spec/restartPolicy': 'Always',
  }),
  'workload-deadline': of('Pods of a workload that runs for ever have no deadline.', 'Deployment', {
    'spec/template/spec/activeDeadlineSeconds': 5,
  }),
  'dns-config': of(
    'The DNS settings of a Pod contradict its policy, or are too many.',
    'Pod',
    { 'spec/dnsPolicy': 'None' },
    { 'spec/dnsPolicy': 'None', 'spec/dnsConfig': { nameservers: ['10.0.0.10'] } },
  ),
  'host-name': of(
    'A host name has not the form of one.',
    'Ingress',
    { 'spec/rules/0/host': '10.0.0.1' },
    { 'spec/rules/0/host': 'example.com' },
  ),
  'host-users': of(
    "A Pod with users of its own cannot share the node's network, processes or IPC.",
    'Pod',
    { 'spec/hostUsers': false, 'spec/hostNetwork': true },
    { 'spec/hostUsers': false },
  ),
  'shared-processes': of(
    'A Pod shares processes among its containers or with the node, not both.',
    'Pod',
    { 'spec/shareProcessNamespace': true, 'spec/hostPID': true },
    { 'spec/shareProcessNamespace': true },
  ),
  'scheduling-gates': of(
    'A Pod that waits at gates has no node yet.',
    'Pod',
    { 'spec/nodeName': 'a', 'spec/schedulingGates': [{ name: 'example.com/gate' }] },
    { 'spec/schedulingGates': [{ name: 'example.com/gate' }] },
  ),
  'gate-name': of(
    "A gate is named like a label's key.",
    'Pod',
    { 'spec/schedulingGates': [{ name: 'a b' }] },
    { 'spec/schedulingGates': [{ name: 'example.com/gate' }] },
  ),
  'operating-system': of(
    'The Pod says which operating system it is for and uses settings of the other one.',
    'Pod',
    { 'spec/os': { name: 'windows' }, 'spec/hostPID': true },
    { 'spec/os': { name: 'windows' } },
  ),
  'windows-options': of(
    'Options for Windows have not the form that it takes.',
    'Pod',
    { 'spec/securityContext': { windowsOptions: { runAsUserName: 'a:b' } } },
    { 'spec/securityContext': { windowsOptions: { runAsUserName: 'ContainerUser' } } },
  ),
  'host-process': of(
    'All containers of a Pod are host processes or none is, with the network of the node.',
    'Pod',
    { 'spec/securityContext': { windowsOptions: { hostProcess: true } } },
    { 'spec/hostNetwork': true, 'spec/securityContext': { windowsOptions: { hostProcess: true } } },
  ),
  'privilege-escalation': of(
    'A privileged container can always escalate its privileges.',
    'Pod',
    { 'spec/containers/0/securityContext': { privileged: true, allowPrivilegeEscalation: false } },
    { 'spec/containers/0/securityContext': { privileged: true } },
  ),
  'proc-mount': of(
    "An unmasked `/proc` needs users of the Pod's own.",
    'Pod',
    { 'spec/containers/0/securityContext': { procMount: 'Unmasked' } },
    { 'spec/hostUsers': false, 'spec/containers/0/securityContext': { procMount: 'Unmasked' } },
  ),
  'security-profile': of(
    'A profile on the node has a name, every other one has none.',
    'Pod',
    { 'spec/securityContext': { seccompProfile: { type: 'Localhost' } } },
    { 'spec/securityContext': { seccompProfile: { type: 'RuntimeDefault' } } },
  ),
  'sysctl-name': of(
    'A sysctl has lower case letters, digits, `-`, `_`, `.` and `/`, and is listed once.',
    'Pod',
    { 'spec/securityContext': { sysctls: [{ name: 'A B', value: '1' }] } },
    { 'spec/securityContext': { sysctls: [{ name: 'net.core.somaxconn', value: '1' }] } },
  ),
  'user-id': of(
    'The number of a user or group is from 0 to 2147483647.',
    'Pod',
    { 'spec/securityContext': { runAsUser: -1 } },
    { 'spec/securityContext': { runAsUser: 1000 } },
  ),
  'pod-annotation': of(
    'An annotation that Kubernetes reads has a value that it does not take.',
    'Pod',
    { 'metadata/annotations': { 'controller.kubernetes.io~pod-deletion-cost': 'cheap' } },
    { 'metadata/annotations': { 'controller.kubernetes.io~pod-deletion-cost': '5' } },
  ),
  'unknown-container': of(
    'Something names a container that the Pod does not have.',
    'Pod',
    { 'spec/ephemeralContainers': [{ name: 'debug', image: 'busybox', targetContainerName: 'other' }] },
    {},
  ),
});
