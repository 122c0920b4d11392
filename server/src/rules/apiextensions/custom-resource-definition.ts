import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import { rfc1035Label } from '../formats/rfc1035-label.ts';
import type { AdmissionAttributes } from '../shared/admission-attributes.ts';
import type { Causes } from '../shared/causes.ts';
import { checkEnum } from '../shared/enum.ts';
import { Field } from '../shared/field.ts';
import { checkImmutable, isSame } from '../shared/immutable.ts';
import type { Rule } from '../shared/rule.ts';
import { checkReviewVersions, checkWebhookClient } from '../shared/webhook-client.ts';
import { checkCustomSchema, subschemasOf } from './custom-schema.ts';
import { checkSelectableFields } from './custom-selectable-fields.ts';

/** What the API server refuses a CustomResourceDefinition for; the names and types in expressions (CEL) are left to it. */
export const customResourceDefinition: Rule = (object, causes, attributes) => {
  const spec = object.at('spec');
  if (!spec.map) return;
  if (attributes.operation === 'create') checkName(object, causes);
  checkGroup(spec.at('group'), causes);
  checkEnum(spec.at('scope'), ['Cluster', 'Namespaced'], causes);
  checkDefaultsArePruned(spec, causes);
  checkVersions(spec, causes);
  checkNames(spec.at('names'), causes);
  checkConversion(spec, causes);
  if (attributes.operation === 'create') checkNotedVersions(object, causes);
  checkApproval(object, causes, attributes);
  const keepsUnknown = spec.at('preserveUnknownFields');
  if (keepsUnknown.isTrue) {
    causes.invalid(
      keepsUnknown,
      'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
    );
  }
  for (const field of [
    spec.at('scope'),
    spec.in('names', 'kind'),
    spec.at('group'),
    spec.in('names', 'plural'),
  ]) {
    checkImmutable(field, causes, attributes);
  }
  checkStoredVersions(object, causes, attributes);
};

/** Objects may still be stored in these versions. */
function checkStoredVersions(object: Field, causes: Causes, { old }: AdmissionAttributes): void {
  const versions = object.in('spec', 'versions');
  const names = new Set(versions.items.map((version) => version.at('name').text));
  if (names.has(undefined) || (versions.isSet && !Array.isArray(versions.value))) return;
  for (const stored of Field.root(old).in('status', 'storedVersions').items) {
    if (stored.text === undefined || names.has(stored.text)) continue;
    causes.invalid(
      object.in('status').at('storedVersions').child(stored.name),
      `missing from spec.versions; ${stored.text} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${stored.text} and removes ${stored.text} from status.storedVersions`,
      { code: 'immutable-field', shown: stored.text, mark: versions },
    );
  }
}

function checkName(object: Field, causes: Causes): void {
  const name = object.in('metadata', 'name');
  const plural = object.in('spec', 'names', 'plural').text;
  if (!object.in('spec', 'names').map) return;
  const group = object.in('spec', 'group').text;
  if (!name.text || plural === undefined || group === undefined || name.text === `${plural}.${group}`) return;
  causes.invalid(name, 'must be spec.names.plural+"."+spec.group', {
    code: 'definition-name',
    against: name.text?.endsWith(`.${group}`)
      ? object.in('spec', 'names', 'plural')
      : object.in('spec', 'group'),
  });
}

function checkGroup(group: Field, causes: Causes): void {
  if (group.text === undefined) return;
  const problems = dnsSubdomain(group.text);
  if (group.text === '') causes.required(group);
  else if (problems.length > 0) causes.invalid(group, problems.join(','));
  else if (!group.text.includes('.')) causes.invalid(group, 'should be a domain with at least one dot');
}

