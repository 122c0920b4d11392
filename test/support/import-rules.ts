import { isBuiltin } from 'node:module';
import { posix } from 'node:path';

/** Parts of the server's sources that the other programs may import too. */
const shared = /^server\/src\/(catalog|yaml|defaults|conversion|rules)\//;
/** What the command line may not import of it: all else it may. */
const aboveCheck = /^server\/src\/(?:publishing\/|server\.ts$|main\.ts$)/;
/** What the client may import of it besides. */
const sharedWithClient = /^server\/src\/(manifest\/|protocol\.ts$)/;

/** What speaks SPDY, which itself knows nothing of the house. */
const speaksSpdy = /^(?:client\/src\/cluster|sandbox\/src)\//;

/**
 * The rooms of a folder from the ground floor up: files and folders right in it. An import never goes up, nor to another
 * room of the same floor.
 */
const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'server/src': [
    ['protocol.ts', 'yaml'],
    ['client-connection.ts', 'catalog'],
    ['defaults', 'codes', 'placeholders'],
    ['conversion'],
    ['rules'],
    ['manifest'],
    ['checks'],
    ['helm', 'kustomize'],
    ['diagnostics'],
    ['documents'],
    ['features'],
    ['workspace'],
    ['publishing'],
    ['server.ts', 'node'],
    ['main.ts'],
  ],
  'server/src/rules': [
    ['formats', 'patterns'],
    ['shared'],
    ['cel'],
    ['core'],
    [
      'admissionregistration',
      'apiextensions',
      'apiregistration',
      'apps',
      'autoscaling',
      'batch',
      'certificates',
      'coordination',
      'discovery',
      'flowcontrol',
      'networking',
      'node',
      'policy',
      'rbac',
      'resource',
      'scheduling',
      'storage',
      'storagemigration',
    ],
    ['registry.ts'],
    ['violations.ts', 'server-warnings.ts', 'allocation-problems.ts'],
  ],
  'client/src': [
    ['cluster'],
    ['contributions'],
    ['prompts', 'journal', 'views'],
    ['sandbox'],
    ['connections'],
    ['deletions'],
    ['language'],
    [
      'editing',
      'explorer',
      'search',
      'targets',
      'objects',
      'manifests',
      'live',
      'logs',
      'forwards',
      'changes',
    ],
    ['open-log.ts', 'testing.ts'],
    ['extension.ts'],
  ],
  'sandbox/src': [
    [
      'clock.ts',
      'go-yaml.ts',
      'internal-package.ts',
      'metadata-fields.ts',
      'object-store.ts',
      'qualified-names.ts',
      'status-error.ts',
    ],
    [
      'arguments.ts',
      'certificates',
      'errors.ts',
      'failure-status.ts',
      'kubeconfig.ts',
      'parent-process.ts',
      'protobuf',
      'request-target.ts',
      'server-facts.ts',
      'internal-structs.ts',
      'go-json.ts',
      'shell',
    ],
    ['resources'],
    ['apply', 'selectors', 'table'],
    ['controllers', 'discovery', 'store'],
    ['api-context.ts'],
    ['admission', 'decode', 'openapi', 'rights', 'streams', 'validation'],
    ['lifecycle'],
    ['definitions', 'requests', 'samples'],
    ['http'],
    ['sandbox.ts'],
    ['main.ts'],
  ],
  'check/src': [
    ['report.ts', 'severities.ts', 'short-runs.ts'],
    ['arguments'],
    ['files'],
    ['judging', 'output'],
    ['threads'],
    ['run.ts'],
    ['main.ts'],
  ],
};

/** Files that may form a circle: YAML's values are in one another, and the reader of each calls those of the others. */
const mutuallyRecursive =
  /^server\/src\/yaml\/(?:block-list|block-map|block-scalar|flow|indentation|keys|marked-keys|plain|properties|quoted|reader)\.ts$/;

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

/**
 * The circles that files form by their imports, types included, each as its files in order. Those that may are left out
 * (`mutuallyRecursive`).
 */
export function importCircles(sources: ReadonlyMap<string, string>): string[][] {
  const targets = new Map<string, string[]>();
  for (const [file, text] of sources) {
    const paths = importsOf(text).map((specifier) => posix.join(posix.dirname(file), specifier));
    targets.set(
      file,
      paths.filter((path) => sources.has(path)),
    );
  }
  const reached = (from: string) => {
    const found = new Set<string>();
    const pending = [...targets.get(from)!];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      pending.push(...targets.get(next)!);
    }
    return found;
  };
  const reach = new Map([...sources.keys()].map((file) => [file, reached(file)]));
  const circles = new Map<string, string[]>();
  for (const [file, below] of reach) {
    if (!below.has(file) || mutuallyRecursive.test(file)) continue;
    const circle = [...below].filter((other) => reach.get(other)!.has(file)).sort();
    circles.set(circle.join(), circle);
  }
  return [...circles.values()];
}

/** The specifiers of all imports and re-exports of a source, types and dynamic ones included. */
function importsOf(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const pattern = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*(['"])([^'"\n]+)\1/g;
  return [...code.matchAll(pattern)].map((match) => match[2]!);
}

/** The rule that an import of `target` in `file` breaks, or undefined. */
function brokenRule(file: string, target: string): string | undefined {
  const isPath = /^(client|server|sandbox|check|spdy|test|scripts)\//.test(target) || target.startsWith('..');
  return isPath ? brokenPathRule(file, target) : brokenPackageRule(file, target);
}

function brokenPathRule(file: string, target: string): string | undefined {
  const [program] = file.split('/');
  if (target.startsWith(`${program}/`)) return brokenFloorRule(file, target);
  if (program !== 'server' && shared.test(target)) return undefined;
  if (program === 'check' && target.startsWith('server/src/') && !aboveCheck.test(target)) return undefined;
  if (program === 'client' && sharedWithClient.test(target)) return undefined;
  if (speaksSpdy.test(file) && target.startsWith('spdy/src/')) return undefined;
  return 'nothing else crosses between client, server, sandbox, check and spdy';
}

function brokenFloorRule(file: string, target: string): string | undefined {
  for (const [folder, order] of Object.entries(floors)) {
    const [from, to] = [roomIn(folder, file), roomIn(folder, target)];
    if (from === undefined || to === undefined || from === to) continue;
    const [own, other] = [from, to].map((room) => order.findIndex((floor) => floor.includes(room)));
    if (own === -1 || other === -1) return `${folder} has no floor for ${own === -1 ? from : to}`;
    if (own === other) return `${from} and ${to} are on one floor and know nothing of each other`;
    if (own! < other!) return `${to} is above ${from}`;
  }
  return undefined;
}

/** The file or folder right in `folder` that a path is of; undefined where it is elsewhere. */
function roomIn(folder: string, path: string): string | undefined {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0] : undefined;
}

function brokenPackageRule(file: string, target: string): string | undefined {
  const withoutVscode = /^(client\/src\/cluster|server|sandbox|check|spdy)\//.test(file);
  if (withoutVscode && target === 'vscode') return 'only the features of the client know vscode';
  if (file.startsWith('server/src/yaml/') && target !== 'yaml') return 'server/src/yaml imports only yaml';
  const inBrowser =
    file.startsWith('server/src/') && file !== 'server/src/main.ts' && !file.startsWith('server/src/node/');
  if (inBrowser && isBuiltin(target)) return 'server/src outside main.ts and node/ runs in a browser too';
  return undefined;
}
