import type { KubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import { compareKubernetesVersions } from '../../../server/src/catalog/version.ts';
import { setField } from '../../../server/src/yaml/own-field.ts';
import type { ApiContext } from '../api-context.ts';
import { timestamp } from '../clock.ts';
import type { KubeObject } from '../object-store.ts';
import type { Resource } from '../resources/resource.ts';
import { objectCopy } from '../store/json.ts';

/**
 * An object as an API server has it once it is read, beyond its defaults: who wrote it owns what this makes of it, other than
 * what the system adds later.
 */
export function readObject(
  { kubernetesVersion, clock }: Pick<ApiContext, 'kubernetesVersion' | 'clock'>,
  { storage }: Resource,
  sent: KubeObject,
): KubeObject {
  const convert = conversions.get(`${storage.group}/${storage.plural}`);
  if (!convert) return sent;
  const object = objectCopy(sent);
  convert(object, { version: kubernetesVersion, now: timestamp(clock.now()) });
  return object;
}

/** `stringData` is write-only: it ends in `data`. */
function mergeStringData(secret: KubeObject): void {
  if (typeof secret.stringData !== 'object' || secret.stringData === null) return;
  const data: Record<string, unknown> = { ...(secret.data as object) };
  for (const [key, value] of Object.entries(secret.stringData))
    setField(data, key, Buffer.from(String(value)).toString('base64'));
  secret.data = data;
  delete secret.stringData;
}

function fillDefinition(definition: KubeObject): void {
  const spec = definition.spec as Record<string, unknown> | undefined;
  const names = spec?.names as Record<string, unknown> | undefined;
  if (!spec || !names || typeof names.kind !== 'string') return;
  if (names.kind) {
    names.singular ||= names.kind.toLowerCase();
    names.listKind ||= `${names.kind}List`;
  }
  spec.conversion ??= { strategy: 'None' };
}

/** How often the template of a DaemonSet has changed: a field once, an annotation since. */
export const templateGeneration = 'deprecated.daemonset.template.generation';

function fillTemplateGeneration({ metadata }: KubeObject): void {
  metadata.annotations = { [templateGeneration]: '0', ...metadata.annotations };
}

/** When and by which server an object is read. */
interface Occasion {
  readonly version: KubernetesVersion;
  readonly now: string;
}

function fillTimeAdded(rule: KubeObject, { now }: Occasion): void {
  const { taint } = (rule.spec ?? {}) as { taint?: { timeAdded?: string } };
  if (taint) taint.timeAdded ??= now;
}

/** A default of a feature that is not on by itself, as few are that a server with all beta features has. */
function fillMaxUnavailable(statefulSet: KubeObject, { version }: Occasion): void {
  const spec = statefulSet.spec as { updateStrategy?: UpdateStrategy } | undefined;
  if (!spec || compareKubernetesVersions(version, '1.35') < 0) return;
  if (!spec.updateStrategy?.type)
    spec.updateStrategy = { type: 'RollingUpdate', rollingUpdate: { partition: 0 } };
  const { type, rollingUpdate } = spec.updateStrategy;
  if (type === 'RollingUpdate' && rollingUpdate) rollingUpdate.maxUnavailable ??= 1;
}

interface UpdateStrategy {
  type?: string;
  rollingUpdate?: { partition?: number; maxUnavailable?: unknown };
}

/** Of the resources that have any. */
const conversions = new Map<string, (object: KubeObject, at: Occasion) => void>([
  ['/secrets', mergeStringData],
  ['apps/daemonsets', fillTemplateGeneration],
  ['apps/statefulsets', fillMaxUnavailable],
  ['resource.k8s.io/devicetaintrules', fillTimeAdded],
  ['apiextensions.k8s.io/customresourcedefinitions', fillDefinition],
]);
