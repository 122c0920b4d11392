import { refusal } from '../answers.ts';
import type { Case } from '../case.ts';
import { operationKey } from '../operations.ts';
import { containing, type Pattern, some } from '../patterns.ts';
import type { KindUnderTest } from '../served-kinds.ts';

/** The cases of the list of what a group-version serves, with these kinds in it. */
export function discoveryCases(prefix: string, kinds: readonly KindUnderTest[]): Case[] {
  const [first] = kinds;
  const isCustom = first?.isCustom === true;
  const identifier = 'getAPIResources';
  const operation = operationKey({ prefix: isCustom ? '/apis/{group}/{version}' : prefix, identifier });
  const path = isCustom ? prefix : `${prefix}/`;
  const groupVersion = first?.apiVersion ?? '';
  const head = { kind: 'APIResourceList', groupVersion };
  return [
    ...kinds.map(
      (kind): Case => ({
        operation,
        situation: 'success',
        title: `${kind.plural} is in it`,
        request: { method: 'GET', path },
        expect: {
          code: 200,
          contentType: 'application/json',
          body: { ...head, resources: some(entryOf(kind)) } as Pattern,
        },
      }),
    ),
    {
      operation,
      situation: 'missing object',
      title: 'a version that is not served',
      request: { method: 'GET', path: path.replace(/\/v[^/]*(\/?)$/, '/v9$1') },
      expect: isCustom
        ? { code: 404, contentType: 'text/plain', body: '404 page not found\n' }
        : refusal(404, 'NotFound', 'the server could not find the requested resource'),
    },
    ...(isCustom
      ? []
      : [
          {
            operation,
            situation: 'bad parameter' as const,
            title: 'a method that is none of it',
            request: { method: 'POST', path, body: {} },
            expect: { code: 405 },
          },
        ]),
    {
      operation,
      situation: 'forbidden',
      title: 'to whoever has not logged in',
      request: { method: 'GET', path, headers: { 'impersonate-user': 'system:anonymous' } },
      expect: refusal(403, 'Forbidden', containing('User "system:anonymous" cannot get path')),
    },
  ];
}

function entryOf({ plural, kind, scope, verbs }: KindUnderTest): Pattern {
  return { name: plural, kind, namespaced: scope === 'Namespaced', verbs: [...verbs] };
}
