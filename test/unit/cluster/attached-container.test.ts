import { expect, test } from 'vitest';
import type { AttachOperation } from '../../../client/src/cluster/operation.ts';
import { joining } from '../../../client/src/cluster/streams/attached-container.ts';
import { pods } from './resources.ts';

const attach = (more: Partial<AttachOperation>): AttachOperation => ({
  verb: 'attach',
  of: { resource: pods, namespace: 'shop', name: 'web' },
  ...more,
});
const both = [
  'All commands and output from this session will be recorded in container logs, including credentials and sensitive information passed through the command prompt.',
  "If you don't see a command prompt, try pressing enter.",
];
const noTerminal = 'Unable to use a TTY - container a did not allocate one';
const noInput = 'Container a was not started with a standard input: what is typed goes nowhere';
const one = (more: object = {}) => ({ spec: { containers: [{ name: 'a', ...more }] } });
const two = { spec: { containers: [{ name: 'a' }, { name: 'b', tty: true }] } };

test.each<[pod: unknown, asked: Partial<AttachOperation>, tty: boolean | undefined, notices: string[]]>([
  [one(), {}, false, both],
  [one({ tty: true }), {}, true, both],
  [one({ tty: true, stdin: true }), { stdin: true, tty: true }, true, both],
  [one({ stdin: true }), { stdin: true, tty: true }, false, [noTerminal, ...both]],
  [one(), { stdin: true, tty: true }, false, [noTerminal, ...both, noInput]],
  [two, { container: 'b' }, true, both],
  [
    { spec: { initContainers: [{ name: 'i', tty: true }], containers: [{ name: 'a' }] } },
    { container: 'i' },
    true,
    both,
  ],
  [
    { spec: { containers: [], ephemeralContainers: [{ name: 'e', tty: true }] } },
    { container: 'e' },
    true,
    both,
  ],
  // The server says what is wrong.
  [two, { tty: true }, true, []],
  [two, { container: 'none', tty: true }, true, []],
  [{}, { tty: true }, true, []],
  ['no pod', {}, undefined, []],
  [{ spec: { containers: [null, 7] } }, { container: 'a' }, undefined, []],
])('%j, asked for %j', (pod, asked, tty, notices) => {
  const joined = joining(attach(asked), pod);
  expect([joined.operation.tty, joined.notices, joined.completed]).toEqual([tty, notices, undefined]);
  expect(joined.operation.stdin).toBe(asked.stdin);
});

test.each(['Succeeded', 'Failed'])('a pod that has %s has nothing to join', (phase) => {
  expect(joining(attach({}), { ...one(), status: { phase } }).completed).toBe(phase);
});
