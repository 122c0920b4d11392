import type { SourceProse } from './prose.ts';

/**
 * The prose in the doc comments of cdk8s-plus's generated constructs (`lib/imports/k8s.d.ts`), which name the definition
 * and the field that they are of (`@schema io.k8s.api.core.v1.Container#readinessProbe`). They are there beside
 * references too, and leave out what only a server writes.
 */
export function proseOfCdk8s(types: string): SourceProse {
  const prose = new Map<string, Map<string, string>>();
  for (const [, comment = ''] of types.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\//g)) {
    const [, definition, field = ''] = /^\s*\* @schema ([\w.-]+)(?:#(\S+))?$/m.exec(comment) ?? [];
    const text = textOf(comment);
    if (definition === undefined || text === '') continue;
    const fields = prose.get(definition) ?? new Map<string, string>();
    prose.set(definition, fields.set(field, text));
  }
  return prose;
}

/** What stands before the tags. */
function textOf(comment: string): string {
  const lines = comment.split('\n').map((line) => line.trim().replace(/^\*\s?/, ''));
  const tag = lines.findIndex((line) => /^@\w/.test(line));
  return lines
    .slice(0, tag < 0 ? undefined : tag)
    .join('\n')
    .trim();
}
