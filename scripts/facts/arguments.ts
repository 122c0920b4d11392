import { parseArgs } from 'node:util';

/** Which server the facts come from, and where they go. */
export interface ServerArguments {
  readonly source: 'server';
  readonly kubeconfig: string;
  /** The kubeconfig's current one when left out. */
  readonly context: string | undefined;
  /** The file of the server's version among the project's facts when left out. */
  readonly out: string | undefined;
}

/** The facts of protobuf come from the Go modules of all releases that the project has facts of. */
export interface ModulesArguments {
  readonly source: 'modules';
  /** The file among the project's facts when left out. */
  readonly out: string | undefined;
}

export const usage = `usage: npm run facts -- --server KUBECONFIG [--context NAME] [--out FILE]
       npm run facts -- --modules [--out FILE]

  --server KUBECONFIG  how to reach the server; it serves every API, has no kinds but Kubernetes' own, and nobody has
                       used it yet
  --context NAME       a context of the kubeconfig; its current one when left out
  --modules            how objects are written as protobuf, from the Go modules of the releases that
                       there are facts of; needs Go on the PATH, which downloads them
  --out FILE           where to write the facts; server/facts/kubernetes-X.Y.json when left out,
                       and then server-X.Y.json is written, and npm run docs is done too: what is made
                       of the facts follows them;
                       server/facts/protobuf.json with --modules,
                       and then internal-X.Y.json of each release is written`;

/** Reads the command line. Gives an explanation in one line where it makes no sense. */
export function parseArguments(
  words: readonly string[],
): ServerArguments | ModulesArguments | { problem: string } {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        server: { type: 'string' },
        context: { type: 'string' },
        modules: { type: 'boolean' },
        out: { type: 'string' },
      },
    });
    const { server, context, modules, out } = values;
    if (modules && (server !== undefined || context !== undefined)) {
      return { problem: '--modules goes with no server' };
    }
    if (modules) return { source: 'modules', out };
    if (!server) return { problem: '--server KUBECONFIG or --modules is missing' };
    return { source: 'server', kubeconfig: server, context, out };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
