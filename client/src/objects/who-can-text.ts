import type { ReadAccess } from '../cluster/access/read-access.ts';
import { type Grant, type Subject, whoCan } from '../cluster/access/who-can.ts';
import type { Resource } from '../cluster/kube-object.ts';
import { resourceName } from '../cluster/resource-name.ts';
import { documentOf, nameInLine } from '../prompts/document-lines.ts';

/** The page that tells who may do what with the objects of a kind. */
export function whoCanText(cluster: string, resource: Resource, { objects, missing }: ReadAccess): string {
  const found = whoCan(objects, resource);
  return documentOf([
    `Who can do what with ${resourceName(resource)} of ${nameInLine(cluster)}, by its roles and bindings (RBAC).`,
    'Not seen here: the group system:masters, which may do anything, and other authorizers, such as webhooks and that of nodes.',
    ...missing.flatMap((why) => [`NOT COMPLETE: ${nameInLine(why)}`]),
    ...found.flatMap(({ subject, grants }) => ['', wordsOf(subject), ...grants.flatMap(linesOf)]),
    ...(found.length === 0 ? ['', 'No binding that could be read gives anybody anything.'] : []),
  ]);
}

function wordsOf({ kind, namespace, name }: Subject): string {
  return nameInLine(namespace === undefined ? `${kind} ${name}` : `${kind} ${namespace}/${name}`);
}

function linesOf({ verbs, namespace, names, binding, role }: Grant): string[] {
  const where = namespace === undefined ? 'everywhere' : `in namespace ${nameInLine(namespace)}`;
  const which = names.length === 0 ? '' : `, only ${nameInLine(names.join(', '))}`;
  return [
    `    ${verbs.join(', ')}: ${where}${which}`,
    `        by ${binding.kind} ${nameInLine(binding.name)} of ${role.kind} ${nameInLine(role.name)}`,
  ];
}
