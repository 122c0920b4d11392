// A paste of YAML in long texts: what the extension host adds to VS Code's own.
//   npm run bench paste
import { pasteEdit } from '../../client/src/editing/paste-edit.ts';
import { TextSnapshot } from '../../client/src/editing/text-snapshot.ts';
import { deployments, type Input, longPod, wideConfigMap } from './inputs.ts';
import { percentile, printHead, printRow } from './table.ts';

const repeats = 50;
const pasted = 'resources:\n        limits:\n          cpu: 100m\n        requests:\n          cpu: 50m';

printHead('-');
measure('1,000 Deployments in one file', deployments(1_000));
measure('a Pod of 40,000 lines', longPod(40_000));
measure('a ConfigMap of 20,000 keys', wideConfigMap(20_000));

/** Onto an empty line near the start, in the middle and at the end; the slowest of the three places counts. */
function measure(what: string, { text }: Input): void {
  const lines = text.split('\n');
  const rows = [10, Math.floor(lines.length / 2), lines.length - 2];
  const times = rows.map((row) => timesAt([...lines.slice(0, row), '', ...lines.slice(row)], row));
  const worst = (share: number) => Math.max(...times.map((all) => percentile(all, share)));
  printRow({ what: `${what}: a paste p50`, unit: 'ms', budget: 20, ours: worst(50) });
  printRow({ what: `${what}: a paste p95`, unit: 'ms', budget: 20, ours: worst(95) });
}

function timesAt(lines: readonly string[], row: number): number[] {
  const start = { row, column: 0 };
  const text = lines.join('\n');
  return Array.from({ length: repeats }, () => {
    const before = performance.now();
    pasteEdit({ lines: new TextSnapshot(text), start, end: start, text: pasted });
    return performance.now() - before;
  });
}
