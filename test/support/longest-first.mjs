// @ts-check
import { basename } from 'node:path';
import { BaseSequencer } from 'vitest/node';

/** Files of the hostile stage that take a minute and more, the longest first. */
const longest = ['editor-growth', 'sandbox-bounds', 'commands', 'screen', 'logs', 'copy'];

/** Begins the files that take longest before all others, so that none of them is alone at the end. */
export class LongestFirst extends BaseSequencer {
  /** @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

/** @param {import('vitest/node').TestSpecification} file */
function rankOf({ moduleId }) {
  const at = longest.indexOf(basename(moduleId, '.test.ts'));
  return at < 0 ? longest.length : at;
}
