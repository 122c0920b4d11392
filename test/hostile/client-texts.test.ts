import { describe, expect, test } from 'vitest';
import type { ClusterError } from '../../client/src/cluster/errors.ts';
import { sentenceOf } from '../../client/src/cluster/explanation.ts';
import { refusalError } from '../../client/src/cluster/http/failures.ts';
import { intentOf } from '../../client/src/cluster/http/request-intents.ts';
import { loadKubeContexts } from '../../client/src/cluster/kubeconfig/load.ts';
import { createLog } from '../../client/src/cluster/log.ts';
import { maskSecrets } from '../../client/src/cluster/mask-secrets.ts';
import { rowsOfList } from '../../client/src/cluster/objects/table.ts';
import { describeRow } from '../../client/src/explorer/cells.ts';
import { conflictsOf, messageOf, missingObject, refusalOf } from '../../client/src/journal/refusal.ts';
import { LogText } from '../../client/src/logs/log-text.ts';
import { parseServerPath } from '../../client/src/manifests/server-path.ts';
import { documentOf, nameInLine, pathPart } from '../../client/src/prompts/document-lines.ts';
import { entry } from '../../client/src/prompts/log-entry.ts';
import { plainText } from '../../client/src/prompts/plain-text.ts';
import { pods } from '../unit/cluster/resources.ts';

/** Characters of a text: refusals have four times as many at most, and what is quadratic takes seconds for these. */
const longest = 256 * 1024;
/** What is linear takes a tenth of this, in milliseconds of CPU time. */
const most = 500;

const asker = { context: 'prod', server: 'https://prod' };
const intent = intentOf('list', pods, 'shop');

/** What is done with a text in the extension's process. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'a refusal that is no Status': (text) => refused(text, 'text/plain'),
  'the message of a Status': (text) => refused(status({ message: text })),
  'the reason of a Status': (text) => refused(status({ reason: text, details: { name: text, kind: text } })),
  'the message of a cause': (text) =>
    refused(status({ details: { causes: [{ message: text, field: 'a' }] } })),
  'the field of a cause': (text) => {
    const causes = [{ message: 'm', field: text, reason: 'FieldManagerConflict' }];
    for (const { path } of refusalOf(refused(status({ details: { causes } }))).fields) parseServerPath(path);
  },
  'a thrown error': (text) => messageOf(new Error(text)),
  'a line of the log': (text) => createLog((_level, line) => entry(line)).info('x', new Error(text)),
  'a text whose secrets are masked': maskSecrets,
  'a message': (text) => plainText(text),
  'a name': (text) => nameInLine(text) + pathPart(text),
  'lines of a document': (text) => documentOf([text, text]),
  'a log': (text) => new LogText().write(text),
  'a cell': (text) => {
    const metadata = { name: 'a', uid: 'a' };
    const { rows, columns } = rowsOfList(
      {
        kind: 'Table',
        columnDefinitions: [{ name: 'Name' }, { name: 'Status' }, { name: text }],
        rows: [{ cells: ['a', text, text], object: { metadata } }],
      },
      0,
    );
    return describeRow(columns!, rows[0]!, 60_000, 'one');
  },
  'the server of a kubeconfig': (text) => kubeconfig({ server: `https://${text}` }),
};

/** What a text is made of: what the patterns look for that these texts are read by, begun again and again. */
const units = [
  'x',
  ' ',
  '\n',
  ' \n',
  '\t\r\n ',
  '"',
  '\\"',
  "'",
  'a "',
  'x y ',
  'no ',
  'no x with name ',
  'unknown field "',
  ': .',
  ': supported values: "',
  '"\\"',
  'conflict with "',
  'is forbidden',
  '[',
  '["',
  'a=',
  'a=,',
  '.',
  'token: ',
  'token="',
  'token="\\',
  'authorization: ',
  'authorization" : ',
  'bearer ',
  'eyJaaaaaaaa.',
  'eyJ',
  'a://',
  'https://a',
  'https://a:b@',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN A PRIVATE KEY',
  'passwordtoken',
  'clientsecret',
  '--token ',
  'invalid value: ',
  '\x1b',
  '\x1b[',
  '\x1b]0;',
  '\x9b1;',
  '\x1b[1m',
  '\u202e',
  '$(',
  '](',
  '](command:',
  '<',
  '{',
  '[[',
  '\ud800',
  '\u0000',
  '%',
  'ä',
];

/** What comes behind all of it: what the patterns may look for in vain until there. */
const ends = ['', ' "x@]'];

describe('a text of 256 KB, whatever it is made of, keeps nobody waiting', () => {
  test.each(Object.entries(readers))('%s', async (_name, read) => {
    const slow: string[] = [];
    for (const unit of units) {
      for (const end of ends) {
        const text = unit.repeat(Math.floor(longest / unit.length)) + end;
        // What was late once, for what else the process did, is measured again.
        const isSlow = (await cpuTimeOf(read, text)) > most && (await cpuTimeOf(read, text)) > most;
        if (isSlow) slow.push(`${JSON.stringify(unit)} and ${JSON.stringify(end)}`);
      }
    }
    expect(slow).toEqual([]);
  });
});

/** In milliseconds. */
async function cpuTimeOf(read: (text: string) => unknown, text: string): Promise<number> {
  const before = process.cpuUsage();
  await read(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function status(fields: object): string {
  return JSON.stringify({ kind: 'Status', status: 'Failure', code: 422, message: '', ...fields });
}

/** All that is done with a refusal until a person reads it. */
function refused(body: string, contentType = 'application/json'): ClusterError {
  const error = refusalError(intent, asker, { code: 422, contentType, body, retryAfterSeconds: undefined });
  sentenceOf(error.explanation);
  refusalOf(error);
  conflictsOf(error);
  missingObject(error);
  return error;
}

function kubeconfig(cluster: object): unknown {
  const text = JSON.stringify({
    clusters: [{ name: 'c', cluster }],
    users: [{ name: 'u', user: {} }],
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
  });
  const io = { readFile: async () => Buffer.from(text) };
  return loadKubeContexts({ merged: ['/kubeconfig'], extra: [] }, io);
}
