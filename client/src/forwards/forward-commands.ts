import { env } from 'vscode';
import { copyText } from '../prompts/clipboard.ts';
import { pick } from '../prompts/pick.ts';
import { targetWords } from './forward-words.ts';
import type { Forward, Forwards } from './forwards.ts';

/** Opens a forwarded port in the person's browser. */
export async function openForward(forwards: Forwards, target: Forward | undefined): Promise<void> {
  const forward = await forwardOf(forwards, target);
  if (forward) await env.openExternal(forward.url);
}

/** Copies the URL of a forwarded port. */
export async function copyForwardUrl(forwards: Forwards, target: Forward | undefined): Promise<void> {
  const forward = await forwardOf(forwards, target);
  if (forward) await copyText(forward.url.toString(true));
}

/** Stops a port-forward. */
export async function stopForward(forwards: Forwards, target: Forward | undefined): Promise<void> {
  const forward = await forwardOf(forwards, target);
  if (forward) await forwards.stop(forward);
}

async function forwardOf(forwards: Forwards, target: Forward | undefined): Promise<Forward | undefined> {
  if (target) return target;
  if (forwards.all.length === 0) throw new Error('There is no port-forward: "Forward a Port…" starts one.');
  return await pick(
    { title: 'Port-forward', placeholder: 'Port-forward' },
    forwards.all.map((forward) => ({
      label: forward.address,
      description: targetWords(forward),
      value: forward,
    })),
  );
}
