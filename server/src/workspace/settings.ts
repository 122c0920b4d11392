import { type KubernetesVersion, kubernetesVersions, newestKubernetesVersion } from '../catalog/catalog.ts';

/** What a client can set: `initializationOptions`, or the section `kubewright` of its configuration. */
export interface Settings {
  /** Which release's API files are checked against. */
  readonly kubernetesVersion: KubernetesVersion;
  /** Whether problems are reported at all: `kubewright.diagnostics.enabled`. */
  readonly diagnostics: 'on' | 'off';
}

/** What counts until a client says otherwise. */
export const defaultSettings: Settings = { kubernetesVersion: newestKubernetesVersion, diagnostics: 'on' };

/** Reads settings from whatever a client sent: what is missing or makes no sense stays as it was. */
export function readSettings(written: unknown, before: Settings): Settings {
  const { kubernetesVersion, diagnostics } = record(written);
  const { enabled } = record(diagnostics);
  return {
    kubernetesVersion:
      kubernetesVersions.find((version) => version === String(kubernetesVersion)) ?? before.kubernetesVersion,
    diagnostics: typeof enabled === 'boolean' ? (enabled ? 'on' : 'off') : before.diagnostics,
  };
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
