import { expect, test } from 'vitest';
import { parseArguments } from '../../../sandbox/src/arguments.ts';
import { kubernetesVersions, newestKubernetesVersion } from '../../../server/src/catalog/catalog.ts';

const defaults = {
  kubeconfig: 'k',
  port: 0,
  content: 'empty',
  kubernetesVersion: newestKubernetesVersion,
  serviceAccountAdmission: 'off' as const,
  parent: undefined,
  history: undefined,
};

test.each([
  ['--kubeconfig k', defaults],
  ['--kubeconfig=k --port=8443', { ...defaults, port: 8443 }],
  ['--samples --kubeconfig k', { ...defaults, content: 'samples' }],
  [
    '--kubeconfig k --kubernetes-version 1.34 --parent-pid 7',
    { ...defaults, kubernetesVersion: '1.34', parent: 7 },
  ],
  ['--kubeconfig k --service-account-admission', { ...defaults, serviceAccountAdmission: 'on' }],
  [
    '--kubeconfig k --service-account-admission=on',
    { problem: '--service-account-admission takes no value' },
  ],
  ['--kubeconfig k --history 5', { ...defaults, history: 5 }],
  ['--kubeconfig k --history 0', { problem: '--history takes a number from 1 to 1000000, not "0"' }],
  ['', { problem: '--kubeconfig FILE is missing' }],
  ['--kubeconfig', { problem: '--kubeconfig needs a value' }],
  ['--kubeconfig k --port x', { problem: '--port takes a number from 0 to 65535, not "x"' }],
  ['--kubeconfig k --port 65536', { problem: '--port takes a number from 0 to 65535, not "65536"' }],
  ['--kubeconfig k --empty --samples', { problem: '--empty and --samples exclude each other' }],
  ['--kubeconfig k --empty=yes', { problem: '--empty takes no value' }],
  [
    '--kubeconfig k --kubernetes-version 1.20',
    { problem: `--kubernetes-version takes ${kubernetesVersions.join(', ')}, not "1.20"` },
  ],
  ['--kubeconfig k --verbose', { problem: 'unknown argument "--verbose"' }],
])('%s', (line, expected) => {
  expect(parseArguments(line.split(' ').filter(Boolean))).toEqual(expected);
});
