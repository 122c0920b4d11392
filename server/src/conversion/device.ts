import { isObject, type JsonObject } from '../defaults/draft.ts';

/** What `resource.k8s.io/v1beta1` writes beside the name of a request, and later versions under `exactly`. */
export const exactRequestFields: readonly string[] = [
  'deviceClassName',
  'selectors',
  'allocationMode',
  'count',
  'adminAccess',
  'tolerations',
  'capacity',
];

/** A ResourceClaim of `v1beta1` as later versions write it: what a request asks for is `exactly` that. */
export function claimFromFlat(claim: JsonObject): JsonObject {
  return changed(claim, ['spec', 'devices', 'requests'], nested);
}

/** A ResourceClaim as `v1beta1` writes it. */
export function claimToFlat(claim: JsonObject): JsonObject {
  return changed(claim, ['spec', 'devices', 'requests'], flat);
}

/** The same of a ResourceClaimTemplate, whose claim stands under `spec`. */
export function claimTemplateFromFlat(template: JsonObject): JsonObject {
  return changed(template, ['spec', 'spec', 'devices', 'requests'], nested);
}

/** A ResourceClaimTemplate as `v1beta1` writes it. */
export function claimTemplateToFlat(template: JsonObject): JsonObject {
  return changed(template, ['spec', 'spec', 'devices', 'requests'], flat);
}

/** A ResourceSlice of `v1beta1` as later versions write it: what a device has stands beside its name, not under `basic`. */
export function sliceFromBasic(slice: JsonObject): JsonObject {
  return changed(slice, ['spec', 'devices'], ({ basic, ...device }) => ({
    ...device,
    ...(isObject(basic) && basic),
  }));
}

/** A ResourceSlice as `v1beta1` writes it. */
export function sliceToBasic(slice: JsonObject): JsonObject {
  return changed(slice, ['spec', 'devices'], ({ name, ...basic }) => ({ name, basic }));
}

function nested(request: JsonObject): JsonObject {
  const isAsked = ([field]: [string, unknown]) => exactRequestFields.includes(field);
  const entries = Object.entries(request);
  const rest = Object.fromEntries(entries.filter((entry) => !isAsked(entry)));
  const exactly = entries.filter((entry) => isAsked(entry) && entry[1] !== '' && entry[1] !== undefined);
  return exactly.length === 0 ? rest : { ...rest, exactly: Object.fromEntries(exactly) };
}

/** The class is always there, if only as an empty text. */
function flat({ exactly, ...request }: JsonObject): JsonObject {
  return { ...request, deviceClassName: '', ...(isObject(exactly) && exactly) };
}

/** The object with each item of the list at a path changed; as it is where there is no such list. */
function changed(
  object: JsonObject,
  [field, ...rest]: readonly string[],
  change: (item: JsonObject) => JsonObject,
): JsonObject {
  const value = field === undefined ? undefined : object[field];
  if (field === undefined) return object;
  if (rest.length > 0) return isObject(value) ? { ...object, [field]: changed(value, rest, change) } : object;
  if (!Array.isArray(value)) return object;
  return { ...object, [field]: value.map((item: unknown) => (isObject(item) ? change(item) : item)) };
}
