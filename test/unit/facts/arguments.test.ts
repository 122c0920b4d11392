import { expect, test } from 'vitest';
import { parseArguments } from '../../../scripts/facts/arguments.ts';

test.each<[words: string[], read: ReturnType<typeof parseArguments>]>([
  [['--server', 'a'], { source: 'server', kubeconfig: 'a', context: undefined, out: undefined }],
  [
    ['--out=o', '--server=a', '--context', 'c'],
    { source: 'server', kubeconfig: 'a', context: 'c', out: 'o' },
  ],
  [['--modules'], { source: 'modules', out: undefined }],
  [['--modules', '--out', 'o'], { source: 'modules', out: 'o' }],
  [['--modules', '--server', 'a'], { problem: '--modules goes with no server' }],
  [[], { problem: '--server KUBECONFIG or --modules is missing' }],
  [['--server='], { problem: '--server KUBECONFIG or --modules is missing' }],
  [['--server', 'a', '--nodes'], { problem: "Unknown option '--nodes'" }],
])('%j', (words, read) => {
  expect(parseArguments(words)).toEqual(read);
});
