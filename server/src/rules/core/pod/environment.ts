import type { KubernetesVersion } from '../../../catalog/catalog.ts';
import { configKey } from '../../formats/config-key.ts';
import { dnsLabel } from '../../formats/dns-label.ts';
import { dnsSubdomain } from '../../formats/dns-subdomain.ts';
import { environmentName } from '../../formats/environment-name.ts';
import type { Causes } from '../../shared/causes.ts';
import { isEnabledByDefault } from '../../shared/feature-gates.ts';
import type { Field } from '../../shared/field.ts';
import { checkFieldOfVariable, checkResourceReference } from './downward-api.ts';
import { checkWithoutBacksteps } from './file-path.ts';

/** The environment variables of a container: named, with a value or one source of it. (The same name twice only warns.) */
export function checkEnvironment(container: Field, version: KubernetesVersion, causes: Causes): void {
  for (const variable of container.at('env').items) {
    const name = variable.at('name');
    if (name.text === '') causes.required(name);
    else causes.malformed(name, environmentName, { code: 'environment-name' });
    checkValueFrom(variable, version, causes);
  }
  for (const source of container.at('envFrom').items) checkSource(source, container.at('envFrom'), causes);
}

function checkValueFrom(variable: Field, version: KubernetesVersion, causes: Causes): void {
  const valueFrom = variable.at('valueFrom');
  if (!valueFrom.isSet || !valueFrom.map) return;
  const hasFiles = isEnabledByDefault('EnvFiles', version);
  const names = Object.keys(sources).filter((name) => hasFiles || name !== 'fileKeyRef');
  const given = names.filter((name) => valueFrom.at(name).isSet);
  for (const name of given) sources[name]!(valueFrom.at(name), causes);
  const remark = { code: 'environment-source', shown: '', at: 'key' } as const;
  const list = names.map((name) => `\`${name}\``);
  if (given.length === 0) {
    causes.invalid(
      valueFrom,
      `must specify one of: ${list.slice(0, -1).join(', ')} or ${list.at(-1)}`,
      remark,
    );
  } else if (!variable.at('value').isZero) {
    causes.invalid(valueFrom, 'may not be specified when `value` is not empty', remark);
  } else if (given.length > 1) {
    causes.invalid(valueFrom, 'may not have more than one field specified at a time', remark);
  }
}

const sources: Readonly<Record<string, (source: Field, causes: Causes) => void>> = {
  fieldRef: checkFieldOfVariable,
  resourceFieldRef: (source, causes) => checkResourceReference(source, 'variable', causes),
  configMapKeyRef: checkKey,
  secretKeyRef: checkKey,
  fileKeyRef(source, causes) {
    const [key, volume, path] = [source.at('key'), source.at('volumeName'), source.at('path')];
    if (key.text === '') causes.required(key);
    else causes.malformed(key, environmentName, { code: 'environment-name' });
    if (volume.text === '') causes.required(volume);
    else causes.malformed(volume, dnsLabel, { code: 'volume-name' });
    if (path.text === '') causes.required(path);
    else checkWithoutBacksteps(path, causes);
  },
};

function checkKey(source: Field, causes: Causes): void {
  causes.malformed(source.at('name'), dnsSubdomain, { code: 'reference-name' });
  const key = source.at('key');
  if (key.text === '') causes.required(key);
  else causes.malformed(key, configKey, { code: 'config-key' });
}

/** The server names the list of sources, not the one at fault. */
function checkSource(source: Field, list: Field, causes: Causes): void {
  if (!source.at('prefix').isZero) {
    causes.malformed(source.at('prefix'), environmentName, { code: 'environment-name' });
  }
  const given = ['configMapRef', 'secretRef'].map((name) => source.at(name)).filter((field) => field.isSet);
  for (const reference of given) {
    const name = reference.at('name');
    if (name.text === '') causes.required(name);
    else causes.malformed(name, prefixOfSubdomain, { code: 'reference-name' });
  }
  const remark = { code: 'environment-source', shown: '', mark: source } as const;
  if (given.length === 0 && source.map) {
    causes.invalid(list, 'must specify one of: `configMapRef` or `secretRef`', remark);
  } else if (given.length > 1) {
    causes.invalid(list, 'may not have more than one field specified at a time', remark);
  }
}

/** The server takes these names for prefixes, which may end in a dash. */
function prefixOfSubdomain(text: string): string[] {
  return dnsSubdomain(text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text);
}
