import { deepStrictEqual } from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'vscode';
import { commandTable } from '../../client/src/contributions/commands.ts';
import { iconByPlural } from '../../client/src/explorer/icons.ts';

/** The workbench's program, on a desktop or in a browser; it registers each codicon by its name and code point. */
const workbenches = ['workbench/workbench.desktop.main.js', 'code/browser/workbench/workbench.js'];

describe('icons', () => {
  it('are codicons of VS Code: it shows nothing for a name that it does not know', () => {
    const paths = workbenches.map((path) => join(env.appRoot, 'out', 'vs', path));
    const text = readFileSync(paths.find((path) => existsSync(path))!, 'utf8');
    const named = [
      ...Object.values(iconByPlural),
      ...Object.values(commandTable).flatMap(({ icon }) => icon ?? []),
    ];
    const unknown = named.filter((icon) => !new RegExp(`"${icon}",(?:\\d|\\w+\\.)`).test(text));
    deepStrictEqual(unknown, []);
  });
});
