import { setTimeout as pause } from 'node:timers/promises';
import type { Sandbox } from './sandbox.ts';
import { ask } from './sandbox-client.ts';

/** How many milliseconds each object is there, and how many pass before the next one. */
export interface Passing {
  readonly stays: number;
  readonly pause: number;
}

/** Objects of a collection that come and go, one after the other, until it is ended. */
export function comeAndGo(sandbox: Sandbox, path: string, passing: Passing): { end(): Promise<void> } {
  let isOver = false;
  const work = async () => {
    for (let count = 1; !isOver; count++) {
      const name = `passing-${count}`;
      await ask(sandbox, 'POST', path, { metadata: { name } });
      await pause(passing.stays);
      await ask(sandbox, 'DELETE', `${path}/${name}`);
      await pause(passing.pause);
    }
  };
  const done = work();
  return {
    end() {
      isOver = true;
      return done;
    },
  };
}
