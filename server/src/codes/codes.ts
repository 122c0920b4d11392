import { containers } from './chapters/containers.ts';
import { fields } from './chapters/fields.ts';
import { file } from './chapters/file.ts';
import { kustomize } from './chapters/kustomize.ts';
import { metadata } from './chapters/metadata.ts';
import { networks } from './chapters/networks.ts';
import { otherKinds } from './chapters/other-kinds.ts';
import { pods } from './chapters/pods.ts';
import { selectors } from './chapters/selectors.ts';
import { syntax } from './chapters/syntax.ts';
import { volumes } from './chapters/volumes.ts';
import { warnings } from './chapters/warnings.ts';
import { workloads } from './chapters/workloads.ts';
import type { Chapter, CodeEntry } from './code-entry.ts';

/** The chapters of `docs/rules.md`, in their order. */
export const chapters = [
  file,
  fields,
  metadata,
  selectors,
  containers,
  volumes,
  pods,
  workloads,
  networks,
  otherKinds,
  kustomize,
  warnings,
  syntax,
] as const;

/** The stable name of a problem: one of the table, and no other text. */
export type Code = NameIn<(typeof chapters)[number]>;

type NameIn<Part> = Part extends Chapter<infer Name> ? Name : never;

/** Every code that a diagnostic of the language server can have, in the order of the chapters. */
export const codes: Readonly<Record<Code, CodeEntry>> = Object.assign(
  {},
  ...chapters.map(({ codes: own }) => own),
);
