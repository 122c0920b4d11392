import type { KubeObject } from '../kube-object.ts';
import { field, listOf, textOf } from '../wrong-answer.ts';

/** An object that another one names. */
export interface NamedObject {
  readonly group: string;
  readonly kind: string;
  /** Undefined where it is that of the object that names it. */
  readonly namespace: string | undefined;
  readonly name: string;
}

/** What an Ingress sends requests to: Services, and whatever else a backend names. Reads any object; never throws. */
export function backendsOfIngress({ spec }: KubeObject): NamedObject[] {
  const ofRules = itemsOf(spec, 'rules').flatMap((rule) => itemsOf(field(rule, 'http'), 'paths'));
  const backends = [field(spec, 'defaultBackend'), ...ofRules.map((path) => field(path, 'backend'))];
  return backends.flatMap((backend) => {
    const service = textOf(field(backend, 'service'), 'name');
    if (service !== undefined) return [{ group: '', kind: 'Service', namespace: undefined, name: service }];
    const resource = field(backend, 'resource');
    const [kind, name] = [textOf(resource, 'kind'), textOf(resource, 'name')];
    if (kind === undefined || name === undefined) return [];
    return [{ group: textOf(resource, 'apiGroup') ?? '', kind, namespace: undefined, name }];
  });
}

/** What a route of the Gateway API sends requests to; a backend that does not say what it is is a Service. */
export function backendsOfRoute({ spec }: KubeObject): NamedObject[] {
  return itemsOf(spec, 'rules')
    .flatMap((rule) => itemsOf(rule, 'backendRefs'))
    .flatMap((backend) => {
      const name = textOf(backend, 'name');
      if (name === undefined) return [];
      return [
        {
          group: textOf(backend, 'group') ?? '',
          kind: textOf(backend, 'kind') ?? 'Service',
          namespace: textOf(backend, 'namespace'),
          name,
        },
      ];
    });
}

function itemsOf(value: unknown, name: string): readonly unknown[] {
  return listOf(value, name) ?? [];
}
