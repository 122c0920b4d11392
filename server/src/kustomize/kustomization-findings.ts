import { checkSchema } from '../features/diagnostics/check-schema.ts';
import type { Finding, Report } from '../features/diagnostics/finding.ts';
import { field } from '../manifest/place.ts';
import type { MapEntry, YamlDocument } from '../yaml/nodes.ts';
import { fieldName } from '../yaml/tree.ts';
import { kindOfKustomization, kustomizationNames, namedPaths, resolvePath } from './kustomization-file.ts';
import { kustomizeSchema } from './kustomize-catalog.ts';

/** What is wrong with the fields of a kustomization, in the order of the text. */
export function kustomizationFindings({ root, problems }: YamlDocument): Finding[] {
  const findings: Finding[] = problems.map(({ code, message, span }) => ({
    code: code === 'duplicate-key' ? 'duplicate-field' : code,
    severity: 'error',
    message: /[.!?]$/.test(message) ? message : `${message}.`,
    span,
  }));
  if (root?.type !== 'map') return findings;
  const report: Report = (finding) => findings.push(finding);
  const kind = kindOfKustomization(root);
  const head = field(root, 'kind')?.key.span ?? root.entries[0]?.key.span ?? root.span;
  checkSchema(root, kustomizeSchema(kind), { mark: { span: head }, name: kind.kind }, report);
  for (const entry of root.entries) {
    const finding = deprecatedField(entry);
    if (finding) findings.push(finding);
  }
  return findings.sort((left, right) => left.span.start - right.span.start);
}

/**
 * A warning for each local path of a kustomization that leads nowhere. `read` gives the text of a file, or undefined
 * where there is none.
 */
export async function pathFindings(
  { root }: YamlDocument,
  uri: string,
  read: (uri: string) => Promise<string | undefined>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { node, path, leadsTo } of namedPaths(root).slice(0, mostPaths)) {
    const target = resolvePath(uri, path);
    const isThere = target !== undefined && (await leads(target, leadsTo, read));
    if (isThere) continue;
    const message =
      leadsTo === 'file'
        ? `There is no file "${path}".`
        : leadsTo === 'folder'
          ? `There is no folder "${path}" with a kustomization in it.`
          : `There is no file "${path}", nor a folder of that name with a kustomization in it.`;
    findings.push({ code: 'missing-file', severity: 'warning', message, span: node.span });
  }
  return findings;
}

/** Nobody lists more in one file by hand. */
const mostPaths = 500;

/** The kustomization of a folder, or the file itself: what a path leads to. */
export async function targetOf(
  uri: string,
  leadsTo: 'file' | 'folder' | 'either',
  read: (uri: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  if (leadsTo !== 'folder' && (await read(uri)) !== undefined) return uri;
  if (leadsTo === 'file') return undefined;
  for (const name of kustomizationNames) {
    const candidate = `${uri}/${name}`;
    if ((await read(candidate)) !== undefined) return candidate;
  }
  return undefined;
}

async function leads(
  uri: string,
  leadsTo: 'file' | 'folder' | 'either',
  read: (uri: string) => Promise<string | undefined>,
): Promise<boolean> {
  return (await targetOf(uri, leadsTo, read)) !== undefined;
}

function deprecatedField({ key }: MapEntry): Finding | undefined {
  const name = fieldName(key);
  const replacement = Object.hasOwn(replacements, name) ? replacements[name] : undefined;
  if (replacement === undefined) return undefined;
  const use = replacement === '' ? '' : ` Use "${replacement}".`;
  return {
    code: 'deprecated-field',
    severity: 'warning',
    message: `"${name}" is deprecated.${use}`,
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
