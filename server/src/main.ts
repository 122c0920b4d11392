import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { createConnection } from 'vscode-languageserver/node';
import { startServer } from './server.ts';
import { isForeignFolder, isManifestFile, type WorkspaceFiles } from './workspace/workspace-files.ts';

/** Nothing a person wrote is larger; the largest published definitions are 5 MB. */
const largestFile = 16 * 1024 * 1024;
const mostFiles = 20_000;
const deepestFolder = 24;

if (!process.argv.includes('--stdio') && !process.argv.includes('--node-ipc')) {
  process.stderr.write(
    'usage: node server.js --stdio | --node-ipc\nSpeaks the Language Server Protocol to an editor.\n',
  );
  process.exit(2);
}

favourShortRuns();
startServer(createConnection(), {
  readCatalog: (name) => readFile(join(__dirname, 'catalog', name), 'utf8'),
  files: nodeFiles(),
  pause: () => immediate(),
  later: (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
});

/**
 * Opening a file is a short run of much code. V8's last compiler works beside it for longer than its code then saves (a
 * quarter of the time of a file of 24,000 lines, on two cores); what stays busy still gets there. V8 has this flag since 12.
 */
function favourShortRuns(): void {
  const [major] = process.versions.v8.split('.');
  if (Number(major) >= 12) setFlagsFromString('--invocation-count-for-turbofan=100000');
}

function nodeFiles(): WorkspaceFiles {
  return { find, read };
}

/** Breadth first, so that what is near is there when the bound is reached. Links are not followed: they may turn in circles. */
async function* find(folderUri: string): AsyncGenerator<string> {
  if (!folderUri.startsWith('file:')) return;
  let level = [fileURLToPath(folderUri)];
  let found = 0;
  for (let depth = 0; depth < deepestFolder && level.length > 0; depth++) {
    const below: string[] = [];
    for (const folder of level) {
      for (const entry of await entriesOf(folder)) {
        const path = join(folder, entry.name);
        if (entry.isDirectory() && !isForeignFolder(entry.name)) below.push(path);
        if (!entry.isFile() || !isManifestFile(entry.name)) continue;
        if (++found > mostFiles) return;
        yield pathToFileURL(path).href;
      }
    }
    level = below;
  }
}

/** A folder that cannot be read, or went away, has no entries. */
async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

async function read(uri: string): Promise<string | undefined> {
  if (!uri.startsWith('file:')) return undefined;
  try {
    const path = fileURLToPath(uri);
    const { size } = await stat(path);
    return size > largestFile ? undefined : await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}
