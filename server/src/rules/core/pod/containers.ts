import { compareKubernetesVersions } from '../../../catalog/version.ts';
import { dnsLabel } from '../../formats/dns-label.ts';
import type { Causes } from '../../shared/causes.ts';
import { checkEnum, checkEnumIfSet } from '../../shared/enum.ts';
import { isEnabledByDefault } from '../../shared/feature-gates.ts';
import type { Field } from '../../shared/field.ts';
import { checkContainerPorts, checkHostPortsOnce } from './container-ports.ts';
import type { PodContext } from './context.ts';
import { checkEnvironment } from './environment.ts';
import { checkLifecycle, checkProbes } from './handlers.ts';
import { checkResources } from './resources.ts';
import { checkSecurityContext } from './security-context.ts';
import { checkVolumeDevices, checkVolumeMounts } from './volume-mounts.ts';

/** All containers of a Pod: each whole, and their names different. */
export function checkContainers(context: PodContext, causes: Causes): void {
  const { spec } = context;
  const containers = spec.at('containers');
  const names = new Set<string>();
  if (containers.isZero) causes.required(containers);
  for (const container of containers.items) {
    checkContainer(container, context, causes);
    checkName(container, names, causes);
    checkLifecycle(container.at('lifecycle'), spec, causes);
    checkProbes(container, causes);
    checkRestartRules(container, context, causes);
  }
  checkHostPortsOnce(containers.items, causes);
  for (const container of spec.at('initContainers').items) {
    checkContainer(container, context, causes);
    checkInitContainer(container, context, causes);
    checkName(container, names, causes);
    checkHostPortsOnce([container], causes);
  }
  checkEphemeralContainers(context, names, causes);
}

function checkName(container: Field, names: Set<string>, causes: Causes): void {
  const name = container.at('name');
  if (name.text && names.has(name.text)) causes.duplicate(name, { code: 'duplicate-container' });
  if (name.text) names.add(name.text);
}

function checkContainer(container: Field, context: PodContext, causes: Causes): void {
  const { spec } = context;
  const name = container.at('name');
  const image = container.at('image');
  if (name.text === '') causes.required(name);
  else causes.malformed(name, dnsLabel, { code: 'container-name' });
  if (image.text === '') causes.required(image);
  if (context.of === 'pod' && image.text !== undefined && image.text !== image.text.trim()) {
    causes.invalid(image, 'must not have leading or trailing whitespace', { code: 'image-name' });
  }
  checkEnum(container.at('terminationMessagePolicy'), ['File', 'FallbackToLogsOnError'], causes);
  checkContainerPorts(container.at('ports'), causes);
  checkEnvironment(container, context.kubernetesVersion, causes);
  checkVolumeMounts(container, context, causes);
  checkVolumeDevices(container, context, causes);
  checkEnum(container.at('imagePullPolicy'), ['Always', 'IfNotPresent', 'Never'], causes);
  checkResources(container.at('resources'), spec, causes);
  checkResizePolicy(container.at('resizePolicy'), spec.at('restartPolicy'), causes);
  checkSecurityContext(container.at('securityContext'), spec, causes);
}

function checkResizePolicy(policies: Field, restartPolicy: Field, causes: Causes): void {
  if (!policies.isSet) return;
  const seen = new Set<unknown>();
  for (const policy of policies.items) {
    const resource = policy.at('resourceName');
    const restart = policy.at('restartPolicy');
    if (resource.text && seen.has(resource.text)) causes.duplicate(policy, { shown: resource.text });
    seen.add(resource.text);
    checkEnum(resource, ['cpu', 'memory'], causes, { named: policies });
    checkEnum(restart, ['NotRequired', 'RestartContainer'], causes, { named: policies });
    if (restartPolicy.text === 'Never' && restart.text === 'RestartContainer') {
      causes.invalid(policies, "must be 'NotRequired' when `restartPolicy` is 'Never'", {
        code: 'resize-policy',
        shown: restart.text,
        mark: restart,
      });
    }
  }
}

const onlySidecars = 'may not be set for init containers without restartPolicy=Always';

