import { describe, expect, it } from 'vitest';
import type { Container } from '../../../client/src/cluster/objects/containers.ts';
import type { ObjectEvent } from '../../../client/src/cluster/objects/object-event.ts';
import { containerWords } from '../../../client/src/explorer/container-words.ts';
import { eventWords } from '../../../client/src/explorer/event-words.ts';

const now = Date.parse('2026-01-01T00:03:00Z');
const finishedAt = '2026-01-01T00:00:00Z';

describe('the line of a container says', () => {
  const exit = { run: 'before', code: 137, reason: 'OOMKilled', finishedAt } as const;

  it.each<[Partial<Container>, string]>([
    [{}, 'running'],
    [
      { role: 'init', state: 'ended: Completed', exit: { ...exit, run: 'this' } },
      'init · ended: Completed · 3m ago',
    ],
    [{ restarts: 1 }, 'running · 1 restart'],
    [{ restarts: 3, exit }, 'running · 3 restarts · exit code 137 (OOMKilled) 3m ago'],
    [{ exit: { ...exit, reason: '', finishedAt: undefined } }, 'running · exit code 137'],
    [{ exit: { ...exit, code: undefined } }, 'running · ended: OOMKilled 3m ago'],
    [{ exit: { ...exit, code: undefined, reason: '', finishedAt: 'once' } }, 'running · ended'],
  ])('%j: %s', (fields, expected) => {
    const container = { name: 'web', role: 'container', image: '', ports: [], state: 'running' } as const;
    const known: Container = { ...container, health: 'good', restarts: 0, exit: undefined, ...fields };
    expect(containerWords(known, now)).toBe(expected);
  });
});

describe('the line of an event says', () => {
  it.each<[Partial<ObjectEvent>, string]>([
    [{}, 'Pulled: 3m ago · Image pulled (Pulled, 3m ago · Image pulled)'],
    [
      { type: 'Warning', reason: 'BackOff', count: 4 },
      'BackOff: 4x · 3m ago · Image pulled (Warning BackOff, 4x · 3m ago · Image pulled)',
    ],
    [{ at: undefined, message: ' two\n lines ' }, 'Pulled: two lines (Pulled, two lines)'],
    [{ reason: '', message: '', at: 'once' }, 'Normal:  (Normal, )'],
  ])('%j: %s', (fields, expected) => {
    const event: ObjectEvent = {
      type: 'Normal',
      reason: 'Pulled',
      message: 'Image pulled',
      count: 1,
      at: finishedAt,
      by: 'kubelet',
      part: '',
      ...fields,
    };
    const { label, description, spoken } = eventWords(event, now);
    expect(`${label}: ${description} (${spoken})`).toBe(expected);
  });

  it('no message of any length', () => {
    const event = {
      type: 'Normal',
      reason: 'A',
      message: 'x'.repeat(5_000),
      count: 1,
      at: undefined,
    } as const;
    expect(eventWords({ ...event, by: '', part: '' }, now).description.length).toBeLessThan(250);
  });
});
