import { field } from '../../manifest/fields.ts';
import { fieldName } from '../../yaml/tree.ts';
import { renamed } from './field-texts.ts';
import { fieldsIn, itemsOf, type Migration } from './migration.ts';

/** `discovery.k8s.io/v1`: the topology of an endpoint is its `nodeName` and its `zone`; what else it has is deprecated. */
export const endpointSlice: Migration = (object, rewriter) => {
  for (const endpoint of itemsOf(field(object, 'endpoints')?.value)) {
    const topology = field(endpoint, 'topology')?.value;
    if (!topology) continue;
    const fields = rewriter.fieldsOf(endpoint);
    const own = fieldsIn(endpoint, 'topology', rewriter);
    if (!fields || !own || topology.type !== 'map') return;
    const names = topology.entries.map(({ key }) => fieldName(key));
    const moved: string[] = [];
    for (const [name, newName] of places) {
      if (!names.includes(name) || field(endpoint, newName)) continue;
      own.combine([name], (parts) => {
        moved.push(fields.requoted(renamed(parts.get(name)!, name, newName)));
        return [];
      });
    }
    fields.combine(['topology'], () =>
      own.texts.length === 0 ? moved : [...moved, fields.map('deprecatedTopology', own.texts)],
    );
    rewriter.write(fields);
  }
};

const places: readonly [key: string, field: string][] = [
  ['kubernetes.io/hostname', 'nodeName'],
  ['topology.kubernetes.io/zone', 'zone'],
];
