import { compareKubernetesVersions } from '../catalog/version.ts';
import { type Draft, isObject } from './draft.ts';
import { imageTag } from './image-tag.ts';

/** What the API server fills into the spec of a Pod or of a Pod template. */
export function fillPodSpec(spec: Draft, version: string): void {
  spec.fillText({
    restartPolicy: 'Always',
    dnsPolicy: 'ClusterFirst',
    schedulerName: 'default-scheduler',
  });
  spec.fill({ terminationGracePeriodSeconds: 30, securityContext: {} });
  fillServiceAccount(spec);
  for (const container of spec.each('initContainers')) fillContainer(container, version);
  for (const container of spec.each('containers')) fillContainer(container, version);
  for (const container of spec.each('ephemeralContainers')) fillContainer(container, version);
  for (const volume of spec.each('volumes')) fillVolume(volume);
}

/** What only a Pod gets, and a Pod template does not. */
export function fillPodOnly(spec: Draft): void {
  spec.fill({ enableServiceLinks: true });
  const containers = [...spec.each('initContainers'), ...spec.each('containers')];
  for (const container of containers) {
    const resources = container.at('resources');
    const limits = resources?.at('limits');
    if (resources && limits && Object.keys(limits.value).length > 0)
      resources.make('requests')?.fill(limits.value);
  }
  fillPodRequests(spec, containers);
  if (spec.value.hostNetwork !== true) return;
  for (const container of containers) {
    for (const port of container.each('ports')) {
      if (port.value.hostPort === 0) delete port.value.hostPort;
      if (port.has('containerPort')) port.fill({ hostPort: port.value.containerPort });
    }
  }
}

/**
 * A Pod's own requests default to its own limits, for what no container requests. (Where containers do request it the
 * server sums them up; the sum is left out here.)
 */
function fillPodRequests(spec: Draft, containers: readonly Draft[]): void {
  const resources = spec.at('resources');
  const limits = Object.entries(resources?.at('limits')?.value ?? {}).filter(
    ([name]) => !containers.some((container) => container.at('resources')?.at('requests')?.has(name)),
  );
  if (limits.length > 0) resources?.make('requests')?.fill(Object.fromEntries(limits));
}

/** Fills a claim's spec: of a PersistentVolumeClaim, of a StatefulSet's template, of an ephemeral volume. */
export function fillClaimSpec(claim: Draft): void {
  claim.at('spec')?.fill({ volumeMode: 'Filesystem' });
}

/** `serviceAccount` is the old name of `serviceAccountName`; the server answers both. */
function fillServiceAccount(spec: Draft): void {
  if (spec.text('serviceAccount') !== '') spec.fillText({ serviceAccountName: spec.text('serviceAccount') });
  if (spec.text('serviceAccountName') !== '')
    spec.fillText({ serviceAccount: spec.text('serviceAccountName') });
}

function fillContainer(container: Draft, version: string): void {
  const image = container.text('image');
  container.fillText({
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: imageTag(image) === 'latest' ? 'Always' : 'IfNotPresent',
  });
  container.fill({ resources: {} });
  for (const port of container.each('ports')) port.fillText({ protocol: 'TCP' });
  for (const probe of ['livenessProbe', 'readinessProbe', 'startupProbe']) fillProbe(container.at(probe));
  for (const hook of ['postStart', 'preStop'])
    fillHttpGet(container.at('lifecycle')?.at(hook)?.at('httpGet'));
  for (const variable of container.each('env')) {
    fillFieldRef(variable.at('valueFrom')?.at('fieldRef'));
    if (compareKubernetesVersions(version, '1.34') >= 0) {
      variable.at('valueFrom')?.at('fileKeyRef')?.fill({ optional: false });
    }
  }
}

function fillProbe(probe: Draft | undefined): void {
  if (!probe) return;
  probe.fillNumbers({ timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 });
  fillHttpGet(probe.at('httpGet'));
  probe.at('grpc')?.fill({ service: '' });
}

function fillHttpGet(httpGet: Draft | undefined): void {
  httpGet?.fillText({ path: '/', scheme: 'HTTP' });
}

function fillFieldRef(fieldRef: Draft | undefined): void {
  fieldRef?.fillText({ apiVersion: 'v1' });
}

function fillVolume(volume: Draft): void {
  const sources = Object.keys(volume.value).filter((field) => field !== 'name' && volume.has(field));
  if (sources.length === 0) volume.fill({ emptyDir: {} });
  volume.at('secret')?.fill({ defaultMode: 420 });
  volume.at('configMap')?.fill({ defaultMode: 420 });
  volume.at('hostPath')?.fill({ type: '' });
  volume.at('azureDisk')?.fill({ readOnly: false });
  const image = volume.at('image');
  image?.fillText({ pullPolicy: imageTag(image.text('reference')) === 'latest' ? 'Always' : 'IfNotPresent' });
  fillDownwardItems(volume.at('downwardAPI'));
  volume.at('downwardAPI')?.fill({ defaultMode: 420 });
  const template = volume.at('ephemeral')?.at('volumeClaimTemplate');
  if (template) fillClaimSpec(template);
  const projected = volume.at('projected');
  projected?.fill({ defaultMode: 420 });
  for (const source of projected?.each('sources') ?? []) {
    fillDownwardItems(source.at('downwardAPI'));
    source.at('serviceAccountToken')?.fill({ expirationSeconds: 3600 });
    source.at('podCertificate')?.fill({ maxExpirationSeconds: 86400 });
  }
}

function fillDownwardItems(downward: Draft | undefined): void {
  for (const item of downward?.each('items') ?? []) fillFieldRef(item.at('fieldRef'));
}

/** Whether a metadata has labels of its own. */
export function hasLabels(metadata: Draft | undefined): boolean {
  const labels = metadata?.value.labels;
  return isObject(labels) && Object.keys(labels).length > 0;
}
