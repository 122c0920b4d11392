import type { RawRequest } from '../api/case.ts';

/** Requests that are sent one after the other, to every server alike. */
export interface Scene {
  /** The resource that it is about: `deployments.apps/v1`. */
  kind: string;
  title: string;
  steps: readonly Step[];
}

/** One of them. In its texts stand the placeholders of `RawRequest`, and `{given.uid}` and the like of what was answered last. */
export interface Step {
  /** What the report counts it as: `create`, `list`. */
  operation: string;
  request: RawRequest;
}

/** A step that sends JSON. */
export function step(
  operation: string,
  method: string,
  path: string,
  { query, headers, body, givenWith }: Omit<RawRequest, 'method' | 'path'> = {},
): Step {
  const request: RawRequest = {
    method,
    path,
    ...(query && { query }),
    ...(headers && { headers }),
    ...(body !== undefined && { body }),
    ...(givenWith && { givenWith }),
  };
  return { operation, request };
}
