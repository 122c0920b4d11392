import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Resource } from '../../../client/src/cluster/kube-object.ts';
import { caseName, type RawRequest } from './case.ts';
import { allCases } from './cases/all-cases.ts';
import { chosenServer } from './chosen-server.ts';
import { asClientTells, type ClientServer, openClientServer, operationOf } from './client-server.ts';
import { customKinds } from './custom-kinds.ts';
import { differenceOf } from './differences.ts';
import { harmOf } from './harm.ts';
import { type OpenRun, openRun } from './open-run.ts';
import { runCase, type SentRequest } from './run-case.ts';
import { servedKinds } from './served-kinds.ts';
import { type StartedServer, startChosen } from './started-server.ts';

// The cases of the suite whose request the client's interface has words for, asked through it.

const chosen = await chosenServer(process.env);
const id = `run${randomBytes(3).toString('hex')}`;
/** What is read of them here is where they are served. */
const resources = [
  ...servedKinds(chosen.version),
  ...customKinds.map(({ served }) => served),
] as unknown as readonly Resource[];
const spoken = allCases(chosen.version).flatMap((tried) => {
  const operation = operationOf(planned(tried.request), resources)?.operation;
  return operation ? [{ tried: { ...tried, expect: asClientTells(tried.expect, operation) } }] : [];
});

/** What is no question about a kind, and what of the client asks it. */
const askedOtherwise = {
  getAPIResources: 'discover',
  connectGetNamespacedPodAttach: 'connect',
  connectPostNamespacedPodAttach: 'connect',
  connectGetNamespacedPodExec: 'connect',
  connectPostNamespacedPodExec: 'connect',
  connectGetNamespacedPodPortforward: 'portForward',
  connectPostNamespacedPodPortforward: 'portForward',
};

describe(`the API of ${chosen.name}, through the client`, () => {
  let server: StartedServer;
  let client: ClientServer;
  let run: OpenRun;

  beforeAll(async () => {
    server = await startChosen(chosen);
    run = await openRun(id, server.send, () => new Promise((done) => setTimeout(done, 250)));
    client = await openClientServer(server.kubeconfig);
  }, 120_000);
  afterAll(async () => {
    await client?.close();
    await run?.close();
    await server?.stop();
  }, 120_000);

  test('every operation that asks something of a kind is asked', () => {
    const asked = new Set(spoken.map(({ tried }) => tried.operation));
    const left = allCases(chosen.version).filter(({ operation }) => !asked.has(operation));
    const identifiers = new Set(left.map(({ operation }) => operation.split(' ')[1]!));
    expect([...identifiers].filter((identifier) => !(identifier in askedOtherwise))).toEqual([]);
  });

  describe.concurrent('cases', () => {
    test.for(spoken.map(({ tried }, index) => ({ name: caseName(tried), tried, number: index + 1 })))(
      '$name',
      { timeout: 120_000 },
      async ({ tried, number }, { skip }) => {
        const obstacle = chosen.kind === 'any cluster' ? (harmOf(tried) ?? run.unserved(tried)) : undefined;
        const difference = chosen.kind === 'sandbox' ? differenceOf(tried, chosen.version) : undefined;
        const reason = obstacle ?? difference;
        if (reason) skip(reason);
        const problems = await runCase(tried, { ...run.of(number), ask: client.ask });
        if (problems.length > 0) throw new Error(problems.join('; '));
      },
    );
  });
});

/** A request as it would be sent, with its placeholders. */
function planned({ method, path, query = {}, headers = {}, body, givenWith }: RawRequest): SentRequest {
  const parameters = new URLSearchParams(query).toString();
  const sent = body ?? givenWith;
  return {
    method,
    path: parameters === '' ? path : `${path}?${parameters}`,
    headers: { ...(sent !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: sent === undefined || typeof sent === 'string' ? sent : JSON.stringify(sent),
  };
}
