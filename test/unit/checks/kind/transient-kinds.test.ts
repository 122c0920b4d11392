import { expect, test } from 'vitest';
import type { Catalog } from '../../../../server/src/catalog/catalog.ts';
import { withCatalog } from '../../catalog/built-catalog.ts';
import { annotate } from '../annotate.ts';

let catalog: Catalog;
withCatalog('1.35', (opened) => {
  catalog = opened;
});

const texts: Record<string, string> = {
  'what a webhook is asked in a version that was served before 1.22': `
apiVersion: admission.k8s.io/v1beta1
kind: AdmissionReview
request:
  uid: 705ab4f5-6393-11e8-b7cc-42010a800002
  kind: {group: apps, version: v1, kind: Deployment}
---
apiVersion: authentication.k8s.io/v1beta1
kind: TokenReview
status:
  authenticated: true
---
apiVersion: authorization.k8s.io/v1beta1
kind: SubjectAccessReview
spec: {user: jane}`,

  'what converts a custom resource, in both of its versions': `
apiVersion: apiextensions.k8s.io/v1
kind: ConversionReview
response:
  uid: 705ab4f5-6393-11e8-b7cc-42010a800002
  result: {status: Success}
---
apiVersion: apiextensions.k8s.io/v1beta1
kind: ConversionReview
request: {desiredAPIVersion: example.com/v1}`,

  'bodies of requests and answers': `
apiVersion: policy/v1beta1
kind: Eviction
metadata: {name: web, namespace: shop}
---
apiVersion: v1
kind: Status
metadata: {}
status: Failure
---
apiVersion: authentication.k8s.io/v1
kind: TokenRequest
spec: {expirationSeconds: 3600}`,

  'configuration of programs, whose groups have no dot as no group of definitions has': `
apiVersion: componentconfig/v1alpha1
kind: KubeSchedulerConfiguration
leaderElection: {leaderElect: true}
---
apiVersion: descheduler/v1alpha2
kind: DeschedulerPolicy
metadata: {name: a}
profiles: []
profiles: []
---
apiVersion: rbac/v1
#~          ^^^^^^^ error unknown-api-version: "rbac/v1" has no kind "Role". | Did you mean "rbac.authorization.k8s.io/v1"? -> rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: a}
---
apiVersion: descheduler.example.com/v1
kind: DeschedulerPolicy
#~    ^^^^^^^^^^^^^^^^^ hint unknown-group: Nothing is known of the kind "DeschedulerPolicy". | There is no CustomResourceDefinition for descheduler.example.com/v1 DeschedulerPolicy in this workspace.
metadata: {name: a}`,

  'what was served and is gone is told as before': `
apiVersion: authorization.k8s.io/v1beta1
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error removed-api-version: "authorization.k8s.io/v1beta1" was removed in Kubernetes 1.22. | Use authorization.k8s.io/v1 SelfSubjectAccessReview. -> authorization.k8s.io/v1
kind: SelfSubjectAccessReview
metadata: {}
spec: {}`,
};

for (const [name, text] of Object.entries(texts)) {
  test(name, async () => expect(await annotate(text, catalog, '1.35')).toBe(text));
}
