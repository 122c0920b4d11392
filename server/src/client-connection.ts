import type { CancellationToken, Connection } from 'vscode-languageserver';
import type { ClientNotifications, ClientRequests, ServerNotifications, ServerRequests } from './protocol.ts';

/** Asks the client by a request of this protocol. Rejects when it cannot answer. */
export function askClient<Method extends keyof ServerRequests>(
  connection: Connection,
  method: Method,
  params: ServerRequests[Method]['params'],
): Promise<ServerRequests[Method]['result']> {
  return connection.sendRequest(method, params);
}

/** Tells the client by a notification of this protocol. Rejects when the connection has ended. */
export function tellClient<Method extends keyof ServerNotifications>(
  connection: Connection,
  method: Method,
  params: ServerNotifications[Method],
): Promise<void> {
  return connection.sendNotification(method, params);
}

/** Answers the client's requests by this method. */
export function onClientRequest<Method extends keyof ClientRequests>(
  connection: Connection,
  method: Method,
  answer: (
    params: ClientRequests[Method]['params'],
    token: CancellationToken,
  ) => Promise<ClientRequests[Method]['result']>,
): void {
  connection.onRequest<unknown, void>(method, answer);
}

/** Takes the client's notifications by this method. */
export function onClientNotification<Method extends keyof ClientNotifications>(
  connection: Connection,
  method: Method,
  take: (params: ClientNotifications[Method]) => Promise<void>,
): void {
  connection.onNotification(method, take);
}
