import type { KubeObject } from '../object-store.ts';
import { podSpecOf, type Toleration } from './pod-spec.ts';

/** A new Pod stays on a node that is lost for five minutes, where it says nothing else. */
export function admitTolerations(pod: KubeObject): void {
  const spec = podSpecOf(pod);
  for (const condition of ['not-ready', 'unreachable']) {
    const key = `node.kubernetes.io/${condition}`;
    const known = spec.tolerations ?? [];
    if (known.some((toleration) => tolerates(toleration, key))) continue;
    spec.tolerations = [...known, { key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 }];
  }
}

function tolerates({ key, effect }: Toleration, condition: string): boolean {
  return (key === condition || !key) && (effect === 'NoExecute' || !effect);
}
