import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codes } from '../../server/src/codes/codes.ts';
import { checkProblems, editorProblems } from '../support/editor-problems.ts';
import { type SarifLog, sarifFaults } from '../support/sarif-faults.ts';
import { findSystemNode } from '../support/system-node.ts';
import { widgetDefinition } from '../support/widgets.ts';

const root = resolve(import.meta.dirname, '../..');
const program = join(root, 'dist', 'check.js');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-check-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Ran {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs `kubewright check` in the folder. What takes time in the output is left out. */
function check(words: readonly string[], { input = '', node = process.execPath } = {}): Ran {
  const run = spawnSync(node, [program, 'check', ...words], {
    cwd: folder,
    encoding: 'utf8',
    input,
    maxBuffer: 1e8,
    timeout: 25_000,
  });
  return {
    code: run.status,
    output: run.stdout.replace(/ in \d+\.\d s$/m, ''),
    errors: run.stderr,
  };
}

async function files(texts: Record<string, string | Buffer>): Promise<void> {
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

const good = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  a: b\n';
const bad = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndta: {}\n';
const badLine = 'error: Unknown field `dta`. Did you mean `data`? [unknown-field]';
const widget = 'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nsize: 3\n';

describe('the exit code and the text', () => {
  test('of what is right', async () => {
    await files({ 'a.yaml': good, 'b/c.yml': `${good}---\n${good}`, 'b/note.txt': bad });
    expect(check(['.'])).toEqual({
      code: 0,
      output: '2 files, 3 documents, 3 objects: 0 errors, 0 warnings\n',
      errors: '',
    });
  });

  test('of what is wrong, named as the path was', async () => {
    await files({ 'a.yaml': good, 'b/c.yaml': bad });
    const output = `b/c.yaml:5:1: ${badLine}\n1 file, 1 document, 1 object: 1 error, 0 warnings\n`;
    expect(check(['b'])).toEqual({ code: 1, output, errors: '' });
    const whole = join(folder, 'b/c.yaml');
    expect(check([whole]).output).toContain(`${whole}:5:1: ${badLine}\n`);
  });

  test.each<[words: string, code: number, shown: boolean]>([
    ['--fail-on never', 0, true],
    ['--fail-on warning', 1, true],
    ['--severity unknown-field=warning', 0, true],
    ['--severity unknown-field=warning --fail-on warning', 1, true],
    ['--severity unknown-field=hint --show warning', 0, false],
    ['--ignore unknown-field', 0, false],
  ])('%s', async (words, code, shown) => {
    await files({ 'a.yaml': bad });
    const ran = check([...words.split(' '), 'a.yaml']);
    expect([ran.code, ran.output.includes('a.yaml:5:1')]).toEqual([code, shown]);
  });

  test('a comment ignores a problem', async () => {
    await files({ 'a.yaml': bad.replace('dta: {}', 'dta: {} # kubewright-ignore unknown-field') });
    expect(check(['a.yaml']).code).toBe(0);
  });

  test('of what cannot be read, beside what can', async () => {
    await files({ 'a.yaml': good, 'image.png': Buffer.of(0x89, 0, 0), 'sealed.yaml': Buffer.of(0, 1, 2) });
    expect(check(['a.yaml', 'gone.yaml', 'image.png', '.'])).toEqual({
      code: 2,
      output: '1 file, 1 document, 1 object: 0 errors, 0 warnings\nnot read: 3 paths\n',
      errors: `kubewright: gone.yaml could not be read: there is no such file or folder
kubewright: image.png could not be read: it is no text: it holds NUL bytes
kubewright: sealed.yaml could not be read: it is no text: it holds NUL bytes
`,
    });
    // Nobody named the one that is no text.
    expect(check(['.']).code).toBe(0);
    expect(check(['--schemas', 'gone', 'a.yaml']).code).toBe(2);
  });

  test('of a named file that is no YAML, and of one that a folder or a hook has', async () => {
    await files({
      'a/open.yaml': 'foo: [\n',
      'a/open.json': '{"a":\r\n',
      'a/filled.yaml': 'a: {{ b }}: [\n',
    });
    const named = ['a/open.yaml', 'a/open.json', 'a/filled.yaml'];
    const told = /^a\/open\.yaml:1:6: error: .*\na\/open\.json:1:1: error: .*\n3 files/;
    expect(check(named)).toMatchObject({ code: 1, output: expect.stringMatching(told) });
    expect(check(['--ignore', 'unclosed-bracket', ...named]).code).toBe(0);
    expect(check(['-'], { input: 'foo: [\n' }).code).toBe(1);
    const left = { code: 0, output: expect.stringMatching(/^3 files, 3 documents, 0 objects: 0 errors/) };
    expect(check(['a'])).toMatchObject(left);
    expect(check(['--hook', ...named])).toMatchObject(left);
  });

  test('of documents that are not checked', async () => {
    const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';
    await files({ 'deep.yaml': `${good}---\n${head}x: ${'['.repeat(600)}${']'.repeat(600)}\n` });
    await files({ 'large.yaml': `${head}data:\n  a: "${'x'.repeat(4_000_000)}"\n` });
    const { code, output } = check(['deep.yaml', 'large.yaml']);
    expect(code).toBe(0);
    expect(output).toMatch(/^2 files, 3 documents, /m);
    expect(output).toMatch(/^not judged: 2 documents too large or too deeply nested$/m);
  });

  test('of each version of Kubernetes', async () => {
    const pod =
      'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers: [{name: a, image: b}]\n';
    await files({ 'a.yaml': `${pod}  workloadRef: {name: a, podGroup: b}\n` });
    const codeOf = (version: string) => check(['--kubernetes-version', version, 'a.yaml']).code;
    expect(['1.34', '1.35', '1.36'].map(codeOf)).toEqual([1, 0, 1]);
  });

  test('of a command line that makes no sense', () => {
    expect(check(['--outptu', 'json', '.'])).toEqual({
      code: 2,
      output: '',
      errors:
        'kubewright: there is no flag --outptu; did you mean --output?\nFor help: kubewright check --help\n',
    });
  });

  test('of an empty folder, and of one without manifests', async () => {
    await files({ 'note.txt': 'a' });
    expect(check(['.'])).toMatchObject({
      code: 0,
      output: '0 files, 0 documents, 0 objects: 0 errors, 0 warnings\n',
    });
  });

  test('the version and the help', () => {
    expect(check(['--version']).output).toMatch(/^kubewright \d+\.\d+\.\d+\n$/);
    expect(check(['--help'])).toMatchObject({ code: 0, output: expect.stringMatching(/^usage: kubewright/) });
  });
});

describe('texts', () => {
  test('of any encoding and line end are judged at their places', async () => {
    const mark = '\ufeff';
    await files({
      'crlf.yaml': bad.replaceAll('\n', '\r\n'),
      'mark.yaml': mark + bad,
      'utf16.yaml': Buffer.from(mark + bad, 'utf16le'),
      'wide.yaml': bad.replace('name: a\ndta', 'name: a # 😀😀\n"\\x64ta"'),
    });
    const { output } = check(['.']);
    expect(
      output
        .split('\n')
        .slice(0, -2)
        .map((line) => line.replace(/: error.*/, '')),
    ).toEqual(['crlf.yaml:5:1', 'mark.yaml:5:1', 'utf16.yaml:5:1', 'wide.yaml:5:1']);
  });

  test('of standard input, as the file that they stand for', async () => {
    await files({ 'kustomization.yaml': 'patches: [{path: p.yaml}]\n' });
    expect(check(['-'], { input: bad })).toMatchObject({
      code: 1,
      output: expect.stringContaining(`<stdin>:5:1: ${badLine}\n`),
    });
    const patch = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {replicas: 2}\n';
    expect(check(['-'], { input: patch }).code).toBe(1);
    const named = check(['--workspace', '.', '--stdin-name', 'p.yaml', '-'], { input: patch });
    expect(named).toMatchObject({ code: 0, errors: '' });
    await files({ 'a.yaml': good });
    expect(check(['--stdin-name', 'a.yaml', '-', 'a.yaml'], { input: bad })).toMatchObject({
      code: 1,
      output: expect.stringContaining('1 file, '),
    });
    expect(check(['-'], { input: '\0' }).code).toBe(2);
    const ofFolder = spawnSync('bash', ['-c', '"$0" "$1" check - < .', process.execPath, program], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([ofFolder.status, ofFolder.stderr]).toEqual([
      2,
      'kubewright: <stdin> could not be read: it is a folder\n',
    ]);
  });

  test.runIf(process.platform !== 'win32')('of a pipe', async () => {
    await files({ 'a.yaml': bad });
    const run = spawnSync('bash', ['-c', `"$0" "$1" check <(cat a.yaml)`, process.execPath, program], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(run).toMatchObject({ status: 1, stdout: expect.stringContaining(`:5:1: ${badLine}`) });
  });
});

describe('what other files say', () => {
  test('counts among what is checked, and from --schemas', async () => {
    await files({ 'app/w.yaml': widget, 'crds/widget.yaml': widgetDefinition('size: {type: string}') });
    const unknown = check(['app']);
    expect(unknown).toMatchObject({ code: 0, output: expect.stringContaining('[unknown-group]') });
    expect(unknown.output).toContain('not judged: 1 object of kinds without a CustomResourceDefinition');
    expect(check(['.'])).toMatchObject({ code: 1, output: expect.stringContaining('[wrong-type]') });
    const known = check(['--schemas', 'crds', 'app']);
    expect(known).toMatchObject({ code: 1, output: expect.stringContaining('[wrong-type]') });
    expect(known.output).toContain('1 file, 1 document, 1 object: 1 error, 0 warnings\n');
  });

  test('counts from whatever --schemas names, or is said to be missing', async () => {
    const definition = widgetDefinition('size: {type: string}');
    await files({ 'app/w.yaml': widget, 'crd.yaml': definition, 'json/w.json': '{"type": "object"}' });
    expect(check(['--schemas', '-', 'app'], { input: definition }).output).toContain('[wrong-type]');
    if (process.platform !== 'win32') {
      const line = '"$0" "$1" check --threads 2 --schemas <(cat crd.yaml) app app/../app/w.yaml';
      const run = spawnSync('bash', ['-c', line, process.execPath, program], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(run).toMatchObject({ status: 1, stdout: expect.stringContaining('[wrong-type]') });
    }
    await files({ 'sealed.yaml': Buffer.of(0), 'broken.yaml': `${definition}foo: [` });
    const refused = (path: string, input = '') => {
      const { code, errors } = check(['--schemas', path, 'app'], { input });
      return [code, errors];
    };
    const none = 'there is no CustomResourceDefinition in it, which is what --schemas takes kinds from';
    expect(refused('json')).toEqual([2, `kubewright: json could not be read: ${none}\n`]);
    expect(refused('-', 'a: 1')).toEqual([2, `kubewright: - could not be read: ${none}\n`]);
    expect(refused('broken.yaml')).toEqual([
      2,
      'kubewright: broken.yaml could not be read: its CustomResourceDefinition is no YAML\n',
    ]);
    await files({ 'typo/crd.yaml': widgetDefinition('size: {type: strng}') });
    for (const threads of ['1', '2']) {
      const ran = check(['--threads', threads, '--schemas', 'typo', 'app', 'json']);
      expect([ran.code, ran.errors]).toEqual([
        2,
        expect.stringMatching(
          /^kubewright: typo\/crd\.yaml could not be read: an API server refuses its schema \(line \d+, column \d+\): .*strng.*\n$/,
        ),
      ]);
    }
    expect(refused('sealed.yaml')).toEqual([
      2,
      'kubewright: sealed.yaml could not be read: it is no text: it holds NUL bytes\n',
    ]);
  });

  test('counts in the repository of a single file', async () => {
    await files({
      'app/w.yaml': widget,
      'app/patch.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {replicas: 2}\n',
      'app/kustomization.yaml': 'patches: [{path: patch.yaml}]\n',
      'crds/widget.yaml': widgetDefinition('size: {type: string}'),
    });
    spawnSync('git', ['init', '-q'], { cwd: folder });
    expect(check(['app/w.yaml', 'app/patch.yaml']).output).toMatch(/^app\/w\.yaml:4:7: error: .*\n2 files/);
  });

  test('makes templates of a chart, and what other tools fill in is not known', async () => {
    const template = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\ndta: {}\n';
    await files({
      'chart/Chart.yaml': 'name: a\n',
      'chart/templates/a.yaml': template,
      'b/templates/a.yaml': template,
    });
    expect(check(['.']).output).toBe(
      `b/templates/a.yaml:5:1: ${badLine}
chart/templates/a.yaml:5:1: ${badLine}
3 files, 3 documents, 2 objects: 2 errors, 0 warnings
`,
    );
  });

  test('leaves what a pattern says to a tool of the project', async () => {
    await files({
      'a.yaml':
        'apiVersion: v1\nkind: Pod\nmetadata:\n  name: FILL_NAME\nspec:\n  containers:\n    - name: a\n      image: b\n',
    });
    expect(check(['a.yaml']).code).toBe(1);
    expect(check(['--placeholder', 'FILL_\\w+', 'a.yaml']).output).toBe(
      '1 file, 1 document, 1 object: 0 errors, 0 warnings\n',
    );
    expect(check(['--placeholder', '(', 'a.yaml']).code).toBe(2);
  });
});

describe('a folder', () => {
  test('has the files that git would add, but for those of programs', async () => {
    const paths = [
      'a.yaml',
      'skipped.yaml',
      'kept/skipped.yaml',
      'build/a.yaml',
      'src/build/b.yaml',
      'src/a.log.yaml',
      'src/deep/er/x.yaml',
      'src/deep/y.yaml',
      'tmp1.yaml',
      'tmp2.yaml',
      'tmpa.yaml',
      '#odd.yaml',
      'space .yaml',
      'out/keep.yaml',
      'out/drop.yaml',
      'pkg/out/z.yaml',
      'excluded.yaml',
    ];
    await files(Object.fromEntries(paths.map((path) => [path, good])));
    await files({
      '.gitignore':
        'skipped.yaml\n/build/\n*.log.yaml\nsrc/**/x.yaml\ntmp[0-9].yaml\n\\#odd.yaml\nspace\\ .yaml\n/out/*\n!/out/keep.yaml\n',
      'kept/.gitignore': '!skipped.yaml\n',
    });
    spawnSync('git', ['init', '-q'], { cwd: folder });
    await files({ '.git/info/exclude': 'excluded.yaml\n' });
    const listed = spawnSync('git', ['ls-files', '-z', '--others', '--exclude-standard', '--', '*.yaml'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const wanted = listed.stdout.split('\0').filter(Boolean).sort();
    expect(wanted).toContain('kept/skipped.yaml');
    const shown = (words: readonly string[]) => {
      const { output } = check([...words, '--output', 'json', '--severity', 'missing-kind=error']);
      return JSON.parse(output).summary.files;
    };
    expect(shown(['.'])).toBe(wanted.length);
    expect(shown(['src'])).toBe(wanted.filter((path) => path.startsWith('src/')).length);
    expect(shown(['build'])).toBe(1);
    await files({ 'node_modules/a.yaml': bad, 'vendor/a.yaml': bad, '.cache/a.yaml': bad });
    expect(shown(['.'])).toBe(wanted.length);
    expect(check(['vendor']).code).toBe(1);
  });

  test('that is a worktree of git leaves out what the clone leaves out for itself', async () => {
    const git = (...words: string[]) =>
      spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], { cwd: folder });
    git('init', '-q', 'clone');
    git('-C', 'clone', 'commit', '-q', '--allow-empty', '-m', 'a');
    git('-C', 'clone', 'worktree', 'add', '-q', '--detach', '../tree');
    await files({ 'clone/.git/info/exclude': 'mine.yaml\n', 'tree/mine.yaml': bad, 'tree/a.yaml': good });
    expect(check(['tree'])).toMatchObject({ code: 0, output: expect.stringMatching(/^1 file,/) });
  });

  test('whose links turn in circles is read once', async () => {
    await files({ 'a/b/c.yaml': good });
    await symlink('..', join(folder, 'a/b/up'));
    await symlink('c.yaml', join(folder, 'a/b/d.yaml'));
    expect(check(['a']).output).toMatch(/^1 file,/);
    await symlink('a', join(folder, 'named'));
    expect(check(['named']).output).toMatch(/^1 file,/);
    await symlink('self', join(folder, 'self'));
    expect(check(['self'])).toMatchObject({
      code: 2,
      errors: 'kubewright: self could not be read: it is a link that turns in a circle\n',
    });
    await symlink('nowhere', join(folder, 'lost.yaml'));
    expect(check(['lost.yaml'])).toMatchObject({
      code: 2,
      errors: 'kubewright: lost.yaml could not be read: it is a link to what is not there\n',
    });
  });
});

describe('the process', () => {
  /** Files of which each has so many problems that they fill every pipe. */
  async function many(count: number): Promise<void> {
    const text = `${bad}${Array.from({ length: 300 }, (_, index) => `field${index}: 1\n`).join('')}`;
    await files(Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}.yaml`, text])));
  }

  test('says the same with one thread and with several', async () => {
    await many(60);
    await files({ 'crd.yaml': widgetDefinition('size: {type: string}'), 'w.yaml': widget });
    const [one, three] = ['1', '3'].map((threads) => check(['--threads', threads, '.']));
    expect(one!.output.split('\n').length).toBeGreaterThan(18_000);
    expect(three).toEqual(one);
    const json = (threads: string) => {
      const { summary, ...rest } = JSON.parse(check(['--threads', threads, '--output', 'json', '.']).output);
      return { ...rest, summary: { ...summary, seconds: 0 } };
    };
    expect(json('3')).toEqual(json('1'));
  });

  test('ends quietly when nobody reads on', async () => {
    await many(100);
    for (const threads of ['1', '2']) {
      const child = spawn(process.execPath, [program, 'check', '--threads', threads, '.'], { cwd: folder });
      let errors = '';
      child.stderr.on('data', (text) => (errors += text));
      await once(child.stdout, 'data');
      child.stdout.destroy();
      expect(await once(child, 'close')).toEqual([141, null]);
      expect(errors).toBe('');
    }
  });

  test.runIf(process.platform !== 'win32')('ends at once when a person interrupts it', async () => {
    await many(400);
    for (const threads of ['1', '2']) {
      const child = spawn(process.execPath, [program, 'check', '--threads', threads, '.'], { cwd: folder });
      await once(child.stdout, 'data');
      child.stdout.resume();
      child.kill('SIGINT');
      expect(await once(child, 'close')).toEqual([null, 'SIGINT']);
    }
  });

  test.runIf(process.platform !== 'win32')('ends at once while it waits for somebody to write', async () => {
    spawnSync('mkfifo', ['pipe.yaml'], { cwd: folder });
    for (const path of ['pipe.yaml', '-']) {
      const child = spawn(process.execPath, [program, 'check', path], { cwd: folder });
      const closed = once(child, 'close');
      await new Promise((resolve) => setTimeout(resolve, 500));
      child.kill('SIGINT');
      expect(await closed).toEqual([null, 'SIGINT']);
    }
  });

  test.runIf(process.platform === 'linux')('says what becomes of output that cannot be written', async () => {
    await files({ 'a.yaml': bad, 'sealed.yaml': Buffer.of(0) });
    const run = (line: string) => {
      const ran = spawnSync('bash', ['-c', `"$0" "$1" check ${line}`, process.execPath, program], {
        cwd: folder,
        encoding: 'utf8',
      });
      return { code: ran.status, output: ran.stdout, errors: ran.stderr };
    };
    expect(run('a.yaml >/dev/full')).toEqual({
      code: 2,
      output: '',
      errors: expect.stringMatching(/^kubewright: the output cannot be written: ENOSPC.*\n$/),
    });
    const report = run('--output json . 2>/dev/full');
    expect([report.code, JSON.parse(report.output).problems]).toMatchObject([1, [{ file: 'a.yaml' }]]);
    expect(run('gone.yaml 2>/dev/full').code).toBe(2);
    expect(run('--output nope a.yaml 2>/dev/full').code).toBe(2);
  });

  test.runIf(process.platform === 'linux')('says that its folder has been deleted', () => {
    const line = `mkdir gone && cd gone && rmdir ../gone && "$0" "$1" check a.yaml`;
    const run = spawnSync('bash', ['-c', line, process.execPath, program], { cwd: folder, encoding: 'utf8' });
    expect([run.status, run.stderr]).toEqual([
      2,
      'kubewright: the folder that it is run in has been deleted\n',
    ]);
  });

  test('says that the catalog is not there', async () => {
    const copy = join(folder, 'dist', 'check.js');
    await mkdir(dirname(copy));
    await cp(program, copy);
    await cp(join(root, 'package.json'), join(folder, 'package.json'));
    await files({ 'a.yaml': good });
    const run = spawnSync(process.execPath, [copy, 'check', 'a.yaml'], { cwd: folder, encoding: 'utf8' });
    expect([run.status, run.stdout]).toEqual([2, '']);
    expect(run.stderr).toMatch(/^kubewright: .*catalog.* is missing: .*npm run build.*\n$/);
  });

  test('runs on the Node 20 of the machine, in several threads', async (context) => {
    const node = findSystemNode(20);
    if (!node) return context.skip('there is no Node 20 on the PATH');
    await files({ 'a.yaml': bad, 'b.yaml': good });
    expect(check(['--threads', '2', '.'], { node })).toMatchObject({
      code: 1,
      output: expect.stringContaining(badLine),
    });
  });

  test('is what `npm exec kubewright` runs in a clone', async () => {
    await files({ 'a.yaml': bad });
    const words = ['exec', '--offline', 'kubewright', '--', 'check', join(folder, 'a.yaml')];
    const run = spawnSync('npm', words, { cwd: root, encoding: 'utf8' });
    expect(run).toMatchObject({ status: 1, stdout: expect.stringContaining(badLine) });
  });

  test.runIf(process.platform === 'linux')('is coloured on a terminal, where nobody objects', async () => {
    await files({ 'a.yaml': bad });
    const run = (environment: NodeJS.ProcessEnv) =>
      spawnSync('script', ['-qec', `"${process.execPath}" "${program}" check a.yaml`, '/dev/null'], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, NO_COLOR: '', TERM: 'xterm', ...environment },
      }).stdout;
    expect(run({})).toContain('\u001b[1;31merror:\u001b[0m');
    expect(run({ NO_COLOR: '1' })).toContain(`a.yaml:5:1: ${badLine}`);
    expect(run({ TERM: 'dumb' })).toContain(`a.yaml:5:1: ${badLine}`);
  });
});

test.runIf(process.platform === 'linux')('the progress line counts no more than there is', async () => {
  const text = `${good}---\n`.repeat(400);
  await files(Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`f${index}.yaml`, text])));
  const gone = Array.from({ length: 50 }, (_, index) => `gone${index}`).join(' ');
  const run = (TERM: string) =>
    spawnSync('script', ['-qec', `"${process.execPath}" "${program}" check . ${gone}`, '/dev/null'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, TERM },
    }).stdout;
  const shown = [...run('xterm').matchAll(/\r(?:read|checked) (\d+) of (\d+) files/g)];
  expect(shown.length).toBeGreaterThan(0);
  for (const [line, done, all] of shown) expect(Number(done), line).toBeLessThanOrEqual(Number(all));
  expect(shown.at(-1)![2]).toBe('110');
  expect(run('dumb')).not.toContain('\u001b');
});

describe('the problems are those of the editor', () => {
  const server = join(root, 'dist', 'server.js');

  test.each(['samples', 'test/fixtures'])('in %s', async (name) => {
    await cp(join(root, name), folder, { recursive: true });
    const { output, errors } = check(['--output', 'json', '--threads', '2', '.']);
    expect(errors).toBe('');
    const wanted = await editorProblems(server, folder);
    expect(wanted.length).toBeGreaterThan(0);
    expect(checkProblems(output)).toEqual(wanted);
  });

  test('in an example of every code', async () => {
    for (const [code, { bad: text, good: other, file }] of Object.entries(codes)) {
      await files({ [`${code}/bad/${file}`]: text, [`${code}/good/${file}`]: other });
    }
    const { output } = check(['--output', 'json', '.']);
    const wanted = await editorProblems(server, folder);
    expect(wanted.length).toBeGreaterThan(Object.keys(codes).length / 2);
    expect(checkProblems(output)).toEqual(wanted);
    const log: SarifLog = JSON.parse(check(['--output', 'sarif', '.']).output);
    expect(log.runs[0]!.results).toHaveLength(JSON.parse(output).problems.length);
    expect(sarifFaults(log)).toEqual([]);
  });
});
