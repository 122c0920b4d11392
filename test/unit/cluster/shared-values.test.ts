import { expect, test } from 'vitest';
import { tableReader } from '../../../client/src/cluster/objects/table.ts';

function table(uid: string, label: string) {
  const metadata = {
    name: `web-${uid}`,
    uid,
    creationTimestamp: '2030-01-01T00:00:00Z',
    labels: { app: label },
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'r', controller: true }],
  };
  const rows = [{ cells: [`web-${uid}`, 'Running'], object: { metadata } }];
  // As it comes from a server, nothing of it is shared.
  return JSON.parse(JSON.stringify({ kind: 'Table', rows }));
}

test('rows of a list and of events share labels and owners that are equal, and no others', () => {
  const { rowsOfList, rowsOfEvent } = tableReader();
  const [one] = rowsOfList(table('1', 'web'), 0).rows;
  const [two] = rowsOfEvent(table('2', 'web'), 0).rows;
  const [other] = rowsOfEvent(table('3', 'shop'), 0).rows;
  expect(two!.metadata.labels).toBe(one!.metadata.labels);
  expect(two!.metadata.ownerReferences).toBe(one!.metadata.ownerReferences);
  expect(other!.metadata.labels).toEqual({ app: 'shop' });
  expect(one!.metadata.labels).toEqual({ app: 'web' });
});

test('what differs in each row is not kept for it', () => {
  const { rowsOfEvent } = tableReader();
  const rows = Array.from({ length: 5_000 }, (_, at) => rowsOfEvent(table(`${at}`, `app-${at}`), 0).rows[0]!);
  expect(rows.map(({ metadata }) => metadata.labels!.app)).toEqual(rows.map((_, at) => `app-${at}`));
});
