import { Field } from '../field.ts';
import { groupKindOf } from '../group-kind.ts';
import type { Subject } from '../rule.ts';
import { customFormats } from './custom-formats.ts';
import { customFinalizers, repeatedOwners } from './metadata.ts';
import { networkWarnings } from './network.ts';
import { otherWarnings } from './other-kinds.ts';
import { storageWarnings } from './storage.ts';
import type { ServerWarning, WarningRule } from './warning.ts';
import { Warnings } from './warning.ts';
import { workloadWarnings } from './workloads.ts';

/**
 * What the API server takes with a warning, in the order of the rules. `custom` objects are judged by what it says of
 * all custom resources. It warns of what it does not refuse: ask `violations` first.
 */
export function serverWarnings(subject: Subject, origin: 'built-in' | 'custom'): ServerWarning[] {
  const warnings = new Warnings();
  const object = Field.root(subject.object);
  repeatedOwners(object, warnings, subject);
  if (origin === 'custom') customFinalizers(object, warnings, subject);
  else {
    const kind = groupKindOf(object);
    if (Object.hasOwn(byKind, kind)) byKind[kind]!(object, warnings, subject);
  }
  return warnings.found;
}

const byKind: Readonly<Record<string, WarningRule>> = {
  ...workloadWarnings,
  ...networkWarnings,
  ...storageWarnings,
  ...otherWarnings,
  'apiextensions.k8s.io/CustomResourceDefinition': customFormats,
};
