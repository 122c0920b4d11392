import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseDocuments } from '../../server/src/yaml/documents.ts';
import { toValue } from '../../server/src/yaml/value.ts';

const root = resolve(import.meta.dirname, '../..');
const launcher = join(root, 'scripts', 'kubewright.mjs');
const good = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n';
const bad = `${good}dta: {}\n`;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-hooks-'));
  git('init', '-q');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs git in the folder, as somebody who has `kubewright` on the PATH. */
function git(...words: string[]): { status: number | null; output: string } {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  const run = spawnSync('git', [...identity, ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(folder, '.git', 'bin')}${delimiter}${process.env.PATH}` },
  });
  return { status: run.status, output: run.stdout + run.stderr };
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

/** The text between fences of the README that holds some words. */
async function snippet(holding: string): Promise<string> {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const found = [...readme.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, text]) => text!);
  return found.find((text) => text.includes(holding))!;
}

test.runIf(process.platform !== 'win32')('the hook of the README refuses what is wrong', async () => {
  await mkdir(join(folder, '.git', 'bin'));
  await symlink(launcher, join(folder, '.git', 'bin', 'kubewright'));
  await write('.git/hooks/pre-commit', await snippet('git diff --cached'));
  await chmod(join(folder, '.git/hooks/pre-commit'), 0o755);

  await write('README.md', 'Nothing to check.\n');
  await write('deploy/a.yaml', good);
  git('add', '.');
  expect(git('commit', '-m', 'right')).toMatchObject({ status: 0 });

  await write('deploy/a b.yaml', bad);
  git('add', '.');
  const refused = git('commit', '-m', 'wrong');
  expect(refused.status).not.toBe(0);
  expect(refused.output).toContain('deploy/a b.yaml:5:1: error: Unknown field `dta`.');
  expect(git('log', '--oneline').output.trim().split('\n')).toHaveLength(1);

  // What is wrong elsewhere, and what is deleted, is not asked about.
  git('reset', '-q');
  git('rm', '-q', 'deploy/a.yaml');
  expect(git('commit', '-m', 'deleted')).toMatchObject({ status: 0 });
  await write('note.txt', 'a');
  git('add', 'note.txt');
  expect(git('commit', '-m', 'no manifest')).toMatchObject({ status: 0 });
});

test.runIf(process.platform !== 'win32')('the hook of the framework takes the files it names', async () => {
  const [hook] = toValue(
    parseDocuments(await readFile(join(root, '.pre-commit-hooks.yaml'), 'utf8'))[0]!.root!,
  ) as [{ entry: string; files: string }];
  const names = [
    'a.yaml',
    'b/c.yml',
    'd.json',
    'Kustomization',
    'e/Kustomization',
    'f.md',
    'MyKustomization',
  ];
  expect(names.filter((name) => new RegExp(hook.files).test(name))).toEqual(names.slice(0, 5));
  await write('a.yaml', bad);
  const [script, ...words] = hook.entry.split(' ');
  const run = spawnSync(join(root, script!), [...words, '--show', 'warning', 'a.yaml'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(run).toMatchObject({ status: 1, stdout: expect.stringContaining('a.yaml:5:1: error') });

  await write('-x.yaml', good);
  await write('--placeholder=.*x.yaml', bad);
  const odd = spawnSync(
    join(root, script!),
    [...words, '--show', 'warning', '-x.yaml', '--placeholder=.*x.yaml'],
    { cwd: folder, encoding: 'utf8' },
  );
  expect(odd).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^--placeholder=\.\*x\.yaml:5:1: error.*\n2 files,/),
    stderr: '',
  });
});

test.runIf(process.platform !== 'win32')('the workflow of the README writes what it uploads', async () => {
  const workflow = toValue(parseDocuments(await snippet('upload-sarif'))[0]!.root!) as {
    jobs: Record<string, { steps: { run?: string; with?: Record<string, string> }[] }>;
  };
  const { steps } = workflow.jobs.check!;
  const command = steps.find(({ run }) => run)!.run!;
  const upload = steps.at(-1)!.with!.sarif_file!;
  await symlink(root, join(folder, '.kubewright'));
  await write('deploy/a.yaml', bad);
  await write('deploy/b.yaml', good);
  const run = spawnSync('bash', ['-e', '-c', command], { cwd: folder, encoding: 'utf8' });
  expect([run.status, run.stdout, run.stderr]).toEqual([1, '', '']);
  const sarif = JSON.parse(await readFile(join(folder, upload), 'utf8'));
  expect(sarif.version).toBe('2.1.0');
  expect(sarif.runs[0].results).toMatchObject([
    {
      ruleId: 'unknown-field',
      level: 'error',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'deploy/a.yaml' } } }],
    },
  ]);
});
