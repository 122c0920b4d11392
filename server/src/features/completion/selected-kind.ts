import type { FileObject } from './file-objects.ts';
import type { LabelPlace } from './label-place.ts';

/**
 * The kind of the objects that a selector selects, by what it is called (`namespaceSelector`, `serviceMonitorSelector`), by
 * what it stands in (a claim selects volumes) and by the kind that it belongs to (a ServiceMonitor selects Services): Pods
 * where nothing says otherwise, `any` where what is called is no kind of the file.
 */
export function selectedKind(
  { field, ofNodes }: LabelPlace,
  ownKind: string,
  others: readonly FileObject[],
): string {
  const names = field.filter((part) => typeof part === 'string');
  const [name = '', above = ''] = names.toReversed();
  if (ofNodes || name.startsWith('node')) return 'Node';
  const kinds = ['Namespace', 'Pod', 'Service', ...new Set(others.map(({ kind }) => kind))];
  const word = /^(.*?)[sS]electors?$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (word !== '' && word !== 'label') return longest(kinds, (kind) => word.endsWith(kind)) ?? unnamed(word);
  if (isClaim(ownKind, names)) return 'PersistentVolume';
  const around = longest(kinds, (kind) => kind === above.toLowerCase());
  const owner = longest(kinds, (kind) => isLonger(ownKind.toLowerCase(), kind));
  return around ?? owner ?? 'Pod';
}

/** What runs is Pods. */
function unnamed(word: string): string {
  return /(?:endpoint|workload)$/.test(word) ? 'Pod' : 'any';
}

function isClaim(ownKind: string, names: readonly string[]): boolean {
  return ownKind === 'PersistentVolumeClaim' || names.some((name) => name.startsWith('volumeClaimTemplate'));
}

function isLonger(text: string, start: string): boolean {
  return text.startsWith(start) && text !== start;
}

/** The longest kind of which it is so, given in lower case. */
function longest(kinds: readonly string[], isMeant: (lowerCase: string) => boolean): string | undefined {
  return kinds
    .filter((kind) => isMeant(kind.toLowerCase()))
    .toSorted((left, right) => right.length - left.length)[0];
}
