import { field, valueAt } from '../../manifest/fields.ts';
import type { MapEntry } from '../../yaml/nodes.ts';
import { renamed } from './field-texts.ts';
import { itemsOf, type Migration } from './migration.ts';
import type { Rewriter } from './rewriter.ts';

/** `networking.k8s.io/v1`: backends name a service, and every path says how it is matched. */
export const ingress: Migration = (object, rewriter) => {
  const spec = field(object, 'spec')?.value;
  const backend = field(spec, 'backend');
  if (backend) {
    rewriter.rename(backend, 'defaultBackend');
    serviceBackend(backend, rewriter);
  }
  for (const rule of itemsOf(field(spec, 'rules')?.value)) {
    for (const path of itemsOf(valueAt(rule, ['http', 'paths']))) {
      const inner = field(path, 'backend');
      if (!inner) continue;
      serviceBackend(inner, rewriter);
      if (field(path, 'pathType')) continue;
      rewriter.insertBefore(inner, path, (fields) => fields.scalar('pathType', 'ImplementationSpecific'));
    }
  }
};

/** `{serviceName, servicePort}` became `{service: {name, port: {number or name}}}`. */
function serviceBackend({ value, alias }: MapEntry, rewriter: Rewriter): void {
  const port = field(value, 'servicePort');
  if (!field(value, 'serviceName') && !port) return;
  const fields = !alias && value?.type === 'map' ? rewriter.fieldsOf(value) : undefined;
  if (!fields?.has('serviceName') || (port && !fields.has('servicePort'))) {
    rewriter.giveUp();
    return;
  }
  const isNumber = port?.value?.type === 'scalar' && /^\d+$/.test(port.value.text);
  fields.combine(['serviceName', 'servicePort'], (taken) => {
    const name = renamed(taken.get('serviceName')!, 'serviceName', 'name');
    const written = taken.get('servicePort');
    const number = written && renamed(written, 'servicePort', 'number').replace(/(["'])(\d+)\1/, '$2');
    const named = written && renamed(written, 'servicePort', 'name');
    const ports = isNumber ? number : named;
    return [fields.map('service', ports ? [name, fields.map('port', [ports])] : [name])];
  });
  rewriter.write(fields);
}
