// Colouring with VS Code's own engine: YAML with the extension's grammars beside YAML as VS Code has it, in the same run.
//   npm run bench colour
import { Colouring } from '../support/grammars.ts';
import { deployments } from './inputs.ts';
import { median, printHead, printRow } from './table.ts';

const plain = deployments(1_700).text;
const template = plain.replaceAll(
  /^( *)replicas: .*$/gm,
  '$1{{- if .Values.web }}\n$1replicas: {{ .Values.web }}\n$1{{- end }}',
);
const scripts = [
  'apiVersion: v1\nkind: ConfigMap\ndata:\n',
  ...Array.from(
    { length: 400 },
    (_, index) => `  run-${index}.sh: |\n${'    echo "$HOME" | sort # why\n'.repeat(99)}`,
  ),
].join('');

printHead('VS Code');
await startUp();
await lines('plain YAML', plain);
await lines('a template', template);
await lines('scripts in block scalars', scripts);

/** The first line of the first file: grammars are loaded then. The peer is the like for Markdown, which embeds others, too. */
async function startUp(): Promise<void> {
  const ours = await new Colouring().time('a: 1', 'ours', now);
  const markdown = await new Colouring().time('# a', 'only VS Code', now, 'text.html.markdown');
  printRow({ what: 'first line of YAML, beside Markdown', unit: 'ms', ours, peer: markdown });
}

async function lines(what: string, text: string): Promise<void> {
  const colouring = new Colouring();
  const times = { ours: [] as number[], 'only VS Code': [] as number[] };
  for (const by of ['ours', 'only VS Code', 'ours', 'only VS Code', 'ours', 'only VS Code'] as const) {
    times[by].push(await colouring.time(text, by, now));
  }
  printRow({
    what: `${what}: ${text.split('\n').length} lines`,
    unit: 'ms',
    ours: median(times.ours),
    peer: median(times['only VS Code']),
  });
}

function now(): number {
  return performance.now();
}
