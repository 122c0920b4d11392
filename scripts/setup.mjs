// Brings a fresh clone to where it can be built and tested, with nothing but Node 20+ and npm to begin with.
//   node scripts/setup.mjs [packages] [workbench] [oldest-workbench] [chromium]     (all of them when none is named)
// A step that is done already costs next to nothing.
import { installChromium } from './setup/chromium.mjs';
import { installPackages } from './setup/packages.mjs';
import { failWith } from './setup/step.mjs';
import { currentWorkbench, installWorkbench, oldestWorkbench } from './setup/workbench.mjs';

const steps = {
  packages: installPackages,
  workbench: () => installWorkbench(currentWorkbench),
  'oldest-workbench': () => installWorkbench(oldestWorkbench),
  chromium: installChromium,
};

const named = process.argv.slice(2);
const unknown = named.find((name) => !(name in steps));
if (unknown) {
  console.error(`no step is called ${unknown}; there are ${Object.keys(steps).join(', ')}`);
  process.exit(2);
}
try {
  for (const [name, step] of Object.entries(steps))
    if (named.length === 0 || named.includes(name)) await step();
} catch (error) {
  failWith(error);
}
