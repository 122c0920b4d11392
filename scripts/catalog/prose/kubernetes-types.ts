import type { SourceProse } from './prose.ts';

/**
 * The prose in the doc comments of `kubernetes-types`: `core/v1.d.ts` has the definitions of `io.k8s.api.core.v1`, and
 * the text beside references and of what only a server writes. `files` are its type files by their paths.
 */
export function proseOfKubernetesTypes(files: ReadonlyMap<string, string>): SourceProse {
  const prose = new Map<string, Map<string, string>>();
  for (const [path, types] of files) {
    const folder = packageOf(path);
    let fields = new Map<string, string>();
    for (const [, comment = '', name, field] of types.matchAll(declarations)) {
      if (name !== undefined) {
        fields = new Map([['', textOf(comment)]]);
        prose.set(`${folder}.${name}`, fields);
      } else if (field !== undefined) fields.set(field, textOf(comment));
    }
  }
  return prose;
}

/** A comment, and the interface or the field below it. */
const declarations =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:export (?:interface|type) (\w+)|(?:readonly )?"?([$\w-]+)"?\??:)/g;

/** `core/v1.d.ts`: `io.k8s.api.core.v1`. */
function packageOf(path: string): string {
  const name = path.replace(/\.d\.ts$/, '').replaceAll('/', '.');
  const [group = ''] = name.split('.');
  return `${packages[group] ?? 'io.k8s.api'}.${name}`;
}

/** The packages of definitions that are none of `k8s.io/api`. */
const packages: Readonly<Record<string, string>> = {
  api: 'io.k8s.apimachinery.pkg',
  apiextensions: 'io.k8s.apiextensions-apiserver.pkg.apis',
  meta: 'io.k8s.apimachinery.pkg.apis',
  runtime: 'io.k8s.apimachinery.pkg',
};

function textOf(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.trim().replace(/^\*\s?/, ''))
    .join('\n')
    .trim();
}
