import { isUnreadable, type Result, type Unreadable } from '../report.ts';

/**
 * The files among those that are named for their kinds of which an API server would refuse a schema: what it says counts for
 * nothing, and objects that it is meant for would count as right.
 */
export function refusedSchemas(results: readonly Result[]): Unreadable[] {
  return results.flatMap((result) => {
    if (isUnreadable(result)) return result;
    const refused = result.problems.find(
      ({ code, severity }) => code === 'custom-schema' && severity === 'error',
    );
    if (!refused) return [];
    const { line, column } = refused.region.start;
    const reason = `an API server refuses its schema (line ${line}, column ${column}): ${refused.headline}`;
    return { file: result.file, reason, counts: 'as failure' };
  });
}
