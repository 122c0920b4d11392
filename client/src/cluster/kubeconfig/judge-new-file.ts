import type { KubeconfigFiles } from './files.ts';
import { type KubeconfigIo, loadKubeContexts, nodeKubeconfigIo } from './load.ts';

/** What becomes of a file that is to be read beside others. */
export type NewFile =
  /** It has these contexts. */
  | { readonly is: 'new'; readonly contexts: readonly string[] }
  /** It is read already, as one of KUBECONFIG, the default one, or one that was named. */
  | { readonly is: 'listed' }
  /** It is none, or has nothing to show; a sentence without a stop. */
  | { readonly is: 'unusable'; readonly why: string };

/** Judges a file that is to be read beside those that are; reads that one alone. Never rejects. */
export async function judgeNewFile(
  file: string,
  { merged, extra }: KubeconfigFiles,
  io: KubeconfigIo = nodeKubeconfigIo,
): Promise<NewFile> {
  if (merged.includes(file) || extra.includes(file)) return { is: 'listed' };
  const { contexts, problems } = await loadKubeContexts({ merged: [], extra: [file] }, io);
  if (problems[0]) return { is: 'unusable', why: problems[0].message };
  if (contexts.length === 0) return { is: 'unusable', why: `${file} is no kubeconfig: it has no contexts` };
  return { is: 'new', contexts: contexts.map(({ name }) => name) };
}
