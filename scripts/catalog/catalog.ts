// Builds dist/catalog from server/facts and the official client's doc comments.
//   node scripts/run.mjs scripts/catalog/catalog.ts [OUT]
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { buildCatalog } from './build-catalog.ts';

const root = process.cwd();
const client = dirname(createRequire(join(root, 'package.json')).resolve('@kubernetes/client-node'));
const files = await buildCatalog({
  facts: join(root, 'server', 'facts'),
  models: join(client, 'gen', 'models'),
  out: resolve(process.argv[2] ?? join(root, 'dist', 'catalog')),
});
const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
console.log(`catalog: ${files.length} files, ${Math.round(bytes / 1000)} kB`);
