import { compareKubernetesVersions } from '../../catalog/version.ts';
import type { WarningRule } from '../shared/warning.ts';
import { subschemasOf } from './custom-schema.ts';

/** Formats of strings in the schemas of a definition that the server does not know and leaves unchecked. */
export const formatWarnings: WarningRule = (definition, warnings, { operation, old, kubernetesVersion }) => {
  if (compareKubernetesVersions(kubernetesVersion, '1.35') < 0 || (operation === 'update' && old)) return;
  const pending = definition
    .in('spec', 'versions')
    .items.map((version) => version.in('schema', 'openAPIV3Schema'))
    .reverse();
  for (let schema = pending.pop(); schema; schema = pending.pop()) {
    if (!schema.isSet || !schema.map) continue;
    const format = schema.given('format');
    if (format?.text && schema.at('type').text === 'string' && !known.has(format.text.replaceAll('-', ''))) {
      warnings.about(format, `unrecognized format ${JSON.stringify(format.text)}`, {
        code: 'unknown-format',
      });
    }
    for (const inner of subschemasOf(schema)) pending.push(inner);
  }
};

const known = new Set(
  'bsonobjectid uri email hostname ipv4 ipv6 cidr mac uuid uuid3 uuid4 uuid5 isbn isbn10 isbn13 creditcard ssn hexcolor rgbcolor byte password date duration datetime k8sshortname k8slongname'.split(
    ' ',
  ),
);
