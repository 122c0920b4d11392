import { dnsLabel } from '../formats/dns-label.ts';
import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import type { Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import type { Rule } from '../shared/rule.ts';

const mostPrecedence = 10_000;
const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch'];

/** What the API server refuses a FlowSchema for. */
export const flowSchema: Rule = (object, causes) => {
  const spec = object.at('spec');
  const precedence = spec.at('matchingPrecedence');
  if (!spec.map) return;
  if (precedence.number !== undefined && precedence.number <= 0) {
    causes.invalid(precedence, 'must be a positive value', { code: 'number-range' });
  }
  if ((precedence.number ?? 0) > mostPrecedence) {
    causes.invalid(precedence, `must not be greater than ${mostPrecedence}`, { code: 'number-range' });
  }
  if (precedence.number === 1 && object.in('metadata', 'name').text !== 'exempt') {
    causes.invalid(precedence, "only the schema named 'exempt' may have matchingPrecedence 1", {
      code: 'number-range',
    });
  }
  const level = spec.in('priorityLevelConfiguration', 'name');
  if (level.text === '') causes.required(level, 'must reference a priority level');
  else causes.malformed(level, dnsSubdomain, { code: 'reference-name' });
  checkMethod(spec.at('distinguisherMethod'), causes);
  for (const rule of spec.at('rules').items) checkRule(rule, causes);
};

function checkMethod(method: Field, causes: Causes): void {
  const type = method.at('type');
  const types = ['ByNamespace', 'ByUser'];
  if (!method.isSet || type.text === undefined || types.includes(type.text)) return;
  causes.notSupported(type, types, { shown: { Type: type.text } });
}

function checkRule(rule: Field, causes: Causes): void {
  if (!rule.map) return;
  const subjects = rule.at('subjects');
  const resources = rule.at('resourceRules');
  const urls = rule.at('nonResourceRules');
  if (subjects.isZero) causes.required(subjects, 'subjects must contain at least one value');
  for (const subject of subjects.items) checkSubject(subject, causes);
  if (resources.isZero && urls.isZero) {
    causes.required(rule, 'at least one of resourceRules and nonResourceRules has to be non-empty');
  }
  for (const inner of resources.items) checkResourceRule(inner, causes);
  for (const inner of urls.items) {
    checkVerbs(inner.at('verbs'), causes);
    checkAll(
      inner.at('nonResourceURLs'),
      'nonResourceURLs must contain at least one value',
      'non-resource URLs',
      causes,
    );
    checkPaths(inner.at('nonResourceURLs'), causes);
  }
}

/** Paths of the server; only at their end may stand for more than one. */
function checkPaths(urls: Field, causes: Causes): void {
  if (urls.items.some(({ text }) => text === undefined || text === '*')) return;
  for (const url of urls.items) {
    const problem = pathProblem(url.text!);
    if (problem !== undefined) causes.invalid(url, problem);
  }
}

function pathProblem(path: string): string | undefined {
  if (path === '') return 'must not be empty';
  if (path === '/') return undefined;
  if (!path.startsWith('/')) return 'must start with slash';
  if (path.includes(' ')) return 'must not contain white-space';
  if (path.includes('//')) return 'must not contain double slash';
  const wildcard = path.indexOf('*');
  if (wildcard === -1 || (wildcard === path.length - 1 && path.endsWith('/*'))) return undefined;
  return 'wildcard can only do suffix matching';
}

function checkSubject(subject: Field, causes: Causes): void {
  const kind = subject.at('kind');
  if (!subject.map || kind.text === undefined) return;
  const fields = new Map([
    ['ServiceAccount', 'serviceAccount'],
    ['User', 'user'],
    ['Group', 'group'],
  ]);
  const expected = fields.get(kind.text);
  if (expected === undefined) {
    causes.notSupported(kind, [...fields.keys()].sort(), { shown: kind.text });
    return;
  }
  const field = subject.at(expected);
  if (!field.isSet) causes.required(field, `${expected} is required when subject kind is '${kind.text}'`);
  else if (field.map) {
    const name = field.at('name');
    const namespace = field.at('namespace');
    if (name.text === '') causes.required(name);
    if (expected === 'serviceAccount') {
      if (name.text && name.text !== '*') causes.malformed(name, dnsSubdomain, { code: 'reference-name' });
      if (namespace.text === '') causes.required(namespace, 'must specify namespace for service account');
      else causes.malformed(namespace, dnsLabel, { code: 'reference-name' });
    }
  }
  for (const [other, name] of fields) {
    if (name === expected || !subject.at(name).isSet) continue;
    causes.forbidden(subject.at(name), `${name} is forbidden when subject kind is not '${other}'`);
  }
}

function checkResourceRule(rule: Field, causes: Causes): void {
  if (!rule.map) return;
  const namespaces = rule.at('namespaces');
  checkVerbs(rule.at('verbs'), causes);
  checkAll(rule.at('apiGroups'), 'resource rules must supply at least one api group', 'api groups', causes);
  checkAll(rule.at('resources'), 'resource rules must supply at least one resource', 'resources', causes);
  if (namespaces.isZero && rule.at('clusterScope').isZero) {
    const detail = 'resource rules that are not cluster scoped must supply at least one namespace';
    causes.required(namespaces, detail);
    return;
  }
  const texts = namespaces.items.map(({ text }) => text);
  if (texts.includes('*')) {
    if (texts.length > 1) causes.invalid(namespaces, "if '*' is present, must not specify other namespaces");
    return;
  }
  for (const namespace of namespaces.items) {
    for (const problem of namespace.text === undefined ? [] : dnsLabel(namespace.text)) {
      causes.invalid(namespace, `each member of this list must be '*' or a DNS-1123 label; ${problem}`);
    }
  }
}

function checkVerbs(list: Field, causes: Causes): void {
  checkAll(list, 'verbs must contain at least one value', 'verbs', causes);
  const texts = list.items.map(({ text }) => text);
  if (texts.includes('*') || texts.includes(undefined)) return;
  const unknown = list.items.find(({ text }) => !verbs.includes(text!));
  if (unknown) causes.notSupported(list, verbs, { shown: texts, mark: unknown });
}

function checkAll(list: Field, lack: string, others: string, causes: Causes): void {
  if (list.isZero) causes.required(list, lack);
  if (list.items.length <= 1 || !list.items.some(({ text }) => text === '*')) return;
  causes.invalid(list, `if '*' is present, must not specify other ${others}`, { code: 'wildcard' });
}
