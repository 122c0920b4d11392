import { describe, expect, test } from 'vitest';
import type { Connection, ExecPlugin } from '../../../client/src/cluster/kubeconfig/connection.ts';
import { type CredentialsIo, openCredentials } from '../../../client/src/cluster/kubeconfig/credentials.ts';
import {
  execInfo,
  LoginNeeded,
  type ProgramResult,
  readExecCredential,
} from '../../../client/src/cluster/kubeconfig/exec-plugin.ts';

const v1 = 'client.authentication.k8s.io/v1';
const plugin: ExecPlugin = {
  apiVersion: v1,
  command: 'login',
  args: ['--cluster', 'c'],
  env: [{ name: 'PROFILE', value: 'dev' }],
  installHint: 'brew install\n login',
  interactiveMode: 'Never',
  provideClusterInfo: false,
  file: '/k/config',
  clusterConfig: undefined,
};
const connection: Connection = {
  server: 'https://c',
  certificateAuthority: { data: Buffer.from('CA').toString('base64') },
  insecure: false,
  serverName: undefined,
  proxyUrl: undefined,
  disableCompression: false,
  clientCertificate: undefined,
  token: { from: 'exec', plugin },
  impersonation: [],
};
const answer = (status: object): string => JSON.stringify({ kind: 'ExecCredential', apiVersion: v1, status });

interface World {
  io: CredentialsIo;
  runs: { command: string; args: readonly string[]; environment: NodeJS.ProcessEnv }[];
  files: Map<string, string>;
  time: number;
}

function world(run: (count: number) => Partial<ProgramResult> | Error): World {
  const own: World = {
    runs: [],
    files: new Map(),
    time: 0,
    io: {
      async readFile(path) {
        const content = own.files.get(path);
        if (content === undefined) throw new Error('no such file');
        return content;
      },
      async runProgram(command, args, environment) {
        own.runs.push({ command, args, environment });
        const result = run(own.runs.length);
        if (result instanceof Error) throw result;
        return { stdout: '', stderr: '', exitCode: 0, ...result };
      },
      now: () => own.time,
      environment: { PATH: '/bin' },
      loginPath: async () => undefined,
      request: async () => {
        throw new Error('nothing is to be asked');
      },
    },
  };
  return own;
}

const tokens = (expirationTimestamp?: string) => (count: number) => ({
  stdout: answer({ token: `t${count}`, expirationTimestamp }),
});

