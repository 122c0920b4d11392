import { forbidden } from '../errors.ts';
import type { KubeObject } from '../object-store.ts';
import type { Resource } from '../resources/resource.ts';
import type { StatusError } from '../status-error.ts';

/** 403 of an admission plugin. */
export function refuseObject({ kind }: Resource, { metadata }: KubeObject, why: string): StatusError {
  return forbidden(kind, metadata.name ?? '', why);
}

/** What several plugins or parts of one have to say, as the server puts it together. */
export function allOf(problems: readonly string[]): string {
  const different = [...new Set(problems)];
  return different.length === 1 ? different[0]! : `[${different.join(', ')}]`;
}
