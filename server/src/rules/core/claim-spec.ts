import { dnsLabel } from '../formats/dns-label.ts';
import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import { formatQuantity } from '../formats/quantity.ts';
import type { Causes, Check } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import { isSame } from '../shared/immutable.ts';
import { checkLabelSelector } from '../shared/label-selector.ts';
import { quantityAt } from '../shared/resource-amount.ts';
import { checkVolumeAccess } from './volume-access.ts';

/** The spec of a PersistentVolumeClaim, or of a template that claims are made from. */
export const checkClaimSpec: Check = (spec, causes) => {
  if (!spec.map) return;
  checkVolumeAccess(spec, 'at least 1 access mode is required', causes);
  checkLabelSelector(spec.at('selector'), causes);
  checkSize(spec, causes);
  if (!isDropped(spec)) checkSource(spec.at('dataSource'), causes);
  if (!isReferenceDropped(spec)) {
    checkSource(spec.at('dataSourceRef'), causes);
    checkSources(spec, causes);
  }
  const attributes = spec.at('volumeAttributesClassName');
  if (attributes.text) causes.malformed(attributes, dnsSubdomain, { code: 'reference-name' });
};

/** The server names the storage as a part of `resources` itself. */
function checkSize(spec: Field, causes: Causes): void {
  const resources = spec.at('resources');
  const storage = resources.in('requests', 'storage');
  if (!resources.map || !resources.at('requests').map) return;
  const place = resources.key('storage');
  if (!storage.isSet) causes.required(place, '', { mark: storage });
  const size = quantityAt(storage);
  if (!size || size.billionths > 0n) return;
  const remark = { code: 'number-range', shown: formatQuantity(size), mark: storage } as const;
  causes.invalid(place, 'must be greater than zero', remark);
}

/** Of a claim of its own the server drops a source that is neither a claim nor a snapshot, and never looks at it. */
function isDropped(spec: Field): boolean {
  const source = spec.at('dataSource');
  if (spec.path.length > 1 || spec.at('dataSourceRef').isSet) return false;
  const kind = `${source.at('apiGroup').text} ${source.at('kind').text}`;
  return kind !== ' PersistentVolumeClaim' && kind !== 'snapshot.storage.k8s.io VolumeSnapshot';
}

/** Sources in other namespaces are a feature that is off, and the server drops what is for it. */
function isReferenceDropped(spec: Field): boolean {
  return spec.path.length === 1 && !spec.in('dataSourceRef', 'namespace').isZero;
}

function checkSource(source: Field, causes: Causes): void {
  if (!source.isSet || !source.map) return;
  const kind = source.at('kind');
  const group = source.at('apiGroup');
  const namespace = source.at('namespace');
  for (const field of [source.at('name'), kind]) if (field.text === '') causes.required(field);
  if (group.text === '' && kind.text !== undefined && kind.text !== 'PersistentVolumeClaim') {
    const detail = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
    causes.invalid(source, detail, {
      code: 'data-source',
      shown: kind.text,
      choices: ['PersistentVolumeClaim'],
      mark: kind,
    });
  }
  if (group.text) causes.malformed(group, dnsSubdomain, { code: 'reference-name' });
  if (namespace.text) causes.malformed(namespace, dnsLabel, { code: 'reference-name' });
}

function checkSources(spec: Field, causes: Causes): void {
  const source = spec.at('dataSource');
  const reference = spec.at('dataSourceRef');
  if (!source.isSet || !reference.isSet || !source.map || !reference.map) return;
  const remark = { code: 'data-source', shown: {}, mark: source, at: 'key' } as const;
  if (reference.at('namespace').text) {
    causes.invalid(spec, 'may not be specified when dataSourceRef.namespace is specified', remark);
  } else if (!['apiGroup', 'kind', 'name'].every((name) => isSame(source.at(name), reference.at(name)))) {
    causes.invalid(spec, 'must match dataSourceRef', remark);
  }
}
