import type { ApiContext } from '../api-context.ts';
import type { KubeObject } from '../object-store.ts';
import type { Resource } from '../resources/resource.ts';
import { selects } from '../selectors/label-selector.ts';

/** What is about to be done, as an admission webhook would be asked. */
export interface AdmittedWrite {
  readonly resource: Resource;
  readonly subresource: string | undefined;
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE';
  /** Undefined of a deletion. */
  readonly object: KubeObject | undefined;
  /** Undefined of what is new. */
  readonly before: KubeObject | undefined;
}

const group = 'admissionregistration.k8s.io';
const configurations = [
  { kind: 'MutatingWebhookConfiguration', name: { group, plural: 'mutatingwebhookconfigurations' } },
  { kind: 'ValidatingWebhookConfiguration', name: { group, plural: 'validatingwebhookconfigurations' } },
];

/** Kinds that no webhook is asked about, or it could never be taken away. */
const exempt = new Set([
  'mutatingwebhookconfigurations',
  'validatingwebhookconfigurations',
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
]);

interface Webhook {
  readonly name: string;
  readonly rules?: readonly Rule[];
  readonly matchPolicy?: string;
  readonly namespaceSelector?: unknown;
  readonly objectSelector?: unknown;
  readonly matchConditions?: readonly unknown[];
}

interface Rule {
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  readonly operations?: readonly string[];
  readonly resources?: readonly string[];
  readonly scope?: string;
}

/**
 * Says of each admission webhook that an API server would have asked about a write that the sandbox, which opens no outward
 * connection, has not. Conditions in CEL are not judged: the text says that it depends on them.
 */
export function uncalledWebhooks(api: ApiContext, write: AdmittedWrite): string[] {
  const { kind } = write.resource;
  if (kind.group === group && exempt.has(kind.plural)) return [];
  return configurations.flatMap(({ kind: configurationKind, name }) =>
    api.storage
      .snapshot(name)
      .objects.flatMap(({ metadata, webhooks }) =>
        (Array.isArray(webhooks) ? (webhooks as Webhook[]) : [])
          .filter((webhook) => isAsked(api, webhook, write))
          .map((webhook) => sentence(webhook, `${configurationKind} ${JSON.stringify(metadata.name)}`)),
      ),
  );
}

function sentence({ name, matchConditions }: Webhook, configuration: string): string {
  const condition = matchConditions?.length ? ', if its matchConditions hold' : '';
  return `the sandbox calls no webhooks: ${JSON.stringify(name)} of ${configuration} would have judged this${condition}`;
}

function isAsked(api: ApiContext, webhook: Webhook, write: AdmittedWrite): boolean {
  const versions = webhook.matchPolicy === 'Exact' ? [write.resource] : allVersions(api, write.resource);
  const hasRule = webhook.rules?.some((rule) => versions.some((resource) => fits(rule, resource, write)));
  return hasRule === true && fitsNamespace(api, webhook, write) && fitsObject(webhook, write);
}

/** A webhook is asked about an object in any version that its rules name. */
function allVersions({ registry }: ApiContext, { storage }: Resource): Resource[] {
  return registry
    .all()
    .filter((other) => other.storage.group === storage.group && other.storage.plural === storage.plural);
}

function fits(rule: Rule, { kind }: Resource, { subresource, operation }: AdmittedWrite): boolean {
  const names = (list: readonly string[] | undefined, wanted: string) =>
    list?.some((one) => one === '*' || one === wanted) === true;
  const scope = rule.scope ?? '*';
  return (
    names(rule.apiGroups, kind.group) &&
    names(rule.apiVersions, kind.version) &&
    names(rule.operations, operation) &&
    (scope === '*' || scope === (kind.scope === 'Namespaced' ? 'Namespaced' : 'Cluster')) &&
    rule.resources?.some((one) => fitsResource(one, kind.plural, subresource)) === true
  );
}

// `pods`, `pods/status`, every part of pods, the status of all, or all resources with or without their parts.
function fitsResource(pattern: string, plural: string, subresource: string | undefined): boolean {
  const [resource, part] = pattern.split('/');
  if (resource !== '*' && resource !== plural) return false;
  return part === '*' || part === subresource;
}

function fitsNamespace(api: ApiContext, { namespaceSelector }: Webhook, write: AdmittedWrite): boolean {
  const { kind } = write.resource;
  const object = write.object ?? write.before;
  if (kind.group === '' && kind.plural === 'namespaces') return selectsAll(namespaceSelector, object);
  if (kind.scope !== 'Namespaced') return true;
  const namespace = api.storage.get(namespaces, undefined, object?.metadata.namespace ?? '');
  return selectsAll(namespaceSelector, namespace);
}

const namespaces = { group: '', plural: 'namespaces' };

function fitsObject({ objectSelector }: Webhook, { object, before }: AdmittedWrite): boolean {
  return [object, before].some((state) => state !== undefined && selectsAll(objectSelector, state));
}

/** An empty selector selects everything, and so does none. */
function selectsAll(selector: unknown, object: KubeObject | undefined): boolean {
  const isEmpty = Object.values(selector ?? {}).every((part) => Object.keys(part ?? {}).length === 0);
  return isEmpty || selects(selector, object?.metadata.labels);
}
