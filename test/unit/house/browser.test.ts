import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** The server as a browser would load it: everything but `main.ts`. Node's modules and globals are not there. */
async function bundle() {
  return await build({
    stdin: {
      contents: `export { startServer } from './server.ts';`,
      resolveDir: `${import.meta.dirname}/../../../server/src`,
      loader: 'ts',
    },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    metafile: true,
    logLevel: 'silent',
  });
}

test('the server bundles for a browser, and nothing of Node comes along', async () => {
  const { outputFiles, metafile, warnings } = await bundle();
  expect(warnings).toEqual([]);
  const inputs = Object.keys(metafile.inputs);
  expect(inputs.filter((path) => path.startsWith('node:') || path.includes('/lib/node/'))).toEqual([]);
  expect(outputFiles[0]!.text).not.toMatch(/\b(?:require\(|__dirname\b|Buffer\.)/);
});

test('the own sources use no global of Node', async () => {
  const { metafile } = await bundle();
  const own = Object.keys(metafile.inputs).filter((path) => path.includes('server/src/'));
  expect(own.length).toBeGreaterThan(20);
  const { outputFiles } = await build({
    entryPoints: own.map((path) => path),
    bundle: false,
    write: false,
    outdir: 'out',
    define: Object.fromEntries(
      ['process', 'Buffer', '__dirname', '__filename', 'require', 'setImmediate', 'global'].map((name) => [
        name,
        'nodeGlobalUsed',
      ]),
    ),
    logLevel: 'silent',
  });
  expect(outputFiles.filter(({ text }) => text.includes('nodeGlobalUsed')).map(({ path }) => path)).toEqual(
    [],
  );
});
