import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import {
  buttonId,
  type CommandId,
  commandTable,
  paletteId,
} from '../../client/src/contributions/commands.ts';
import { views } from '../../client/src/contributions/views.ts';

const root = resolve(import.meta.dirname, '../..');

/** What the activation of the extension did, in a bare Node. */
interface Activation {
  /** The files of the extension that were read until `activate()` returned. */
  readonly read: readonly string[];
  readonly commands: readonly string[];
  readonly views: readonly string[];
  readonly exported: readonly string[];
}

test('activation reads at most 0.4 MB, and nothing of ws or another package', async () => {
  const outputs = await builtOutputs();
  const { read } = await activate('Production');
  const sizes = await Promise.all(read.map(async (file) => (await stat(file)).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(400_000);
  const sources = read.flatMap((file) => outputs.get(relative(root, file).replaceAll('\\', '/'))!);
  expect(sources).toContain('client/src/extension.ts');
  expect(sources.filter(packageOf)).toEqual([]);
  // They are in other chunks, so their absence means that they wait for their first use.
  const packages = new Set([...outputs.values()].flat().map(packageOf));
  expect([...packages]).toEqual(expect.arrayContaining(['ws', 'vscode-languageclient']));
});

test('activation registers every command and view once', async () => {
  const { commands, views: trees } = await activate('Production');
  const ids = (Object.keys(commandTable) as CommandId[]).flatMap((id) =>
    [id, commandTable[id].fromPalette === undefined ? [] : paletteId(id), buttonId(id) ?? []].flat(),
  );
  // By this one VS Code says which line is in focus; nobody is offered it.
  const own = `${views.clusters}.lineInFocus`;
  expect([...commands].sort()).toEqual([...ids, own].sort());
  expect([...trees].sort()).toEqual(Object.values(views).sort());
});

test('activation exports nothing of its insides but to tests', async () => {
  expect((await activate('Production')).exported).toEqual([]);
  expect((await activate('Development')).exported).toEqual([]);
  expect((await activate('Test')).exported).toEqual(['clusters', 'forwards', 'window', 'languageServer']);
});

async function activate(mode: 'Production' | 'Development' | 'Test'): Promise<Activation> {
  const probe = [join(root, 'test/support/activate.mjs'), join(root, 'dist/extension.mjs'), mode];
  const { stdout } = await promisify(execFile)(process.execPath, probe);
  return JSON.parse(stdout);
}

/** The files of the extension, each with the sources that the build put into it. */
async function builtOutputs(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { outputs } = JSON.parse(await readFile(join(root, 'out/meta/extension.json'), 'utf8')) as {
    readonly outputs: Readonly<Record<string, { readonly inputs: object }>>;
  };
  return new Map(Object.entries(outputs).map(([file, { inputs }]) => [file, Object.keys(inputs)]));
}

function packageOf(source: string): string | undefined {
  return /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1];
}
