// Records what a real API server answers the requests of test/hostile/sandbox-requests.test.ts:
//   npm run hostile:record -- KUBECONFIG [OUT]
// The server should be an empty one of its own: its objects named h0 to h5 and the definition of Thing are changed.
import { readFile, writeFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { hostileDefinition, hostileRequests } from './support/hostile-requests.ts';
import { type RecordedAnswers, recordedCount, recordedSeed, recordFile } from './support/recorded-answers.ts';
import { RequestSender } from './support/send-request.ts';

interface Kubeconfig {
  readonly clusters: readonly { readonly cluster: { readonly server: string } }[];
  readonly users: readonly { readonly user: { readonly token: string } }[];
}

/** A real server takes long over some of them. */
const longest = 60_000;

const [kubeconfig, out = recordFile] = process.argv.slice(2);
if (!kubeconfig) {
  console.error('usage: npm run hostile:record -- KUBECONFIG [OUT]');
  process.exit(2);
}
const config = parse(await readFile(kubeconfig, 'utf8')) as Kubeconfig;
const sender = new RequestSender({
  url: config.clusters[0]!.cluster.server,
  token: config.users[0]!.user.token,
});
const version = await sender.send({ method: 'GET', path: '/version', headers: {}, body: undefined }, longest);
await sender.send(
  {
    method: 'POST',
    path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(hostileDefinition)),
  },
  longest,
);
await new Promise((done) => setTimeout(done, 3000));
const codes: number[] = [];
for (const request of hostileRequests(recordedSeed, recordedCount)) {
  codes.push((await sender.send(request, longest)).code);
}
sender.close();
const { gitVersion } = JSON.parse(version.text) as { gitVersion: string };
const answers: RecordedAnswers = { version: gitVersion, seed: recordedSeed, codes };
await writeFile(out, `${JSON.stringify(answers)}\n`);
console.log(`${codes.length} answers of ${gitVersion}`);
