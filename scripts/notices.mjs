// The licences of everything that the bundles contain, read from what the bundler says it took.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, StepFailure } from './setup/step.mjs';

/** Not bundled as code: the prose of the catalog comes from here. */
const sourcesOfText = [
  'node_modules/@kubernetes/client-node',
  'node_modules/cdk8s-plus-34',
  'node_modules/kubernetes-types',
];

/** Packages that name their licence and carry no text of it, with where the same text stands. */
const textsElsewhere = new Map([['kubernetes-types', 'node_modules/@kubernetes/client-node/LICENSE']]);

/**
 * The text of THIRD-PARTY-NOTICES for these programs. Throws when one of their packages carries no licence text.
 * @param {readonly string[]} programs names of the build's records in out/meta
 * @returns {Promise<string>}
 */
export async function noticesOf(programs) {
  const folders = new Set(sourcesOfText);
  for (const program of programs) {
    const { inputs } = JSON.parse(await readFile(join(root, 'out', 'meta', `${program}.json`), 'utf8'));
    for (const input of Object.keys(inputs)) {
      const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
      if (folder) folders.add(folder);
    }
  }
  const all = await Promise.all([...folders].map(noticeOf));
  const notices = [...new Map(all.map((notice) => [notice.title, notice])).values()];
  notices.sort((a, b) => (a.title < b.title ? -1 : 1));
  const head = 'Kubewright contains the following third-party software, each under its own licence.';
  return `${[head, ...notices.map(({ title, text }) => `${'='.repeat(80)}\n${title}\n\n${text}`)].join('\n\n')}\n`;
}

/** @param {string} folder of one package */
async function noticeOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
  const files = await readdir(join(root, folder));
  const texts = files
    .filter((file) => /^(licen[cs]e|copying|notice|third-?party-?notices)/i.test(file))
    .sort();
  const elsewhere = textsElsewhere.get(name);
  if (elsewhere)
    return {
      title: `${name} ${version} (${license})`,
      text: (await readFile(join(root, elsewhere), 'utf8')).trim(),
    };
  if (texts.length === 0)
    throw new StepFailure(
      `${folder} carries no licence text: add it to the notices by hand, or leave it out`,
    );
  const read = texts.map(async (file) => (await readFile(join(root, folder, file), 'utf8')).trim());
  return { title: `${name} ${version} (${license})`, text: (await Promise.all(read)).join('\n\n') };
}
