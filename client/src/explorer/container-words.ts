import type { Container } from '../cluster/objects/containers.ts';
import { age } from './age.ts';

/**
 * What the line of a container says beside its name: `running · 3 restarts · exit code 137 (OOMKilled) 3m ago`,
 * `init · ended: Completed · 5m ago`.
 */
export function containerWords({ role, state, restarts, exit }: Container, now: number): string {
  const since = exit?.finishedAt === undefined ? undefined : age(exit.finishedAt, now);
  const ago = since === undefined ? '' : `${since} ago`;
  const parts = [
    role === 'container' ? '' : role,
    state,
    // When the run ended that its state tells of.
    exit?.run === 'this' ? ago : '',
    restarts > 0 ? `${restarts} ${restarts === 1 ? 'restart' : 'restarts'}` : '',
    exit?.run === 'before' ? [exitWords(exit), ago].filter((part) => part !== '').join(' ') : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function exitWords({ code, reason }: NonNullable<Container['exit']>): string {
  if (code === undefined) return reason === '' ? 'ended' : `ended: ${reason}`;
  return reason === '' ? `exit code ${code}` : `exit code ${code} (${reason})`;
}
