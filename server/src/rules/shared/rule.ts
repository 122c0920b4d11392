import type { AdmissionAttributes } from './admission-attributes.ts';
import type { Causes } from './causes.ts';
import type { Field } from './field.ts';

/**
 * Judges data, never text; reads nothing but its arguments. `object` is the root of the object. A value that is of
 * another type than its schema says, or `Unknown`, is none of its business.
 */
export type Rule = (object: Field, causes: Causes, attributes: AdmissionAttributes) => void;
