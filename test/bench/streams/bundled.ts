import { basename, join } from 'node:path';
import { build } from 'esbuild';

/** A program as the extension has it: one that reads its sources as they are takes twice the memory. Gives its path. */
export async function bundled(entry: string): Promise<string> {
  const outfile = join(import.meta.dirname, '../../../out/bench', `${basename(entry, '.ts')}.mjs`);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify: true,
    lineLimit: 200,
    platform: 'node',
    format: 'esm',
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  });
  return outfile;
}
