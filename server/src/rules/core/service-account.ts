import type { WarningRule } from '../shared/warning.ts';

/** What the API server warns of in a ServiceAccount. */
export const serviceAccountWarnings: WarningRule = (account, warnings, { old }) => {
  const key = 'kubernetes.io/enforce-mountable-secrets';
  const annotation = account.in('metadata', 'annotations').key(key);
  const before = (old?.metadata as { readonly annotations?: Record<string, unknown> } | undefined)
    ?.annotations;
  if (!annotation.isSet || before?.[key] !== undefined) return;
  const text = 'deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets';
  warnings.of(annotation, text, { code: 'deprecated-annotation', at: 'key' });
};
