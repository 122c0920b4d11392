import { Console } from 'node:console';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import {
  type Connection,
  createConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageReader,
  type MessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { boundedInput } from './node/bounded-input.ts';
import { nodeFiles } from './node/node-files.ts';
import { orderlyReader } from './node/orderly-reader.ts';
import { startServer } from './server.ts';

if (!process.argv.includes('--stdio') && !process.argv.includes('--node-ipc')) {
  process.stderr.write(
    'usage: node server.js --stdio | --node-ipc\nSpeaks the Language Server Protocol to an editor.\n',
  );
  process.exit(2);
}

favourShortRuns();
startServer(connect(), {
  readCatalog: (name) => readFile(join(__dirname, 'catalog', name), 'utf8'),
  files: nodeFiles(),
  pause: () => immediate(),
  later: (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
});

/**
 * Opening a file is a short run of much code. V8's last compiler works beside it for longer than its code then saves (a
 * quarter of the time of a file of 24,000 lines, on two cores); what stays busy still gets there. V8 has this flag since 12.
 */
function favourShortRuns(): void {
  const [major] = process.versions.v8.split('.');
  if (Number(major) >= 12) setFlagsFromString('--invocation-count-for-turbofan=100000');
}

/** What is written to the output is for the client alone: what is wrong with its messages is told beside it, and is the end. */
function connect(): Connection {
  if (process.argv.includes('--node-ipc')) {
    const writer = new IPCMessageWriter(process);
    process.on('disconnect', () => process.exit(1));
    return connected(new IPCMessageReader(process), writer);
  }
  const input = boundedInput();
  // What a library prints is no message.
  globalThis.console = new Console(process.stderr, process.stderr);
  input.on('error', (error) => {
    process.stderr.write(`kubewright: no message of the Language Server Protocol: ${error.message}\n`);
    process.exit(1);
  });
  process.stdin.pipe(input);
  return connected(new StreamMessageReader(input), new StreamMessageWriter(process.stdout));
}

function connected(reader: MessageReader, writer: MessageWriter): Connection {
  const connection = createConnection(orderlyReader(reader, writer), writer);
  // Whoever started the server has gone.
  reader.onClose(() => process.exit(1));
  return connection;
}