/** What an object has that its schema does not know is dropped before defaults are filled in. */
function checkDefaultsArePruned(spec: Field, causes: Causes): void {
  const keepsUnknown = spec.at('preserveUnknownFields');
  if (!keepsUnknown.isTrue) return;
  const pending = spec.at('versions').items.map((version) => version.in('schema', 'openAPIV3Schema'));
  for (let schema = pending.pop(); schema; schema = pending.pop()) {
    if (!schema.map || !schema.isSet) continue;
    if (schema.at('default').isSet) {
      causes.invalid(keepsUnknown, 'must be false in order to use defaults in the schema');
      return;
    }
    for (const inner of subschemasOf(schema)) pending.push(inner);
  }
}

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string'];
const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

function checkVersions(spec: Field, causes: Causes): void {
  const list = spec.at('versions');
  const versions = list.items.filter((version) => version.map);
  if (versions.length !== list.items.length || (list.isSet && !Array.isArray(list.value))) return;
  for (const version of versions) {
    const name = version.at('name');
    const problems = name.text === undefined ? [] : rfc1035Label(name.text);
    if (problems.length > 0) causes.invalid(name, problems.join(','), { shown: name.text });
    checkVersion(version, causes);
  }
  checkParts(spec, versions, causes);
  const names = versions.map((version) => version.at('name')).filter(({ text }) => text !== undefined);
  const seen = new Set<string | undefined>();
  const twin = names.find(({ text }) => seen.has(text) || !seen.add(text));
  const shown = list.isSet ? withoutShared(versions) : null;
  if (twin) causes.invalid(list, 'must contain unique version names', { mark: twin, shown });
  const storage = versions.map((version) => version.at('storage'));
  const isKnown = storage.every((flag) => !flag.isSet || typeof flag.value === 'boolean');
  if (isKnown && storage.filter((flag) => flag.isTrue).length !== 1) {
    const mark = storage.findLast((flag) => flag.isTrue) ?? storage[0] ?? list;
    causes.invalid(list, 'must have exactly one version marked as storage version', { mark, shown });
  }
  checkFirstVersion(spec, versions[0]?.at('name'), causes);
}

/** The name of the first version is `spec.version` to the server, too: so it was before there were more. */
function checkFirstVersion(spec: Field, name: Field | undefined, causes: Causes): void {
  const problems = name?.text ? rfc1035Label(name.text) : [];
  if (problems.length === 0) return;
  const remark = { named: spec.child('version'), shown: name!.text, follows: true } as const;
  causes.invalid(name!, problems.join(','), remark);
}

/** The versions as the server holds them: what all of them have is none's. */
function withoutShared(versions: readonly Field[]): unknown[] {
  const shared = ['schema', 'subresources', 'additionalPrinterColumns', 'selectableFields'].filter((part) =>
    versions.every((version) => isSame(version.at(part), versions[0]!.at(part))),
  );
  return versions.map(({ map }) =>
    Object.fromEntries(Object.entries(map ?? {}).filter(([name]) => !shared.includes(name))),
  );
}

/** What the server notes of the versions in which objects are stored; nobody else writes it. */
function checkNotedVersions(object: Field, causes: Causes): void {
  const status = object.at('status');
  if (!status.isSet || !status.map) return;
  const noted = status.at('storedVersions');
  if (noted.items.length === 0) {
    causes.invalid(noted, 'must have at least one stored version', { shown: null, follows: true });
    return;
  }
  const left = new Set(noted.items.map(({ text }) => text));
  for (const version of object.in('spec', 'versions').items) {
    const name = version.at('name').text;
    if (!left.delete(name) && version.at('storage').isTrue) {
      causes.invalid(noted, `must have the storage version ${name}`, { follows: true });
    }
  }
}

function checkVersion(version: Field, causes: Causes): void {
  const warning = version.at('deprecationWarning');
  if (!warning.isSet || warning.text === undefined) return;
  if (version.at('deprecated').isZero) causes.invalid(warning, 'can only be set for deprecated versions');
  if ([...warning.text].length > 256) causes.invalid(warning, 'must be <= 256 characters long');
  if (warning.text === '') causes.invalid(warning, 'must not be an empty string');
}

