import { parseArgs } from 'node:util';

/** Which server the facts come from, and where they go. */
export interface Arguments {
  readonly kubeconfig: string;
  /** The kubeconfig's current one when left out. */
  readonly context: string | undefined;
  /** The file of the server's version among the project's facts when left out. */
  readonly out: string | undefined;
}

export const usage = `usage: npm run facts -- --server KUBECONFIG [--context NAME] [--out FILE]

  --server KUBECONFIG  how to reach the server; it serves every API and has no kinds but Kubernetes' own
  --context NAME       a context of the kubeconfig; its current one when left out
  --out FILE           where to write the facts; server/facts/kubernetes-X.Y.json when left out,
                       and then npm run docs is done too: what is made of the facts follows them`;

/** Reads the command line. Gives an explanation in one line where it makes no sense. */
export function parseArguments(words: readonly string[]): Arguments | { problem: string } {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { server: { type: 'string' }, context: { type: 'string' }, out: { type: 'string' } },
    });
    if (!values.server) return { problem: '--server KUBECONFIG is missing' };
    return { kubeconfig: values.server, context: values.context, out: values.out };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
