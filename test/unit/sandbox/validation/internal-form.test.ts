import { expect, it } from 'vitest';
import {
  internalForm,
  internalTypeAt,
  internalTypeOf,
} from '../../../../sandbox/src/validation/internal-form.ts';

const structs = {
  'core.Pod': ' metav1.TypeMeta; metav1.ObjectMeta;Spec core.PodSpec',
  'core.PodSpec':
    'Containers []core.Container;Volumes []core.Volume;SecurityContext *core.PodSecurityContext',
  'core.PodSecurityContext': 'HostNetwork bool;HostPID bool;RunAsUser *int64',
  'core.Container': 'Name string;Resources core.ResourceRequirements',
  'core.ResourceRequirements': 'Limits core.ResourceList',
  'core.ResourceList': '=map resource.Quantity',
  'core.Volume': 'Name string; core.VolumeSource',
  'core.VolumeSource': 'HostPath *core.HostPathVolumeSource;EmptyDir *core.EmptyDirVolumeSource',
  'core.HostPathVolumeSource': 'Path string;Type *string',
  'core.EmptyDirVolumeSource': 'SizeLimit *resource.Quantity',
  'apiextensions.JSONSchemaProps':
    'Type string;XListType *string;Items *apiextensions.JSONSchemaPropsOrArray',
};

it.each([
  [['spec'], 'core.PodSpec'],
  [['spec', 'containers', 0, 'resources', 'limits'], 'core.ResourceList'],
  [['spec', 'containers', 0, 'resources', 'limits', 'cpu'], 'resource.Quantity'],
  [['spec', 'volumes', 1, 'hostPath'], '*core.HostPathVolumeSource'],
  [['metadata', 'labels'], 'map string'],
  [['metadata', 'ownerReferences'], '[]metav1.OwnerReference'],
  [['spec', 'nothing'], undefined],
  [['spec', 'containers', 'name'], undefined],
])('the type at %j is %s', (path, type) => {
  expect(internalTypeAt(structs, internalTypeOf({ group: '', kind: 'Pod' }), path)).toBe(type);
});

it.each<[string, unknown, string]>([
  ['[]core.Volume', undefined, 'null'],
  [
    'core.Volume',
    { name: 'a', hostPath: { path: '/x' } },
    '{"Name":"a","HostPath":{"Path":"/x","Type":null},"EmptyDir":null}',
  ],
  ['core.ResourceRequirements', { limits: { memory: '1', cpu: '2' } }, '{"Limits":{"cpu":"2","memory":"1"}}'],
  [
    'core.PodSpec',
    { hostNetwork: true, containers: [] },
    '{"Containers":[],"Volumes":null,"SecurityContext":{"HostNetwork":true,"HostPID":false,"RunAsUser":null}}',
  ],
  [
    'apiextensions.JSONSchemaProps',
    { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    '{"Type":"array","XListType":"set","Items":{"Schema":{"Type":"string","XListType":null,"Items":null},"JSONSchemas":null}}',
  ],
  ['core.Container', 'no object', '"no object"'],
  [
    '[]metav1.OwnerReference',
    [{ controller: true, uid: '1', kind: 'A', apiVersion: 'v1' }],
    '[{"apiVersion":"v1","kind":"A","name":"","uid":"1","controller":true}]',
  ],
])('a value of %s', (type, value, form) => {
  expect(JSON.stringify(internalForm(structs, type, value))).toBe(form);
});
