import { expect, test } from 'vitest';
import { createLog, type LogLevel } from '../../../client/src/cluster/log.ts';

function written(use: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = [];
  use(createLog((level: LogLevel, line: string) => lines.push(`${level} ${line}`)));
  return lines;
}

test('tells what was done at its level, and what came of it with its causes', () => {
  const cause = new Error('connect ECONNREFUSED', { cause: 'nothing listens' });
  expect(
    written((log) => {
      log.trace('get /version');
      log.debug('a stream was cut', new Error('', { cause }));
      log.info('asked');
      log.warn('asked again', 'no error at all');
      log.error('failed', new TypeError('x is undefined'));
    }),
  ).toEqual([
    'trace get /version',
    'debug a stream was cut: Error, caused by: connect ECONNREFUSED, caused by: nothing listens',
    'info asked',
    'warn asked again: no error at all',
    'error failed: x is undefined',
  ]);
});

test('masks secrets in what was done and in what came of it', () => {
  const error = new Error('it printed token: abc', { cause: new Error('Authorization: Bearer abcdef') });
  expect(written((log) => log.warn('plugin --password=x failed', error))).toEqual([
    'warn plugin --password=*** failed: it printed token: ***, caused by: Authorization: ***',
  ]);
});

test('ends with an error that causes itself', () => {
  const error = new Error('again');
  error.cause = error;
  expect(written((log) => log.warn('loop', error))).toHaveLength(1);
});
