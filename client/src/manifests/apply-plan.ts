import type { Journal } from '../journal/journal.ts';
import type { Step } from '../journal/step.ts';
import type { ManifestObject } from './read-manifests.ts';

/** What an apply of a set of manifests would do. */
export type ApplyPlan = Journal<ManifestObject>;

/** What an apply would do to one object. */
export type ApplyStep = Step<ManifestObject>;
