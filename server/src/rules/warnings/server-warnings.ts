import { customFormats } from '../apiextensions/format-warnings.ts';
import { Field } from '../shared/field.ts';
import { groupKindOf } from '../shared/group-kind.ts';
import { customFinalizers, repeatedOwners } from '../shared/metadata-warnings.ts';
import type { Subject } from '../shared/rule.ts';
import type { ServerWarning, WarningRule } from '../shared/warning.ts';
import { Warnings } from '../shared/warning.ts';
import { networkWarnings } from './network.ts';
import { otherWarnings } from './other-kinds.ts';
import { storageWarnings } from './storage.ts';
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
