import { expect, test } from 'vitest';
import { ClusterError } from '../../../client/src/cluster/errors.ts';
import { intentOfPath } from '../../../client/src/cluster/http/request-intents.ts';
import { readCommandEnd } from '../../../client/src/cluster/streams/command-end.ts';

const intent = intentOfPath('get', '/');
const asker = { context: 'prod', server: 'https://prod' };
const end = (status: object | string) =>
  readCommandEnd(typeof status === 'string' ? status : JSON.stringify(status), intent, asker);
const failure = (message: string, code = 500, reason = 'InternalError') => ({
  metadata: {},
  status: 'Failure',
  message,
  reason,
  code,
});
const exit = (message: string) => ({
  status: 'Failure',
  reason: 'NonZeroExitCode',
  details: { causes: [{ reason: 'Other' }, { reason: 'ExitCode', message }] },
});

test.each<[object, number, number | undefined]>([
  [{ status: 'Success' }, 0, undefined],
  [{ metadata: {}, status: 'Success' }, 0, undefined],
  [exit('7'), 7, undefined],
  [exit('127'), 127, undefined],
  [exit('128'), 128, undefined],
  [exit('129'), 129, 1],
  [exit('137'), 137, 9],
  [exit('192'), 192, 64],
  [exit('193'), 193, undefined],
  [exit('255'), 255, undefined],
  [exit('-1'), -1, undefined],
])('%j', (status, exitCode, signal) => {
  expect(end(status)).toEqual({ kind: 'exited', exitCode, signal });
});

const inner = 'Internal error occurred: ';
const execFailed = `${inner}${inner}error executing command in container: failed to exec in container: `;

test.each<[refusal: string, status: object, told: string]>([
  [
    'command not found',
    failure(
      `${execFailed}failed to start exec "0a1b": OCI runtime exec failed: exec failed: unable to start container process: exec: "nosuch": executable file not found in $PATH: unknown`,
    ),
    'the container has no such command: error executing command in container: ',
  ],
  [
    'command not found',
    failure(
      `${execFailed}failed to start exec "0a1b": OCI runtime exec failed: exec failed: unable to start container process: exec: "/bin/sh": stat /bin/sh: no such file or directory: unknown`,
    ),
    'Try another one: an image may have no shell',
  ],
  [
    'command not found',
    failure(
      `${execFailed}exec failed: executable file \`nosuch\` not found in $PATH: No such file or directory`,
    ),
    '',
  ],
  [
    'command not executable',
    failure(`${execFailed}unable to start container process: exec: "/etc": permission denied: unknown`),
    'the container cannot run this command',
  ],
  [
    'command not executable',
    failure(`${execFailed}unable to start container process: exec /x: exec format error`),
    '',
  ],
  [
    'container not running',
    failure(`${inner}unable to upgrade connection: container not found ("a")`),
    'Look at its state',
  ],
  [
    'container not running',
    failure('container a not found in pod web_shop'),
    'the container does not run: container a',
  ],
  ['container not running', failure(`${execFailed}container is in CONTAINER_EXITED state`), ''],
  ['container not running', failure(`${execFailed}container is not created or running`), ''],
  [
    'container not running',
    failure(`${execFailed}failed to load task: no running task found: task 0a not found`),
    '',
  ],
  [
    'no streams',
    failure(`${inner}unable to upgrade connection: you must specify at least 1 of stdin, stdout, stderr`),
    '',
  ],
  [
    'container not found',
    failure('container x is not valid for pod p', 400, 'BadRequest'),
    'Name a container',
  ],
  ['forbidden', failure('pods "p" is forbidden: no', 403, 'Forbidden'), 'forbidden: no'],
  ['pod not found', failure('pods "p" not found', 404, 'NotFound'), 'pods "p" not found'],
  ['other', failure(`${execFailed}process args must not be empty`), 'error executing command in container'],
  ['other', failure('it is against the rules', 400, 'BadRequest'), 'it is against the rules'],
])('%s: %j', (refusal, status, told) => {
  const answer = end(status);
  expect(answer).toMatchObject({ kind: 'refused', refusal });
  const { error } = answer as { error: ClusterError };
  expect(error.message).toContain(told);
  expect(error.message).not.toMatch(/Internal error occurred: Internal/);
  expect(error.status?.message).toBe((status as { message: string }).message);
});

test.each<[object | string, string]>([
  ['no JSON', 'no JSON'],
  ['[]', '[]'],
  [
    failure(`${inner}error dialing backend: dial tcp 10.0.0.1:10250: connect: connection refused`),
    'connection refused',
  ],
  [
    failure('error dialing backend: dial unix /run/x.sock: connect: no such file or directory'),
    'no such file',
  ],
  [failure('x', 401, 'Unauthorized'), 'credentials'],
  [failure('x', 503, 'ServiceUnavailable'), 'x'],
  [exit('many'), ''],
  [exit('1e9'), ''],
])('%j is no end of a command', (status, told) => {
  const answer = end(status);
  expect(answer).toBeInstanceOf(ClusterError);
  expect((answer as ClusterError).message).toContain(told);
});

test('a message without an end is read in no time', () => {
  const message = 'exec container not '.repeat(500_000);
  const begun = performance.now();
  end(failure(message));
  expect(performance.now() - begun).toBeLessThan(2_000);
});