/** Where all versions have the same part, the server names the one that it makes of them. */
function checkParts(spec: Field, versions: readonly Field[], causes: Causes): void {
  const [first] = versions;
  if (!first) return;
  const isShared = (part: string) => versions.every((version) => isSame(version.at(part), first.at(part)));
  const parts = (part: string) => (isShared(part) ? [first] : versions);
  const hasSharedStatus = isShared('subresources') && first.in('subresources', 'status').isSet;
  for (const version of versions) {
    const schema = version.in('schema', 'openAPIV3Schema');
    if (!schema.isSet && version.at('schema').map) causes.required(schema);
  }
  for (const version of parts('schema')) {
    const fieldPath = isShared('schema') ? spec.child('validation') : version.at('schema');
    const hasStatus = hasSharedStatus || version.in('subresources', 'status').isSet;
    checkCustomSchema(
      version.in('schema', 'openAPIV3Schema'),
      fieldPath.child('openAPIV3Schema'),
      hasStatus ? 'with status' : 'plain',
      causes,
    );
  }
  for (const version of parts('selectableFields')) {
    const fields = version.at('selectableFields');
    const fieldPath = isShared('selectableFields') ? spec.child('selectableFields') : fields;
    checkSelectableFields(fields, version.in('schema', 'openAPIV3Schema'), fieldPath, causes);
  }
  for (const version of parts('subresources')) {
    const fieldPath = isShared('subresources') ? spec.child('subresources') : version.at('subresources');
    checkScale(version.in('subresources', 'scale'), fieldPath, causes);
  }
  for (const version of parts('additionalPrinterColumns')) {
    const columns = version.at('additionalPrinterColumns');
    const fieldPath = isShared('additionalPrinterColumns') ? spec.child('additionalPrinterColumns') : columns;
    for (const column of columns.items) checkColumn(column, fieldPath.child(column.name), causes);
  }
}

function checkScale(scale: Field, fieldPath: Field, causes: Causes): void {
  if (!scale.isSet || !scale.map) return;
  const named = (name: string) => fieldPath.child(`scale.${name}`);
  for (const [name, prefix] of [
    ['specReplicasPath', '.spec'],
    ['statusReplicasPath', '.status'],
  ] as const) {
    const path = scale.at(name);
    if (path.text === undefined) continue;
    const remark = { mark: path, shown: path.text };
    if (path.text === '') causes.required(named(name), '', remark);
    else if (!path.text.startsWith('.')) {
      causes.invalid(named(name), 'must be a simple json path starting with .', remark);
    } else if (!path.text.startsWith(`${prefix}.`)) {
      causes.invalid(named(name), `should be a json path under ${prefix}`, remark);
    }
  }
  const selector = scale.at('labelSelectorPath');
  if (!selector.text) return;
  const remark = { mark: selector, shown: selector.text };
  if (!selector.text.startsWith('.')) {
    causes.invalid(named('labelSelectorPath'), 'must be a simple json path starting with .', remark);
  } else if (!/^\.(?:spec|status)\./.test(selector.text)) {
    causes.invalid(named('labelSelectorPath'), 'should be a json path under either .spec or .status', remark);
  }
}

function checkColumn(column: Field, fieldPath: Field, causes: Causes): void {
  if (!column.map) return;
  const name = column.at('name');
  const type = column.at('type');
  const format = column.at('format');
  const path = column.at('jsonPath');
  const types = `must be one of ${columnTypes.join(',')}`;
  if (name.text === '') causes.required(fieldPath.child('name'), '', { mark: name });
  if (type.text === '') causes.required(fieldPath.child('type'), types, { mark: type });
  else if (type.text !== undefined && !columnTypes.includes(type.text)) {
    causes.invalid(fieldPath.child('type'), types, { shown: type.text, choices: columnTypes, mark: type });
  }
  if (format.text && !columnFormats.includes(format.text)) {
    const detail = `must be one of ${columnFormats.join(',')}`;
    causes.invalid(fieldPath.child('format'), detail, {
      shown: format.text,
      choices: columnFormats,
      mark: format,
    });
  }
  if (path.text === '') causes.required(fieldPath.child('JSONPath'), '', { mark: path });
  else if (path.text !== undefined && !path.text.startsWith('.')) {
    const detail = 'must be a simple json path starting with .';
    causes.invalid(fieldPath.child('JSONPath'), detail, { shown: path.text, mark: path });
  }
}

