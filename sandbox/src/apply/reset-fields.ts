import type { Kind } from '../../../server/src/catalog/catalog.ts';
import type { Path } from '../../../server/src/yaml/path.ts';

/**
 * The fields that writes through an endpoint of a kind do not reach: `status` through the object itself where
 * there is a status subresource, `spec` through `status`. Taken from the strategies of kube-apiserver 1.35.
 */
export function resetFields(kind: Kind, subresource: string | undefined): readonly Path[] {
  if (subresource === 'status') return [['spec']];
  return kind.subresources.some(({ name }) => name === 'status') ? [['status']] : [];
}
