import { randomUUID } from 'node:crypto';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { programRunner } from '../../client/src/cluster/kubeconfig/exec-plugin.ts';
import {
  cleanup,
  failureOf,
  json,
  openMock,
  secureMockServer,
  temporaryFolder,
} from '../contract/cluster/mock-server.ts';
import { processesMarked, until } from '../support/processes.ts';
import { pods } from '../unit/cluster/resources.ts';

const after = cleanup();
afterEach(() => after.run());

const apiVersion = 'client.authentication.k8s.io/v1';
const credential = JSON.stringify({ apiVersion, kind: 'ExecCredential', status: { token: 't' } });
const echo = (text: string) => `printf %s '${text}'`;

/** Shell scripts. Those that never end are ended by who asked. */
const plugins: readonly {
  readonly name: string;
  readonly script: string;
  readonly says: RegExp | 'it logs in' | 'it never ends';
}[] = [
  { name: 'hangs', script: 'sleep 1000', says: 'it never ends' },
  {
    name: 'hangs and cannot be asked to end',
    script: "trap '' TERM INT HUP; sleep 1000 & wait; sleep 1000",
    says: 'it never ends',
  },
  {
    name: 'hangs with a child in a session of its own',
    script: 'setsid sleep 1000 & sleep 1000',
    says: 'it never ends',
  },
  { name: 'waits for input', script: 'cat; read line; exit 3', says: /ended with code 3/ },
  { name: 'floods', script: 'yes xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', says: /printed more than 1 MiB/ },
  {
    name: 'floods its error output',
    script: 'yes xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx >&2',
    says: /printed more than 1 MiB/,
  },
  {
    name: 'floods by a child',
    script: '(yes x &) ; (yes y >&2 &) ; sleep 1000',
    says: /printed more than 1 MiB/,
  },
  {
    name: 'forks',
    script: `for i in 1 2 3 4 5; do sleep 1000 & done; ${echo(credential)}`,
    says: 'it logs in',
  },
  {
    name: 'forks, and its children keep the outputs open',
    script: `(sleep 1000 &) ; ${echo(credential)}`,
    says: 'it logs in',
  },
  {
    name: 'becomes a daemon',
    script: `setsid sh -c 'setsid sleep 1000 >/dev/null 2>&1 </dev/null & ' ; ${echo(credential)}`,
    says: 'it logs in',
  },
  {
    name: 'becomes a daemon and fails',
    script: 'setsid sleep 1000 >/dev/null 2>&1 & exit 7',
    says: /ended with code 7/,
  },
  {
    name: 'forks for ever',
    script: 'n=0; while [ $n -lt 300 ]; do sleep 1000 & n=$((n+1)); done; exit 1',
    says: /ended with code 1/,
  },
  { name: 'ends itself', script: 'kill -9 $$', says: /was ended by a signal/ },
  { name: 'prints no JSON', script: 'echo token', says: /printed no JSON/ },
  { name: 'prints nothing', script: 'exit 0', says: /printed no JSON/ },
  { name: 'prints another kind', script: echo('{"kind":"Secret"}'), says: /printed no ExecCredential/ },
  {
    name: 'prints another version',
    script: echo('{"kind":"ExecCredential","apiVersion":"x/v9"}'),
    says: /answered in "x\/v9"/,
  },
  { name: 'prints null', script: echo('null'), says: /printed no ExecCredential/ },
  {
    name: 'prints a credential without anything',
    script: echo(`{"kind":"ExecCredential","apiVersion":"${apiVersion}","status":{}}`),
    says: /neither a token nor/,
  },
  {
    name: 'prints a status that is a text',
    script: echo(`{"kind":"ExecCredential","apiVersion":"${apiVersion}","status":"x"}`),
    says: /neither a token nor/,
  },
  {
    name: 'prints a status that is null',
    script: echo(`{"kind":"ExecCredential","apiVersion":"${apiVersion}","status":null}`),
    says: /neither a token nor/,
  },
  {
    name: 'prints a token with a line break',
    script: echo(`{"kind":"ExecCredential","apiVersion":"${apiVersion}","status":{"token":"a\\nX-Evil: 1"}}`),
    says: /characters that no token has/,
  },
  {
    name: 'prints half a certificate',
    script: echo(
      `{"kind":"ExecCredential","apiVersion":"${apiVersion}","status":{"clientCertificateData":"x"}}`,
    ),
    says: /without its key/,
  },
  {
    name: 'prints its token on its error output',
    script: `echo 'token: s3cr3t' >&2; exit 1`,
    says: /token: \*\*\*/,
  },
];

describe.skipIf(process.platform !== 'linux')('a plugin leaves no process', () => {
  test.each(plugins)('that $name', async ({ script, says }) => {
    const mark = randomUUID();
    const command = await program(script);
    const { cluster: fields } = await secureMockServer(after, (_request, response) => {
      json(response, 200, { kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [] });
    });
    const env = [{ name: 'TEST_MARK', value: mark }];
    const user = { exec: { apiVersion, command, env, interactiveMode: 'Never' } };
    const cluster = await openMock(after, fields, user);
    const listed = cluster.list(pods, 'shop');
    listed.catch(() => undefined);
    if (says === 'it never ends') {
      await until('it runs', async () => (await processesMarked(mark)).length > 0);
      await cluster.dispose();
      await expect(listed).rejects.toThrow('the cluster is closed');
    } else if (says === 'it logs in') expect(await listed).toEqual([]);
    else {
      const { message } = await failureOf(listed);
      expect(message).toMatch(says);
      expect(message).not.toContain('s3cr3t');
    }
    await until('no process', async () => (await processesMarked(mark)).length === 0, 5_000);
  });

  test('that takes longer than it may', async () => {
    const mark = randomUUID();
    const run = programRunner({ time: 300, output: 1024 });
    const command = await program('setsid sleep 1000 & sleep 1000 & sleep 1000');
    const { signal } = new AbortController();
    const running = run(command, [], { ...process.env, TEST_MARK: mark }, signal);
    await expect(running).rejects.toThrow('it did not end within');
    expect(await processesMarked(mark)).toEqual([]);
  });
});

async function program(script: string): Promise<string> {
  const command = join(await temporaryFolder(after), 'login');
  await writeFile(command, `#!/bin/sh\n${script}\n`);
  await chmod(command, 0o755);
  return command;
}
