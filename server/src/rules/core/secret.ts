import { byteLength } from '../formats/byte-length.ts';
import { configKey } from '../formats/config-key.ts';
import { decodeBase64 } from '../formats/pem.ts';
import type { Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import { checkImmutable, checkMarkedImmutable } from '../shared/immutable.ts';
import type { Rule } from '../shared/rule.ts';
import type { WarningRule } from '../shared/warning.ts';
import { warnOfKeyPair } from './tls-key-pair.ts';

const mostBytes = 1024 * 1024;

/** What the API server refuses a Secret for. `stringData` counts as `data`, into which the server turns it. */
export const secret: Rule = (object, causes, attributes) => {
  const data = object.at('data');
  const plain = object.at('stringData');
  checkImmutable(object.at('type'), causes, attributes);
  checkMarkedImmutable(object, ['data'], causes, attributes);
  let size = 0;
  for (const entry of [...data.entries, ...plain.entries]) {
    const key = String(entry.name);
    for (const problem of configKey(key)) {
      causes.invalid(data.key(key), problem, { code: 'config-key', shown: key, mark: entry, at: 'key' });
    }
    const text = entry.text ?? '';
    size += entry.path[0] === 'stringData' ? byteLength(text) : Math.floor((text.length * 3) / 4);
  }
  if (size > mostBytes) causes.tooLong(data, mostBytes);
  checkType(object, causes);
};

function checkType(object: Field, causes: Causes): void {
  const type = object.at('type');
  const data = object.at('data');
  const plain = object.at('stringData');
  const code = 'secret-type';
  const lacks = (key: string) => data.has(key) === false && plain.has(key) === false;
  const require = (key: string) =>
    causes.required(data.key(key), '', { code, mark: data.isSet ? data : type });
  switch (type.text) {
    case 'kubernetes.io/service-account-token': {
      const annotation = object.in('metadata', 'annotations').key('kubernetes.io/service-account.name');
      if (annotation.text === '') causes.required(annotation, '', { code });
      return;
    }
    case 'kubernetes.io/dockercfg':
      if (lacks('.dockercfg')) require('.dockercfg');
      else checkJson('.dockercfg', data, plain, causes);
      return;
    case 'kubernetes.io/dockerconfigjson':
      if (lacks('.dockerconfigjson')) require('.dockerconfigjson');
      else checkJson('.dockerconfigjson', data, plain, causes);
      return;
    case 'kubernetes.io/basic-auth':
      if (!lacks('username') || !lacks('password')) return;
      require('username');
      require('password');
      return;
    case 'kubernetes.io/ssh-auth':
      if (
        lacks('ssh-privatekey') ||
        (plain.at('ssh-privatekey').isSet ? plain : data).at('ssh-privatekey').isZero
      ) {
        require('ssh-privatekey');
      }
      return;
    case 'kubernetes.io/tls':
      for (const key of ['tls.crt', 'tls.key']) if (lacks(key)) require(key);
  }
}

/** The credentials of an image registry are a JSON object. */
function checkJson(key: string, data: Field, plain: Field, causes: Causes): void {
  const isPlain = plain.has(key);
  if (isPlain === undefined) return;
  const entry = isPlain ? plain.at(key) : data.at(key);
  const text = entry.text === undefined || isPlain ? entry.text : decodeBase64(entry.text);
  const problem = text === undefined ? undefined : jsonProblem(text);
  if (problem === undefined) return;
  causes.invalid(data.key(key), problem, {
    code: 'secret-type',
    shown: '<secret contents redacted>',
    mark: entry,
  });
}

function jsonProblem(text: string): string | undefined {
  if (text.trim() === '') return 'unexpected end of JSON input';
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || (typeof value === 'object' && !Array.isArray(value))) return undefined;
    const type = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
    return `json: cannot unmarshal ${type} into Go value of type map[string]interface {}`;
  } catch {
    const first = text.trim()[0]!;
    if (first === '{' || first === '[') return 'unexpected end of JSON input';
    return `invalid character '${first}' looking for beginning of value`;
  }
}

/** What the API server warns of in a Secret. */
export const secretWarnings: WarningRule = (secret, warnings) => {
  if (secret.at('type').text === 'kubernetes.io/tls') warnOfKeyPair(secret, warnings);
};
