// npm run package: builds minified, writes the third-party notices, and packs the VSIX.
//   node scripts/package.mjs     (gives out/kubewright-VERSION.vsix)
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noticesOf } from './notices.mjs';
import { installPackages, projectNode } from './setup/packages.mjs';
import { failWith, progress, root, runLogged } from './setup/step.mjs';

try {
  await installPackages();
  await pack();
} catch (error) {
  failWith(error);
}

async function pack() {
  progress('building');
  await runLogged('build', projectNode, ['scripts/build.mjs', '--if-changed'], {
    wayOut: 'Mend what the build says, then run this again.',
  });
  progress('writing THIRD-PARTY-NOTICES.txt');
  const notices = join(root, 'THIRD-PARTY-NOTICES.txt');
  await writeFile(notices, await noticesOf(['extension', 'server', 'sandbox']));

  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const vsix = join(root, 'out', `kubewright-${version}.vsix`);
  await mkdir(join(root, 'out'), { recursive: true });
  await rm(vsix, { force: true });
  progress('packing the VSIX');
  // The bundles hold the dependencies; links in the README stay as they are, because no repository is named.
  const flags = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'];
  await runLogged(
    'vsce',
    projectNode,
    ['node_modules/@vscode/vsce/vsce', 'package', ...flags, '--out', vsix],
    {
      wayOut: 'Mend what vsce says, then run this again.',
    },
  );
  progress(`${vsix}: ${((await stat(vsix)).size / 1e6).toFixed(2)} MB`);
}
