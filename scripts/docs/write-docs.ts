import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { chapters, codes } from '../../server/src/codes/codes.ts';
import { versionsOfFacts } from '../facts/facts-files.ts';
import { grammarFiles, pathOf } from '../syntaxes/grammars.ts';
import { codeNames } from './code-names.ts';
import { withContributions } from './contributions.ts';
import { withKeysTable } from './keys-table.ts';
import { kubernetesVersionsModule, withVersionSetting, withVersionsPromised } from './kubernetes-versions.ts';
import { limits } from './limits.ts';
import { limitsPage } from './limits-page.ts';
import { rulesPage } from './rules-page.ts';
import { withSeveritySetting } from './severity-setting.ts';

/**
 * Writes everything that is made of the diagnostics' codes, of the facts, of the client's tables and of the grammars' rules,
 * in the project's folder.
 */
export async function writeDocs(): Promise<void> {
  const versions = await versionsOfFacts('server/facts');
  await mkdir('docs', { recursive: true });
  await writeFile('docs/rules.md', rulesPage(chapters, versions));
  await writeFile('docs/limits.md', await pageOfLimits());
  await writeFile('server/src/codes/code-names.ts', codeNames(codes));
  await writeFile('server/src/catalog/kubernetes-versions.ts', kubernetesVersionsModule(versions));
  await mkdir('syntaxes', { recursive: true });
  for (const { file, grammar } of grammarFiles()) {
    await writeFile(pathOf(file), `${JSON.stringify(grammar, null, 1)}\n`);
  }
  await rewrite('package.json', (text) =>
    withVersionSetting(withSeveritySetting(withContributions(text), codes), versions),
  );
  await rewrite('README.md', (text) => withKeysTable(withVersionsPromised(text, versions)));
}

async function pageOfLimits(): Promise<string> {
  const files = Object.keys(limits);
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const sources = new Map(files.map((file, index) => [file, texts[index]!]));
  return limitsPage((file) => sources.get(file) ?? '');
}

async function rewrite(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, 'utf8')));
}
