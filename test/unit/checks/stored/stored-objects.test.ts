import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../../server/src/catalog/catalog.ts';
import { loadSchemas } from '../../../../server/src/checks/check-document.ts';
import type { JsonObject } from '../../../../server/src/defaults/draft.ts';
import { documentFindings } from '../../../../server/src/diagnostics/document-findings.ts';
import { parseDocuments } from '../../../../server/src/yaml/documents.ts';
import { stringify } from '../../../../server/src/yaml/stringify.ts';
import { messageOf } from '../../../support/message.ts';
import { withCatalog } from '../../catalog/built-catalog.ts';

let catalog: Catalog;
withCatalog('1.35', (opened) => {
  catalog = opened;
});

type Stored = JsonObject & { readonly kind: string; readonly metadata: JsonObject };

const fixture = new URL('../../../fixtures/rules/updates.json', import.meta.url);
const { bases } = JSON.parse(readFileSync(fixture, 'utf8')) as { readonly bases: readonly Stored[] };

/** An Event as `v1` makes it, which `events.k8s.io` does not let anybody create. */
const event: Stored = {
  apiVersion: 'events.k8s.io/v1',
  kind: 'Event',
  metadata: { name: 'web.18ea34efbb4cd618', namespace: 'shop', uid: 'u', resourceVersion: '7' },
  deprecatedCount: 2,
  deprecatedFirstTimestamp: '2026-01-01T00:00:00Z',
  deprecatedLastTimestamp: '2026-01-01T00:00:00Z',
  deprecatedSource: { component: 'job-controller' },
  eventTime: null,
  note: 'Job completed',
  reason: 'Completed',
  regarding: { apiVersion: 'batch/v1', kind: 'Job', name: 'web', namespace: 'shop' },
  reportingController: 'job-controller',
  type: 'Normal',
};

/** The labels of a Job's Pods name the Job. */
function withOwnId(object: Stored): Stored {
  const uid = /"controller-uid":"([^"]+)"/.exec(JSON.stringify(object))?.[1];
  return uid === undefined ? object : { ...object, metadata: { ...object.metadata, uid } };
}

describe('an object as a cluster gives it has no fault', () => {
  test.each([...bases.map(withOwnId), event].map((object) => [object.kind, object] as const))(
    '%s',
    async (_kind, object) => {
      const documents = parseDocuments(stringify(object));
      await loadSchemas(documents, catalog);
      const context = { catalog, version: '1.35' } as const;
      const findings = documents.flatMap((one) =>
        documentFindings(one, { uri: 'kubewright:/a.yaml' }, context),
      );
      const faults = findings.filter(({ severity }) => severity === 'error');
      expect(faults.map((fault) => [fault.code, messageOf(fault)])).toEqual([]);
    },
  );
});
