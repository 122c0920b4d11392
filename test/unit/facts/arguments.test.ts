import { expect, test } from 'vitest';
import { parseArguments } from '../../../scripts/facts/arguments.ts';

test.each<[words: string[], read: ReturnType<typeof parseArguments>]>([
  [['--server', 'a'], { kubeconfig: 'a', context: undefined, out: undefined }],
  [['--out=o', '--server=a', '--context', 'c'], { kubeconfig: 'a', context: 'c', out: 'o' }],
  [[], { problem: '--server KUBECONFIG is missing' }],
  [['--server='], { problem: '--server KUBECONFIG is missing' }],
  [['--server', 'a', '--nodes'], { problem: "Unknown option '--nodes'" }],
])('%j', (words, read) => {
  expect(parseArguments(words)).toEqual(read);
});
