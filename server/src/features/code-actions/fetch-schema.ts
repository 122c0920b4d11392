import { type CodeAction, CodeActionKind, type Diagnostic } from 'vscode-languageserver';
import type { ServingCluster } from '../../checks/kind/serving-cluster.ts';
import type { DiagnosticData } from '../../documents/lsp-diagnostic.ts';
import type { ClusterChoice, FetchSchemaArgument, KindName } from '../../protocol.ts';

/** What a client lets the server do about a kind that nobody here knows. */
export interface SchemaFetching {
  /** The client's command, which takes a `FetchSchemaArgument`. */
  readonly command: string;
  /** The clusters that a person could connect to. Contacts none. */
  choices(): Promise<readonly ClusterChoice[]>;
  /** Those that are connected. */
  readonly clusters: readonly ServingCluster[];
}

/**
 * For kinds that nothing is known of: to have their schemas fetched, one action for each cluster that may have them. A
 * connected one may where it serves the kind and its schema could not be read.
 */
export async function fetchSchemaActions(
  diagnostics: readonly Diagnostic[],
  { command, choices, clusters }: SchemaFetching,
): Promise<CodeAction[]> {
  const asked = new Set<string>();
  const wanted = diagnostics.flatMap((diagnostic) => {
    const own = diagnostic.source === 'kubewright' ? diagnostic.data : undefined;
    const kind = (own as DiagnosticData | undefined)?.unknown;
    if (!kind || asked.has(JSON.stringify(kind))) return [];
    asked.add(JSON.stringify(kind));
    return { diagnostic, kind };
  });
  if (wanted.length === 0) return [];
  const all = await choices();
  return wanted.flatMap(({ diagnostic, kind }) =>
    all
      .filter(({ id }) =>
        mayHave(
          kind,
          clusters.find((cluster) => cluster.id === id),
        ),
      )
      .slice(0, mostChoices)
      .map(({ id, name }) => {
        const title = `Fetch its schema from cluster "${name}"`;
        const argument: FetchSchemaArgument = { cluster: id, apiVersion: kind.apiVersion, kind: kind.kind };
        return {
          title,
          kind: CodeActionKind.QuickFix,
          diagnostics: [diagnostic],
          command: { title, command, arguments: [argument] },
        };
      }),
  );
}

/** A longer list helps nobody. */
const mostChoices = 10;

function mayHave({ apiVersion, kind }: KindName, connected: ServingCluster | undefined): boolean {
  return !connected || connected.problemOf(apiVersion, kind) !== undefined;
}
