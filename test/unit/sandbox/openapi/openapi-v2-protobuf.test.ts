import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { openApiV2Protobuf } from '../../../../sandbox/src/openapi/openapi-v2-protobuf.ts';

test('a document is written as gnostic writes it, byte by byte', async () => {
  const file = resolve(import.meta.dirname, '../../../fixtures/protobuf/openapi-v2.json');
  const { document, base64 } = JSON.parse(await readFile(file, 'utf8'));
  expect(openApiV2Protobuf(document).toString('base64')).toBe(base64);
});

test('a part that a document must not have is left out', () => {
  const info = { title: 'Kubernetes', version: '1.35' };
  const odd = { swagger: '2.0', info, unknown: {}, definitions: { A: { oneOf: [{}], nullable: true } } };
  expect(openApiV2Protobuf(odd)).toEqual(openApiV2Protobuf({ swagger: '2.0', info, definitions: { A: {} } }));
});
