import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import type { Causes } from '../shared/causes.ts';
import { checkDriverName } from '../shared/driver-name.ts';
import type { Field } from '../shared/field.ts';
import { checkImmutable } from '../shared/immutable.ts';
import type { Rule } from '../shared/rule.ts';

/** What the API server refuses a VolumeAttachment for. */
export const volumeAttachment: Rule = (object, causes, attributes) => {
  const spec = object.at('spec');
  if (spec.map) {
    checkSource(spec, causes);
    // The names of one that is there are as they are.
    if (attributes.operation === 'create') checkNames(spec, causes);
  }
  checkImmutable(spec, causes, attributes, { shown: asInGo(spec) });
};

function checkSource(spec: Field, causes: Causes): void {
  const [attacher, source] = [spec.at('attacher'), spec.at('source')];
  const name = source.at('persistentVolumeName');
  const inline = source.at('inlineVolumeSpec');
  const detail = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  if (attacher.text === '') causes.required(attacher);
  if (source.map) {
    if (!name.isSet && !inline.isSet) causes.required(source, detail);
    else if (name.isSet && inline.isSet) causes.forbidden(source, detail);
    else if (name.text === '' && name.isSet) {
      causes.required(name, 'must specify non empty persistentVolumeName');
    }
  }
  causes.malformed(spec.at('nodeName'), dnsSubdomain, { code: 'reference-name' });
}

function checkNames(spec: Field, causes: Causes): void {
  const [attacher, name] = [spec.at('attacher'), spec.in('source', 'persistentVolumeName')];
  if (attacher.text === '') causes.required(attacher, '', { follows: true });
  else checkDriverName(attacher, causes);
  if (name.isSet) causes.malformed(name, dnsSubdomain, { code: 'reference-name' });
}

/** As the server prints it, which has no names of JSON in memory. */
function asInGo(spec: Field): object {
  const source = spec.at('source');
  return {
    Attacher: spec.at('attacher').value ?? '',
    Source: {
      PersistentVolumeName: source.at('persistentVolumeName').value ?? null,
      InlineVolumeSpec: source.at('inlineVolumeSpec').value ?? null,
    },
    NodeName: spec.at('nodeName').value ?? '',
  };
}
