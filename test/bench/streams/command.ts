// node command.ts KUBECONFIG NAMESPACE POD out|in BYTES: runs a command in a pod, as the extension does, that says so many bytes or
// is told them. Ends with an error where they are not all there.
import { finished } from 'node:stream/promises';
import type { ObjectReference } from '../../../client/src/cluster/kube-object.ts';
import { openContext } from '../api/open-context.ts';
import { commandOf, type Direction, sendZeros } from './command-load.ts';

const [kubeconfig = '', namespace = '', name = '', direction = 'out', length = ''] = process.argv.slice(2);
const bytes = Number(length);
const cluster = await openContext(kubeconfig);
const resource = (await cluster.discover()).find('v1', 'Pod')!;
const of: ObjectReference = { resource, namespace, name };
const command = await cluster.connect({
  verb: 'exec',
  of,
  command: commandOf(direction as Direction, bytes),
  stdin: direction === 'in',
});
let [read, said] = [0, ''];
command.stderr.resume();
command.stdout.on('data', (chunk: Buffer) => {
  read += chunk.length;
  if (direction === 'in') said += chunk;
});
if (direction === 'in') {
  await sendZeros(command.stdin, bytes);
  await finished(command.stdin);
}
const end = await command.ended;
const carried = direction === 'in' ? Number(said) : read;
if (end.kind !== 'exited' || end.exitCode !== 0 || carried !== bytes) {
  throw new Error(`${carried} bytes in place of ${bytes}, and ${JSON.stringify(end)}`);
}
await cluster.dispose();
