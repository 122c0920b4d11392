import { stringify } from '../../../../server/src/yaml/stringify.ts';
import { visibleLine } from '../../../../server/src/yaml/visible-text.ts';
import { maskSecrets } from '../mask-secrets.ts';
import type { ReleaseBody, ReleaseChart } from './decode-release.ts';
import { maskManifest } from './mask-manifest.ts';
import { maskValues } from './mask-values.ts';
import type { ReleaseRevision } from './release-revision.ts';

/** What of a release is shown. */
export type ReleasePart = 'values' | 'manifest';

/**
 * A part of a release as YAML for a person to read, without what is secret.
 *
 * @param breathe lets others have their turn
 */
export async function releaseText(
  revision: ReleaseRevision,
  body: ReleaseBody,
  part: ReleasePart,
  breathe: () => Promise<void>,
): Promise<string> {
  const head = comments([...headLines(revision, body, part), ...notesLines(body, part)]);
  return `${head}\n${part === 'values' ? valuesText(body) : await manifestText(body, breathe)}`;
}

/** `nginx 1.2.3, app 1.25`, as far as the chart says it. */
export function chartWords({ name, version, appVersion }: Omit<ReleaseChart, 'values'>): string {
  const chart = version === undefined ? name : `${name} ${version}`;
  return appVersion === undefined ? chart : `${chart}, app ${appVersion}`;
}

function headLines(
  { name, revision, namespace, status }: ReleaseRevision,
  { chart, description, firstDeployed, lastDeployed }: ReleaseBody,
  part: ReleasePart,
): string[] {
  const what = part === 'values' ? 'Values' : 'Manifest';
  const place = namespace === undefined ? '' : ` in namespace ${namespace}`;
  return [
    `${what} of Helm release ${name}${place}, revision ${revision}, as it was when you asked.`,
    'What looks secret is shown as ***.',
    `Chart: ${chartWords(chart)}`,
    `Status: ${status}${description === undefined ? '' : `. ${maskSecrets(description)}`}`,
    ...(lastDeployed === undefined ? [] : [`Deployed: ${lastDeployed}`]),
    ...(firstDeployed === undefined || firstDeployed === lastDeployed
      ? []
      : [`First deployed: ${firstDeployed}`]),
  ];
}

/** What the chart tells who has deployed it stands with what it has deployed. */
function notesLines({ notes }: ReleaseBody, part: ReleasePart): string[] {
  if (notes === undefined || part === 'values') return [];
  return [
    'Notes:',
    ...maskSecrets(notes.trim())
      .split(/\r\n|\r|\n/)
      .map((line) => `  ${line}`),
  ];
}

function valuesText({ given, chart }: ReleaseBody): string {
  return [
    '# Given to the release:\n',
    stringify(maskValues(given)),
    "---\n# The chart's own, which hold where none are given:\n",
    stringify(maskValues(chart.values)),
  ].join('');
}

async function manifestText({ manifest }: ReleaseBody, breathe: () => Promise<void>): Promise<string> {
  const text = await maskManifest(manifest, breathe);
  return text === '' ? '# It has put nothing into the cluster.\n' : `---\n${text}`;
}

/** Whatever stands in a line, it begins no other. */
function comments(lines: readonly string[]): string {
  return lines.map((line) => `${visibleLine(`# ${line}`).trimEnd()}\n`).join('');
}