describe('an exec plugin', () => {
  test('runs once for all who ask together, and its answer is kept', async () => {
    const { io, runs } = world(tokens());
    const credentials = openCredentials(connection, () => true, io);
    const [first, second] = await Promise.all([credentials.current(), credentials.current()]);
    const third = await credentials.current();
    expect(first).toEqual({ authorization: 'Bearer t1', clientCertificate: undefined });
    expect([second, third]).toEqual([first, first]);
    expect(third).toBe(first);
    expect(runs).toEqual([
      {
        command: 'login',
        args: ['--cluster', 'c'],
        environment: {
          PATH: '/bin',
          PROFILE: 'dev',
          KUBERNETES_EXEC_INFO: JSON.stringify({
            kind: 'ExecCredential',
            apiVersion: v1,
            spec: { interactive: false },
          }),
        },
      },
    ]);
  });

  test('runs again before its answer expires, and after the server refused it', async () => {
    const own = world(tokens('1970-01-01T00:01:00Z'));
    const credentials = openCredentials(connection, () => true, own.io);
    const first = await credentials.current();
    own.time = 49_000;
    expect(await credentials.current()).toBe(first);
    own.time = 50_000;
    const second = await credentials.current();
    expect(second.authorization).toBe('Bearer t2');
    expect(credentials.refused(first)).toBe(true);
    own.time = 0;
    expect(await credentials.current()).toBe(second);
    expect(credentials.refused(second)).toBe(true);
    expect((await credentials.current()).authorization).toBe('Bearer t3');
  });

  test('does not run where it may not, and may once it may', async () => {
    const { io, runs } = world(tokens());
    let trusted = false;
    const credentials = openCredentials(connection, () => trusted, io);
    await expect(credentials.current()).rejects.toThrow(
      'the credential plugin login of /k/config does not run while this workspace is not trusted: trust the workspace',
    );
    expect(runs).toEqual([]);
    trusted = true;
    expect((await credentials.current()).authorization).toBe('Bearer t1');
  });

  test('is looked for on the PATH of the login shell as well', async () => {
    const own = world((count) =>
      count === 1
        ? Object.assign(new Error('missing'), { code: 'ENOENT' })
        : { stdout: answer({ token: 't' }) },
    );
    own.io.loginPath = async () => '/opt/bin';
    expect((await openCredentials(connection, () => true, own.io).current()).authorization).toBe('Bearer t');
    expect(own.runs.map(({ environment }) => environment.PATH)).toEqual(['/bin', '/opt/bin:/bin']);
  });

  test.each<[string, Partial<ProgramResult> | Error, string]>([
    [
      'missing',
      Object.assign(new Error('missing'), { code: 'ENOENT' }),
      'the credential plugin login is not installed: brew install login',
    ],
    [
      'slow',
      new Error('it did not end within 3 minutes'),
      'the credential plugin login did not run: it did not end within 3 minutes',
    ],
    [
      'failing',
      { exitCode: 3, stderr: 'session expired:\n run login\n' },
      'the credential plugin login ended with code 3: session expired: run login',
    ],
    [
      'killed',
      { exitCode: undefined },
      'the credential plugin login was ended by a signal: it said nothing; run it in a terminal to see more',
    ],
    [
      'chatty',
      { stdout: 'hello' },
      'the credential plugin login printed no JSON: run it in a terminal, or update it',
    ],
    [
      'null',
      { stdout: 'null' },
      'the credential plugin login printed no ExecCredential: run it in a terminal, or update it',
    ],
    [
      'of another version',
      { stdout: JSON.stringify({ kind: 'ExecCredential', apiVersion: 'x', status: { token: 't' } }) },
      `the credential plugin login answered in "x" and not in the kubeconfig's "${v1}": run it in a terminal, or update it`,
    ],
    [
      'empty',
      { stdout: answer({}) },
      'the credential plugin login printed neither a token nor a client certificate: run it in a terminal, or update it',
    ],
    [
      'half',
      { stdout: answer({ clientCertificateData: 'C' }) },
      'the credential plugin login printed a client certificate without its key, or a key without its certificate: run it in a terminal, or update it',
    ],
  ])('%s: one line with the way out', async (_name, result, message) => {
    const { io } = world(() => result);
    await expect(openCredentials(connection, () => true, io).current()).rejects.toThrow(new Error(message));
  });

  describe('that asks a person', () => {
    const asking = (interactiveMode: ExecPlugin['interactiveMode']): Connection => ({
      ...connection,
      token: { from: 'exec', plugin: { ...plugin, interactiveMode } },
    });
    const infoOf = (environment: NodeJS.ProcessEnv) =>
      JSON.parse(environment.KUBERNETES_EXEC_INFO ?? '').spec;

    test('never runs by itself where it always asks; a login is used until it expires or is refused', async () => {
      const own = world(tokens('1970-01-01T00:01:00Z'));
      const credentials = openCredentials(asking('Always'), () => true, own.io);
      const message =
        'log in in a terminal: the credential plugin login asks questions (interactiveMode: Always)';
      await expect(credentials.current()).rejects.toThrow(new LoginNeeded(message));
      expect(own.runs).toEqual([]);
      await credentials.logIn(own.io.runProgram);
      expect(infoOf(own.runs[0]!.environment)).toEqual({ interactive: true });
      const first = await credentials.current();
      expect(first.authorization).toBe('Bearer t1');
      own.time = 50_000;
      await expect(credentials.current()).rejects.toThrow(message);
      own.time = 0;
      await credentials.logIn(own.io.runProgram);
      const second = await credentials.current();
      expect(second.authorization).toBe('Bearer t2');
      expect(credentials.refused(second)).toBe(true);
      await expect(credentials.current()).rejects.toThrow(message);
      expect(own.runs.length).toBe(2);
    });

    test.each([
      ['IfAvailable', LoginNeeded],
      ['Never', Error],
    ] as const)(
      'where it failed by itself a login may help, by its interactiveMode %s',
      async (mode, type) => {
        const { io } = world(() => ({ exitCode: 1, stderr: 'not a terminal' }));
        const failure = await openCredentials(asking(mode), () => true, io)
          .current()
          .catch((error: unknown) => error);
        expect(failure).toEqual(new Error('the credential plugin login ended with code 1: not a terminal'));
        expect((failure as Error).constructor).toBe(type);
      },
    );

    test('runs once for all who log in together, and those who ask meanwhile are told', async () => {
      const own = world(tokens());
      const credentials = openCredentials(asking('IfAvailable'), () => true, own.io);
      let answered = () => {};
      const person = new Promise<void>((resolve) => {
        answered = resolve;
      });
      const terminal: CredentialsIo['runProgram'] = async (...run) => {
        await person;
        return own.io.runProgram(...run);
      };
      const logins = [credentials.logIn(terminal), credentials.logIn(terminal)];
      await expect(credentials.current()).rejects.toThrow(
        'the login in a terminal has not ended: finish it there',
      );
      answered();
      await Promise.all(logins);
      expect((await credentials.current()).authorization).toBe('Bearer t1');
      expect(own.runs.length).toBe(1);
    });

    test('waits for one that runs by itself', async () => {
      const own = world(tokens());
      const credentials = openCredentials(asking('IfAvailable'), () => true, own.io);
      const byItself = credentials.current();
      await credentials.logIn(own.io.runProgram);
      expect((await byItself).authorization).toBe('Bearer t1');
      expect((await credentials.current()).authorization).toBe('Bearer t2');
    });

    test.each([
      ['it never asks', asking('Never'), 'its user has no credential plugin that asks a person'],
      [
        'there is none',
        { ...connection, token: { from: 'nothing' } } as const,
        'its user has no credential plugin',
      ],
    ])('cannot be logged in by where %s', async (_name, other, message) => {
      const { io, runs } = world(tokens());
      await expect(openCredentials(other, () => true, io).logIn(io.runProgram)).rejects.toThrow(message);
      expect(runs).toEqual([]);
    });

    test('does not run in a terminal either while the workspace is not trusted', async () => {
      const { io, runs } = world(tokens());
      const credentials = openCredentials(asking('Always'), () => false, io);
      await expect(credentials.logIn(io.runProgram)).rejects.toThrow('trust the workspace');
      expect(runs).toEqual([]);
    });
  });

  test('is told the cluster where it wants to be', () => {
    expect(
      execInfo(
        { ...plugin, provideClusterInfo: true, clusterConfig: { audience: 'x' } },
        { ...connection, serverName: 'api', proxyUrl: 'http://p', insecure: true },
        'CA',
        'nobody',
      ),
    ).toEqual({
      kind: 'ExecCredential',
      apiVersion: v1,
      spec: {
        cluster: {
          server: 'https://c',
          'tls-server-name': 'api',
          'insecure-skip-tls-verify': true,
          'certificate-authority-data': 'Q0E=',
          'proxy-url': 'http://p',
          config: { audience: 'x' },
        },
        interactive: false,
      },
    });
  });

  test('may answer with a client certificate', () => {
    expect(
      readExecCredential(
        plugin,
        answer({
          clientCertificateData: 'C',
          clientKeyData: 'K',
          expirationTimestamp: '1970-01-01T00:00:01Z',
        }),
      ),
    ).toEqual({ token: undefined, clientCertificate: { certificate: 'C', key: 'K' }, expires: 1_000 });
  });
});

