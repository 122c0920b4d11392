import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ProtobufFacts } from '../../../sandbox/src/protobuf/protobuf-facts.ts';
import {
  kubernetesVersionsModule,
  withVersionSetting,
  withVersionsPromised,
} from '../../../scripts/docs/kubernetes-versions.ts';
import { readFacts, versionsOfFacts } from '../../../scripts/facts/facts-files.ts';
import { isServedIn } from '../../../scripts/facts/unfit-server.ts';
import type { Lifecycle } from '../../../server/src/catalog/catalog.ts';
import type { Facts } from '../../../server/src/catalog/files.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'server/facts');

describe('what names the versions is up to date: npm run docs', () => {
  test.each<[file: string, made: (text: string, versions: readonly string[]) => string]>([
    ['server/src/catalog/kubernetes-versions.ts', (_text, versions) => kubernetesVersionsModule(versions)],
    ['package.json', withVersionSetting],
    ['README.md', withVersionsPromised],
  ])('%s', async (file, made) => {
    const text = await readFile(join(root, file), 'utf8');
    expect(made(text, await versionsOfFacts(folder))).toBe(text);
  });
});

describe('the README promises the versions', () => {
  const promise = (versions: string) => `- **x** every kind and field of Kubernetes ${versions}, offline, in`;
  test.each<[versions: string[], promised: string]>([
    [['1.36'], '1.36'],
    [['1.36', '1.37'], '1.36 and 1.37'],
    [['1.9', '1.36', '1.37'], '1.9, 1.36 and 1.37'],
  ])('%j', (versions, promised) => {
    expect(withVersionsPromised(promise('1.8 and 1.9'), versions)).toBe(promise(promised));
  });

  test('one without the promise is told of', () => {
    expect(() => withVersionsPromised('all of Kubernetes 1.9', ['1.9'])).toThrow('README.md has no sentence');
  });
});

/** The groups whose sources tell of no lifecycle. */
const withoutLifecycle = ['apiextensions.k8s.io', 'apiregistration.k8s.io', 'internal.apiserver.k8s.io'];

describe('the lifecycle agrees with what servers serve', () => {
  let facts: Map<string, Facts>;
  let rows: Map<string, Lifecycle>;
  beforeAll(async () => {
    facts = await readFacts(folder);
    const lifecycle = JSON.parse(await readFile(join(folder, 'lifecycle.json'), 'utf8')) as Lifecycle[];
    rows = new Map(lifecycle.map((row) => [nameOf(row), row]));
  });

  test('every served kind has a row', () => {
    const served = [...facts.values()].flatMap(({ resources }) => resources);
    const missing = served.filter(
      (kind) => !rows.has(nameOf(kind)) && !withoutLifecycle.includes(kind.group),
    );
    expect(missing.map(nameOf)).toEqual([]);
  });

  test('a kind is served from the version that introduces it until the one that removes it', () => {
    const versions = [...facts.keys()];
    const names = new Set([...facts.values()].flatMap(({ resources }) => resources.map(nameOf)));
    const wrong = [...names].flatMap((name) => {
      const served = versions.filter((version) => facts.get(version)!.resources.map(nameOf).includes(name));
      const told = versions.filter((version) => isServedIn(version, rows.get(name)));
      return served.join() === told.join() ? [] : [`${name}: served in ${served}, told of ${told}`];
    });
    expect(wrong).toEqual([]);
  });

  function nameOf({ group, version, kind }: { group: string; version: string; kind: string }): string {
    return `${group}/${version} ${kind}`;
  }
});

describe('the facts of protobuf agree with the schemas of servers: npm run facts -- --modules', () => {
  let protobuf: ProtobufFacts;
  let facts: Map<string, Facts>;
  beforeAll(async () => {
    facts = await readFacts(folder);
    protobuf = JSON.parse(await readFile(join(folder, 'protobuf.json'), 'utf8')) as ProtobufFacts;
  });

  test('they are of the same releases', () => {
    const releases = [...facts.values()].map(({ version }) => version.replace(/^v1\./, 'v0.'));
    expect([...new Set(protobuf.modules.map((module) => module.split('@')[1]))]).toEqual(releases);
  });

  test('every definition with properties has a message, and every property a field', () => {
    const wrong = [...facts.values()].flatMap(({ schemas }) =>
      Object.entries(schemas)
        .filter(([name, { properties }]) => properties && !withoutMessage.has(name))
        .flatMap(([name, { properties }]) =>
          Object.keys(properties!)
            .filter((property) => property !== 'kind' && property !== 'apiVersion')
            .filter((property) => !fieldNames(name).includes(property))
            .map((property) => `${name}.${property}`),
        ),
    );
    expect(wrong).toEqual([]);
  });

  test('no number is there twice, and every type is a scalar or a message', () => {
    const scalars = ['string', 'bytes', 'bool', 'int32', 'int64', 'double'];
    for (const fields of Object.values(protobuf.messages)) {
      expect(new Set(fields.map(({ number }) => number)).size).toBe(fields.length);
      for (const { type } of fields) expect(scalars.includes(type) || type in protobuf.messages).toBe(true);
    }
  });

  function fieldNames(message: string): string[] {
    const fields = protobuf.messages[message] ?? [];
    return fields.flatMap(({ name, type }) => (name === '' ? fieldNames(type) : [name]));
  }
});

/** Definitions that are no objects and travel as JSON alone. */
const withoutMessage = new Set(['io.k8s.apimachinery.pkg.version.Info']);
