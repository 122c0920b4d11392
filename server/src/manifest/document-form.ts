import type { YamlDocument } from '../yaml/nodes.ts';
import { breaksDocument } from '../yaml/syntax-severities.ts';
import { field, stringField } from './fields.ts';
import { documentFormat, isTemplate } from './manifest.ts';
import { isPatch } from './patch.ts';

/**
 * What a document is to a cluster:
 * - `object`: an object, or a list of objects, that an API server may take;
 * - `client-side`: in the shape of one, but read by a program and never served: a kubeconfig, a Kustomization, ...
 * - `template`: text that Helm or another program makes an object of;
 * - `patch`: a part of an object, for kustomize to merge into one;
 * - `other`: another format;
 * - `empty`: nothing is written.
 */
export type DocumentForm = 'object' | 'client-side' | 'template' | 'patch' | 'other' | 'empty';

/** Tells the objects among documents by what each says itself. A broken one counts as what can be read of it. */
export function documentForm(document: YamlDocument): DocumentForm {
  const { root, problems, text } = document;
  if (
    text.includes('{{') &&
    (isTemplate(document) || isNamedByAction(document) || problems.some(breaksDocument))
  ) {
    return 'template';
  }
  if (isEmpty(document)) return 'empty';
  const format = root && documentFormat(document);
  if (format === undefined) return 'other';
  if (format === 'client-side') return 'client-side';
  return isPatch(document) ? 'patch' : 'object';
}

/** Actions in quotes may be an alert rule's own; no object has them in its name. */
function isNamedByAction({ root }: YamlDocument): boolean {
  const name = stringField(root && field(root, 'metadata')?.value, 'name');
  return name?.includes('{{') === true;
}

function isEmpty({ root, problems }: YamlDocument): boolean {
  if (problems.length > 0) return false;
  return root === undefined || (root.type === 'scalar' && root.value === null);
}
