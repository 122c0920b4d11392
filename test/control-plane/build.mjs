// @ts-check
// Builds a real Kubernetes control plane from the Go modules that are pinned under sources/, on Node's built-ins alone:
//   node test/control-plane/build.mjs [1.34|1.35|1.36]
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, constants, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failWith, progress, StepFailure } from '../../scripts/setup/step.mjs';

/** @typedef {'1.34' | '1.35' | '1.36'} ControlPlaneVersion */

/**
 * The release of each version that has its sources pinned.
 * @type {Readonly<Record<ControlPlaneVersion, string>>}
 */
export const releases = { 1.34: 'v1.34.4', 1.35: 'v1.35.4', 1.36: 'v1.36.3' };

/**
 * One module of `sources/`, and the commands that are built of it.
 * @typedef {object} Part
 * @property {string} name names its stamp
 * @property {string} source folder of its go.mod and go.sum
 * @property {string} linkerFlags
 * @property {readonly string[]} packages
 */

const sources = fileURLToPath(new URL('sources', import.meta.url));

/**
 * @param {string} version
 * @returns {version is ControlPlaneVersion}
 */
export function isControlPlaneVersion(version) {
  return version in releases;
}

/**
 * Builds what is not there, or was built of other sources or by another Go, and gives the folder with the programs
 * `etcd`, `kube-apiserver`, `kube-controller-manager`, `kube-scheduler`, `kwok`, `kubelet`, and kwok's `stages.yaml`. It is outside
 * of the repository, so that every clone shares it. Throws a StepFailure without Go, or when a build fails.
 * @param {ControlPlaneVersion} version
 */
export async function buildControlPlane(version) {
  const release = releases[version];
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const folder = join(cache, 'kube-control-plane', release);
  await mkdir(folder, { recursive: true });
  for (const part of partsOf(version, release)) await buildPart(part, folder);
  await writeStages(folder);
  return folder;
}

/**
 * @param {ControlPlaneVersion} version
 * @param {string} release
 * @returns {Part[]}
 */
function partsOf(version, release) {
  const stamped = 'k8s.io/component-base/version';
  const [, minor] = version.split('.');
  return [
    {
      name: 'etcd',
      source: join(sources, 'etcd'),
      linkerFlags: '',
      packages: ['go.etcd.io/etcd/server/v3'],
    },
    {
      name: 'nodes',
      source: join(sources, 'nodes'),
      linkerFlags: '',
      packages: ['sigs.k8s.io/kwok/cmd/kwok', './kubelet'],
    },
    {
      name: 'kubernetes',
      source: join(sources, `kubernetes-${version}`),
      linkerFlags: [
        `-X ${stamped}.gitVersion=${release}`,
        `-X ${stamped}.gitMajor=1`,
        `-X ${stamped}.gitMinor=${minor}`,
        `-X ${stamped}.gitTreeState=clean`,
      ].join(' '),
      packages: ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'].map(
        (command) => `k8s.io/kubernetes/cmd/${command}`,
      ),
    },
  ];
}

/**
 * @param {Part} part
 * @param {string} folder
 */
async function buildPart(part, folder) {
  const stampFile = join(folder, `.${part.name}.stamp`);
  const stamp = await stampOf(part);
  const programs = part.packages.map((path) => join(folder, programOf(path)));
  const isThere = (await Promise.all(programs.map(isExecutable))).every(Boolean);
  if (isThere && (await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return;
  for (const [index, path] of part.packages.entries()) {
    const program = programs[index] ?? '';
    const unfinished = `${program}.${process.pid}`;
    const flags = ['-v', '-ldflags', `-s -w ${part.linkerFlags}`, '-o', unfinished];
    await compile(programOf(path), ['build', ...flags, path], part.source);
    await rename(unfinished, program);
  }
  await writeFile(stampFile, stamp);
}

/**
 * What a part is built of: Go's version, its pinned sources, and how it is asked for.
 * @param {Part} part
 */
async function stampOf({ source, linkerFlags, packages }) {
  const hash = createHash('sha256').update(await go(['version'], source));
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files.sort()) hash.update(await readFile(file));
  return `${hash.update(`${linkerFlags} ${packages.join(' ')}\n`).digest('hex')}  -\n`;
}

/** @param {string} path */
function programOf(path) {
  return path === 'go.etcd.io/etcd/server/v3' ? 'etcd' : basename(path);
}

/**
 * Compiles, and says every 20 seconds how far it is: a cold build of all takes nine minutes on two cores.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} source
 */
async function compile(program, args, source) {
  const started = Date.now();
  let packages = 0;
  const seconds = () => Math.round((Date.now() - started) / 1000);
  progress(`building ${program} (once)`);
  const timer = setInterval(
    () => progress(`building ${program}: ${packages} packages after ${seconds()} s`),
    20_000,
  );
  try {
    await go(args, source, (lines) => {
      packages += lines;
    });
  } finally {
    clearInterval(timer);
  }
  progress(`built ${program} in ${seconds()} s`);
}

/** What kwok plays on nodes and pods: its own stages, read from its module. @param {string} folder */
async function writeStages(folder) {
  const file = join(folder, 'stages.yaml');
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  const source = join(sources, 'nodes');
  await go(['mod', 'download', 'sigs.k8s.io/kwok'], source);
  const module = (await go(['list', '-m', '-f', '{{.Dir}}', 'sigs.k8s.io/kwok'], source)).trim();
  const texts = await Promise.all(
    stages.map((stage) => readFile(join(module, 'kustomize/stage', `${stage}.yaml`), 'utf8')),
  );
  await writeFile(file, texts.map((text) => `---\n${text}`).join(''));
}

const stages = [
  'node/fast/node-initialize',
  'node/heartbeat-with-lease/node-heartbeat-with-lease',
  'pod/fast/pod-ready',
  'pod/fast/pod-complete',
  'pod/fast/pod-delete',
];

/**
 * Runs `go` and gives what it prints.
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {(lines: number) => void} [onLines] told how many lines came on standard error
 * @returns {Promise<string>}
 */
function go(args, cwd, onLines) {
  const env = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false', GOWORK: 'off' };
  const child = spawn('go', args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = () => child.kill();
  process.once('exit', end);
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    const text = String(chunk);
    errors = `${errors}${text}`.slice(-2_000);
    onLines?.(text.split('\n').length - 1);
  });
  return new Promise((done, failed) => {
    child.once('error', () => failed(new StepFailure(missingGo)));
    child.once('close', (code) => {
      process.off('exit', end);
      if (code === 0) done(output);
      else
        failed(
          new StepFailure(
            `go ${args.join(' ')}: exit code ${code}\n${errors}\nCheck that go reaches its module proxy and the disk has 5 GB.`,
          ),
        );
    });
  });
}

const missingGo =
  'a real control plane is built from Go modules: install Go 1.26 or newer (https://go.dev/dl), so that `go` is on the PATH';

/** @param {string} path */
function isExecutable(path) {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const version = process.argv[2] ?? '1.35';
  if (!isControlPlaneVersion(version))
    failWith(
      new StepFailure(
        `no sources of Kubernetes ${version}; there are those of ${Object.keys(releases).join(', ')}`,
      ),
    );
  else await buildControlPlane(version).catch(failWith);
}