function checkNames(names: Field, causes: Causes): void {
  if (!names.map) return;
  const kind = names.at('kind');
  const listKind = names.at('listKind');
  const mixed = 'may have mixed case, but should otherwise match: ';
  // Without those of the singular and of lists they are made of the kind's.
  for (const [name, remark] of [
    ['plural', {}],
    ['singular', { follows: true }],
    ['kind', {}],
    ['listKind', { follows: true }],
  ] as const) {
    if (names.at(name).text === '') causes.required(names.at(name), '', remark);
  }
  for (const name of ['plural', 'singular']) checkLabel(names.at(name), '', causes);
  for (const field of [kind, listKind]) {
    const problems = field.text ? rfc1035Label(field.text.toLowerCase()) : [];
    if (problems.length > 0) causes.invalid(field, `${mixed}${problems.join(',')}`);
  }
  for (const item of names.at('shortNames').items) checkItem(item, causes);
  if (kind.text && kind.text === listKind.text) {
    causes.invalid(listKind, 'kind and listKind may not be the same');
  }
  for (const item of names.at('categories').items) checkItem(item, causes);
}

/** One of several names; no name is none, either. */
function checkItem(item: Field, causes: Causes): void {
  const problems = item.text === undefined ? [] : rfc1035Label(item.text);
  if (problems.length > 0) causes.invalid(item, problems.join(','), { shown: item.text });
}

function checkLabel(field: Field, before: string, causes: Causes): void {
  const problems = field.text ? rfc1035Label(field.text) : [];
  if (problems.length > 0) causes.invalid(field, `${before}${problems.join(',')}`);
}

function checkConversion(spec: Field, causes: Causes): void {
  const conversion = spec.at('conversion');
  if (!conversion.isSet || !conversion.map) return;
  const strategy = conversion.at('strategy');
  const webhook = conversion.at('webhook');
  const client = webhook.at('clientConfig');
  const versions = webhook.at('conversionReviewVersions');
  const named = conversion.child('webhookClientConfig');
  checkEnum(strategy, ['None', 'Webhook'], causes);
  if (strategy.text === 'Webhook') {
    if (!client.isSet && webhook.map) {
      const mark = webhook.isSet ? client : strategy;
      causes.required(named, 'required when strategy is set to Webhook', { mark });
    } else checkWebhookClient(client, named, causes);
    checkReviewVersions(versions, conversion.child('conversionReviewVersions'), 'of definitions', causes);
  } else if (strategy.text === 'None') {
    const detail = 'should not be set when strategy is not set to Webhook';
    if (client.isSet) causes.forbidden(named, detail, { mark: client });
    if (versions.items.length > 0) {
      causes.forbidden(conversion.child('conversionReviewVersions'), detail, { mark: versions });
    }
  }
}

const approval = 'api-approved.kubernetes.io';

/** Groups of the Kubernetes community ask where their API was agreed on. */
function checkApproval(object: Field, causes: Causes, { old }: AdmissionAttributes): void {
  const group = object.in('spec', 'group').text ?? '';
  const annotation = object.in('metadata', 'annotations', approval);
  if (old || !/(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group) || annotation.text === undefined) return;
  const link = 'see https://github.com/kubernetes/enhancements/pull/1111';
  if (annotation.text === '') {
    const detail = `protected groups must have approval annotation "${approval}", ${link}`;
    causes.required(annotation, detail, { code: 'api-approval' });
  } else if (!/^unapproved|^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/]/.test(annotation.text)) {
    const detail = `protected groups must have approval annotation "${approval}" with either a URL or a reason starting with "unapproved", ${link}`;
    causes.invalid(annotation, detail, { code: 'api-approval' });
  }
}
