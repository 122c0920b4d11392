import {
  type DataCallback,
  type Disposable,
  ErrorCodes,
  type Message,
  type MessageReader,
  type MessageWriter,
  type RequestMessage,
  type ResponseMessage,
} from 'vscode-languageserver/node';

/**
 * Reads what comes in the order that the Language Server Protocol asks for: before `initialize` requests are answered with
 * `ServerNotInitialized`, and behind `shutdown`, or a second time `initialize`, with `InvalidRequest`; notifications are
 * dropped meanwhile, but for `exit`.
 */
export function orderlyReader(reader: MessageReader, writer: MessageWriter): MessageReader {
  const order = new Order();
  return {
    onError: reader.onError,
    onClose: reader.onClose,
    onPartialMessage: reader.onPartialMessage,
    dispose: () => reader.dispose(),
    listen(callback: DataCallback): Disposable {
      return reader.listen((message) => {
        const refusal = order.refusalOf(message);
        if (refusal === 'dropped') return;
        if (!refusal) callback(message);
        // Who cannot be answered any more has gone.
        else writer.write(refusal).catch(() => undefined);
      });
    },
  };
}

/** Where a conversation is. */
class Order {
  #is: 'new' | 'initialized' | 'shut down' = 'new';

  /** What becomes of a message that may not come now: undefined for all others. */
  refusalOf(message: Message): ResponseMessage | 'dropped' | undefined {
    if (!('method' in message)) return undefined;
    const { id, method } = message as RequestMessage;
    if (id === undefined || id === null) {
      return this.#is === 'initialized' || method === 'exit' ? undefined : 'dropped';
    }
    if (this.#is === 'new') {
      if (method !== 'initialize')
        return refused(id, ErrorCodes.ServerNotInitialized, `${method} before initialize`);
      this.#is = 'initialized';
    } else if (this.#is === 'shut down') {
      return refused(id, ErrorCodes.InvalidRequest, `${method} after shutdown`);
    } else if (method === 'initialize') {
      return refused(id, ErrorCodes.InvalidRequest, 'initialize for the second time');
    } else if (method === 'shutdown') this.#is = 'shut down';
    return undefined;
  }
}

function refused(id: string | number, code: number, message: string): ResponseMessage {
  return { jsonrpc: '2.0', id, error: { code, message } } as ResponseMessage;
}
