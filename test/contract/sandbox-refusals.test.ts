import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { ask } from '../support/sandbox-client.ts';

// What kube-apiserver 1.35.4 answered to the same requests.

interface Recorded {
  what: string;
  /** What is there before, and goes away afterwards. */
  given: { path: string; object: { metadata: { name: string } } }[];
  method: string;
  path: string;
  /** The content type of the body. */
  type: string;
  body: unknown;
  code: number;
  message: string;
  /** Each with its reason, field and message. */
  causes: string[][];
}

const file = resolve(import.meta.dirname, 'recorded-refusals.json');
const recorded = JSON.parse(readFileSync(file, 'utf8')) as Recorded[];

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ kubernetesVersion: '1.35' });
});

afterAll(async () => {
  await sandbox.stop();
});

test.each(recorded)('$what', async ({ given, method, path, type, body, code, message, causes }) => {
  for (const { path: collection, object } of given) {
    const made = await ask(sandbox, 'POST', collection, object);
    expect(made.code, made.text).toBe(201);
  }
  const answer = await ask(sandbox, method, path, body, { 'content-type': type });
  for (const { path: collection, object } of given) {
    await ask(sandbox, 'DELETE', `${collection}/${object.metadata.name}?gracePeriodSeconds=0`);
  }
  expect({ code: answer.code, message: answer.body.message, causes: causesOf(answer.body) }).toEqual({
    code,
    message,
    causes,
  });
});

function causesOf({ details }: Status): string[][] {
  return (details?.causes ?? []).map(({ reason = '', field = '', message }) => [reason, field, message]);
}

interface Status {
  details?: { causes?: { reason?: string; field?: string; message: string }[] };
}
