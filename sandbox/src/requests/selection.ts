import type { KubeObject } from '../object-store.ts';
import { inRequestedVersion } from '../resources/requested-version.ts';
import type { Resource } from '../resources/resource.ts';
import { parseFieldSelector } from '../selectors/field-selector.ts';
import { parseLabelSelector, satisfies } from '../selectors/label-selector.ts';

/** Which objects a list, a watch or a delete-collection is about. */
export interface Selection {
  readonly matches: (object: KubeObject) => boolean;
  /** False when everything matches. */
  readonly isNarrowed: boolean;
}

/** Reads `labelSelector` and `fieldSelector`. Throws a 400. */
export function selectionOf(query: URLSearchParams, resource: Resource): Selection {
  const labelText = query.get('labelSelector') ?? '';
  const fieldText = query.get('fieldSelector') ?? '';
  const labels = labelText.trim() === '' ? undefined : parseLabelSelector(labelText);
  const fields = fieldText === '' ? undefined : parseFieldSelector(fieldText, resource);
  return {
    isNarrowed: labels !== undefined || fields !== undefined,
    matches: (object) =>
      (!labels || satisfies(object.metadata.labels ?? {}, labels)) &&
      (!fields || fields(inRequestedVersion(object, resource))),
  };
}
