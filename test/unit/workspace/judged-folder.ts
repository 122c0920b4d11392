import type { Diagnostic } from 'vscode-languageserver';
import { OpenDocument } from '../../../server/src/documents/open-document.ts';
import { DiagnosticsPublisher } from '../../../server/src/publishing/diagnostics-publisher.ts';
import { Workspace } from '../../../server/src/workspace/workspace.ts';
import { readCatalog } from '../catalog/built-catalog.ts';

/** Files by their paths in a folder. */
export type Folder = Readonly<Record<string, string>>;

const severities = ['', 'error', 'warning', 'information', 'hint'];

/**
 * What an editor that has a folder open says of each of its files, one line each: `2 error unknown-field: ...` with the number
 * of the line from 1. Files of which nothing is said are left out.
 */
export async function judgedFolder(folder: Folder, version = '1.35'): Promise<Record<string, string[]>> {
  const told: Record<string, string[]> = {};
  for (const [path, diagnostics] of await diagnosticsOf(folder, version)) {
    if (diagnostics.length > 0) told[path] = diagnostics.map(lineOf);
  }
  return told;
}

/** The same as an editor is told it. */
export async function diagnosticsOf(
  folder: Folder,
  version = '1.35',
): Promise<ReadonlyMap<string, readonly Diagnostic[]>> {
  const found = new Map<string, readonly Diagnostic[]>();
  const { workspace } = openFolder(folder);
  workspace.settings = { ...workspace.settings, kubernetesVersion: version as '1.35' };
  await workspace.index([uriOf('')]);
  for (const path of Object.keys(folder).sort()) {
    found.set(path, await judged(workspace, uriOf(path), folder[path]!));
  }
  return found;
}

/** A workspace with the files of a folder, none of them read. */
export function openFolder(folder: Folder) {
  const files = new Map(Object.entries(folder).map(([path, text]) => [uriOf(path), text]));
  const workspace = new Workspace(
    {
      readCatalog,
      files: {
        async *find() {
          yield* files.keys();
        },
        read: async (uri) => files.get(uri),
      },
      pause: () => Promise.resolve(),
    },
    { readDocument: async () => null, schemasChanged: () => {} },
  );
  return {
    workspace,
    /** Opens a file with another text; gives whether others may be judged anew. */
    open: (path: string, text: string) => workspace.opened(new OpenDocument(uriOf(path), 'yaml', 1, text)),
    /** What is said of a file, as it is or with another text that is not saved. */
    codesOf: async (path: string, text = folder[path]!) => {
      const diagnostics = await judged(workspace, uriOf(path), text);
      return diagnostics.map(({ code }) => code);
    },
  };
}

function uriOf(path: string): string {
  return `file:///folder/${path}`;
}

function judged(workspace: Workspace, uri: string, text: string): Promise<readonly Diagnostic[]> {
  return new Promise((resolve, reject) => {
    const publisher: DiagnosticsPublisher = new DiagnosticsPublisher(workspace, {
      send: (_uri, _version, diagnostics) => resolve(diagnostics),
      later: () => () => {},
      pause: () => Promise.resolve(),
      definitionsChanged: () => publisher.publish(document),
      failed: reject,
      ask: async () => null,
      now: () => 0,
    });
    const document = new OpenDocument(uri, 'yaml', 1, text);
    publisher.publish(document);
  });
}

function lineOf({ range, severity, code, message }: Diagnostic): string {
  const [headline] = String(message).split('\n');
  return `${range.start.line + 1} ${severities[severity ?? 0]} ${code}: ${headline}`;
}
