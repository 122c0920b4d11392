// Writes what is made of the diagnostics' codes: npm run docs
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { codes } from '../../server/src/checks/codes/codes.ts';
import { codeNames } from './code-names.ts';
import { rulesPage } from './rules-page.ts';
import { withSeveritySetting } from './severity-setting.ts';

await mkdir('docs', { recursive: true });
await writeFile('docs/rules.md', rulesPage(codes));
await writeFile('server/src/checks/codes/code-names.ts', codeNames(codes));
await writeFile('package.json', withSeveritySetting(await readFile('package.json', 'utf8'), codes));
