import { type KubernetesVersion, kubernetesVersions, newestKubernetesVersion } from '../catalog/catalog.ts';

/** What a client can set: `initializationOptions`, or the section `kubewright` of its configuration. */
export interface Settings {
  /** Which release's API files are checked against. */
  readonly kubernetesVersion: KubernetesVersion;
  /** Whether problems are reported at all: `kubewright.diagnostics.enabled`. */
  readonly diagnostics: 'on' | 'off';
  /** The client's command that opens its list of suggestions again, run after an item that asks for a value. */
  readonly suggestCommand?: string | undefined;
}

/** What counts until a client says otherwise. */
export const defaultSettings: Settings = { kubernetesVersion: newestKubernetesVersion, diagnostics: 'on' };

/** Reads settings from whatever a client sent: what is missing or makes no sense stays as it was. */
export function readSettings(written: unknown, before: Settings): Settings {
  const { kubernetesVersion, diagnostics, suggestCommand } = record(written);
  const { enabled } = record(diagnostics);
  return {
    kubernetesVersion:
      kubernetesVersions.find((version) => version === String(kubernetesVersion)) ?? before.kubernetesVersion,
    diagnostics: typeof enabled === 'boolean' ? (enabled ? 'on' : 'off') : before.diagnostics,
    suggestCommand: typeof suggestCommand === 'string' ? suggestCommand : before.suggestCommand,
  };
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
