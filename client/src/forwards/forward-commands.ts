import { env } from 'vscode';
import { pick } from '../prompts/pick.ts';
import type { Forward, Forwards } from './forwards.ts';

/** Opens a forwarded port in the person's browser. */
export async function openForward(forwards: Forwards, target: unknown): Promise<void> {
  const forward = await forwardOf(forwards, target);
  if (forward) await env.openExternal(forward.url);
}

/** Copies the URL of a forwarded port. */
export async function copyForwardUrl(forwards: Forwards, target: unknown): Promise<void> {
  const forward = await forwardOf(forwards, target);
  if (forward) await env.clipboard.writeText(forward.url.toString(true));
}

/** Stops a port-forward. */
export async function stopForward(forwards: Forwards, target: unknown): Promise<void> {
  const forward = await forwardOf(forwards, target);
  if (forward) await forwards.stop(forward);
}

async function forwardOf(forwards: Forwards, target: unknown): Promise<Forward | undefined> {
  const given = forwards.all.find((forward) => forward === target);
  if (given) return given;
  return await pick(
    { title: 'Port-forward', placeholder: 'Port-forward' },
    forwards.all.map((forward) => ({
      label: forward.url.toString(true),
      description: `${forward.reference.name}:${forward.podPort}`,
      value: forward,
    })),
  );
}
