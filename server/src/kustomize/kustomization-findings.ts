import type { Catalog, Kind } from '../catalog/catalog.ts';
import type { About } from '../checks/about.ts';
import type { CheckContext } from '../checks/check-context.ts';
import type { Finding, Report } from '../checks/finding.ts';
import { leftPart } from '../checks/left-part.ts';
import { checkSchema } from '../checks/schema/check-schema.ts';
import { syntaxFinding } from '../checks/syntax/syntax-finding.ts';
import { field } from '../manifest/fields.ts';
import type { FileLook } from '../manifest/file-look.ts';
import { kustomizationNames, namedPaths, resolvePath } from '../manifest/kustomization-paths.ts';
import type { MapEntry, MapNode, Span, YamlDocument, YamlNode } from '../yaml/nodes.ts';
import { fieldName } from '../yaml/tree.ts';
import { type InlinePatch, inlinePatches, leftPatches } from './inline-patches.ts';
import { kindOfKustomization, longestKustomization } from './kustomization-file.ts';
import { kustomizeSchema } from './kustomize-catalog.ts';
import { kindsOfPatch, patchFindings } from './patch-findings.ts';

/** What is wrong with the fields of a kustomization and the patches written in it, in the order of the text. */
export function kustomizationFindings(document: YamlDocument, context: CheckContext): Finding[] {
  const { root, problems } = document;
  // Of fields of one name kustomize takes the last.
  const findings = problems.map((problem) => syntaxFinding(problem, 'warning'));
  if (root?.type !== 'map') return findings;
  const behaviors = ['configMapGenerator', 'secretGenerator'].flatMap((name) => behaviorsOf(root, name));
  const report: Report = (finding) => findings.push(asKustomizeTakesIt(finding, behaviors));
  const kind = kindOfKustomization(root);
  const head = field(root, 'kind')?.key.span ?? root.entries[0]?.key.span ?? root.span;
  checkSchema(root, kustomizeSchema(kind), { mark: { span: head }, name: kind.kind }, report);
  for (const entry of root.entries) {
    const finding = deprecatedField(entry);
    if (finding) findings.push(finding);
  }
  checkPatchEntries(root, report);
  for (const patch of inlinePatches(document))
    for (const one of inlineFindings(patch, context)) findings.push(one);
  const left = leftPatches(document);
  if (left) findings.push(left);
  return findings.sort((left, right) => left.span.start - right.span.start);
}

/** Kustomize reads names of fields whatever their case, and takes a behavior that it does not know for `create`. */
function asKustomizeTakesIt(finding: Finding, behaviors: readonly YamlNode[]): Finding {
  const { code, about, span } = finding;
  if (about.is === 'unknown-field' && about.meant !== undefined) {
    const isSameWord = about.meant.toLowerCase() === about.field.toLowerCase();
    return isSameWord ? { ...finding, severity: 'hint' } : finding;
  }
  const isBehavior = behaviors.some((node) => node.span.start === span.start);
  return code === 'unsupported-value' && isBehavior ? { ...finding, severity: 'warning' } : finding;
}

function behaviorsOf(root: MapNode, generators: string): YamlNode[] {
  const list = field(root, generators)?.value;
  if (list?.type !== 'list') return [];
  return list.items.flatMap(({ value }) => field(value, 'behavior')?.value ?? []);
}

/** The kinds whose schemas the patches written in a kustomization need. Load them before. */
export function kindsOfInlinePatches(document: YamlDocument, catalog: Catalog): Kind[] {
  return inlinePatches(document).flatMap(({ documents, target }) =>
    documents.flatMap((patch) => kindsOfPatch(patch, target, catalog)),
  );
}

function inlineFindings({ documents, target, node }: InlinePatch, context: CheckContext): Finding[] {
  const isList = documents.some(({ root }) => root?.type === 'list');
  const findings = documents.flatMap((document) => patchFindings(document, target, context));
  if (!isList || target.isGiven) return findings;
  const { start } = node.span;
  return [
    {
      code: 'missing-required',
      severity: 'error',
      about: { is: 'patch-without-target' },
      span: { start, end: start + 1 },
    },
    ...findings,
  ];
}

