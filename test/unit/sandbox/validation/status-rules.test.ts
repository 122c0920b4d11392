import { describe, expect, test } from 'vitest';
import { statusRules } from '../../../../sandbox/src/validation/status/status-rules.ts';
import { Causes } from '../../../../server/src/rules/shared/causes.ts';
import { Field } from '../../../../server/src/rules/shared/field.ts';
import { serverMessage } from '../../../../server/src/rules/shared/violation.ts';

const qualified =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const reasonForm =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')";
const condition = {
  type: 'Tried',
  status: 'True',
  reason: 'Tried',
  lastTransitionTime: '2026-01-02T03:04:05Z',
};

interface Row {
  kind: string;
  status: object;
  before?: object;
  object?: object;
  says: readonly string[];
}

/** What kube-apiserver 1.35.4 answered. */
const rows: readonly Row[] = [
  { kind: '/namespaces', status: { phase: 'Active' }, says: [] },
  {
    kind: '/namespaces',
    status: { phase: 'Unknown' },
    says: ['status.Phase: Invalid value: "Unknown": may only be \'Active\' if `deletionTimestamp` is empty'],
  },
  {
    kind: '/namespaces',
    object: { metadata: { deletionTimestamp: '2026-01-02T03:04:05Z' } },
    status: { phase: 'Active' },
    says: [
      'status.Phase: Invalid value: "Active": may only be \'Terminating\' if `deletionTimestamp` is not empty',
    ],
  },
  {
    kind: '/pods',
    status: { conditions: [{ type: 'Ready' }, { type: ' padded' }], observedGeneration: -1 },
    says: [
      `status.conditions[1].Type: Invalid value: " padded": ${qualified}`,
      'status.observedGeneration: Invalid value: -1: must be a non-negative integer',
    ],
  },
  {
    kind: '/services',
    status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } },
    says: ["status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is 'LoadBalancer'"],
  },
  {
    kind: '/services',
    object: { spec: { type: 'LoadBalancer' } },
    status: { loadBalancer: { ingress: [{ ip: '192.0.2.1', ipMode: 'Other' }, { ip: '192.0.2.2' }] } },
    says: [
      'status.loadBalancer.ingress[0].ipMode: Unsupported value: "Other": supported values: "Proxy", "VIP"',
      'status.loadBalancer.ingress[1].ipMode: Required value: must be specified when `ip` is set',
    ],
  },
  {
    kind: 'networking.k8s.io/ingresses',
    before: { loadBalancer: { ingress: [{ ip: 'old' }] } },
    status: { loadBalancer: { ingress: [{ ip: 'old' }, { ip: '-dash' }, { hostname: '10.0.0.1' }] } },
    says: [
      'status.loadBalancer.ingress[1].ip: Invalid value: "-dash": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      'status.loadBalancer.ingress[2].hostname: Invalid value: "10.0.0.1": must be a DNS name, not an IP address',
    ],
  },
  {
    kind: 'apps/deployments',
    before: { collisionCount: 2 },
    status: {
      replicas: 1,
      readyReplicas: 2,
      availableReplicas: 3,
      unavailableReplicas: -1,
      collisionCount: 1,
    },
    says: [
      'status.unavailableReplicas: Invalid value: -1: must be greater than or equal to 0',
      'status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas',
      'status.availableReplicas: Invalid value: 3: cannot be greater than status.replicas',
      'status.availableReplicas: Invalid value: 3: cannot be greater than readyReplicas',
      'status.collisionCount: Invalid value: 1: cannot be decremented',
    ],
  },
  {
    kind: 'apps/statefulsets',
    before: { collisionCount: 0 },
    status: {},
    says: ['status.collisionCount: Invalid value: 0: cannot be decremented'],
  },
  {
    kind: 'policy/poddisruptionbudgets',
    status: { conditions: [condition, { ...condition, status: '', reason: '$(x)' }], expectedPods: -2 },
    says: [
      'status.conditions[1].type: Duplicate value: "Tried"',
      'status.conditions[1].status: Unsupported value: "": supported values: "False", "True", "Unknown"',
      `status.conditions[1].reason: Invalid value: "$(x)": ${reasonForm}`,
      'status.expectedPods: Invalid value: -2: must be greater than or equal to 0',
    ],
  },
  {
    kind: 'resource.k8s.io/devicetaintrules',
    status: { conditions: [{ type: 'Tried', status: 'True' }] },
    says: [
      'status.conditions[0].lastTransitionTime: Required value',
      'status.conditions[0].reason: Required value',
    ],
  },
  {
    kind: 'flowcontrol.apiserver.k8s.io/flowschemas',
    status: { conditions: [{}, {}] },
    says: [
      'status.conditions[0].type: Required value',
      'status.conditions[1].type: Duplicate value: ""',
      'status.conditions[1].type: Required value',
    ],
  },
  {
    kind: 'apiregistration.k8s.io/apiservices',
    status: { conditions: [{ type: 'Available', status: '' }] },
    says: [
      'status.conditions[0].status: Unsupported value: "": supported values: "True", "False", "Unknown"',
    ],
  },
  {
    kind: 'internal.apiserver.k8s.io/storageversions',
    status: { conditions: [1, 2].map(() => ({ type: 'Tried', status: 'True', reason: 'R', message: 'm' })) },
    says: [
      'status[1].type: Invalid value: "Tried": the type of the condition is not unique, it also appears in conditions[0]',
    ],
  },
  {
    kind: 'storagemigration.k8s.io/storageversionmigrations',
    before: { resourceVersion: '5' },
    status: { resourceVersion: '-dash' },
    says: [
      'status.resourceVersion: Invalid value: "-dash": resource version is not well formed: -dash',
      'status.resourceVersion: Invalid value: "-dash": field is immutable',
    ],
  },
  {
    kind: 'certificates.k8s.io/podcertificaterequests',
    status: {
      conditions: [
        { ...condition, type: 'Other' },
        { ...condition, type: 'Denied', status: 'False' },
      ],
    },
    says: [
      'status.conditions.[0].type: Unsupported value: "Other": supported values: "Issued", "Denied", "Failed"',
      'status.conditions.[1].status: Unsupported value: "False": supported values: "True"',
    ],
  },
  {
    kind: 'certificates.k8s.io/podcertificaterequests',
    before: { conditions: [{ ...condition, type: 'Denied' }] },
    status: { conditions: [{ ...condition, type: 'Denied', message: 'more' }] },
    says: ['status: Invalid value: immutable after PodCertificateRequest is issued, denied, or failed'],
  },
];

describe('what a status may not say', () => {
  test.each(rows)('$kind $status', ({ kind, status, before, object, says }) => {
    const causes = new Causes();
    const whole = Field.root({ ...object, status });
    statusRules.get(kind)!(
      {
        object: whole,
        status: whole.at('status'),
        before: Field.root({ status: before }).at('status'),
        version: '1.35',
      },
      causes,
    );
    expect(causes.violations.map((one) => `${one.field}: ${serverMessage(one)}`)).toEqual(says);
  });
});
