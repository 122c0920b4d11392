import type { KindUnderTest } from '../../api/served-kinds.ts';
import { type Scene, step } from '../scene.ts';
import { scenesOf, stepsOf } from './kind-steps.ts';

/** Methods and paths that there are not. */
export function oddScenes(kind: KindUnderTest): Scene[] {
  const { make } = stepsOf(kind);
  const { path, collection, prefix, plural, scope, object } = kind;
  const odd = (method: string, at: string, body?: unknown) =>
    step(`odd ${method}`, method, at, body === undefined ? {} : { body });
  const wrongScope = scope === 'Namespaced' ? `${prefix}/${plural}` : `${prefix}/namespaces/{ns}/${plural}`;
  return scenesOf(kind, {
    'odd methods': [
      make,
      ...['POST', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'LINK'].map((method) => odd(method, path)),
      odd('POST', path, object),
      ...['PUT', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'].map((method) => odd(method, collection)),
      odd('PUT', collection, object),
      odd('PATCH', collection, {}),
    ],
    'odd paths': [
      make,
      odd('GET', wrongScope),
      odd('POST', wrongScope, object),
      odd('DELETE', wrongScope),
      odd('GET', `${wrongScope}/{name}`),
      odd('PUT', `${wrongScope}/{name}`, object),
      odd('GET', `${path}/`),
      odd('GET', `${path}//`),
      odd('GET', `${collection}/`),
      odd('GET', `${path}/nothing`),
      odd('PUT', `${path}/nothing`, object),
      odd('GET', `${path}/status/more`),
      odd('GET', `${path}/scale`),
      odd('POST', `${path}/status`, object),
      odd('DELETE', `${path}/status`),
      odd('GET', `${path}/status`),
      odd('GET', `${collection}x`),
      odd('POST', `${collection}x`, object),
      odd('GET', `${path.replace(prefix, `${prefix}9`)}`),
      odd('GET', `${prefix}/namespaces/none/${plural}`),
      odd('GET', `${prefix}/namespaces/none/${plural}/x`),
      odd('GET', `${collection}/Bad_Name`),
      odd('GET', `${collection}/a%2Fb`),
      odd('DELETE', `${collection}/Bad_Name`),
    ],
  });
}
