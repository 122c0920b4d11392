import type { FetchSchemaArgument } from '../../../server/src/protocol.ts';
import type { Argument } from '../prompts/command-handler.ts';

/** A kind that is not known, and the cluster that a person chose for it: of a quick fix. */
export const kindOfCluster: Argument<FetchSchemaArgument> = {
  what: 'a kind and a cluster: choose "Fetch its schema" at a kind that is not known',
  read: ([given]) => {
    const { cluster, apiVersion, kind } = given as FetchSchemaArgument;
    const isOne = [cluster, apiVersion, kind].every(
      (part) => typeof part === 'string' && part.length <= longest,
    );
    return isOne ? { cluster, apiVersion, kind } : undefined;
  },
};

/** The code of a problem, as a link from it gives. */
export const problemCode: Argument<string> = {
  what: 'the code of a problem',
  read: ([code]) => (typeof code === 'string' && /^[a-z][a-z\d-]{0,99}$/.test(code) ? code : undefined),
};

/** The longest name of a kind, an API version or a context that is looked for. */
const longest = 2000;
