import { chapter, of } from '../code-entry.ts';
import { volume } from '../example-parts.ts';

/** Volumes. */
export const volumes = chapter('Volumes', {
  'volume-name': of(
    'A volume is named by lower case letters, digits and `-`.',
    'Pod',
    { 'spec/volumes': [volume('My_Data', { emptyDir: {} })] },
    { 'spec/volumes': [volume('data', { emptyDir: {} })] },
  ),
  'duplicate-volume': of(
    'Volumes of a Pod each have a name of their own.',
    'Pod',
    { 'spec/volumes': [volume('a', { emptyDir: {} }), volume('a', { emptyDir: {} })] },
    { 'spec/volumes': [volume('a', { emptyDir: {} }), volume('b', { emptyDir: {} })] },
  ),
  'volume-source': of(
    'A volume has exactly one source.',
    'Pod',
    { 'spec/volumes': [volume('a', { emptyDir: {}, hostPath: { path: '/a' } })] },
    { 'spec/volumes': [volume('a', { emptyDir: {} })] },
  ),
  'unknown-volume': of(
    'A container mounts a volume that its Pod does not have.',
    'Pod',
    { 'spec/containers/0/volumeMounts': [{ name: 'data', mountPath: '/data' }] },
    {
      'spec/containers/0/volumeMounts': [{ name: 'data', mountPath: '/data' }],
      'spec/volumes': [volume('data', { emptyDir: {} })],
    },
  ),
  'duplicate-mount': of(
    'Two volumes cannot be mounted at one path.',
    'Pod',
    {
      'spec/volumes': [volume('a', { emptyDir: {} })],
      'spec/containers/0/volumeMounts': [1, 2].map(() => ({ name: 'a', mountPath: '/a' })),
    },
    {
      'spec/volumes': [volume('a', { emptyDir: {} })],
      'spec/containers/0/volumeMounts': [{ name: 'a', mountPath: '/a' }],
    },
  ),
  'sub-path': of(
    '`subPath` and `subPathExpr` exclude each other.',
    'Pod',
    {
      'spec/volumes': [volume('a', { emptyDir: {} })],
      'spec/containers/0/volumeMounts': [{ name: 'a', mountPath: '/a', subPath: 'b', subPathExpr: 'c' }],
    },
    {
      'spec/volumes': [volume('a', { emptyDir: {} })],
      'spec/containers/0/volumeMounts': [{ name: 'a', mountPath: '/a', subPath: 'b' }],
    },
  ),
  'mount-propagation': of(
    'Mounts go back to the node from privileged containers only.',
    'Pod',
    {
      'spec/volumes': [volume('a', { emptyDir: {} })],
      'spec/containers/0/volumeMounts': [{ name: 'a', mountPath: '/a', mountPropagation: 'Bidirectional' }],
    },
    {
      'spec/volumes': [volume('a', { emptyDir: {} })],
      'spec/containers/0/volumeMounts': [{ name: 'a', mountPath: '/a', mountPropagation: 'HostToContainer' }],
    },
  ),
  'recursive-read-only': of(
    'Mounts are recursively read-only only when they are read-only.',
    'Pod',
    {
      'spec/volumes': [volume('a', { emptyDir: {} })],
      'spec/containers/0/volumeMounts': [{ name: 'a', mountPath: '/a', recursiveReadOnly: 'Enabled' }],
    },
    {
      'spec/volumes': [volume('a', { emptyDir: {} })],
      'spec/containers/0/volumeMounts': [
        { name: 'a', mountPath: '/a', readOnly: true, recursiveReadOnly: 'Enabled' },
      ],
    },
  ),
  'volume-device': of(
    'Only claims of volumes can be devices.',
    'Pod',
    {
      'spec/volumes': [volume('a', { emptyDir: {} })],
      'spec/containers/0/volumeDevices': [{ name: 'a', devicePath: '/dev/a' }],
    },
    {
      'spec/volumes': [volume('a', { persistentVolumeClaim: { claimName: 'a' } })],
      'spec/containers/0/volumeDevices': [{ name: 'a', devicePath: '/dev/a' }],
    },
  ),
  'file-path': of(
    'A path in a volume is relative and does not lead out of it.',
    'Pod',
    { 'spec/volumes': [volume('a', { configMap: { name: 'a', items: [{ key: 'a', path: '../a' }] } })] },
    { 'spec/volumes': [volume('a', { configMap: { name: 'a', items: [{ key: 'a', path: 'a' }] } })] },
  ),
  'file-mode': of(
    'The mode of a file is a number from 0 to 0777 (octal).',
    'Pod',
    { 'spec/volumes': [volume('a', { configMap: { name: 'a', defaultMode: 1000 } })] },
    { 'spec/volumes': [volume('a', { configMap: { name: 'a', defaultMode: 420 } })] },
  ),
  'duplicate-path': of(
    'Two sources of a projected volume would make the same file.',
    'Pod',
    {
      'spec/volumes': [
        volume('a', {
          projected: {
            sources: ['b', 'c'].map((name) => ({ secret: { name, items: [{ key: 'k', path: 'p' }] } })),
          },
        }),
      ],
    },
    {
      'spec/volumes': [
        volume('a', {
          projected: {
            sources: ['b', 'c'].map((name) => ({ secret: { name, items: [{ key: 'k', path: name }] } })),
          },
        }),
      ],
    },
  ),
  'iscsi-name': of(
    'The name of an iSCSI target begins with `iqn`, `eui` or `naa`.',
    'Pod',
    { 'spec/volumes': [volume('a', { iscsi: { targetPortal: '10.0.0.1', iqn: 'abc', lun: 0 } })] },
    {
      'spec/volumes': [
        volume('a', { iscsi: { targetPortal: '10.0.0.1', iqn: 'iqn.2015-02.example.com:test', lun: 0 } }),
      ],
    },
  ),
  'disk-uri': of(
    'The URI of an Azure disk has the form of its kind.',
    'Pod',
    { 'spec/volumes': [volume('a', { azureDisk: { diskName: 'a', diskURI: 'abc' } })] },
    {
      'spec/volumes': [
        volume('a', {
          azureDisk: { diskName: 'a', diskURI: 'https://account.blob.core.windows.net/vhds/a.vhd' },
        }),
      ],
    },
  ),
  'access-modes': of('`ReadWriteOncePod` stands alone.', 'PersistentVolumeClaim', {
    'spec/accessModes': ['ReadWriteOncePod', 'ReadOnlyMany'],
  }),
  'data-source': of(
    "The source of a claim's data is of the core group a claim, or a kind of another group.",
    'PersistentVolumeClaim',
    { 'spec/dataSourceRef': { kind: 'Pod', name: 'a' } },
    { 'spec/dataSourceRef': { kind: 'PersistentVolumeClaim', name: 'a' } },
  ),
  'driver-name': of(
    'A driver is named like a DNS name.',
    'PersistentVolume',
    { 'spec/csi/driver': 'my driver' },
    {},
  ),
});
