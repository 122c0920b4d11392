import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProtobufFacts } from '../../sandbox/src/protobuf/protobuf-facts.ts';

/** The project's facts of protobuf. */
export async function protobufFacts(): Promise<ProtobufFacts> {
  const file = join(import.meta.dirname, '../../server/facts/protobuf.json');
  return JSON.parse(await readFile(file, 'utf8')) as ProtobufFacts;
}
