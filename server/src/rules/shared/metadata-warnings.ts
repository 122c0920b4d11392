import { dnsLabel } from '../formats/dns-label.ts';
import { qualifiedName } from '../formats/qualified-name.ts';
import type { Field } from './field.ts';
import type { WarningRule, Warnings } from './warning.ts';

/** References to owners that say the same twice; the server drops all but one. */
export const repeatedOwners: WarningRule = (object, warnings) => {
  const owners = object.at('metadata').given('ownerReferences');
  if (!owners) return;
  const known = new Set<string>();
  const repeated: Field[] = [];
  for (const owner of owners.items) {
    const written = ['apiVersion', 'kind', 'name', 'uid'].map((name) => owner.at(name).text);
    if (written.includes(undefined)) return;
    const text = JSON.stringify([
      ...written,
      owner.at('controller').value,
      owner.at('blockOwnerDeletion').value,
    ]);
    if (known.has(text)) repeated.push(owner);
    known.add(text);
  }
  if (repeated.length === 0) return;
  const ids = repeated.map((owner) => owner.at('uid').text).join(', ');
  warnings.about(
    repeated[0]!,
    `.metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${ids}`,
    { code: 'repeated-item' },
  );
};

/** Finalizers of custom resources; those of the server's own kinds it refuses. */
export const customFinalizers: WarningRule = (object, warnings, { old }) => {
  const finalizers = object.in('metadata', 'finalizers');
  const before = new Set(finalizersOf(old));
  const told = new Set<string>();
  for (const finalizer of finalizers.items) {
    const { text } = finalizer;
    if (text === undefined || before.has(text) || told.has(text)) continue;
    told.add(text);
    warnOfFinalizer(finalizers, finalizer, text, warnings);
  }
};

function finalizersOf(object: Readonly<Record<string, unknown>> | undefined): unknown[] {
  const metadata = object?.metadata as { readonly finalizers?: unknown } | undefined;
  return Array.isArray(metadata?.finalizers) ? metadata.finalizers : [];
}

function warnOfFinalizer(finalizers: Field, finalizer: Field, text: string, warnings: Warnings): void {
  const mark = { code: 'finalizer-domain', mark: finalizer } as const;
  for (const problem of qualifiedName(text))
    warnings.of(finalizers, `${JSON.stringify(text)}: ${problem}`, mark);
  if (text.includes('/') || standard.has(text)) return;
  const name = text.includes('.') ? 'name including a path (/)' : 'name';
  const advice = `prefer a domain-qualified finalizer ${name} to avoid accidental conflicts with other finalizer writers`;
  warnings.of(finalizers, `${JSON.stringify(text)}: ${advice}`, mark);
}

const standard = new Set(['kubernetes', 'orphan', 'foregroundDeletion']);

/** The name of an object that becomes part of host names, where dots surprise. */
export function warnOfHostName(object: Field, use: string, warnings: Warnings): void {
  const name = object.in('metadata', 'name');
  const problems = name.text ? dnsLabel(name.text) : [];
  if (problems.length === 0) return;
  const words = problems.join(' ');
  const text = `this is used in ${use}, which can result in surprising behavior; a DNS label is recommended: [${words}]`;
  warnings.of(name, text, { code: 'name-as-host-name' });
}
