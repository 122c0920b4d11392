import { byteLength } from '../formats/byte-length.ts';
import { configKey } from '../formats/config-key.ts';
import { checkMarkedImmutable } from '../shared/immutable.ts';
import type { Rule } from '../shared/rule.ts';

const mostBytes = 1024 * 1024;

/** What the API server refuses a ConfigMap for. */
export const configMap: Rule = (object, causes, attributes) => {
  checkMarkedImmutable(object, ['data', 'binaryData'], causes, attributes);
  let size = 0;
  for (const bag of [object.at('data'), object.at('binaryData')]) {
    for (const entry of bag.entries) {
      const key = String(entry.name);
      for (const problem of configKey(key)) {
        causes.invalid(entry, problem, { code: 'config-key', shown: key, at: 'key' });
      }
      if (bag.name === 'data' && object.at('binaryData').has(key)) {
        const detail = 'duplicate of key present in binaryData';
        causes.invalid(entry, detail, { code: 'config-key', shown: key, at: 'key' });
      }
      const text = entry.text ?? '';
      size += bag.name === 'data' ? byteLength(text) : Math.floor((text.length * 3) / 4);
    }
  }
  if (size > mostBytes)
    causes.tooLong(object, mostBytes, { mark: object.at('data'), named: object.child('[]') });
};
