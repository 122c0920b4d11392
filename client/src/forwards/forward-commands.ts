import { env, window } from 'vscode';
import type { Features } from '../features.ts';
import type { Forward } from './forwards.ts';

/** Opens a forwarded port in the person's browser. */
export async function openForward(features: Features, target: unknown): Promise<void> {
  const forward = await forwardOf(features, target);
  if (forward) await env.openExternal(forward.url);
}

/** Copies the URL of a forwarded port. */
export async function copyForwardUrl(features: Features, target: unknown): Promise<void> {
  const forward = await forwardOf(features, target);
  if (forward) await env.clipboard.writeText(forward.url.toString(true));
}

/** Stops a port-forward. */
export async function stopForward(features: Features, target: unknown): Promise<void> {
  const forward = await forwardOf(features, target);
  if (forward) await features.forwards.stop(forward);
}

async function forwardOf({ forwards }: Features, target: unknown): Promise<Forward | undefined> {
  const given = forwards.all.find((forward) => forward === target);
  if (given) return given;
  const picked = await window.showQuickPick(
    forwards.all.map((forward) => ({
      label: forward.url.toString(true),
      description: `${forward.reference.name}:${forward.podPort}`,
      forward,
    })),
    { title: 'Port-forward', placeHolder: 'Port-forward' },
  );
  return picked?.forward;
}
