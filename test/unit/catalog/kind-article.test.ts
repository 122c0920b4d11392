import { expect, test } from 'vitest';
import { withArticle } from '../../../server/src/catalog/kind-article.ts';

test.each([
  'a Deployment',
  'a HelmRelease',
  'a Role',
  'a ServiceAccount',
  'a CSIDriver',
  'a UDPRoute',
  'a VPA',
  'a UserGroup',
  'a Unit',
  'a UniversalPolicy',
  'a OneAgent',
  'a EuropeanZone',
  'a NATGateway',
  'a K8sRequiredLabels',
  'an APIService',
  'an Ingress',
  'an IPAddress',
  'an Endpoints',
  'an HTTPRoute',
  'an MPIJob',
  'an S3Bucket',
  'an XListenerSet',
  'an Upstream',
  'an UninstallPlan',
  'an ArgoCD',
  'an OAuthClient',
  'an Oneshot',
  'an HourlyBackup',
  'an ingress',
])('%s', (spoken) => {
  const [, kind = ''] = spoken.split(' ');
  expect(withArticle(kind)).toBe(spoken);
});
