// A Chromium for the end-to-end tests: one that is there, or else Debian's.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { progress, runLogged, StepFailure } from './step.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** The path of a Chromium, Chrome or Edge of this machine, or undefined. CHROMIUM names one by itself. */
export function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [process.env.CHROMIUM, ...candidates, ...places].find((path) => path && existsSync(path));
}

/** Finds a Chromium, installing Debian's by apt-get where that is possible, and gives its path. */
export async function installChromium() {
  const found = findChromium();
  if (found) return found;
  const howTo =
    'Install Chromium or Chrome, or name one in the environment variable CHROMIUM, then run this again.';
  if (!(await isDebian())) throw new StepFailure(`no Chromium was found. ${howTo}`);
  if (process.getuid?.() !== 0) {
    throw new StepFailure('no Chromium was found. Install it by: sudo apt-get install chromium');
  }
  progress('installing Chromium with apt-get (about a minute, once)');
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, wayOut: howTo };
  await runLogged('apt-update', 'apt-get', ['update'], options);
  await runLogged('apt-chromium', 'apt-get', ['install', '-y', 'chromium'], options);
  const installed = findChromium();
  if (!installed) throw new StepFailure(`apt-get installed no Chromium. ${howTo}`);
  return installed;
}

async function isDebian() {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  return /^ID=debian$/m.test(release);
}
