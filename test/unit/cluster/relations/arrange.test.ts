import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../client/src/cluster/kube-object.ts';
import { newestFirst, readEvent } from '../../../../client/src/cluster/objects/object-event.ts';
import { arrange } from '../../../../client/src/cluster/relations/arrange.ts';

const columns = ['Name', 'Desired'].map((name) => ({ name, type: 'string', format: '', priority: 0 }));

function row(name: string, fields: { desired?: number; revision?: string; created?: string }): Row {
  const { desired = 1, revision, created } = fields;
  return {
    uid: name,
    name,
    namespace: 'shop',
    cells: [name, desired],
    metadata: {
      name,
      ...(created ? { creationTimestamp: created } : {}),
      ...(revision ? { annotations: { 'deployment.kubernetes.io/revision': revision } } : {}),
    },
  };
}

describe('objects that stand under another', () => {
  it.each<[string, Row[], string[], string[]]>([
    [
      'begin with the newest revision; what is no more wanted is older',
      [
        row('a', { revision: '2', desired: 0 }),
        row('b', { revision: '10', desired: 3 }),
        row('c', { revision: '9', desired: 1 }),
        row('d', { revision: '1', desired: 0 }),
      ],
      ['b', 'c'],
      ['a', 'd'],
    ],
    [
      'begin with the newest revision, though nothing is wanted of it',
      [row('a', { revision: '1', desired: 0 }), row('b', { revision: '2', desired: 0 })],
      ['b'],
      ['a'],
    ],
    [
      'begin with the newest where no revision is told',
      [
        row('a', { created: '2026-01-01T00:00:00Z' }),
        row('b', { created: '2026-01-02T00:00:00Z', revision: 'x' }),
      ],
      ['b', 'a'],
      [],
    ],
    ['are none where there are none', [], [], []],
  ])('%s', (_name, rows, shown, older) => {
    const names = (some: readonly Row[]) => some.map(({ name }) => name);
    const arranged = arrange('by revision', columns, rows);
    expect([names(arranged.shown), names(arranged.older)]).toEqual([shown, older]);
  });

  it('are in the order of their creation where that is asked for', () => {
    const rows = [
      row('a', { created: '2026-01-01T00:00:00Z' }),
      row('b', { created: '2026-01-03T00:00:00Z' }),
      row('c', { created: '2026-01-02T00:00:00Z' }),
    ];
    expect(arrange('newest first', columns, rows).shown.map(({ name }) => name)).toEqual(['b', 'c', 'a']);
    expect(arrange('by name', columns, rows).shown).toBe(rows);
  });
});

describe('an event', () => {
  const event = (fields: object) => ({ apiVersion: 'v1', kind: 'Event', metadata: {}, ...fields });

  it.each<[string, object, object]>([
    [
      'of a controller that counts',
      {
        type: 'Warning',
        reason: 'BackOff',
        message: 'Back-off restarting',
        count: 3,
        firstTimestamp: '2026-01-01T00:00:00Z',
        lastTimestamp: '2026-01-01T00:02:00Z',
        source: { component: 'kubelet' },
        involvedObject: { fieldPath: 'spec.containers{main}' },
      },
      {
        type: 'Warning',
        reason: 'BackOff',
        message: 'Back-off restarting',
        count: 3,
        at: '2026-01-01T00:02:00Z',
        by: 'kubelet',
        part: 'spec.containers{main}',
      },
    ],
    [
      'that is told as a series',
      {
        type: 'Normal',
        reason: 'Scheduled',
        eventTime: '2026-01-01T00:00:00.000001Z',
        series: { count: 7, lastObservedTime: '2026-01-01T00:05:00.000001Z' },
        reportingComponent: 'default-scheduler',
      },
      {
        type: 'Normal',
        reason: 'Scheduled',
        message: '',
        count: 7,
        at: '2026-01-01T00:05:00.000001Z',
        by: 'default-scheduler',
        part: '',
      },
    ],
    [
      'of any other shape',
      { type: 7, series: 'none', count: -1, source: null },
      { type: 'Normal', reason: '', message: '', count: 1, at: undefined, by: '', part: '' },
    ],
  ])('%s', (_name, fields, expected) => {
    expect(readEvent(event(fields))).toEqual(expected);
  });

  it('that was last so comes first, whichever way its time is written', () => {
    const events = [
      { at: '2026-01-01T00:00:01Z' },
      { at: undefined },
      { at: '2026-01-01T00:00:01.500000Z' },
      { at: '2026-01-01T00:00:02Z' },
    ];
    expect(newestFirst(events).map(({ at }) => at)).toEqual([
      '2026-01-01T00:00:02Z',
      '2026-01-01T00:00:01.500000Z',
      '2026-01-01T00:00:01Z',
      undefined,
    ]);
  });
});
