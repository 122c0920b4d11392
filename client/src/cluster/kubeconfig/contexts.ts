import { createHash } from 'node:crypto';
import type { KubeContext } from '../cluster.ts';
import { maskSecrets } from '../mask-secrets.ts';
import { readUrl } from '../read-url.ts';
import { connectionProblem, mayAskPerson, serverOf } from './connection.ts';
import type { Configuration } from './merge.ts';
import { isTrue, textField } from './parse.ts';

/** The contexts of a configuration in the order of its files, broken ones too, each with what is wrong with it. */
export function contextsOf(configuration: Configuration): KubeContext[] {
  return [...configuration.contexts.values()].map(({ name, file, fields }) => {
    const clusterName = textField(fields, 'cluster') ?? '';
    const userName = textField(fields, 'user') ?? '';
    const cluster = configuration.clusters.get(clusterName);
    const user = configuration.users.get(userName);
    const names = { name, cluster: clusterName, user: userName };
    const problem = connectionProblem(configuration, names);
    return {
      id: hash([file, name]),
      name,
      cluster: clusterName,
      user: userName,
      namespace: textField(fields, 'namespace'),
      server: cluster && shownServer(serverOf(cluster)),
      insecure: cluster !== undefined && isTrue(cluster.fields, 'insecure-skip-tls-verify'),
      file,
      current: configuration.currentContext === name,
      problem,
      login: problem === undefined && mayAskPerson(configuration, names) ? 'terminal' : undefined,
      revision: hash([fields, cluster ?? null, user ?? null]),
    };
  });
}

/** A URL as a person may see it: without a name and a password in it. */
function shownServer(server: string | undefined): string | undefined {
  const url = server === undefined ? undefined : readUrl(server);
  if (server === undefined || !url) return server && maskSecrets(server);
  if (url.username === '' && url.password === '') return server;
  url.username = '';
  url.password = '';
  return url.href.replace(/\/$/, '');
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 24);
}
