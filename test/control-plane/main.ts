// A real control plane to try things on, until it is interrupted:
//   npm run control-plane -- [--kubernetes-version 1.34|1.35|1.36] [--folder FOLDER]
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { failWith, StepFailure } from '../../scripts/setup/step.mjs';
import { buildControlPlane, isControlPlaneVersion, releases } from './build.mjs';
import { startControlPlane } from './control-plane.ts';

const { values } = parseArgs({
  options: {
    'kubernetes-version': { type: 'string', default: '1.35' },
    folder: { type: 'string' },
  },
});
try {
  const version = values['kubernetes-version'];
  if (!isControlPlaneVersion(version)) {
    throw new StepFailure(
      `no sources of Kubernetes ${version}; there are those of ${Object.keys(releases).join(', ')}`,
    );
  }
  const folder = values.folder ? resolve(values.folder) : await mkdtemp(join(tmpdir(), 'control-plane-'));
  const controlPlane = await startControlPlane({
    programs: await buildControlPlane(version),
    folder,
    now: new Date(),
  });
  console.log(`ready ${controlPlane.url}\nexport KUBECONFIG=${controlPlane.kubeconfig}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      controlPlane.stop().then(() => process.exit(0), failWith);
    });
} catch (error) {
  failWith(error);
}
