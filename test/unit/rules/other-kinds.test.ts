import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../server/src/defaults/draft.ts';
import { serverMessage } from '../../../server/src/rules/shared/violation.ts';
import { violations } from '../../../server/src/rules/violations.ts';
import { defaulted } from './defaulted.ts';

/** An object and what kube-apiserver 1.35.4 refused it for: `FIELD | MESSAGE`, the field's brackets written as dots. */
interface Recorded {
  readonly object: JsonObject & { readonly apiVersion: string; readonly kind: string };
  readonly causes: readonly string[];
}

const recorded = ['other-kinds', 'rare-kinds'].flatMap(
  (name) =>
    JSON.parse(
      readFileSync(new URL(`../../fixtures/rules/${name}.json`, import.meta.url), 'utf8'),
    ) as readonly Recorded[],
);
const clusterKinds =
  /^(?:Namespace|Node|PersistentVolume|ClusterRole|ClusterRoleBinding|CustomResourceDefinition|APIService|CSIDriver|CSINode|StorageClass|PriorityClass|RuntimeClass|IngressClass|IPAddress|ServiceCIDR|FlowSchema|Vo.*|StorageV.*|ClusterT.*|CertificateS.*|DeviceC.*|DeviceT.*|ResourceSlice|.*Configuration|.*AdmissionPolicy.*)$/;

/** Dots stand for brackets too, as the recorded fields have them. */
function causesOf(object: Recorded['object']): string[] {
  const found = violations({
    object: defaulted(object),
    operation: 'create',
    scope: clusterKinds.test(object.kind) ? 'Cluster' : 'Namespaced',
    kubernetesVersion: '1.35',
  });
  return found.map((one) => `${one.path.join('.')} | ${serverMessage(one)}`);
}

describe('the rules of kinds without a Pod template say what a real API server says', () => {
  it.each(recorded.map((row) => [row.object.kind, row] as const))('of a %s', (_kind, { object, causes }) => {
    expect(causesOf(object).sort()).toEqual([...causes].map((cause) => cause.replace(/^\./, '')).sort());
  });
});
