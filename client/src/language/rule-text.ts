/** What `docs/rules.md` says of one code, and how it is left out; undefined where it says nothing. */
export function ruleText(rules: string, code: string): string | undefined {
  if (!/^[a-z][a-z\d-]*$/.test(code)) return undefined;
  const start = rules.indexOf(`\n### ${code}\n`);
  if (start < 0) return undefined;
  const end = /\n#{2,3} /g;
  end.lastIndex = start + 1;
  const section = rules.slice(start, end.exec(rules)?.index).trim().replace(/^###/, '#');
  return `${section}

In the example, lines with \`-\` have the problem, and lines with \`+\` have not.

## Leaving it out

- on one line: \`# kubewright-ignore ${code}\` behind it, or on a line of its own above;
- in a whole document: the same comment above all content;
- everywhere: \`"kubewright.diagnostics.severity": { "${code}": "off" }\` in the settings; \`"hint"\`, \`"information"\`, \`"warning"\` and \`"error"\` give it another severity.

The command _Kubewright: Show Rules of Manifests_ opens the page of all codes.
`;
}