/** A patch is in a file or in the text. */
function checkPatchEntries(root: MapNode, report: Report): void {
  const patches = field(root, 'patches')?.value;
  for (const { value } of patches?.type === 'list' ? patches.items : []) {
    if (value?.type !== 'map') continue;
    const [path, patch] = [field(value, 'path'), field(value, 'patch')];
    if (path && patch) {
      report({
        code: 'forbidden-field',
        severity: 'error',
        about: { is: 'patch-with-path' },
        span: (path.key.span.start > patch.key.span.start ? path : patch).key.span,
      });
    } else if (!path && !patch) {
      report({
        code: 'missing-required',
        severity: 'error',
        about: { is: 'patch-without-text' },
        span: value.entries[0]?.key.span ?? value.span,
      });
    }
  }
}

/**
 * A warning for each local path of a kustomization that leads nowhere, and a note on each that leads to what is left alone.
 * `look` tells what is at a place.
 */
export async function pathFindings(
  { root, span }: YamlDocument,
  uri: string,
  look: (uri: string) => Promise<FileLook>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (root && span.end > longestKustomization) {
    const [first] = root.type === 'map' ? root.entries : [];
    findings.push(leftPart('kustomization', longestKustomization, first?.key.span ?? root.span));
  }
  const paths = namedPaths(root);
  for (const { node, path, leadsTo } of paths.slice(0, mostPaths)) {
    const target = resolvePath(uri, path);
    if (target !== undefined && (await targetOf(target, leadsTo, look)) !== undefined) continue;
    const why = target === undefined ? 'none' : await look(target);
    if (why === 'special' || why === 'too-large' || why === 'outside') {
      findings.push(note({ is: 'left-file', path, why }, node.span));
    } else {
      const about = { is: 'missing-file', path, leadsTo } as const;
      findings.push({ code: 'missing-file', severity: 'warning', about, span: node.span });
    }
  }
  const next = paths[mostPaths];
  return next ? [...findings, note({ is: 'left-paths', most: mostPaths }, next.node.span)] : findings;
}

function note(about: About, span: Span): Finding {
  return { code: 'not-checked', severity: 'information', about, span };
}

/** Nobody lists more in one file by hand; those beyond are no links either. */
export const mostPaths = 500;

/** The kustomization of a folder, or the file itself: what a path leads to. */
export async function targetOf(
  uri: string,
  leadsTo: 'file' | 'folder' | 'either',
  look: (uri: string) => Promise<FileLook>,
): Promise<string | undefined> {
  if (leadsTo !== 'folder' && (await look(uri)) === 'file') return uri;
  if (leadsTo === 'file') return undefined;
  for (const name of kustomizationNames) {
    const candidate = `${uri}/${name}`;
    if ((await look(candidate)) === 'file') return candidate;
  }
  return undefined;
}

function deprecatedField({ key }: MapEntry): Finding | undefined {
  const name = fieldName(key);
  const replacement = Object.hasOwn(replacements, name) ? replacements[name] : undefined;
  if (replacement === undefined) return undefined;
  return {
    code: 'deprecated-field',
    severity: 'warning',
    about: { is: 'deprecated-field', field: name, ...(replacement !== '' && { replacement }) },
    span: key.span,
    deprecated: true,
    ...(sameShape.has(name) && {
      fix: { title: `Change to "${replacement}"`, span: key.span, newText: replacement },
    }),
  };
}

/** What kustomize says to use instead; nothing takes the place of `inventory`. */
const replacements: Readonly<Record<string, string>> = {
  bases: 'resources',
  patchesStrategicMerge: 'patches',
  patchesJson6902: 'patches',
  imageTags: 'images',
  vars: 'replacements',
  commonLabels: 'labels',
  helmChartInflationGenerator: 'helmCharts',
  inventory: '',
};

/** Fields that need but another name. */
const sameShape = new Set(['bases', 'patchesJson6902', 'imageTags']);
