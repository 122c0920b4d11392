import { type KubernetesVersion, kubernetesVersions, newestKubernetesVersion } from '../catalog/catalog.ts';
import type { Severities } from '../diagnostics/severities.ts';
import { knownPlaceholders, Placeholders } from '../placeholders/placeholders.ts';

/** What a client can set: `initializationOptions`, or the section `kubewright` of its configuration. */
export interface Settings {
  /** Which release's API files are checked against. */
  readonly kubernetesVersion: KubernetesVersion;
  /** Whether problems are reported at all: `kubewright.diagnostics.enabled`. */
  readonly diagnostics: 'on' | 'off';
  /** Of codes that are not to have their own severity: `kubewright.diagnostics.severity`. */
  readonly severities: Severities;
  /** What other tools fill in later: the notations that are known, and the patterns of `kubewright.placeholders`. */
  readonly placeholders: Placeholders;
  /** The client's command that opens its list of suggestions again, run after an item that asks for a value. */
  readonly suggestCommand?: string | undefined;
  /** Whether the client opens its list of suggestions as people type, or only when they ask for it. */
  readonly suggestions: 'asTyped' | 'asked';
  /** The client's command that has a schema of a cluster fetched, by a `FetchSchemaArgument`. */
  readonly fetchSchemaCommand?: string | undefined;
  /** The address of what is said of a code, which stands in it as `CODE`. */
  readonly rulePage?: string | undefined;
  /** Whether the client answers what clusters have of an object. */
  readonly liveObjects: 'asked' | 'unknown';
}

/** What counts until a client says otherwise. */
export const defaultSettings: Settings = {
  kubernetesVersion: newestKubernetesVersion,
  diagnostics: 'on',
  severities: {},
  placeholders: knownPlaceholders,
  suggestions: 'asked',
  liveObjects: 'unknown',
};

/** Reads settings from whatever a client sent: what is missing or makes no sense stays as it was. */
export function readSettings(written: unknown, before: Settings): Settings {
  const { kubernetesVersion, diagnostics, placeholders, ...client } = record(written);
  const { suggestCommand, suggestions, fetchSchemaCommand, rulePage, liveObjects } = client;
  const { enabled, severity } = record(diagnostics);
  return {
    kubernetesVersion:
      kubernetesVersions.find((version) => version === String(kubernetesVersion)) ?? before.kubernetesVersion,
    diagnostics: typeof enabled === 'boolean' ? (enabled ? 'on' : 'off') : before.diagnostics,
    severities: severity === undefined ? before.severities : readSeverities(severity),
    placeholders: readPlaceholders(placeholders, before.placeholders),
    suggestCommand: typeof suggestCommand === 'string' ? suggestCommand : before.suggestCommand,
    suggestions: suggestions === 'asTyped' ? suggestions : before.suggestions,
    fetchSchemaCommand:
      typeof fetchSchemaCommand === 'string' ? fetchSchemaCommand : before.fetchSchemaCommand,
    rulePage: typeof rulePage === 'string' ? rulePage : before.rulePage,
    liveObjects: liveObjects === 'asked' ? 'asked' : before.liveObjects,
  };
}

/** The same ones where the patterns are the same. */
function readPlaceholders(written: unknown, before: Placeholders): Placeholders {
  if (!Array.isArray(written)) return before;
  const patterns = written.filter((pattern) => typeof pattern === 'string' && pattern !== '') as string[];
  return JSON.stringify(patterns) === JSON.stringify(before.patterns) ? before : new Placeholders(patterns);
}

function readSeverities(written: unknown): Severities {
  return Object.fromEntries(
    Object.entries(record(written)).flatMap(([code, severity]) => {
      const known = severities.find((one) => one === severity);
      return known ? [[code, known]] : [];
    }),
  );
}

const severities = ['error', 'warning', 'information', 'hint', 'off'] as const;

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
