import { expect, test } from 'vitest';
import { judgePodSecurityLabels } from '../../../../sandbox/src/admission/pod-security-labels.ts';

const label = (name: string) => `pod-security.kubernetes.io/${name}`;

function namespace(labels: Record<string, string>) {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels } };
}

test('labels of a namespace name a level and a version', () => {
  const good = {
    [label('enforce')]: 'restricted',
    [label('enforce-version')]: 'v1.35',
    [label('warn-version')]: 'latest',
  };
  expect(() => judgePodSecurityLabels(namespace(good), undefined)).not.toThrow();
  const bad = namespace({ [label('enforce')]: 'strict', [label('audit-version')]: 'v2' });
  expect(() => judgePodSecurityLabels(bad, undefined)).toThrow(
    'Namespace "shop" is invalid: [metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "strict": must be one of privileged, baseline, restricted, metadata.labels[pod-security.kubernetes.io/audit-version]: Invalid value: "v2": must be "latest" or "v1.x"]',
  );
});

test('labels that were wrong before stay so', () => {
  const bad = namespace({ [label('enforce')]: 'strict' });
  expect(() => judgePodSecurityLabels(bad, bad)).not.toThrow();
  expect(() => judgePodSecurityLabels(bad, namespace({ [label('enforce')]: 'other' }))).toThrow('strict');
});
