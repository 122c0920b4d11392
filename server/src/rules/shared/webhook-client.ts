import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import { portNumber } from '../formats/port.ts';
import { rfc1035Label } from '../formats/rfc1035-label.ts';
import type { Causes } from './causes.ts';
import type { Field } from './field.ts';

/** How the API server reaches a webhook: a URL or a Service. `fieldPath` is how it names `client`. */
export function checkWebhookClient(client: Field, fieldPath: Field, causes: Causes): void {
  const url = client.at('url');
  const service = client.at('service');
  if (!client.map) return;
  if (url.isUnknown || service.isUnknown) return;
  if (url.isSet === service.isSet) {
    causes.required(fieldPath, 'exactly one of url or service is required', {
      code: 'webhook-client',
      mark: client,
    });
  } else if (url.isSet) checkUrl(url, fieldPath.child('url'), causes);
  else checkService(service, fieldPath.child('service'), causes);
}

/** The versions of the reviews that a webhook understands: `v1` or `v1beta1` among them. */
export function checkReviewVersions(
  versions: Field,
  fieldPath: Field,
  reviews: 'of admission' | 'of definitions',
  causes: Causes,
): void {
  if (versions.isZero) {
    const detail = reviews === 'of admission' ? 'must specify one of v1, v1beta1' : '';
    causes.required(fieldPath, detail, { mark: versions });
    return;
  }
  const texts = versions.items.map(({ text }) => text);
  if (texts.length === 0 || texts.includes(undefined)) return;
  const seen = new Set<string | undefined>();
  for (const [index, version] of versions.items.entries()) {
    const remark = { shown: version.text, mark: version };
    const named = fieldPath.child(index);
    if (seen.has(version.text)) causes.invalid(named, 'duplicate version', remark);
    else for (const problem of rfc1035Label(version.text!)) causes.invalid(named, problem, remark);
    seen.add(version.text);
  }
  if (texts.includes('v1') || texts.includes('v1beta1')) return;
  causes.invalid(fieldPath, 'must include at least one of v1, v1beta1', { shown: texts, mark: versions });
}

function checkUrl(url: Field, fieldPath: Field, causes: Causes): void {
  if (url.text === undefined) return;
  const form = '; desired format: https://host[/path]';
  const [, scheme = '', rest = ''] = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(.*)$/s.exec(url.text) ?? [];
  const authority = /^\/\/([^/?#]*)/.exec(rest)?.[1] ?? '';
  const user = /^(.*)@/.exec(authority)?.[1];
  const [, query, fragment] = /^[^?#]*(?:\?([^#]*))?(?:#(.*))?$/s.exec(rest) ?? [];
  const say = (shown: string, detail: string) =>
    causes.invalid(fieldPath, detail, { code: 'webhook-client', shown, mark: url });
  if (scheme.toLowerCase() !== 'https')
    say(scheme.toLowerCase(), `'https' is the only allowed URL scheme${form}`);
  if (authority.replace(/^.*@/, '') === '') say('', `host must be specified${form}`);
  if (user !== undefined) say(user, 'user information is not permitted in the URL');
  if (fragment) say(fragment, 'fragments are not permitted in the URL');
  if (query) say(query, 'query parameters are not permitted in the URL');
}

function checkService(service: Field, fieldPath: Field, causes: Causes): void {
  if (!service.map) return;
  // The server takes the one for the other.
  for (const [name, blamed] of [
    ['namespace', 'name'],
    ['name', 'namespace'],
  ] as const) {
    if (service.at(name).text === '')
      causes.required(fieldPath.child(blamed), '', { mark: service.at(name) });
  }
  const port = service.at('port');
  const problems = port.number === undefined ? [] : portNumber(port.number);
  if (problems.length > 0) {
    const remark = { code: 'port-number', shown: port.number, mark: port } as const;
    causes.invalid(fieldPath.child('port'), `port is not valid: ${problems.join(', ')}`, remark);
  }
  checkPath(service.at('path'), fieldPath.child('path'), causes);
}

function checkPath(path: Field, fieldPath: Field, causes: Causes): void {
  const { text } = path;
  if (!text || text === '/') return;
  const say = (detail: string) =>
    causes.invalid(fieldPath, detail, { code: 'webhook-client', shown: text, mark: path });
  if (text === '//') {
    say('segment[0] may not be empty');
    return;
  }
  if (!text.startsWith('/')) say("must start with a '/'");
  for (const [index, step] of text.slice(1).replace(/\/$/, '').split('/').entries()) {
    if (step === '') say(`segment[${index}] may not be empty`);
    else for (const problem of dnsSubdomain(step)) say(`segment[${index}]: ${problem}`);
  }
}
