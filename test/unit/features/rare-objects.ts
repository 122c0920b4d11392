import type { JsonObject } from '../../../server/src/defaults/draft.ts';

/** Objects with fields of which the recorded ones have none. */
export const rareObjects: readonly JsonObject[] = [
  {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { kind: 'Widget', listKind: 'WidgetList', plural: 'widgets', singular: 'widget' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              'x-kubernetes-validations': [{ rule: 'true', message: 'a', reason: 'FieldValueInvalid' }],
            },
          },
        },
      ],
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'worker' },
    spec: { taints: [{ key: 'dedicated', value: 'batch', effect: 'NoSchedule' }] },
  },
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web' },
    spec: {
      os: { name: 'linux' },
      resources: { requests: { cpu: '1' } },
      containers: [
        {
          name: 'server',
          image: 'server',
          env: [{ name: 'NODE', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } }],
          resources: { limits: { memory: '1Gi' } },
        },
      ],
      tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'batch' }],
      volumes: [
        {
          name: 'identity',
          projected: {
            sources: [
              {
                podCertificate: {
                  signerName: 'example.com/signer',
                  keyType: 'ED25519',
                  credentialBundlePath: 'bundle.pem',
                },
              },
            ],
          },
        },
        {
          name: 'labels',
          downwardAPI: { items: [{ path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } }] },
        },
      ],
    },
  },
];
