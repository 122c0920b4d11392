import { chapter, of } from '../code-entry.ts';
import { container, volume } from '../example-parts.ts';

/** Containers. */
export const containers = chapter('Containers', {
  'container-name': of('A container is named by lower case letters, digits and `-`.', 'Pod', {
    'spec/containers/0/name': 'Web_1',
  }),
  'duplicate-container': of('Containers and init containers of a Pod each have a name of their own.', 'Pod', {
    'spec/containers': [...container({}), ...container({})],
  }),
  'image-name': of('An image has no white space around it.', 'Pod', { 'spec/containers/0/image': ' nginx' }),
  'init-container': of(
    'An init container runs to its end, so it has no probes or hooks, unless it is a sidecar (`restartPolicy: Always`).',
    'Pod',
    {
      'spec/initContainers': [
        { name: 'init', image: 'busybox', livenessProbe: { exec: { command: ['true'] } } },
      ],
    },
    { 'spec/initContainers': [{ name: 'init', image: 'busybox' }] },
  ),
  'ephemeral-containers': of(
    'Ephemeral containers are added to running Pods (`kubectl debug`), never written in a manifest.',
    'Pod',
    { 'spec/ephemeralContainers': [{ name: 'debug', image: 'busybox' }] },
  ),
  'port-number': of(
    'A port is a number from 1 to 65535.',
    'Pod',
    { 'spec/containers/0/ports': [{ containerPort: 70000 }] },
    { 'spec/containers/0/ports': [{ containerPort: 8080 }] },
  ),
  'port-name': of(
    'A port is named by up to 15 lower case letters, digits and `-`, with a letter among them.',
    'Pod',
    { 'spec/containers/0/ports': [{ name: 'a-name-that-is-long', containerPort: 80 }] },
    { 'spec/containers/0/ports': [{ name: 'http', containerPort: 80 }] },
  ),
  'port-range': of(
    'A range of ports begins with the lower one.',
    'NetworkPolicy',
    { 'spec/ingress': [{ ports: [{ port: 90, endPort: 80 }] }] },
    { 'spec/ingress': [{ ports: [{ port: 80, endPort: 90 }] }] },
  ),
  'duplicate-port': of(
    'Ports have a name and a number with protocol of their own.',
    'Service',
    {
      'spec/ports': [
        { name: 'a', port: 80 },
        { name: 'b', port: 80 },
      ],
    },
    {
      'spec/ports': [
        { name: 'a', port: 80 },
        { name: 'b', port: 81 },
      ],
    },
  ),
  'host-port': of(
    'With the network of the node the port of the container is that of the node.',
    'Pod',
    { 'spec/hostNetwork': true, 'spec/containers/0/ports': [{ containerPort: 80, hostPort: 81 }] },
    { 'spec/hostNetwork': true, 'spec/containers/0/ports': [{ containerPort: 80 }] },
  ),
  'duplicate-host-port': of(
    'Two containers of a Pod cannot have the same port of the node.',
    'Pod',
    {
      'spec/containers/0/ports': [
        { containerPort: 80, hostPort: 80 },
        { containerPort: 81, hostPort: 80 },
      ],
    },
    { 'spec/containers/0/ports': [{ containerPort: 80, hostPort: 80 }] },
  ),
  'environment-name': of(
    'The name of a variable has no `=` and is not empty.',
    'Pod',
    { 'spec/containers/0/env': [{ name: 'A=B', value: 'c' }] },
    { 'spec/containers/0/env': [{ name: 'A', value: 'b' }] },
  ),
  'environment-source': of(
    'A variable has a value or one source of it.',
    'Pod',
    {
      'spec/containers/0/env': [
        { name: 'A', value: 'b', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
      ],
    },
    { 'spec/containers/0/env': [{ name: 'A', value: 'b' }] },
  ),
  'environment-file': of(
    'A file of variables is in a volume of type `emptyDir`.',
    'Pod',
    {
      'spec/volumes': [volume('a', { secret: { secretName: 'a' } })],
      'spec/containers/0/env': [
        { name: 'A', valueFrom: { fileKeyRef: { volumeName: 'a', path: 'a.env', key: 'A' } } },
      ],
    },
    {
      'spec/volumes': [volume('a', { emptyDir: {} })],
      'spec/containers/0/env': [
        { name: 'A', valueFrom: { fileKeyRef: { volumeName: 'a', path: 'a.env', key: 'A' } } },
      ],
    },
  ),
  'downward-api': of(
    'The field or resource is none that a Pod can be told of itself.',
    'Pod',
    { 'spec/containers/0/env': [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.labels' } } }] },
    { 'spec/containers/0/env': [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] },
  ),
  'config-key': of(
    'A key of a ConfigMap or Secret has letters, digits, `-`, `_` and `.`.',
    'ConfigMap',
    { 'data/a b': 'c' },
    { 'data/a-b': 'c' },
  ),
  'resource-name': of(
    'The resource is none that a container can ask for.',
    'Pod',
    { 'spec/containers/0/resources': { limits: { memry: '1Gi' } } },
    { 'spec/containers/0/resources': { limits: { memory: '1Gi' } } },
  ),
  'resource-limit': of(
    'A request is larger than its limit.',
    'Pod',
    { 'spec/containers/0/resources': { limits: { cpu: '1' }, requests: { cpu: '2' } } },
    { 'spec/containers/0/resources': { limits: { cpu: '2' }, requests: { cpu: '1' } } },
  ),
  'quantity-range': of(
    'An amount is negative, or has a fraction where it is counted.',
    'Pod',
    { 'spec/containers/0/resources': { limits: { memory: '-1Gi' } } },
    { 'spec/containers/0/resources': { limits: { memory: '1Gi' } } },
  ),
  'huge-pages': of(
    'Huge pages are asked for in whole pages, together with CPU or memory, and not overcommitted.',
    'Pod',
    { 'spec/containers/0/resources': { limits: { 'hugepages-2Mi': '2Mi' } } },
    { 'spec/containers/0/resources': { limits: { 'hugepages-2Mi': '2Mi', memory: '1Gi' } } },
  ),
  'resource-claim': of(
    'A container uses claims of resources that its Pod has, each once.',
    'Pod',
    { 'spec/containers/0/resources': { claims: [{ name: 'gpu' }] } },
    {
      'spec/containers/0/resources': { claims: [{ name: 'gpu' }] },
      'spec/resourceClaims': [{ name: 'gpu', resourceClaimName: 'gpu' }],
    },
  ),
  'resize-policy': of(
    'A container that is never restarted cannot be resized by a restart.',
    'Pod',
    {
      'spec/restartPolicy': 'Never',
      'spec/containers/0/resizePolicy': [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }],
    },
    {
      'spec/restartPolicy': 'Never',
      'spec/containers/0/resizePolicy': [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }],
    },
  ),
  'handler-type': of(
    'A probe or hook has exactly one way: `exec`, `httpGet`, `tcpSocket`, ...',
    'Pod',
    { 'spec/containers/0/livenessProbe': { exec: { command: ['true'] }, tcpSocket: { port: 80 } } },
    { 'spec/containers/0/livenessProbe': { tcpSocket: { port: 80 } } },
  ),
  'header-name': of(
    'The name of an HTTP header has letters, digits and `-`.',
    'Pod',
    {
      'spec/containers/0/livenessProbe': {
        httpGet: { port: 80, httpHeaders: [{ name: 'a b', value: 'c' }] },
      },
    },
    {
      'spec/containers/0/livenessProbe': {
        httpGet: { port: 80, httpHeaders: [{ name: 'a-b', value: 'c' }] },
      },
    },
  ),
  'probe-threshold': of(
    'A liveness or startup probe succeeds at once: its `successThreshold` is 1.',
    'Pod',
    { 'spec/containers/0/livenessProbe': { tcpSocket: { port: 80 }, successThreshold: 2 } },
    { 'spec/containers/0/livenessProbe': { tcpSocket: { port: 80 } } },
  ),
  'probe-grace-period': of(
    'A readiness probe ends nothing, so it has no grace period.',
    'Pod',
    { 'spec/containers/0/readinessProbe': { tcpSocket: { port: 80 }, terminationGracePeriodSeconds: 5 } },
    { 'spec/containers/0/livenessProbe': { tcpSocket: { port: 80 }, terminationGracePeriodSeconds: 5 } },
  ),
  'sleep-seconds': of(
    "A hook cannot sleep longer than the Pod's grace period.",
    'Pod',
    { 'spec/containers/0/lifecycle': { preStop: { sleep: { seconds: 100 } } } },
    { 'spec/containers/0/lifecycle': { preStop: { sleep: { seconds: 10 } } } },
  ),
});
