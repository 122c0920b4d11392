// Writes the pages of docs/ that are made of the sources: npm run docs
import { mkdir, writeFile } from 'node:fs/promises';
import { codes } from '../server/src/features/diagnostics/codes.ts';
import { rulesPage } from './rules-page.ts';

await mkdir('docs', { recursive: true });
await writeFile('docs/rules.md', rulesPage(codes));
