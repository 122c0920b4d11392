import type { Expectation } from './case.ts';
import { containing, matching, type Pattern, some } from './patterns.ts';
import type { KindUnderTest } from './served-kinds.ts';

/** A refusal: a Status with this code, this reason and, where it is given, this in its message. */
export function refusal(code: number, reason: string, message?: Pattern, more: object = {}): Expectation {
  return {
    code,
    contentType: 'application/json',
    body: {
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      code,
      reason,
      ...(message !== undefined && { message }),
      ...more,
    } as Pattern,
  };
}

/** `pods "x" not found`. */
export function notFound({ resource, name, plural, group }: KindUnderTest): Expectation {
  return refusal(404, 'NotFound', `${resource} "${name}" not found`, {
    details: { name, kind: plural, ...(group !== '' && { group }) },
  });
}

/** 422 with a cause at this field, of options that are none. */
export function invalidOptions(field: string, reason: string): Expectation {
  return refusal(422, 'Invalid', undefined, { details: { causes: some({ reason, field }) } });
}

/** An object of the kind, by its name, that a server has stored. */
export function stored(kind: KindUnderTest, code: number, more: object = {}): Expectation {
  return {
    code,
    contentType: 'application/json',
    body: {
      kind: kind.kind,
      apiVersion: kind.apiVersion,
      metadata: {
        name: kind.name,
        uid: matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        resourceVersion: matching(/^\d+$/),
        creationTimestamp: matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        ...(kind.scope === 'Namespaced' && { namespace: '{ns}' }),
      },
      ...more,
    } as Pattern,
  };
}

/** An object whose annotation `touched` has this value. */
export function touched(kind: KindUnderTest, value: string): Expectation {
  return {
    code: 200,
    contentType: 'application/json',
    body: {
      kind: kind.kind,
      metadata: { name: kind.name, uid: '{given.uid}', annotations: { touched: value } },
    },
  };
}

/** 406: custom objects are answered by other code, with other words. */
export function notAcceptable({ isCustom }: KindUnderTest): Expectation {
  const words = isCustom
    ? 'only the following media types are accepted: application/json, application/yaml'
    : '406: Not Acceptable\n\nAvailable representations: application/json, application/yaml';
  return refusal(406, 'NotAcceptable', containing(words));
}

/** 415, for the same reason in two ways. */
export function unsupportedMediaType({ isCustom }: KindUnderTest): Expectation {
  const words = isCustom ? 'the body of the request was in an unknown format' : '415: Unsupported Media Type';
  return refusal(415, 'UnsupportedMediaType', containing(words));
}

/** Where in its sources the server says that it knows no such kind. */
export function schemeLine({ release }: Pick<KindUnderTest, 'release'>): string {
  return `pkg/runtime/scheme.go:${release === '1.34' ? 110 : 111}`;
}
