import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { whenReady } from '../../../client/src/sandbox/when-ready.ts';
import { fakeClock, settled } from '../cluster/fake-clock.ts';

type Program = EventEmitter & { readonly stdout: PassThrough; readonly stderr: PassThrough };

test.each<[what: string, does: (program: Program) => void, says: string]>([
  ['says that it is ready', ({ stdout }) => stdout.write('ready https://127.0.0.1:1\n'), 'ready'],
  [
    'says it in pieces',
    ({ stdout }) => {
      stdout.write('rea');
      stdout.write('dy https:');
    },
    'ready',
  ],
  ['says nothing', () => undefined, 'The sandbox did not answer within 30 s. Start it again.'],
  [
    'says something else',
    ({ stderr }) => stderr.write('no room\n'),
    'The sandbox did not answer within 30 s: no room. Start it again.',
  ],
  [
    'ends',
    (program) => {
      program.stderr.write('no room\n');
      setImmediate(() => program.emit('close', 3, null));
    },
    'The sandbox ended at once (exit code 3): no room. Start it again.',
  ],
  [
    'is no program',
    (program) => program.emit('error', new Error('ENOENT')),
    'The sandbox could not be started (ENOENT). Start it again.',
  ],
])('a sandbox that %s', async (_what, does, says) => {
  const clock = fakeClock();
  const program = Object.assign(new EventEmitter(), { stdout: new PassThrough(), stderr: new PassThrough() });
  let outcome = 'waited for';
  whenReady(program, clock).then(
    () => {
      outcome = 'ready';
    },
    ({ message }: Error) => {
      outcome = message;
    },
  );
  does(program);
  await settled();
  await clock.pass(29_999);
  if (says.includes('30 s')) expect(outcome).toBe('waited for');
  await clock.pass(1);
  expect(outcome).toBe(says);
  expect(clock.waiting).toEqual([]);
});
