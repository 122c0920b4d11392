import { expect, test } from 'vitest';
import { effectOf, type RequestEffect } from '../../../../client/src/cluster/protection/request-effect.ts';

type Method = Parameters<typeof effectOf>[0]['method'];

test.each<[RequestEffect, Method, string, body?: object]>([
  ['reads', 'GET', '/version'],
  ['reads', 'GET', '/api/v1/namespaces/shop/pods?watch=1'],
  ['reads', 'GET', '/api/v1/namespaces/shop/pods/web/log?follow=true'],
  ['reads', 'GET', '/api/v1/namespaces/shop/pods/exec'],
  ['reads', 'GET', '/api/v1/namespaces/proxy'],
  ['reads', 'GET', '/api/v1/namespaces/shop/pods/web/ephemeralcontainers'],
  ['reads', 'POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'],
  ['reads', 'POST', '/apis/authorization.k8s.io/v1/namespaces/shop/localsubjectaccessreviews'],
  ['reads', 'PATCH', '/apis/apps/v1/namespaces/shop/deployments/web?dryRun=All&force=true'],
  ['reads', 'DELETE', '/api/v1/namespaces/shop/pods/web', { dryRun: ['All'] }],
  ['changes', 'DELETE', '/api/v1/namespaces/shop/pods/web', { dryRun: [] }],
  ['changes', 'DELETE', '/api/v1/namespaces/shop/pods/web', {}],
  ['changes', 'DELETE', '/api/v1/namespaces/shop/pods'],
  ['changes', 'PATCH', '/apis/apps/v1/namespaces/shop/deployments/web?dryRun='],
  ['changes', 'PATCH', '/apis/apps/v1/namespaces/shop/deployments/web?dryRun=All&dryRun=None'],
  ['changes', 'PATCH', '/apis/apps/v1/namespaces/shop/deployments/web', { dryRun: ['All'] }],
  ['changes', 'PUT', '/api/v1/namespaces/shop/finalize'],
  ['changes', 'PUT', '/apis/apps/v1/namespaces/shop/deployments/web/scale'],
  ['changes', 'POST', '/api/v1/namespaces/shop/pods/web/eviction'],
  ['changes', 'POST', '/api/v1/namespaces/shop/serviceaccounts/bot/token?dryRun=All'],
  ['changes', 'PATCH', '/api/v1/namespaces/shop/pods/web/ephemeralcontainers?dryRun=All'],
  ['changes', 'POST', '/apis/authentication.k8s.io/v1/tokenreviews'],
  ['changes', 'PUT', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews/x'],
  ['changes', 'GET', '/api/v1/namespaces/shop/pods/web/exec?command=ls'],
  ['changes', 'POST', '/api/v1/namespaces/shop/pods/web/exec?command=ls&dryRun=All'],
  ['changes', 'GET', '/api/v1/namespaces/shop/pods/web/%65xec?command=ls'],
  ['changes', 'GET', '//api/v1//namespaces/shop/pods/web/exec'],
  ['changes', 'GET', '/api/v1/namespaces/shop/pods/web/attach'],
  ['forwards', 'GET', '/api/v1/namespaces/shop/pods/web/portforward'],
  ['forwards', 'POST', '/api/v1/namespaces/shop/pods/web/portforward?dryRun=All'],
  ['forwards', 'GET', '/api/v1/nodes/n/proxy/metrics'],
  ['forwards', 'GET', '/api/v1/namespaces/shop/services/web:80/proxy'],
  ['changes', 'POST', '/api/v1/namespaces/shop/services/web:80/proxy/orders?dryRun=All'],
  ['changes', 'POST', '/anything'],
])('%s: %s %s %o', (effect, method, path, body) => {
  expect(effectOf({ method, path, ...(body && { body: JSON.stringify(body) }) })).toBe(effect);
});
