import { dnsLabel } from '../../formats/dns-label.ts';
import type { Causes } from '../../shared/causes.ts';
import type { Field } from '../../shared/field.ts';
import type { PodContext } from './context.ts';
import { checkVolumeSource, sourcesOf } from './volume-source.ts';

/** The volumes of a Pod: named, each name once, each with one source. Notes in the context which are faulty. */
export function checkVolumes(context: PodContext, causes: Causes): void {
  const { spec, metadata, of, faultyVolumes } = context;
  if (!spec.at('volumes').isSet) return;
  const names = new Set<string>();
  const podName = of === 'pod' ? metadata.at('name').text : undefined;
  const created = new Set(claimsMade(spec.at('volumes'), podName));
  for (const volume of spec.at('volumes').items) {
    const before = causes.violations.length;
    checkVolumeSource(volume, context, causes);
    const name = volume.at('name');
    if (name.text === '') causes.required(name);
    else causes.malformed(name, dnsLabel, { code: 'volume-name' });
    if (name.text && names.has(name.text)) causes.duplicate(name, { code: 'duplicate-volume' });
    if (name.text && causes.violations.length === before) names.add(name.text);
    else if (name.text) faultyVolumes.add(name.text);
    const claim = volume.in('persistentVolumeClaim', 'claimName');
    if (claim.text && created.has(claim.text)) {
      causes.invalid(claim, 'must not reference a PVC that gets created for an ephemeral volume', {
        code: 'volume-source',
      });
    }
  }
  for (const name of names) faultyVolumes.delete(name);
}

/** The volumes that containers may mount, by name, faulty ones too; undefined where a name cannot be read. */
export function volumesByName(spec: Field): Map<string, Field> | undefined {
  const volumes = spec.at('volumes');
  if (volumes.isSet && !Array.isArray(volumes.value)) return undefined;
  const byName = new Map<string, Field>();
  for (const volume of volumes.items) {
    const { text } = volume.at('name');
    if (text === undefined || !volume.map) return undefined;
    if (!byName.has(text)) byName.set(text, volume);
  }
  return byName;
}

/** The names of the claims that the server makes for the ephemeral volumes of a Pod. */
function claimsMade(volumes: Field, podName: string | undefined): string[] {
  if (!podName) return [];
  return volumes.items.flatMap((volume) =>
    sourcesOf(volume).some(({ name }) => name === 'ephemeral') ? `${podName}-${volume.at('name').text}` : [],
  );
}
