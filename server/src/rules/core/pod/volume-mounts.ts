import type { Causes } from '../../shared/causes.ts';
import { checkEnumIfSet } from '../../shared/enum.ts';
import type { Field } from '../../shared/field.ts';
import { containersOf, type PodContext } from './context.ts';
import { checkRelativePath } from './file-path.ts';

/** Where a container mounts volumes: volumes that there are, each path once. */
export function checkVolumeMounts(container: Field, context: PodContext, causes: Causes): void {
  const mounts = container.at('volumeMounts');
  if (mounts.items.length === 0) return;
  const devices = container.at('volumeDevices').items;
  const deviceNames = textsOf(devices, 'name');
  const devicePaths = textsOf(devices, 'devicePath');
  const paths = new Set<string>();
  for (const mount of mounts.items) {
    const name = mount.at('name');
    const path = mount.at('mountPath');
    if (name.text === '') causes.required(name);
    checkKnown(name, context, causes);
    if (path.text === '') causes.required(path);
    if (path.text && paths.has(path.text))
      causes.invalid(path, 'must be unique', { code: 'duplicate-mount' });
    if (path.text) paths.add(path.text);
    if (name.text && deviceNames.has(name.text)) {
      causes.invalid(name, 'must not already exist in volumeDevices', { code: 'duplicate-mount' });
    }
    if (path.text && devicePaths.has(path.text)) {
      causes.invalid(path, 'must not already exist as a path in volumeDevices', { code: 'duplicate-mount' });
    }
    checkSubPath(mount, mounts, causes);
    checkPropagation(mount, mounts, container, causes);
    checkRecursiveReadOnly(mount, mounts, causes);
  }
}

/** Which block devices a container sees. */
export function checkVolumeDevices(container: Field, context: PodContext, causes: Causes): void {
  const devices = container.at('volumeDevices').items;
  if (devices.length === 0) return;
  const names = new Set<string>();
  const paths = new Set<string>();
  for (const device of devices) {
    const [name, path] = [device.at('name'), device.at('devicePath')];
    if (name.text === '') causes.required(name);
    if (name.text && names.has(name.text))
      causes.invalid(name, 'must be unique', { code: 'duplicate-mount' });
    const volume = name.text ? context.volumes?.get(name.text) : undefined;
    if (volume && !volume.at('persistentVolumeClaim').isSet && !volume.at('ephemeral').isSet) {
      causes.invalid(
        name,
        'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
        { code: 'volume-device' },
      );
    }
    checkKnown(name, context, causes);
    if (path.text === '') causes.required(path);
    if (path.text && paths.has(path.text))
      causes.invalid(path, 'must be unique', { code: 'duplicate-mount' });
    if (path.text?.split('/').includes('..')) {
      causes.invalid(path, "can not contain backsteps ('..')", { code: 'file-path' });
    } else if (path.text) paths.add(path.text);
    if (name.text) names.add(name.text);
  }
}

function checkKnown(name: Field, { spec, volumes, faultyVolumes }: PodContext, causes: Causes): void {
  if (name.text === undefined || !volumes) return;
  if (faultyVolumes.has(name.text)) {
    causes.notFound(name, { code: 'unknown-volume', shown: name.text, follows: true });
    return;
  }
  if (volumes.has(name.text)) return;
  causes.notFound(name, {
    code: 'unknown-volume',
    shown: name.text,
    against: unusedVolume(spec) ?? spec.at('volumes'),
  });
}

/** The volume that nobody mounts is likely the one that is meant; looked for once, as each mount may miss its volume. */
function unusedVolume(spec: Field): Field | undefined {
  if (!unused.has(spec)) unused.set(spec, findUnusedVolume(spec));
  return unused.get(spec);
}

const unused = new WeakMap<Field, Field | undefined>();

function findUnusedVolume(spec: Field): Field | undefined {
  const volumes = spec.at('volumes').items;
  if (volumes.length === 0) return undefined;
  const used = new Set(
    containersOf(spec).flatMap(({ field }) =>
      ['volumeMounts', 'volumeDevices'].flatMap((list) =>
        field.at(list).items.map((use) => use.at('name').text),
      ),
    ),
  );
  return volumes.map((volume) => volume.at('name')).find(({ text }) => text !== undefined && !used.has(text));
}

/** The server names the list, not the mount, here and below. */
function checkSubPath(mount: Field, mounts: Field, causes: Causes): void {
  const [subPath, subPathExpr] = [mount.at('subPath'), mount.at('subPathExpr')];
  checkRelativePath(subPath, causes, mounts.child('subPath'));
  if (subPath.text && subPathExpr.text) {
    causes.invalid(subPathExpr, 'subPathExpr and subPath are mutually exclusive', { code: 'sub-path' });
  }
  checkRelativePath(subPathExpr, causes, mounts.child('subPathExpr'));
}

function checkPropagation(mount: Field, mounts: Field, container: Field, causes: Causes): void {
  const propagation = mount.at('mountPropagation');
  const named = mounts.child('mountPropagation');
  checkEnumIfSet(propagation, ['Bidirectional', 'HostToContainer', 'None'], causes, { named });
  const privileged = container.in('securityContext', 'privileged');
  if (propagation.text === 'Bidirectional' && privileged.isZero) {
    causes.forbidden(
      propagation,
      'Bidirectional mount propagation is available only to privileged containers',
      {
        code: 'mount-propagation',
        named,
        at: 'value',
      },
    );
  }
}

function checkRecursiveReadOnly(mount: Field, mounts: Field, causes: Causes): void {
  const field = mount.at('recursiveReadOnly');
  const named = mounts.child('recursiveReadOnly');
  checkEnumIfSet(field, ['Disabled', 'Enabled', 'IfPossible'], causes, { named });
  if (field.text !== 'Enabled' && field.text !== 'IfPossible') return;
  const remark = { code: 'recursive-read-only', named, at: 'value' } as const;
  if (mount.at('readOnly').isZero)
    causes.forbidden(field, 'may only be specified when readOnly is true', remark);
  const propagation = mount.at('mountPropagation').text;
  if (propagation !== 'None' && mount.at('mountPropagation').isSet && propagation !== undefined) {
    causes.forbidden(field, 'may only be specified when mountPropagation is None or not specified', remark);
  }
}

function textsOf(items: readonly Field[], name: string): Set<string> {
  return new Set(items.flatMap((item) => item.at(name).text || []));
}