function checkInitContainer(container: Field, context: PodContext, causes: Causes): void {
  const restartPolicy = container.at('restartPolicy');
  if (restartPolicy.isSet && restartPolicy.text === undefined) return;
  if (restartPolicy.text !== 'Always') checkRestartRules(container, context, causes);
  if (restartPolicy.text === 'Always') {
    checkLifecycle(container.at('lifecycle'), context.spec, causes);
    checkProbes(container, causes);
    return;
  }
  for (const name of ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe']) {
    const field = container.at(name);
    if (field.isSet) causes.forbidden(field, onlySidecars, { code: 'init-container' });
  }
}

/**
 * Containers got restart policies of their own with the feature gate: earlier servers drop them, all but the `Always` of an
 * init container.
 */
function hasRestartRules({ kubernetesVersion }: PodContext): boolean {
  return isEnabledByDefault('ContainerRestartRules', kubernetesVersion);
}

function checkRestartRules(container: Field, context: PodContext, causes: Causes): void {
  const policy = container.at('restartPolicy');
  const rules = container.at('restartPolicyRules');
  if (!hasRestartRules(context)) return;
  if (policy.isSet) checkEnumIfSet(policy, ['Always', 'Never', 'OnFailure'], causes);
  else if (rules.items.length > 0) {
    causes.required(policy, 'must specify restartPolicy when restart rules are used', {
      code: 'restart-policy',
    });
  }
  if (rules.items.length > 20) causes.tooLong(rules, 20);
  for (const rule of rules.items) checkRestartRule(rule, context, causes);
}

function checkRestartRule(rule: Field, { kubernetesVersion }: PodContext, causes: Causes): void {
  const action = rule.at('action');
  const isAllRestart =
    action.text === 'RestartAllContainers' && compareKubernetesVersions(kubernetesVersion, '1.36') >= 0;
  if (action.text !== undefined && action.text !== 'Restart' && !isAllRestart) {
    causes.notSupported(action, ['Restart'], { shown: action.text });
  }
  const codes = rule.at('exitCodes');
  if (!codes.isSet) {
    causes.required(codes, 'must be specified');
    return;
  }
  const operator = codes.at('operator');
  if (operator.text !== undefined && operator.text !== 'In' && operator.text !== 'NotIn') {
    causes.notSupported(operator, ['In', 'NotIn'], { shown: operator.text });
  }
  if (codes.at('values').items.length > 255) causes.tooLong(codes.at('values'), 255);
}

function checkEphemeralContainers(context: PodContext, names: Set<string>, causes: Causes): void {
  const containers = context.spec.at('ephemeralContainers');
  if (!containers.isSet) return;
  const others = new Set(names);
  for (const container of containers.items) {
    checkContainer(container, context, causes);
    checkName(container, names, causes);
    const target = container.at('targetContainerName');
    if (target.text && !others.has(target.text)) causes.notFound(target, { code: 'unknown-container' });
    checkEphemeralFields(container, causes);
  }
  if (containers.items.length === 0 || context.state === 'stored') return;
  const why =
    context.of === 'pod' ? 'cannot be set on create' : 'ephemeral containers not allowed in pod template';
  causes.forbidden(containers, why, { code: 'ephemeral-containers' });
}

/** Nobody should rely on a container that goes: it serves nothing, and asks for nothing. */
function checkEphemeralFields(container: Field, causes: Causes): void {
  const remark = { code: 'ephemeral-containers' } as const;
  for (const name of fieldsOfLastingContainers) {
    const field = container.at(name);
    if (field.isZero || field.isUnknown) continue;
    if (name === 'resources' && field.entries.every((entry) => entry.isZero)) continue;
    causes.forbidden(field, notEphemeral, remark);
  }
  for (const mount of container.at('volumeMounts').items) {
    for (const name of ['subPath', 'subPathExpr']) {
      if (mount.at(name).text) causes.forbidden(mount.at(name), notEphemeral, remark);
    }
  }
}

const notEphemeral = 'cannot be set for an Ephemeral Container';
/** In the order of Go's struct. */
const fieldsOfLastingContainers = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
];
