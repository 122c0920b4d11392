import { field, stringField, valueAt } from '../../manifest/place.ts';
import type { MapEntry, MapNode, ScalarNode, YamlDocument, YamlNode } from '../../yaml/nodes.ts';
import { fieldName } from '../../yaml/tree.ts';
import type { Finding, Fix } from './finding.ts';
import { Rewriting } from './rewriting.ts';

/**
 * Findings whose fix changes an apiVersion, with the edits that go with it where the fields of the new version have
 * moved and the way is mechanical. Where it is not, the apiVersion alone is changed, and the checks say what remains.
 */
export function withMigrations(findings: Finding[], document: YamlDocument): Finding[] {
  if (!findings.some(isOfVersion)) return findings;
  return findings.map((finding) => {
    const object = isOfVersion(finding) && objectOf(document.root, finding);
    return object && finding.fix ? { ...finding, fix: migrated(finding.fix, object, document) } : finding;
  });
}

type Migration = (object: MapNode, rewriting: Rewriting) => void;

function migrated(fix: Fix, object: MapNode, document: YamlDocument): Fix {
  const from = stringField(object, 'apiVersion') ?? '';
  const migration = migrations[`${from} ${stringField(object, 'kind')}`];
  if (!migration || field(object, 'apiVersion')?.alias) return fix;
  const rewriting = new Rewriting(document);
  migration(object, rewriting);
  if (!rewriting.isWhole || rewriting.edits.length === 0) return fix;
  return { ...fix, title: `${fix.title} and move its fields`, more: rewriting.edits };
}

function isOfVersion({ code, fix }: Finding): boolean {
  return fix !== undefined && ofVersions.has(code);
}

const ofVersions = new Set([
  'removed-api-version',
  'deprecated-api-version',
  'not-served-by-cluster',
  'deprecated-in-cluster',
]);

/** The object whose apiVersion a finding is at: the document's, or an item of its list. */
function objectOf(node: YamlNode | undefined, finding: Finding): MapNode | undefined {
  if (node?.type !== 'map') return undefined;
  if (field(node, 'apiVersion')?.value?.span.start === finding.span.start) return node;
  const items = field(node, 'items')?.value;
  if (items?.type !== 'list') return undefined;
  for (const { value } of items.items) {
    const found = objectOf(value, finding);
    if (found) return found;
  }
  return undefined;
}

const ingress: Migration = (object, rewriting) => {
  const spec = field(object, 'spec')?.value;
  const backend = field(spec, 'backend');
  if (backend) {
    rewriting.rename(backend, 'defaultBackend');
    ingressBackend(backend, rewriting);
  }
  for (const rule of itemsOf(field(spec, 'rules')?.value)) {
    for (const path of itemsOf(valueAt(rule, ['http', 'paths']))) {
      const inner = field(path, 'backend');
      if (!inner) continue;
      ingressBackend(inner, rewriting);
      if (!field(path, 'pathType')) rewriting.insertBefore(inner, path, 'pathType', 'ImplementationSpecific');
    }
  }
};

/** `{serviceName, servicePort}` became `{service: {name, port: {number or name}}}`. */
function ingressBackend({ key, value, alias }: MapEntry, rewriting: Rewriting): void {
  const name = field(value, 'serviceName');
  const port = field(value, 'servicePort');
  if (!name && !port) return;
  if (alias || value?.type !== 'map' || !isPlace(name) || (port && !isPlace(port))) {
    rewriting.giveUp();
    return;
  }
  const written = port?.value as ScalarNode | undefined;
  const isNumber = written !== undefined && /^\d+$/.test(written.text);
  rewriting.replaceEntries(key, value, port ? [name, port] : [name], {
    service: {
      name: rewriting.textOf(name.value!),
      ...(written && {
        port: isNumber ? { number: written.text } : { name: rewriting.textOf(written) },
      }),
    },
  });
}

/** `apps/v1` has no default for the selector: it was the labels of the template. */
const workload: Migration = (object, rewriting) => {
  const spec = field(object, 'spec')?.value;
  if (spec?.type !== 'map' || field(spec, 'selector')) return;
  const labels = valueAt(spec, ['template', 'metadata', 'labels']);
  const template = field(spec, 'template');
  if (!template || labels?.type !== 'map' || labels.entries.length === 0) return;
  const matchLabels: Record<string, string> = {};
  for (const { key, value } of labels.entries) {
    if (value?.type !== 'scalar') return;
    matchLabels[rewriting.textOf(key)] = rewriting.textOf(value);
  }
  rewriting.insertBefore(template, spec, 'selector', { matchLabels });
};

/** `targetAverageUtilization` and its like became a `target` with a type. */
const autoscalerMetrics: Migration = (object, rewriting) => {
  for (const metric of itemsOf(valueAt(object, ['spec', 'metrics']))) {
    const type = stringField(metric, 'type');
    if (type !== 'Resource' && type !== 'ContainerResource') {
      rewriting.giveUp();
      return;
    }
    const source = field(metric, type === 'Resource' ? 'resource' : 'containerResource');
    const target = targets.find(({ from }) => field(source?.value, from));
    if (source?.value?.type !== 'map' || !target) continue;
    const entry = field(source.value, target.from)!;
    if (!isPlace(entry)) {
      rewriting.giveUp();
      return;
    }
    rewriting.replaceEntries(source.key, source.value, [entry], {
      target: { type: target.type, [target.to]: rewriting.textOf(entry.value!) },
    });
  }
};

const targets = [
  { from: 'targetAverageUtilization', type: 'Utilization', to: 'averageUtilization' },
  { from: 'targetAverageValue', type: 'AverageValue', to: 'averageValue' },
];

const priorityLevel: Migration = (object, rewriting) => {
  const shares = field(valueAt(object, ['spec', 'limited']), 'assuredConcurrencyShares');
  if (shares) rewriting.rename(shares, 'nominalConcurrencyShares');
};

/** By what is written. Versions that differ in nothing that a manifest says need none. */
const migrations: Readonly<Record<string, Migration>> = {
  'extensions/v1beta1 Ingress': ingress,
  'networking.k8s.io/v1beta1 Ingress': ingress,
  'extensions/v1beta1 Deployment': workload,
  'extensions/v1beta1 DaemonSet': workload,
  'extensions/v1beta1 ReplicaSet': workload,
  'apps/v1beta1 Deployment': workload,
  'apps/v1beta1 StatefulSet': workload,
  'autoscaling/v2beta1 HorizontalPodAutoscaler': autoscalerMetrics,
  'flowcontrol.apiserver.k8s.io/v1beta1 PriorityLevelConfiguration': priorityLevel,
  'flowcontrol.apiserver.k8s.io/v1beta2 PriorityLevelConfiguration': priorityLevel,
};

function itemsOf(node: YamlNode | undefined): MapNode[] {
  if (node?.type !== 'list') return [];
  return node.items.flatMap(({ value, alias }) => (value?.type === 'map' && !alias ? [value] : []));
}

/** An entry with a scalar that is written here, once. */
function isPlace(entry: MapEntry | undefined): entry is MapEntry {
  return entry?.value?.type === 'scalar' && !entry.alias && !entry.merged && fieldName(entry.key) !== '';
}
