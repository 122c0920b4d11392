import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesUnder } from '../../scripts/folder.ts';
import { LanguageClient } from '../../scripts/language-client.ts';

/** What the language server says of the files of a folder that is open in it, a line for each diagnostic, in order. */
export async function editorProblems(server: string, folder: string): Promise<string[]> {
  const root = resolve(folder);
  const client = await LanguageClient.start({
    server,
    initialize: { workspaceFolders: [{ uri: pathToFileURL(root).href, name: 'folder' }] },
  });
  const lines: string[] = [];
  try {
    await client.indexed();
    for (const path of await filesUnder(root, /\.(?:ya?ml|json)$|^Kustomization$/)) {
      const uri = pathToFileURL(path).href;
      await client.open(uri, await readFile(path, 'utf8'), path.endsWith('.json') ? 'json' : 'yaml');
      for (const { range, severity, code, message } of await client.diagnostics(uri)) {
        const { start, end } = range;
        const place = `${start.line + 1}:${start.character + 1}-${end.line + 1}:${end.character + 1}`;
        lines.push(`${relative(root, path)}:${place} ${severities[severity! - 1]} ${code} ${message}`);
      }
      await client.close(uri);
      client.forget(uri);
    }
  } finally {
    await client.stop();
  }
  return lines.sort();
}

const severities = ['error', 'warning', 'information', 'hint'] as const;

/** The same lines, of what `kubewright check --output json` printed in that folder. */
export function checkProblems(output: string): string[] {
  const { problems } = JSON.parse(output) as { problems: PrintedProblem[] };
  return problems
    .map(({ file, severity, code, headline, detail, region: { start, end } }) => {
      const place = `${start.line}:${start.column}-${end.line}:${end.column}`;
      const message = detail === undefined ? headline : `${headline}\n${detail}`;
      return `${join(file)}:${place} ${severity} ${code} ${message}`;
    })
    .sort();
}

interface PrintedProblem {
  file: string;
  severity: string;
  code: string;
  headline: string;
  detail?: string;
  region: { start: PrintedPlace; end: PrintedPlace };
}

interface PrintedPlace {
  line: number;
  column: number;
}
