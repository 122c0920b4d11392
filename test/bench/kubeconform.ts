import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeKubeconformSchemas } from './kubeconform-schemas.ts';

const version = 'v0.8.0';

/**
 * The command line of kubeconform that checks as its users do: strictly, offline, by schemas made of the project's facts, to
 * which its caller adds those of CustomResourceDefinitions; kinds without one are skipped. Installs it by `go install` below `.vscode-test`, once. Undefined where there is no Go.
 */
export async function kubeconform(root: string): Promise<readonly string[] | undefined> {
  const folder = join(root, '.vscode-test', 'bench');
  const program = join(folder, 'bin', `kubeconform-${version}`, 'kubeconform');
  if (!existsSync(program)) {
    const run = spawnSync('go', ['install', `github.com/yannh/kubeconform/cmd/kubeconform@${version}`], {
      env: { ...process.env, GOBIN: join(program, '..'), GOFLAGS: '-mod=mod' },
      stdio: 'inherit',
    });
    if (run.status !== 0) return undefined;
  }
  const facts = join(root, 'server', 'facts', 'kubernetes-1.36.json');
  const schemas = await writeKubeconformSchemas(facts, join(folder, 'kubeconform-schemas'));
  return [program, '-strict', '-summary', '-ignore-missing-schemas', '-schema-location', schemas];
}
