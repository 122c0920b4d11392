import type { Case, RawRequest } from '../case.ts';
import { containing, matching, type Pattern, some } from '../patterns.ts';
import type { KindUnderTest } from '../served-kinds.ts';
import { traitsOf } from '../traits.ts';
import { shapes } from './shapes.ts';

/** The cases of every two versions of one kind that the server serves together: one object, written in either. */
export function conversionCases(kinds: readonly KindUnderTest[]): Case[] {
  const versions = new Map<string, KindUnderTest[]>();
  for (const kind of kinds) {
    const key = `${kind.kind === 'Event' ? '' : kind.group}/${kind.plural}`;
    versions.set(key, [...(versions.get(key) ?? []), kind]);
  }
  return [...versions.values()].flatMap((all) =>
    all.flatMap((written) =>
      all.filter((asked) => asked !== written).flatMap((asked) => pairCases(written, asked)),
    ),
  );
}

function pairCases(written: KindUnderTest, asked: KindUnderTest): Case[] {
  const { name, apiVersion, kind } = asked;
  const from = `what was written as ${written.apiVersion}`;
  const read = (of: KindUnderTest): RawRequest => ({ method: 'GET', path: of.path });
  const merge = { annotations: { changed: 'yes' } };
  const row = (verb: string, title: string, rest: Pick<Case, 'request' | 'expect' | 'afterwards'>): Case => ({
    operation: asked.key(verb),
    situation: 'success',
    title,
    given: [{ ...written.made, body: { ...written.object, ...shapeOf(written) } }],
    ...rest,
  });
  return [
    row('read', `${from} is read`, {
      request: read(asked),
      expect: {
        code: 200,
        body: { apiVersion, kind, metadata: { name, uid: '{given.uid}' }, ...shapeOf(asked) },
      },
    }),
    row('list', `${from} is listed`, {
      request: { method: 'GET', path: asked.collection, query: { fieldSelector: `metadata.name=${name}` } },
      expect: {
        code: 200,
        body: { apiVersion, kind: `${kind}List`, items: some({ metadata: { name, uid: '{given.uid}' } }) },
      },
    }),
    row('list', `a watch shows ${from}`, {
      request: {
        method: 'GET',
        path: asked.collection,
        query: { watch: 'true', timeoutSeconds: '1', fieldSelector: `metadata.name=${name}` },
      },
      expect: { code: 200, body: { type: 'ADDED', object: { apiVersion, kind, metadata: { name } } } },
    }),
    row('patch', `${from} is patched, and read as that again`, {
      request: {
        method: 'PATCH',
        path: asked.path,
        query: { fieldManager: 'patching' },
        headers: { 'content-type': 'application/merge-patch+json' },
        body: { metadata: merge },
      },
      expect: { code: 200, body: { apiVersion, kind, metadata: merge } },
      afterwards: [
        {
          request: read(written),
          expect: {
            code: 200,
            body: {
              apiVersion: written.apiVersion,
              metadata: {
                ...merge,
                managedFields: some({
                  manager: 'patching',
                  operation: 'Update',
                  apiVersion,
                  fieldsV1: { 'f:metadata': { 'f:annotations': { 'f:changed': {} } } },
                }),
              },
              ...shapeOf(written),
            },
          },
        },
      ],
    }),
    row('patch', `over ${from} is applied`, {
      request: {
        method: 'PATCH',
        path: asked.path,
        query: { fieldManager: 'applying', force: 'true' },
        headers: { 'content-type': 'application/apply-patch+yaml' },
        body: { apiVersion, kind, metadata: { name, labels: { applied: 'yes' } } },
      },
      expect: {
        code: 200,
        body: {
          apiVersion,
          metadata: {
            labels: { applied: 'yes' },
            managedFields: some({
              manager: 'applying',
              operation: 'Apply',
              apiVersion,
              fieldsV1: { 'f:metadata': { 'f:labels': { 'f:applied': {} } } },
            }),
          },
        },
      },
    }),
    row('patch', `${from} is no object of this version`, {
      request: {
        method: 'PATCH',
        path: asked.path,
        query: { fieldManager: 'applying' },
        headers: { 'content-type': 'application/apply-patch+yaml' },
        body: { apiVersion: written.apiVersion, kind, metadata: { name } },
      },
      expect: { code: 400, body: { message: containing('invalid object type') } },
    }),
    row('delete', `${from} is deleted`, {
      request: { method: 'DELETE', path: asked.path },
      expect: { code: 200, body: deleted(asked) },
      ...(traitsOf(asked).deletedLater
        ? {}
        : { afterwards: [{ request: read(written), expect: { code: 404, body: { reason: 'NotFound' } } }] }),
    }),
  ];
}

/** What a deletion answers: the object, where it is still there or the kind is answered so. */
function deleted(kind: KindUnderTest): Pattern {
  const { answersDeleted, deletedLater } = traitsOf(kind);
  // Whether something holds it already when it is deleted depends on how fast a controller is.
  if (deletedLater) return { kind: matching(new RegExp(`^(${kind.kind}|Status)$`)) };
  if (answersDeleted) return { kind: kind.kind, metadata: { uid: '{given.uid}' } };
  return { kind: 'Status', status: 'Success', details: { uid: '{given.uid}' } };
}

function shapeOf({ kind, apiVersion }: KindUnderTest): Record<string, Pattern> {
  return (shapes[kind]?.[apiVersion] ?? {}) as Record<string, Pattern>;
}
