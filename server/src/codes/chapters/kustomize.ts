import { chapter, text } from '../code-entry.ts';

/** Kustomize. */
export const kustomize = chapter('Kustomize', {
  'deprecated-field': text(
    'The field still counts, but is to go away: `kustomization.yaml` has another one in its place, or the server warns of it.',
    'bases:\n- ../base\n',
    'resources: []\n',
    'kustomization.yaml',
  ),
  'missing-file': text(
    'A kustomization names a local file or folder that is not there.',
    'resources:\n- gone.yaml\n',
    'resources: []\n',
    'kustomization.yaml',
  ),
});
