import type { KubeObject } from '../cluster/kube-object.ts';

/** Fields of metadata that the server writes by itself. */
const serverWritten = [
  'managedFields',
  'resourceVersion',
  'generation',
  'uid',
  'creationTimestamp',
  'selfLink',
];

/** The object as its author thinks of it: without status and without what the server writes into metadata. */
export function withoutServerWritten(object: KubeObject): KubeObject {
  const { status: _, ...rest } = object;
  const metadata = Object.fromEntries(
    Object.entries(object.metadata).filter(([name]) => !serverWritten.includes(name)),
  );
  return { ...rest, metadata } as KubeObject;
}

/** Whether two states of an object differ in nothing that its author writes. */
export function sameObject(one: KubeObject, other: KubeObject): boolean {
  return equal(withoutServerWritten(one), withoutServerWritten(other));
}

function equal(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, index) => equal(item, other[index]));
  }
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every(
    (name) =>
      Object.hasOwn(other, name) &&
      equal((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]),
  );
}
