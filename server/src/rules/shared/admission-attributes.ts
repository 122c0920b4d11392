import type { Kind, KubernetesVersion } from '../../catalog/catalog.ts';

/** What a rule judges. */
export interface AdmissionAttributes {
  /** The object as JSON, as the server sees it. */
  readonly object: Readonly<Record<string, unknown>>;
  /** What is stored; undefined when the object is created. */
  readonly old?: Readonly<Record<string, unknown>> | undefined;
  readonly operation: 'create' | 'update';
  /** The part through which the object is updated; undefined for the object itself, which an editor means. */
  readonly subresource?: string | undefined;
  /** Of a Cluster kind the server forgets a namespace before it looks. */
  readonly scope: Kind['scope'];
  readonly kubernetesVersion: KubernetesVersion;
  /** Set where the server has all beta features, and not those alone that are on by default. */
  readonly features?: 'all betas';
}
