import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import { pathSegment } from '../formats/path-segment.ts';
import type { Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import { isSame, storedAt } from '../shared/immutable.ts';
import type { Rule } from '../shared/rule.ts';

const group = 'rbac.authorization.k8s.io';

/** What the API server refuses a RoleBinding or a ClusterRoleBinding for. */
export const roleBinding: Rule = (object, causes, { old }) => {
  const isNamespaced = object.at('kind').text === 'RoleBinding';
  const reference = object.at('roleRef');
  if (reference.map) {
    const kinds = isNamespaced ? ['Role', 'ClusterRole'] : ['ClusterRole'];
    const name = reference.at('name');
    checkOneOf(reference.at('apiGroup'), [group], causes);
    checkOneOf(reference.at('kind'), kinds, causes);
    if (name.text === '') causes.required(name, '', isNamespaced ? { declared: true } : {});
    else causes.malformed(name, pathSegment, { code: 'reference-name' });
  }
  for (const subject of object.at('subjects').items) {
    checkSubject(subject, isNamespaced ? 'namespace' : 'cluster', causes);
  }
  if (!old || isSame(reference, storedAt(reference, old))) return;
  const [APIGroup, Kind, Name] = ['apiGroup', 'kind', 'name'].map((name) => reference.at(name).value);
  causes.invalid(reference, 'cannot change roleRef', {
    code: 'immutable-field',
    shown: { APIGroup, Kind, Name },
  });
};

function checkSubject(subject: Field, scope: 'namespace' | 'cluster', causes: Causes): void {
  if (!subject.map) return;
  const name = subject.at('name');
  const apiGroup = subject.at('apiGroup');
  const namespace = subject.at('namespace');
  if (name.text === '') causes.required(name, '', scope === 'namespace' ? { declared: true } : {});
  switch (subject.at('kind').text) {
    case undefined:
      return;
    case 'ServiceAccount':
      if (name.text) causes.malformed(name, dnsSubdomain, { code: 'reference-name' });
      if (apiGroup.text) causes.notSupported(apiGroup, ['']);
      if (scope === 'cluster' && namespace.text === '')
        causes.required(namespace, '', { code: 'subject-namespace' });
      return;
    case 'User':
    case 'Group':
      checkOneOf(apiGroup, [group], causes);
      return;
    default:
      causes.notSupported(subject.at('kind'), ['ServiceAccount', 'User', 'Group'], {
        shown: subject.at('kind').text,
      });
  }
}

function checkOneOf(field: Field, choices: readonly string[], causes: Causes): void {
  if (field.text === undefined || choices.includes(field.text)) return;
  causes.notSupported(field, choices, { shown: field.text });
}
