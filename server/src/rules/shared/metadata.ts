import { dnsLabel } from '../formats/dns-label.ts';
import { qualifiedName } from '../formats/qualified-name.ts';
import { checkAnnotations } from './annotations.ts';
import type { CauseOptions, Causes } from './causes.ts';
import { Field } from './field.ts';
import { groupKindOf } from './group-kind.ts';
import { checkLabels } from './labels.ts';
import { checkObjectName } from './object-name.ts';
import type { Rule } from './rule.ts';

/** The metadata of an object of any kind. */
export const objectMetadata: Rule = (object, causes, { old, operation, kubernetesVersion, scope }) => {
  const metadata = object.at('metadata');
  const kind = groupKindOf(object);
  if (!metadata.map) return;
  if (operation === 'create') checkObjectName(metadata, kind, kubernetesVersion, causes);
  if (old) checkNoNewFinalizers(metadata.at('finalizers'), Field.root(old).at('metadata'), causes);
  const namespace = metadata.at('namespace');
  if (scope === 'Namespaced' && kind !== 'Event' && namespace.text !== '') {
    causes.malformed(namespace, dnsLabel, { code: 'namespace-name' });
  }
  const labels = metadata.given('labels');
  if (labels) checkLabels(labels, causes);
  const annotations = metadata.given('annotations');
  if (annotations) checkAnnotations(annotations, causes);
  const owners = metadata.given('ownerReferences');
  if (owners) checkOwners(owners, causes);
  const finalizers = metadata.given('finalizers');
  if (finalizers) checkFinalizers(finalizers, kind, causes);
  const generation = metadata.given('generation');
  if (generation && (generation.number ?? 0) < 0 && keepsGeneration.test(kind)) {
    causes.invalid(generation, 'must be greater than or equal to 0', { code: 'number-range' });
  }
};

/** What is being deleted is not held up by anything new. */
function checkNoNewFinalizers(finalizers: Field, stored: Field, causes: Causes): void {
  if (!stored.at('deletionTimestamp').isSet) return;
  const known = new Set(stored.at('finalizers').items.map(({ text }) => text));
  const added = finalizers.items.filter(({ text }) => text !== undefined && !known.has(text));
  if (added.length === 0) return;
  const names = added.map(({ text }) => JSON.stringify(text)).join(', ');
  causes.forbidden(
    finalizers,
    `no new finalizers can be added if the object is being deleted, found new finalizers []string{${names}}`,
    { code: 'immutable-field', mark: added[0]! },
  );
}

/** Names of finalizers have a domain, but for those that are older than that. The server names the list. */
function checkFinalizers(finalizers: Field, kind: string, causes: Causes): void {
  if (!finalizers.isSet) return;
  const names = finalizers.items.flatMap(({ text }) => text ?? []);
  for (const finalizer of finalizers.items) {
    for (const problem of finalizer.text === undefined ? [] : qualifiedName(finalizer.text)) {
      causes.invalid(finalizers, problem, { code: 'finalizer-name', shown: finalizer.text, mark: finalizer });
    }
  }
  if (names.includes('orphan') && names.includes('foregroundDeletion')) {
    causes.invalid(finalizers, 'finalizer orphan and foregroundDeletion cannot be both set', {
      code: 'finalizer-name',
    });
  }
  if (!asksForDomains.test(kind)) return;
  for (const finalizer of finalizers.items) {
    const { text } = finalizer;
    if (text === undefined || text.includes('/') || domainless.has(text)) continue;
    causes.invalid(finalizer, 'name is neither a standard finalizer name nor is it fully qualified', {
      code: 'finalizer-name',
      shown: text,
    });
  }
}

const domainless = new Set(['kubernetes', 'orphan', 'foregroundDeletion']);
/** Kinds whose validation is that of the oldest groups: not those of policy, coordination, node and the server's own. */
const asksForDomains =
  /^(?:(?!Event$)[A-Z]\w*$|(?:apps|batch|autoscaling|(?:certificates|discovery|events|(?:flowcontrol|internal)\.apiserver|networking|rbac\.authorization|resource|scheduling|storage)\.k8s\.io)\/)/;
/** Of the others the server itself sets the generation before it looks. */
const keepsGeneration =
  /^(?:(?!Pod$|PodTemplate$|ReplicationController$)[A-Z]\w*$|apps\/ControllerRevision$|resource\.k8s\.io\/ResourceClaim|networking\.k8s\.io\/(?:IPAddress|ServiceCIDR)$|(?:autoscaling|(?:apiregistration|certificates|coordination|events|internal\.apiserver|node|rbac\.authorization|storage|storagemigration)\.k8s\.io)\/)/;

function checkOwners(owners: Field, causes: Causes): void {
  if (!owners.isSet) return;
  const controllers = new Set<string>();
  const known = new Set<string>();
  for (const owner of owners.items) {
    checkOwner(owner, owners, causes);
    // The server drops a reference that it has already, and only warns.
    const written = textOf(owner);
    const isRepeated = known.has(written);
    known.add(written);
    if (!owner.at('controller').isTrue) continue;
    const name = `${owner.at('kind').text}/${owner.at('name').text}`;
    const [first] = controllers;
    if (first !== undefined && !isRepeated) {
      causes.invalid(
        owners,
        `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${name}`,
        { code: 'owner-reference', mark: owner.at('controller') },
      );
    }
    controllers.add(name);
  }
}

function textOf({ value }: Field): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? `${inner}` : inner)) ?? ''
  );
}

/** The server names the list, not the reference. */
function checkOwner(owner: Field, owners: Field, causes: Causes): void {
  const apiVersion = owner.at('apiVersion');
  const remark = (name: string): CauseOptions => ({
    code: 'owner-reference',
    shown: owner.at(name).text,
    named: owners.child(name),
  });
  if (apiVersion.text === '' || /\/$|\/.*\//.test(apiVersion.text ?? '')) {
    causes.invalid(apiVersion, 'version must not be empty', remark('apiVersion'));
  }
  for (const name of ['kind', 'name', 'uid']) {
    if (owner.at(name).text === '') causes.invalid(owner.at(name), 'must not be empty', remark(name));
  }
  if (apiVersion.text === 'v1' && owner.at('kind').text === 'Event') {
    causes.invalid(owner, '/v1, Kind=Event is disallowed from being an owner', {
      code: 'owner-reference',
      named: owners,
    });
  }
}
