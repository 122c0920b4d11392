import { notFound, refusal } from '../answers.ts';
import type { Case, RawRequest } from '../case.ts';
import { containing } from '../patterns.ts';
import type { KindUnderTest } from '../served-kinds.ts';

/** The cases of letting a namespace go. */
export function finalizeCases(namespaces: KindUnderTest): Case[] {
  const path = `${namespaces.path}/finalize`;
  const operation = namespaces.key('replace', 'Finalize');
  const finalize = (body: unknown): RawRequest => ({ method: 'PUT', path, body });
  const metadata = { name: '{name}' };
  const body = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata,
    spec: { finalizers: ['kubernetes', 'example.com/a'] },
  };
  return [
    {
      operation,
      situation: 'success',
      title: 'it has other finalizers afterwards',
      given: [namespaces.made],
      request: {
        method: 'PUT',
        path,
        givenWith: { metadata: { resourceVersion: null }, spec: { finalizers: [] } },
      },
      expect: { code: 200, body: { kind: 'Namespace', metadata: { uid: '{given.uid}' } } },
    },
    {
      operation,
      situation: 'missing object',
      title: 'by its name',
      request: finalize(body),
      expect: notFound(namespaces),
    },
    {
      operation,
      situation: 'bad body',
      title: 'JSON that breaks off',
      given: [namespaces.made],
      request: finalize('{"spec":'),
      expect: refusal(400, 'BadRequest', containing('unexpected end of JSON input')),
    },
    {
      operation,
      situation: 'bad body',
      title: 'another name',
      given: [namespaces.made],
      request: finalize({ ...body, metadata: { name: 'other' } }),
      expect: refusal(400, 'BadRequest', containing('does not match the name on the URL')),
    },
    {
      operation,
      situation: 'forbidden',
      title: 'to a user without rights',
      request: { ...finalize(body), headers: { 'impersonate-user': '{nobody}' } },
      expect: refusal(403, 'Forbidden', namespaces.forbidden('update', 'object', 'finalize')),
    },
    {
      operation,
      situation: 'conflict',
      title: 'a resourceVersion of the past',
      given: [namespaces.made],
      request: finalize({ ...body, metadata: { ...metadata, resourceVersion: '1' } }),
      expect: refusal(409, 'Conflict', containing('the object has been modified')),
    },
  ];
}
