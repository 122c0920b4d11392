import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import type { Causes } from '../shared/causes.ts';
import { checkEnumIfSet } from '../shared/enum.ts';
import type { Field } from '../shared/field.ts';

const modes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

/** What the specs of volumes and of claims share: access modes, volume mode, classes. `detail` says that modes are asked for. */
export function checkVolumeAccess(spec: Field, detail: string, causes: Causes): void {
  const list = spec.at('accessModes');
  if (list.isZero) causes.required(list, detail);
  // The server names the list.
  for (const mode of list.items) {
    if (mode.text === undefined || modes.includes(mode.text)) continue;
    causes.notSupported(list, modes, { shown: mode.text, mark: mode });
  }
  const names = list.items.flatMap(({ text }) => (text !== undefined && modes.includes(text) ? [text] : []));
  if (names.includes('ReadWriteOncePod') && names.some((name) => name !== 'ReadWriteOncePod')) {
    causes.forbidden(list, 'may not use ReadWriteOncePod with other access modes', {
      code: 'access-modes',
      at: 'value',
    });
  }
  checkEnumIfSet(spec.at('volumeMode'), ['Block', 'Filesystem'], causes);
  const storageClass = spec.at('storageClassName');
  if (storageClass.text) causes.malformed(storageClass, dnsSubdomain, { code: 'reference-name' });
}
