import { isBuiltin } from 'node:module';
import { posix } from 'node:path';

/** Parts of the server's sources that the other programs may import too. */
const shared = /^server\/src\/(catalog|yaml|defaults|conversion|rules)\//;
/** What the client may import of it besides. */
const sharedWithClient = /^server\/src\/(manifest\/|protocol\.ts$)/;

/**
 * What the given sources import against the rules of the house (ARCHITECTURE.md, "Who may import whom"), one line
 * each: `FILE imports TARGET: RULE`. `sources` are texts by their path from the project's folder.
 */
export function importBreaches(sources: ReadonlyMap<string, string>): string[] {
  const breaches: string[] = [];
  for (const [file, text] of sources) {
    for (const specifier of importsOf(text)) {
      const target = specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : specifier;
      const rule = brokenRule(file, target);
      if (rule) breaches.push(`${file} imports ${target}: ${rule}`);
    }
  }
  return breaches;
}

/** The specifiers of all imports and re-exports of a source, types and dynamic ones included. */
function importsOf(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const pattern = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*(['"])([^'"\n]+)\1/g;
  return [...code.matchAll(pattern)].map((match) => match[2]!);
}

/** The rule that an import of `target` in `file` breaks, or undefined. */
function brokenRule(file: string, target: string): string | undefined {
  const isPath = /^(client|server|sandbox|test|scripts)\//.test(target) || target.startsWith('..');
  return isPath ? brokenPathRule(file, target) : brokenPackageRule(file, target);
}

function brokenPathRule(file: string, target: string): string | undefined {
  const [program] = file.split('/');
  if (file.startsWith('server/src/yaml/') && !target.startsWith('server/src/yaml/')) {
    return 'server/src/yaml is a leaf';
  }
  if (
    file.startsWith('client/src/cluster/') &&
    target.startsWith('client/') &&
    !target.startsWith('client/src/cluster/')
  ) {
    return 'client/src/cluster knows nothing of the features above it';
  }
  if (target.startsWith(`${program}/`)) return undefined;
  if (program !== 'server' && shared.test(target)) return undefined;
  if (program === 'client' && sharedWithClient.test(target)) return undefined;
  return `nothing else crosses between client, server and sandbox`;
}

function brokenPackageRule(file: string, target: string): string | undefined {
  const withoutVscode = /^(client\/src\/cluster|server|sandbox)\//.test(file);
  if (withoutVscode && target === 'vscode') return 'only the features of the client know vscode';
  if (file.startsWith('server/src/yaml/') && target !== 'yaml') return 'server/src/yaml imports only yaml';
  const inBrowser = file.startsWith('server/src/') && file !== 'server/src/main.ts';
  if (inBrowser && isBuiltin(target)) return 'server/src outside main.ts runs in a browser too';
  return undefined;
}
