import { cause, invalid } from '../errors.ts';
import type { KubeObject } from '../object-store.ts';
import type { StatusCause } from '../status-error.ts';

/**
 * Judges the labels of a namespace that say how safe its Pods must be (the admission plugin PodSecurity), new ones and such as
 * have changed. Throws a 422.
 */
export function judgePodSecurityLabels({ metadata }: KubeObject, before: KubeObject | undefined): void {
  const found = problemsOf(metadata.labels);
  const known = problemsOf(before?.metadata.labels);
  if (found.length === 0 || JSON.stringify(found) === JSON.stringify(known)) return;
  throw invalid({ group: '', kind: 'Namespace' }, metadata.name ?? '', found);
}

const levels = ['privileged', 'baseline', 'restricted'];

function problemsOf(labels: Readonly<Record<string, string>> = {}): StatusCause[] {
  const found: StatusCause[] = [];
  const judge = (name: string, isValid: (value: string) => boolean, why: string) => {
    const label = `pod-security.kubernetes.io/${name}`;
    const value = labels[label];
    if (value === undefined || isValid(value)) return;
    found.push(cause.invalid(`metadata.labels[${label}]`, value, why));
  };
  for (const mode of ['enforce', 'audit', 'warn']) {
    judge(mode, (level) => levels.includes(level), `must be one of ${levels.join(', ')}`);
    judge(`${mode}-version`, isVersion, 'must be "latest" or "v1.x"');
  }
  return found;
}

function isVersion(text: string): boolean {
  return text === 'latest' || /^v1\.([0-9]|[1-9][0-9]*)$/.test(text);
}
