import type { FetchSchemaArgument } from '../../../server/src/protocol.ts';
import type { Connections } from '../connections/connections.ts';
import { withCancellableProgress } from '../prompts/progress.ts';
import { fetchSchema } from './fetch-schema.ts';

/**
 * Connects to the cluster that a person chose at a kind that is not known: from then on the language server knows what
 * that cluster serves. Rejects where it does not serve the kind.
 */
export async function fetchSchemaOfKind(
  connections: Connections,
  argument: FetchSchemaArgument,
): Promise<void> {
  const { contexts } = await connections.contexts();
  const context = contexts.find(({ id }) => id === argument.cluster);
  if (!context) throw new Error('The cluster is in no kubeconfig any more: choose another one.');
  const name = connections.labelOf(context);
  await withCancellableProgress(`Fetching the schema of ${argument.kind} from ${name}`, async (signal) =>
    fetchSchema(await connections.open(context), name, argument, signal),
  );
}
