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
  /** How many files of a folder are read for what they define: `kubewright.files.limit`. */
  readonly mostFiles: number;
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
  mostFiles: 20_000,
  suggestions: 'asked',
  liveObjects: 'unknown',
};

/**
 * Reads the `initializationOptions` of a client: a person's settings, and what the client itself can do. What is missing or
 * makes no sense stays as it was.
 */
export function readClientOptions(written: unknown, before: Settings): Settings {
  const { suggestCommand, suggestions, fetchSchemaCommand, rulePage, liveObjects } = record(written);
  return {
    ...readSettings(written, before),
    suggestCommand: typeof suggestCommand === 'string' ? suggestCommand : before.suggestCommand,
    suggestions: suggestions === 'asTyped' ? suggestions : before.suggestions,
    fetchSchemaCommand:
      typeof fetchSchemaCommand === 'string' ? fetchSchemaCommand : before.fetchSchemaCommand,
    rulePage: typeof rulePage === 'string' ? rulePage : before.rulePage,
    liveObjects: liveObjects === 'asked' ? 'asked' : before.liveObjects,
  };
}

/**
 * Reads a person's settings from whatever a client sent: what is missing or makes no sense stays as it was. A folder may
 * have settings of its own, so these name no command and no address.
 */
export function readSettings(written: unknown, before: Settings): Settings {
  const { kubernetesVersion, diagnostics, placeholders, files } = record(written);
  const { enabled, severity } = record(diagnostics);
  const { limit } = record(files);
  return {
    ...before,
    kubernetesVersion:
      kubernetesVersions.find((version) => version === String(kubernetesVersion)) ?? before.kubernetesVersion,
    diagnostics: typeof enabled === 'boolean' ? (enabled ? 'on' : 'off') : before.diagnostics,
    severities: severity === undefined ? before.severities : readSeverities(severity),
    placeholders: readPlaceholders(placeholders, before.placeholders),
    mostFiles:
      typeof limit === 'number' && limit >= 0 ? Math.min(Math.floor(limit), 1_000_000) : before.mostFiles,
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
