import { field, stringField, valueAt } from '../../manifest/fields.ts';
import type { MapNode, YamlDocument, YamlNode } from '../../yaml/nodes.ts';
import type { Finding, Fix } from '../finding.ts';
import { autoscaler } from './autoscaler.ts';
import { definition } from './definition.ts';
import { resourceClaim, resourceClaimTemplate, resourceSlice } from './devices.ts';
import { endpointSlice } from './endpoint-slice.ts';
import { ingress } from './ingress.ts';
import type { Migration } from './migration.ts';
import { Rewriter } from './rewriter.ts';
import { webhooks } from './webhooks.ts';
import { workload } from './workload.ts';

/**
 * Findings whose fix changes an apiVersion, with the edits that go with it where the fields of the new version have
 * moved and the way is mechanical. Where it is not, the apiVersion alone is changed, and the checks say what remains.
 */
export function withMigrations(findings: Finding[], document: YamlDocument): Finding[] {
  if (!findings.some(isOfVersion)) return findings;
  return findings.map((finding) => {
    const object = isOfVersion(finding) && objectOf(document.root, finding);
    if (!object || !finding.fix) return finding;
    const fix = migrated(finding.fix, object, document);
    if (!selectsOtherPods(object)) return { ...finding, fix };
    return { ...finding, about: { ...finding.about, caution: 'empty-selector' }, fix };
  });
}

function migrated(fix: Fix, object: MapNode, document: YamlDocument): Fix {
  const from = stringField(object, 'apiVersion') ?? '';
  const migration = migrations[`${from} ${stringField(object, 'kind')}`];
  if (!migration || field(object, 'apiVersion')?.alias) return fix;
  const rewriter = new Rewriter(document);
  migration(object, rewriter);
  if (!rewriter.isWhole) return { ...fix, likelihood: 'possible' };
  if (rewriter.edits.length === 0) return fix;
  return { ...fix, title: `${fix.title} and move its fields`, more: rewriter.edits };
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

const priorityLevel: Migration = (object, rewriter) => {
  const shares = field(valueAt(object, ['spec', 'limited']), 'assuredConcurrencyShares');
  if (shares) rewriter.rename(shares, 'nominalConcurrencyShares');
};

/** Whether a selector means something else in the new version, although it is written in the same way. */
function selectsOtherPods(object: MapNode): boolean {
  const isBudget =
    stringField(object, 'kind') === 'PodDisruptionBudget' &&
    stringField(object, 'apiVersion') === 'policy/v1beta1';
  const selector = isBudget ? valueAt(object, ['spec', 'selector']) : undefined;
  if (selector?.type !== 'map') return false;
  return selector.entries.every(
    ({ value }) =>
      value === undefined ||
      (value.type !== 'scalar' && (value.type === 'map' ? value.entries : value.items).length === 0),
  );
}

/** By what is written. Versions that differ in nothing that a manifest says need none. */
const migrations: Readonly<Record<string, Migration>> = {
  'extensions/v1beta1 Ingress': ingress,
  'networking.k8s.io/v1beta1 Ingress': ingress,
  'extensions/v1beta1 Deployment': workload,
  'extensions/v1beta1 DaemonSet': workload,
  'extensions/v1beta1 ReplicaSet': workload,
  'apps/v1beta1 Deployment': workload,
  'apps/v1beta1 StatefulSet': workload,
  'autoscaling/v2beta1 HorizontalPodAutoscaler': autoscaler,
  'apiextensions.k8s.io/v1beta1 CustomResourceDefinition': definition,
  'admissionregistration.k8s.io/v1beta1 MutatingWebhookConfiguration': webhooks,
  'admissionregistration.k8s.io/v1beta1 ValidatingWebhookConfiguration': webhooks,
  'discovery.k8s.io/v1beta1 EndpointSlice': endpointSlice,
  'resource.k8s.io/v1beta1 ResourceClaim': resourceClaim,
  'resource.k8s.io/v1beta1 ResourceClaimTemplate': resourceClaimTemplate,
  'resource.k8s.io/v1beta1 ResourceSlice': resourceSlice,
  'flowcontrol.apiserver.k8s.io/v1beta1 PriorityLevelConfiguration': priorityLevel,
  'flowcontrol.apiserver.k8s.io/v1beta2 PriorityLevelConfiguration': priorityLevel,
};