describe('other credentials', () => {
  test('a token file is read each time; the token stands in while it cannot be read', async () => {
    const own = world(() => ({}));
    const from = { ...connection, token: { from: 'file', file: '/token', token: 'old' } } as const;
    const credentials = openCredentials(from, () => false, own.io);
    const seen: (string | undefined)[] = [];
    for (const content of [undefined, 'a\n', 'b', '']) {
      if (content === undefined) own.files.delete('/token');
      else own.files.set('/token', content);
      seen.push((await credentials.current()).authorization);
    }
    expect(seen).toEqual(['Bearer old', 'Bearer a', 'Bearer b', 'Bearer old']);
  });

  test('files that cannot be read are named', async () => {
    const { io } = world(() => ({}));
    const tokenFile = { ...connection, token: { from: 'file', file: '/token', token: undefined } } as const;
    await expect(openCredentials(tokenFile, () => true, io).current()).rejects.toThrow(
      'the token file /token cannot be read (no such file): correct the kubeconfig',
    );
    const clientCertificate = { certificate: { file: '/crt' }, key: { data: 'SwA=' } };
    const certificate = { ...connection, token: { from: 'nothing' }, clientCertificate } as const;
    await expect(openCredentials(certificate, () => true, io).current()).rejects.toThrow(
      '/crt cannot be read (no such file): correct the kubeconfig',
    );
  });

  test('a refused token of the kubeconfig has no second try', async () => {
    const { io } = world(() => ({}));
    const credentials = openCredentials(
      { ...connection, token: { from: 'kubeconfig', token: 't' } },
      () => true,
      io,
    );
    expect(credentials.refused(await credentials.current())).toBe(false);
  });
});
