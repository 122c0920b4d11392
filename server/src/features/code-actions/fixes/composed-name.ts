import { valueAt } from '../../../manifest/fields.ts';
import type { Violation } from '../../../rules/shared/violation.ts';
import type { MapNode } from '../../../yaml/nodes.ts';
import { formatPath, type Path } from '../../../yaml/path.ts';

/**
 * The name that an object has to have where the server's words say what it is made of: `spec.names.plural+"."+spec.group`.
 * Empty where they do not, or one of the fields is not there.
 */
export function composedName(words: string, object: MapNode): string[] {
  const texts = fieldsOfName(words).map((name) => textAt(object, name));
  return texts.length > 0 && texts.every((text) => text !== '') ? [texts.join('.')] : [];
}

/** What has to stand at a path so that it makes the name that an object has already, together with the other field. */
export function partOfName({ detail, path: named }: Violation, path: Path, object: MapNode): string[] {
  const fields = fieldsOfName(detail);
  const at = fields.indexOf(formatPath(path));
  const name = textAt(object, formatPath(named));
  const other = at < 0 ? '' : textAt(object, fields[1 - at]!);
  if (other === '') return [];
  const [isOf, part] =
    at === 0
      ? [name.endsWith(`.${other}`), name.slice(0, -other.length - 1)]
      : [name.startsWith(`${other}.`), name.slice(other.length + 1)];
  return isOf && part !== '' ? [part] : [];
}

function fieldsOfName(words: string): string[] {
  return /([a-z][\w.]*)\+"\."\+([a-z][\w.]*)/.exec(words)?.slice(1) ?? [];
}

function textAt(object: MapNode, field: string): string {
  const node = valueAt(object, field.split('.'));
  return node?.type === 'scalar' ? node.text : '';
}
