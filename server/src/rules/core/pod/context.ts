import type { KubernetesVersion } from '../../../catalog/catalog.ts';
import type { Field } from '../../shared/field.ts';

/** What parts of a Pod's spec are judged by, beside themselves. */
export interface PodContext {
  readonly kubernetesVersion: KubernetesVersion;
  /** A Pod itself is held to more than the template of one. */
  readonly of: 'pod' | 'template';
  /** Whether it is there already: then it may have what it cannot be created with. */
  readonly state?: 'new' | 'stored';
  readonly metadata: Field;
  readonly spec: Field;
  /** The names under which containers may mount volumes; undefined where one of them is unknown. */
  readonly volumes: ReadonlyMap<string, Field> | undefined;
  /** The names of those that are faulty: to the server they are none, and every mount of them is a fault that follows. */
  readonly faultyVolumes: Set<string>;
  /** `given`: a StatefulSet names its Pods, whatever their spec says. */
  readonly hostNames: 'own' | 'given';
}

/** A container of any sort: its field, and the list that it is in. */
export interface Container {
  readonly field: Field;
  readonly list: 'containers' | 'initContainers' | 'ephemeralContainers';
}

const lists = ['initContainers', 'containers', 'ephemeralContainers'] as const;

/** All containers of a Pod's spec, in the order in which the server visits them. */
export function containersOf(spec: Field): Container[] {
  const containers: Container[] = [];
  for (const list of lists) {
    for (const field of spec.given(list)?.items ?? []) containers.push({ field, list });
  }
  return containers;
}
