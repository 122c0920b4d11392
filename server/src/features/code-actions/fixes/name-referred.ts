import { closest } from '../../../checks/closest.ts';
import type { Fix } from '../../../checks/finding.ts';
import { field, stringField, valueAt } from '../../../manifest/fields.ts';
import type { YamlNode } from '../../../yaml/nodes.ts';
import type { Path } from '../../../yaml/path.ts';
import { quoteString } from '../../../yaml/stringify.ts';
import { faultyScalar } from './faulty-node.ts';
import { placeOf } from './field-place.ts';
import type { FaultyObject, Fixing } from './fixing.ts';
import { insertion } from './insert-field.ts';
import { replaceText } from './replace-value.ts';

/** Of a name that no item of another list has: the nearest that one has, then the others, then an item of that name. */
export function* nameReferred(fixing: Fixing): Iterable<Fix> {
  const { finding, object } = fixing;
  const { about } = finding;
  if (about.is !== 'violation' || about.violation.reason !== 'FieldValueNotFound' || !object) return;
  const node = faultyScalar(fixing);
  if (!node) return;
  const places = listsBeside(about.violation.path, object);
  const names = places.flatMap((path) => namesIn(valueAt(object.map, path)));
  const meant = closest(node.text, names);
  if (meant !== undefined) yield replaceText(node, meant);
  for (const name of names.slice(0, mostNames)) yield { ...replaceText(node, name), likelihood: 'possible' };
  const volumes = places.find((path) => path.at(-1) === 'volumes');
  if (volumes) yield* newVolume(node.text, volumes, fixing, object);
}

const mostNames = 4;

/** The lists of named things of the Pod that a path is in. */
function listsBeside(path: Path, { map }: FaultyObject): Path[] {
  const containers = path.findIndex((part) => typeof part === 'string' && /ontainers$/.test(part));
  const spec = containers < 0 ? [] : path.slice(0, containers);
  const last = path.findLast((part) => typeof part === 'string' && part !== 'name');
  const lists =
    last === 'volumeMounts' || last === 'volumeDevices'
      ? ['volumes']
      : last === 'claims'
        ? ['resourceClaims']
        : ['containers', 'initContainers'];
  return lists
    .map((name) => [...spec, name])
    .filter((list) => list.at(-1) === 'volumes' || valueAt(map, list));
}

function namesIn(list: YamlNode | undefined): string[] {
  if (list?.type !== 'list') return [];
  return list.items.flatMap(({ value }) => (field(value, 'name') && stringField(value, 'name')) || []);
}

/** A volume of that name, which is empty until a person says what is in it. */
function* newVolume(name: string, path: Path, { written }: Fixing, object: FaultyObject): Iterable<Fix> {
  const title = `Add an empty volume "${name}"`;
  const lines = `- name: ${quoteString(name)}\n  emptyDir: {}`;
  const list = valueAt(object.map, path);
  if (list?.type === 'list' && !list.flow && list.items.length > 0) {
    const last = list.items.at(-1)!;
    const margin = ' '.repeat(written.columnOf(last.span.start));
    const end = written.endOf(last.value ?? last);
    const newText = `\n${lines}`.replaceAll('\n', written.style.lineBreak + margin);
    yield { title, span: { start: end, end }, newText };
    return;
  }
  const margin = ' '.repeat(written.style.list);
  const flow = `"volumes": [{"name": ${JSON.stringify(name)}, "emptyDir": {}}]`;
  const block = `volumes:\n${lines}`.replaceAll('\n', `\n${margin}`);
  const change = insertion(placeOf(object.map, path), { name: 'volumes', block, flow }, written);
  if (change) yield { title, ...change };
}
