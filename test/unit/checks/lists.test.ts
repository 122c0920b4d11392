import { expect, test } from 'vitest';
import { openCatalog } from '../../../server/src/catalog/open-catalog.ts';
import { readCatalog } from '../catalog/built-catalog.ts';
import { annotate } from './annotate.ts';

/** kubectl 1.32, before a kube-apiserver 1.35.4, created what is in these, and refused what is marked. */
const lists: Record<string, string> = {
  'a list of anything is taken apart: what else is in it is nothing to kubectl': `
apiVersion: v1
kind: List
metadata:
  name: everything
  labels: {app: web}
  selfLink: ""
  resourceVersion: ""
  comment: kept nowhere
spec: {}
items:
  - apiVersion: v1
    kind: ConfigMap
    metadata: {name: a}`,

  'its metadata is decoded as that of an object': `
apiVersion: v1
kind: List
metadata:
  resourceVersion: 5
#~                 ^ error wrong-type: \`resourceVersion\` takes a string, not the number 5. -> "5"
items: []`,

  'which a text is not': `
apiVersion: v1
kind: List
metadata: everything
#~        ^^^^^^^^^^ error wrong-type: \`metadata\` takes a map, not the string "everything".
items: []`,

  'a list of one kind has the fields of its schema and no others': `
apiVersion: v1
kind: ConfigMapList
metadata:
  name: settings
#~^^^^ error unknown-field: Unknown field \`name\`.
items:
  - metadata: {name: a}`,
};

const pod = `
apiVersion: v1
kind: Pod
metadata: {name: a}
spec: {containers: [{name: a, image: b}]}`;

for (const [name, list] of Object.entries(lists)) {
  test(`${name}, whatever was read before`, async () => {
    const first = await openCatalog(readCatalog, '1.35');
    const second = await openCatalog(readCatalog, '1.35');
    await annotate(pod, second, '1.35');
    expect(await annotate(list, first, '1.35')).toBe(list);
    expect(await annotate(list, second, '1.35')).toBe(list);
  });
}
