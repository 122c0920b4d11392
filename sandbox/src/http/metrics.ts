import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiContext } from '../api-context.ts';
import type { HealthEndpoint } from '../server-facts.ts';
import { sendText } from './respond.ts';

const contentType = 'text/plain; version=0.0.4; charset=utf-8; escaping=underscores';

/**
 * Answers `/metrics` and `/metrics/slis`, as far as the sandbox measures itself: its release, its checks and how many objects it
 * stores. False for every other path.
 */
export function answerMetrics(
  { method }: IncomingMessage,
  response: ServerResponse,
  pathname: string,
  api: ApiContext,
): boolean {
  if (pathname !== '/metrics' && pathname !== '/metrics/slis') return false;
  if (method === 'DELETE') {
    sendText(response, 200, 'metrics reset\n');
    return true;
  }
  const families = pathname === '/metrics' ? [storedObjects(api), release(api), checks(api)] : [checks(api)];
  const body = Buffer.from(families.flat().join('\n').concat('\n'));
  response.writeHead(200, {
    'content-type': contentType,
    'content-length': body.length,
    'cache-control': 'no-cache, private',
  });
  response.end(body);
  return true;
}

function family(name: string, stability: string, help: string, samples: readonly string[]): string[] {
  return [
    `# HELP ${name} [${stability}] ${help}`,
    `# TYPE ${name} gauge`,
    ...samples.map((one) => `${name}${one}`),
  ];
}

function storedObjects({ registry, storage }: ApiContext): string[] {
  const names = new Map(
    registry
      .all()
      .filter(({ kind }) => kind.verbs.includes('watch'))
      .map((resource) => [`${resource.storage.group}/${resource.storage.plural}`, resource.storage]),
  );
  const samples = [...names.values()].map(
    (name) =>
      `{group=${JSON.stringify(name.group)},resource=${JSON.stringify(name.plural)}} ${storage.count(name)}`,
  );
  return family(
    'apiserver_resource_objects',
    'ALPHA',
    'Number of stored objects split by kind.',
    samples.sort(),
  );
}

function release({ serverFacts: { version } }: ApiContext): string[] {
  const labels = [
    ['git_version', version.gitVersion],
    ['major', version.major],
    ['minor', version.minor],
  ].map(([name, value]) => `${name}=${JSON.stringify(value ?? '')}`);
  return family('kubernetes_build_info', 'ALPHA', 'The release that is served.', [`{${labels.join(',')}} 1`]);
}

function checks({ serverFacts }: ApiContext): string[] {
  const samples = Object.entries(serverFacts.checks as Record<HealthEndpoint, readonly string[]>).flatMap(
    ([endpoint, names]) =>
      names.map((name) => `{name=${JSON.stringify(name)},type=${JSON.stringify(endpoint)}} 1`),
  );
  const help = 'The result of a single health check.';
  return family('kubernetes_healthcheck', 'STABLE', help, samples.sort());
}
