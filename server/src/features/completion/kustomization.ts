import { kindOfKustomization } from '../../kustomize/kustomization-file.ts';
import { kustomizeSchema } from '../../kustomize/kustomize-catalog.ts';
import type { Cursor } from '../../manifest/cursor.ts';
import { stringField } from '../../manifest/fields.ts';
import type { EnclosingObject } from './enclosing-object.ts';

/** The object around a cursor in a kustomization file, which need not say what it is. */
export function kustomizationAround({ document: { root }, path }: Cursor): EnclosingObject {
  const known = kindOfKustomization(root);
  const isTyped = (name: string) => path.length === 1 && path[0] === name;
  return {
    path: [],
    apiVersion: isTyped('apiVersion') ? undefined : stringField(root, 'apiVersion'),
    kind: isTyped('kind') ? undefined : stringField(root, 'kind'),
    known,
    schema: kustomizeSchema(known),
    empty: false,
  };
}
