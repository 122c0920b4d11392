import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClusterRequest } from '../../../client/src/cluster/http/request.ts';

/** An operation of the specification, as a request of somebody's. */
export interface SpecifiedOperation {
  /** Its group and version, and its identifier; the request's intent has it as its resource. */
  readonly name: string;
  readonly request: ClusterRequest;
  /** Whether it changes nothing, by what the specification calls it. */
  readonly reads: boolean;
}

/** Group and version, identifier, method and path of each. */
type OperationRow = readonly [prefix: string, identifier: string, method: string, path: string];

const rows = JSON.parse(
  await readFile(join(import.meta.dirname, '../api/operations.json'), 'utf8'),
) as readonly OperationRow[];

/** Every operation of the specification. */
export const specifiedOperations: readonly SpecifiedOperation[] = rows.map(
  ([prefix, identifier, method, path]) => {
    const name = `${prefix} ${identifier}`;
    return {
      name,
      reads: /^(get|list|read|watch)|^create\w*(AccessReview|RulesReview)$/.test(identifier),
      request: {
        method: method as ClusterRequest['method'],
        path: path.replace(/\{path\}/, 'a/b').replace(/\{\w+\}/g, 'x'),
        headers: {},
        ...(method === 'GET' ? {} : { body: '{}' }),
        duration: 'short',
        longestAnswer: 1_000,
        intent: { verb: 'x', resource: name, namespace: undefined, name: undefined, scope: 'None' },
      },
    };
  },
);
