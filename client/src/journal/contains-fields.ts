/**
 * Whether an object has all that was sent, whatever a server has added to it: fields of maps, and of lists as many items. An
 * empty value need not be there, because servers leave it out.
 */
export function containsFields(object: unknown, sent: unknown): boolean {
  if (object === sent) return true;
  if (isEmpty(sent)) return object === undefined || object === null || isEmpty(object);
  if (typeof object !== 'object' || typeof sent !== 'object' || object === null || sent === null)
    return false;
  if (Array.isArray(object) !== Array.isArray(sent)) return false;
  if (Array.isArray(object) && object.length !== (sent as unknown[]).length) return false;
  return Object.entries(sent).every(([name, value]) => {
    const own = Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;
    return containsFields(own, value);
  });
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
