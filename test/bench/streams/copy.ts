// node copy.ts KUBECONFIG NAMESPACE POD: copies as the extension does. Reads a line of JSON for each, `{"way": "there" | "back", "source", "destination"}`,
// and prints how many milliseconds it took.
import { createInterface } from 'node:readline';
import { copyFromContainer } from '../../../client/src/cluster/streams/copy/copy-from-container.ts';
import { copyToContainer } from '../../../client/src/cluster/streams/copy/copy-to-container.ts';
import { openContext } from '../api/open-context.ts';

const [kubeconfig = '', namespace = '', name = ''] = process.argv.slice(2);
const cluster = await openContext(kubeconfig);
const resource = (await cluster.discover()).find('v1', 'Pod')!;
const pod = { resource, namespace, name };
for await (const line of createInterface({ input: process.stdin })) {
  const { way, source, destination } = JSON.parse(line) as {
    way: 'there' | 'back';
    source: string;
    destination: string;
  };
  const copy = way === 'there' ? copyToContainer : copyFromContainer;
  const begin = performance.now();
  let left = 'nothing';
  for await (const step of copy({ cluster, pod, source, destination, whenThere: 'replace' })) {
    if (step.kind === 'done') left = `${step.result.leftOutCount}`;
  }
  if (left !== '0') throw new Error(`${left} was left out`);
  console.log(Math.round(performance.now() - begin));
}
await cluster.dispose();
