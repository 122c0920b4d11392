import type { RemoteCommand } from '../cluster.ts';
import { ClusterError } from '../errors.ts';
import { statusError, unservedVerbError } from '../http/failures.ts';
import { type ClusterRequest, connectRequest } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import type { ConnectOperation } from '../operation.ts';
import { asContainerHas } from './attached-container.ts';
import { openChannelCommand } from './channel-command.ts';
import { refusedEnd } from './command-refusal.ts';
import { RefusedCommand } from './refused-command.ts';
import { openSpdyCommand } from './spdy-command.ts';
import { leadsElsewhere, type StreamWay, type StreamWays } from './stream-ways.ts';

/** How a command is reached, at first in this order: no API server has SPDY in a WebSocket for it. */
export const commandWays: readonly StreamWay[] = ['channels', 'post'];

/**
 * Runs a command in a container, or attaches to what runs there: over a WebSocket, or over SPDY where that is not to be had. What
 * is refused is the command's end. Rejects with a `ClusterError` of the line, or the signal's reason; the signal ends the
 * connection, which kills no process.
 */
export async function openRemoteCommand(
  transport: Transport,
  ways: StreamWays,
  operation: ConnectOperation,
  signal: AbortSignal,
): Promise<RemoteCommand> {
  checkSubresource(transport, operation);
  // Before anything is asked about the container, too.
  await transport.permit(remoteCommandRequest(operation, 'channels'));
  if (operation.verb === 'exec') return await open(transport, ways, operation, [], signal);
  const joined = await asContainerHas(transport, operation, signal);
  if (joined.completed !== undefined) return completed(transport, joined.operation, joined.completed);
  return await open(transport, ways, joined.operation, joined.notices, signal);
}

/** The request that opens the streams by some way. */
export function remoteCommandRequest(operation: ConnectOperation, way: StreamWay): ClusterRequest {
  const { verb, of, container, stdin, tty } = operation;
  const words = verb === 'exec' ? 'run a command in' : 'attach to';
  return connectRequest(
    {
      method: way === 'post' ? 'POST' : 'GET',
      words,
      // Servers since 1.35 want `create` for a WebSocket beside `get`, which was enough; a POST takes nothing else.
      rights: way === 'post' ? ['create'] : ['get', 'create'],
    },
    { ...of, subresource: verb },
    {
      container,
      command: verb === 'exec' ? operation.command : undefined,
      stdin: stdin || undefined,
      stdout: true,
      // A terminal has one output, and servers refuse to be asked for two.
      stderr: tty ? undefined : true,
      tty: tty || undefined,
    },
  );
}

async function open(
  transport: Transport,
  ways: StreamWays,
  operation: ConnectOperation,
  notices: readonly string[],
  signal: AbortSignal,
): Promise<RemoteCommand> {
  const openBy = async (way: StreamWay) => {
    const start = { request: remoteCommandRequest(operation, way), operation, notices, signal };
    const command = await (way === 'post'
      ? openSpdyCommand(transport, start)
      : openChannelCommand(transport, start));
    ways.worked(way);
    return command;
  };
  const mayTryAnother = (error: unknown, way: StreamWay) => {
    if (!leadsElsewhere(error) || isOfCommand(error)) return false;
    if (operation.verb === 'attach' || way === 'post' || hasNotBegun(error)) return true;
    // It may run: the next one goes another way.
    ways.avoid(way);
    return false;
  };
  try {
    return await ways.first(openBy, mayTryAnother);
  } catch (error) {
    const end = error instanceof ClusterError ? refusedEnd(error) : undefined;
    if (!end) throw error;
    return new RefusedCommand(operation, end);
  }
}

/** Whether it is refused for what is asked, which is the same by every way. */
function isOfCommand(error: unknown): boolean {
  const refusal = error instanceof ClusterError ? refusedEnd(error)?.refusal : undefined;
  return refusal !== undefined && refusal !== 'forbidden' && refusal !== 'other';
}

/**
 * Whether a command that a WebSocket was asked for has surely not begun: the answer is the server's own, or that of who stands
 * between and has not asked it. Behind a 502 or a broken connection it may have.
 */
function hasNotBegun(error: unknown): boolean {
  const { code } = error as ClusterError;
  return code !== undefined && code >= 200 && code < 500;
}

/** Only what the server does not know at all is refused here: which method it takes, and of whom, is its affair. */
function checkSubresource(transport: Transport, operation: ConnectOperation): void {
  const { of, verb } = operation;
  if (of.resource.subresources.some(({ name }) => name === verb)) return;
  throw unservedVerbError(remoteCommandRequest(operation, 'channels').intent, transport.asker, []);
}

/** Nothing runs there any more. */
function completed(transport: Transport, operation: ConnectOperation, phase: string): RemoteCommand {
  const { intent } = remoteCommandRequest(operation, 'channels');
  const message = `cannot attach a container in a completed pod; current phase is ${phase}`;
  const status = { code: 400, reason: 'BadRequest', message };
  return new RefusedCommand(operation, refusedEnd(statusError(intent, transport.asker, status))!);
}
