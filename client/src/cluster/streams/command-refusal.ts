import type { CommandEnd, CommandRefusal } from '../cluster.ts';
import { ClusterError } from '../errors.ts';
import type { Why } from '../http/failures.ts';

/**
 * The end of a command that was refused, by the error of the answer; undefined where that does not tell of the command but of the
 * line, of credentials, or of a server that has too much to do.
 */
export function refusedEnd(error: ClusterError): (CommandEnd & { kind: 'refused' }) | undefined {
  const { failure, status, place } = error;
  if (failure !== 'status' || !status) return undefined;
  const refusal = refusalOf(status.code, status.message);
  if (refusal === undefined) return undefined;
  const why = explain(refusal, withoutFrame(status.message));
  if (!why) return { kind: 'refused', refusal, error };
  const { warnings } = error;
  const explained = new ClusterError('status', { ...why, request: place }, { status, warnings });
  return { kind: 'refused', refusal, error: explained };
}

/** What is refused stands before this. */
const mostOfMessage = 4_000;
/** Codes that tell nothing of what was asked for: who asks, how long it took, and how often. */
const codesOfLine = new Set([401, 407, 408, 429]);

function refusalOf(code: number, message: string): CommandRefusal | undefined {
  const begin = message.slice(0, mostOfMessage);
  const told = patterns.find(([, pattern]) => pattern.test(begin))?.[0];
  if (told) return told;
  if (code === 403) return 'forbidden';
  if (code === 404) return 'pod not found';
  const isOfRequest = code >= 400 && code < 500 && !codesOfLine.has(code);
  return isOfRequest || ofRuntime.test(begin) ? 'other' : undefined;
}

/** What the kubelet says of what the container runtime has refused. */
const ofRuntime = /\berror (executing command in|attaching to) container\b/;

/** In the words of API servers, kubelets, containerd, CRI-O, runc, crun and gVisor. */
const patterns: readonly (readonly [CommandRefusal, RegExp])[] = [
  ['container not named', /\ba container name must be specified\b/],
  ['container not found', /^container \S+ is not valid for pod\b/],
  ['pod not scheduled', /\bdoes not have a host assigned\b/],
  ['no streams', /\byou must specify at least 1 of stdin, stdout, stderr\b/],
  [
    'container not running',
    /\bcontainer not found \(|\bcontainer \S+ not found in pod\b|\bcontainer \S+ ?(is|was) not (created or )?running\b|\bcontainer (is|was) not (created or )?running\b|\bCONTAINER_(EXITED|CREATED|UNKNOWN)\b|\bcannot exec in a (stopped|deleted|paused) (container|state)\b|\bexec in a stopped container\b|\bcontainer (has )?(exited|stopped)\b|\bno running task found\b|\bcompleted pod\b/i,
  ],
  [
    'command not executable',
    /\b(exec|start container process|execve)\b.*(\bpermission denied\b|\bexec format error\b|\bis a directory\b)/is,
  ],
  [
    'command not found',
    /\bexecutable file `?[^`]*`? ?not found\b|\b(exec|start container process|execve)\b.*\bno such file or directory\b/is,
  ],
];

/** Who hands on what another says puts this before it, each time. */
function withoutFrame(message: string): string {
  return message
    .replace(/^(?:Internal error occurred: |unable to upgrade connection: )+/, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Undefined where the error says it as well. */
function explain(refusal: CommandRefusal, message: string): Why | undefined {
  switch (refusal) {
    case 'container not named':
      return { fault: message, wayOut: 'Name one of its containers' };
    case 'container not found':
      return { fault: message, wayOut: 'Name a container of this pod' };
    case 'container not running':
      return { fault: `the container does not run: ${message}`, wayOut: 'Look at its state and its log' };
    case 'pod not scheduled':
      return { fault: message, wayOut: 'Wait until it is on a node: its events say what it waits for' };
    case 'command not found':
      return {
        fault: `the container has no such command: ${message}`,
        wayOut: 'Try another one: an image may have no shell',
      };
    case 'command not executable':
      return { fault: `the container cannot run this command: ${message}`, wayOut: 'Try another one' };
    case 'other':
      return { fault: message };
    case 'forbidden':
    case 'pod not found':
    case 'no streams':
      return undefined;
  }
}
