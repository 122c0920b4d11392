import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { endProcesses, type System } from '../../../client/src/cluster/kubeconfig/end-processes.ts';

/** What is done to end a process on a system. */
function endedOn(platform: NodeJS.Platform): { done: unknown[]; fail(error: Error): void } {
  const done: unknown[] = [];
  const killer = Object.assign(new EventEmitter(), { unref: () => done.push('unref') });
  const system: System = {
    platform,
    spawn(program, args, { shell }) {
      done.push([program, ...args, ...(shell ? ['by a shell'] : [])].join(' '));
      return killer as unknown as ReturnType<System['spawn']>;
    },
    kill: (pid) => void done.push(`kill ${pid}`),
  };
  endProcesses(4711, system);
  return { done, fail: (error) => void killer.emit('error', error) };
}

test('on Windows a process ends with all that descend from it, and nobody waits for that', () => {
  const { done, fail } = endedOn('win32');
  expect(done).toEqual(['taskkill /pid 4711 /t /f', 'unref']);
  // There may be no taskkill: an event that nobody listens to would end the extension host.
  expect(() => fail(new Error('ENOENT'))).not.toThrow();
});

test.each(['linux', 'darwin', 'freebsd'] as const)('on %s its group ends', (platform) => {
  expect(endedOn(platform).done).toEqual(['kill -4711']);
});
