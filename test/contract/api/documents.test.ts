import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chosenServer } from './chosen-server.ts';
import { documentDigests } from './document-digests.ts';
import { type StartedServer, startChosen } from './started-server.ts';

// Discovery and OpenAPI, document by document, are what kube-apiserver's were when they were recorded.

const chosen = await chosenServer(process.env);
let server: StartedServer;

beforeAll(async () => {
  server = await startChosen(chosen);
}, 120_000);
afterAll(() => server?.stop(), 120_000);

test.skipIf(chosen.kind === 'any cluster')(
  `${chosen.name} describes itself as kube-apiserver does`,
  { timeout: 60_000 },
  async () => {
    const file = resolve(import.meta.dirname, `../../fixtures/openapi/documents-${chosen.version}.json`);
    const recorded = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
    const told = await documentDigests(server.send);
    const differing = Object.keys({ ...recorded, ...told }).filter((path) => recorded[path] !== told[path]);
    expect(differing).toEqual([]);
  },
);
