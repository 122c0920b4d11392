// Types whole documents by real key presses into a real workbench and compares what stands there then.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openWorkbench } from '../support/workbench.ts';
import { runScript, tallPage } from './script.ts';
import { type Style, styles } from './type-document.ts';

const here = resolve('test', 'typing');
const usage =
  'npm run check:typing -- [FILES...] [--style S]... [--delay MS]... [--set KEY=JSON]... [--workspace FOLDER]';
const { values, positionals } = argumentsOrUsage();
const documents = join(here, 'documents');
const files =
  positionals.length > 0
    ? positionals
    : (await readdir(documents)).toSorted().map((name) => join(documents, name));

const workbench = await openWorkbench({
  folder: resolve(values.workspace),
  extension: 'development',
  // As VS Code ships.
  settings: { 'editor.wordBasedSuggestions': undefined, ...settingsOf(values.set) },
});
let failed = 0;
let scripts = 0;
let wrongLines = 0;
try {
  await workbench.page.setViewportSize(tallPage);
  for (const delay of values.delay.map(Number)) {
    for (const style of values.style as Style[]) {
      for (const file of files) {
        const meant = await readFile(file, 'utf8');
        const started = Date.now();
        const { text, error } = await runScript(workbench, { name: basename(file), meant, style, delay });
        scripts++;
        const seconds = Math.round((Date.now() - started) / 1000);
        const name = `${basename(file)} ${style} ${delay} ms (${seconds} s)`;
        if (text === meant && error === undefined) {
          console.log(`✓ ${name}`);
          continue;
        }
        failed++;
        await mkdir(join('out', 'typed', `${style}-${delay}`), { recursive: true });
        await writeFile(join('out', 'typed', `${style}-${delay}`, basename(file)), text);
        const wrong = linesOnlyIn(text, meant);
        const lost = linesOnlyIn(meant, text);
        wrongLines += wrong.length;
        console.log(`✗ ${name}: ${wrong.length} lines are wrong, ${lost.length} are not there`);
        if (error) console.log(`    ${error.replaceAll('\n', '\n    ')}`);
        for (const line of wrong.slice(0, 12)) console.log(`    + ${line}`);
        for (const line of lost.slice(0, 12)) console.log(`    - ${line}`);
      }
    }
  }
} finally {
  await workbench.close();
}
console.log(`${scripts - failed} of ${scripts} scripts passed, ${wrongLines} lines wrong`);
process.exitCode = failed > 0 ? 1 : 0;

/** The lines of a text that another has not, or not so often. */
function linesOnlyIn(text: string, other: string): string[] {
  const left = new Map<string, number>();
  for (const line of other.split('\n')) left.set(line, (left.get(line) ?? 0) + 1);
  return text.split('\n').filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

function settingsOf(written: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    written.map((setting) => {
      const [key, value] = setting.split(/=(.*)/s) as [string, string];
      return [key, JSON.parse(value)];
    }),
  );
}

/** The arguments of the command line; ends the process, saying what there is, where one of them is none. */
function argumentsOrUsage() {
  try {
    const given = parseArgs({
      allowPositionals: true,
      options: {
        style: { type: 'string', multiple: true, default: [...styles] },
        delay: { type: 'string', multiple: true, default: ['20', '250'] },
        set: { type: 'string', multiple: true, default: [] },
        workspace: { type: 'string', default: join(here, 'workspace') },
      },
    });
    const unknown = given.values.style.find((style) => !styles.some((one) => one === style));
    if (unknown === undefined) return given;
    console.error(`no style is called ${unknown}; there are ${styles.join(', ')}`);
  } catch (error) {
    console.error(`${(error as Error).message}\nusage: ${usage}`);
  }
  process.exit(2);
}
