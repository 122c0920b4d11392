import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ruleText } from '../../../client/src/language/rule-text.ts';
import { codes } from '../../../server/src/codes/codes.ts';

const rules = readFileSync(new URL('../../../docs/rules.md', import.meta.url), 'utf8');

test('a code has a page with its example and the comment that leaves it out, and nothing of others', () => {
  expect(ruleText(rules, 'duplicate-field')).toBe(`# duplicate-field

A field is written twice in the same object; the last one would win.

Quick fix: Removes the one or the other.

\`\`\`diff
  apiVersion: v1
  kind: ConfigMap
  metadata:
    name: settings
  data:
    a: one
-   a: two
+   b: two
\`\`\`

In the example, lines with \`-\` have the problem, and lines with \`+\` have not.

## Leaving it out

- on one line: \`# kubewright-ignore duplicate-field\` behind it, or on a line of its own above;
- in a whole document: the same comment above all content;
- everywhere: \`"kubewright.diagnostics.severity": { "duplicate-field": "off" }\` in the settings; \`"hint"\`, \`"information"\`, \`"warning"\` and \`"error"\` give it another severity.

The command _Kubewright: Show Rules of Manifests_ opens the page of all codes.
`);
});

test('every code has a page', () => {
  const without = Object.keys(codes).filter((code) => ruleText(rules, code) === undefined);
  expect(without).toEqual([]);
  expect(ruleText(rules, 'no-such-code')).toBe(undefined);
  expect(ruleText(rules, '.*')).toBe(undefined);
});
