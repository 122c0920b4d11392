// Builds dist/catalog from server/facts and the doc comments of packages that have the API's own prose.
//   node scripts/run.mjs scripts/catalog/catalog.ts [OUT]
import { join, resolve } from 'node:path';
import { buildCatalog } from './build-catalog.ts';
import { proseOfPackages } from './prose/packages.ts';

const root = process.cwd();
const files = await buildCatalog({
  facts: join(root, 'server', 'facts'),
  prose: (definitions) => proseOfPackages(root, definitions),
  out: resolve(process.argv[2] ?? join(root, 'dist', 'catalog')),
});
const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
console.log(`catalog: ${files.length} files, ${Math.round(bytes / 1000)} kB`);
