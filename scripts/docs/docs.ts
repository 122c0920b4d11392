// Writes what is made of the diagnostics' codes and of the client's tables: npm run docs
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { chapters, codes } from '../../server/src/codes/codes.ts';
import { codeNames } from './code-names.ts';
import { withContributions } from './contributions.ts';
import { rulesPage } from './rules-page.ts';
import { withSeveritySetting } from './severity-setting.ts';

await mkdir('docs', { recursive: true });
await writeFile('docs/rules.md', rulesPage(chapters));
await writeFile('server/src/codes/code-names.ts', codeNames(codes));
await writeFile(
  'package.json',
  withSeveritySetting(withContributions(await readFile('package.json', 'utf8')), codes),
);
