import { qualifiedResource } from '../qualified-names.ts';
import { StatusError } from '../status-error.ts';
import type { Attributes } from './attributes.ts';
import type { User } from './user.ts';

/** 403 of what no rule allows, in the server's words. */
export function refuse({ username }: User, attributes: Attributes): StatusError {
  const who = JSON.stringify(username);
  if ('path' in attributes) {
    const { verb, path } = attributes;
    const message = `forbidden: User ${who} cannot ${verb} path ${JSON.stringify(path)}`;
    return new StatusError(403, 'Forbidden', message, { details: {} });
  }
  const { verb, group, resource, subresource, namespace, name } = attributes;
  const whole = subresource === '' ? resource : `${resource}/${subresource}`;
  const what = qualifiedResource({ group, plural: resource });
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`;
  return new StatusError(
    403,
    'Forbidden',
    `${what}${name === '' ? '' : ` ${JSON.stringify(name)}`} is forbidden: User ${who} cannot ${verb} resource ${JSON.stringify(whole)} in API group ${JSON.stringify(group)} ${where}`,
    { details: { ...(name && { name }), ...(group && { group }), kind: resource } },
  );
}
