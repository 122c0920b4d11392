import { ClusterError } from '../errors.ts';
import { operationRequest } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import type { AttachOperation } from '../operation.ts';
import { field, listOf, textOf } from '../wrong-answer.ts';

/** How what runs in a container is joined. */
export interface Joining {
  /** In a terminal where the container has one, and only there. */
  readonly operation: AttachOperation;
  /** What a person is to know before, as kubectl says it. */
  readonly notices: readonly string[];
  /** The phase of a pod whose containers all have ended. */
  readonly completed: string | undefined;
}

/** Who may not read it soon is served as they ask. */
const patience = 5_000;

/**
 * What is asked for, as the container was started: with a terminal or without one, which an output is written for. Who may not
 * read the pod is served as they ask. Rejects with the signal's reason.
 */
export async function asContainerHas(
  transport: Transport,
  operation: AttachOperation,
  signal: AbortSignal,
): Promise<Joining> {
  const { resource, namespace, name } = operation.of;
  const request = operationRequest({ verb: 'get', of: { resource, namespace, name } });
  try {
    const pod = await transport.json(request, (answer) => answer, signal, { deadline: patience });
    return joining(operation, pod);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ClusterError)) throw error;
    return { operation, notices: [], completed: undefined };
  }
}

/** What is asked for, by the pod as it was read. */
export function joining(operation: AttachOperation, pod: unknown): Joining {
  const spec = field(pod, 'spec');
  const phase = textOf(field(pod, 'status'), 'phase') ?? '';
  const completed = phase === 'Succeeded' || phase === 'Failed' ? phase : undefined;
  const container = containerOf(spec, operation.container);
  if (!container) return { operation, notices: [], completed };
  const name = textOf(container, 'name') ?? '';
  const tty = field(container, 'tty') === true;
  const notices = [recorded, prompt];
  if (operation.tty && !tty) {
    notices.unshift(`Unable to use a TTY - container ${name} did not allocate one`);
  }
  if (operation.stdin && field(container, 'stdin') !== true) {
    notices.push(`Container ${name} was not started with a standard input: what is typed goes nowhere`);
  }
  return { operation: { ...operation, tty }, notices, completed };
}

const recorded =
  'All commands and output from this session will be recorded in container logs, including credentials and sensitive information passed through the command prompt.';
const prompt = "If you don't see a command prompt, try pressing enter.";

/** That of a name, or the only one. */
function containerOf(spec: unknown, name: string | undefined): unknown {
  const containers = listOf(spec, 'containers') ?? [];
  if (name === undefined) return containers.length === 1 ? containers[0] : undefined;
  return ['containers', 'initContainers', 'ephemeralContainers']
    .flatMap((list) => listOf(spec, list) ?? [])
    .find((container) => textOf(container, 'name') === name);
}
