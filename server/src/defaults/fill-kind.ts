import type { Draft } from './draft.ts';

/** Fills in what is missing from an object of one kind. `apiVersion` is the version without its group (`v2`). */
export type FillKind = (object: Draft, kubernetesVersion: string, apiVersion: string) => void;
