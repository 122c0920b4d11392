import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import { checkDriverName } from '../shared/driver-name.ts';
import { checkImmutable } from '../shared/immutable.ts';
import type { Rule } from '../shared/rule.ts';

/** What the API server refuses a VolumeAttachment for. */
export const volumeAttachment: Rule = (object, causes, attributes) => {
  const spec = object.at('spec');
  checkImmutable(spec, causes, attributes);
  if (!spec.map) return;
  const source = spec.at('source');
  const name = source.at('persistentVolumeName');
  const inline = source.at('inlineVolumeSpec');
  const detail = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  if (source.map) {
    if (!name.isSet && !inline.isSet) causes.required(source, detail);
    else if (name.isSet && inline.isSet) causes.forbidden(source, detail);
    else if (name.text === '' && name.isSet) {
      causes.required(name, 'must specify non empty persistentVolumeName');
    }
  }
  causes.malformed(spec.at('nodeName'), dnsSubdomain, { code: 'reference-name' });
  checkDriverName(spec.at('attacher'), causes);
  if (name.isSet) causes.malformed(name, dnsSubdomain, { code: 'reference-name' });
};
