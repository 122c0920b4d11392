interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

interface Message {
  readonly text: string;
}

interface Location {
  readonly physicalLocation: { readonly artifactLocation: ArtifactLocation; readonly region: Region };
  readonly message?: Message;
}

interface ArtifactLocation {
  readonly uri: string;
  readonly uriBaseId?: string;
}

/** A log of SARIF, as far as the standard's rules are asked of it here. */
export interface SarifLog {
  readonly version: string;
  readonly runs: readonly {
    readonly originalUriBaseIds: Readonly<Record<string, { readonly uri: string }>>;
    readonly tool: {
      readonly driver: {
        readonly rules: readonly {
          readonly id: string;
          readonly shortDescription: Message;
          readonly fullDescription: Message;
          readonly help: Message;
        }[];
      };
    };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly message: Message;
      readonly locations: readonly Location[];
      readonly relatedLocations?: readonly Location[];
      readonly fixes?: readonly {
        readonly description: Message;
        readonly artifactChanges: readonly {
          readonly artifactLocation: ArtifactLocation;
          readonly replacements: readonly { readonly deletedRegion: Region }[];
        }[];
      }[];
    }[];
  }[];
}

/** What of SARIF 2.1.0 a log does not keep to: rules and their indexes, addresses, regions, messages. */
export function sarifFaults({ version, runs }: SarifLog): string[] {
  const faults = version === '2.1.0' ? [] : [`version ${version}`];
  for (const { originalUriBaseIds, tool, results } of runs) {
    const { rules } = tool.driver;
    const bases = Object.entries(originalUriBaseIds);
    for (const [id, { uri }] of bases) {
      if (!uri.endsWith('/') || !URL.canParse(uri)) faults.push(`${id} is ${uri}, no folder`);
    }
    if (new Set(rules.map(({ id }) => id)).size < rules.length) faults.push('a rule is there twice');
    const messages = rules.flatMap(({ shortDescription, fullDescription, help }) => [
      shortDescription,
      fullDescription,
      help,
    ]);
    for (const result of results) {
      const { ruleId, ruleIndex, level, message, locations, relatedLocations = [], fixes = [] } = result;
      if (rules[ruleIndex]?.id !== ruleId) faults.push(`${ruleId} is not rule ${ruleIndex}`);
      if (!['error', 'warning', 'note', 'none'].includes(level)) faults.push(`level ${level}`);
      if (locations.length !== 1) faults.push(`${locations.length} locations`);
      const places = [...locations, ...relatedLocations];
      const changes = fixes.flatMap(({ artifactChanges }) => artifactChanges);
      messages.push(message, ...fixes.map(({ description }) => description));
      messages.push(...places.flatMap((place) => place.message ?? []));
      const artifacts = [
        ...places.map(({ physicalLocation }) => physicalLocation.artifactLocation),
        ...changes.map(({ artifactLocation }) => artifactLocation),
      ];
      for (const artifact of artifacts) faults.push(...addressFaults(artifact, originalUriBaseIds));
      const regions = [
        ...places.map(({ physicalLocation }) => physicalLocation.region),
        ...changes.flatMap(({ replacements }) => replacements.map(({ deletedRegion }) => deletedRegion)),
      ];
      faults.push(...regions.filter(isNoRegion).map((region) => `region ${JSON.stringify(region)}`));
    }
    for (const { text } of messages)
      if (isNoPlainMessage(text)) faults.push(`message ${JSON.stringify(text)}`);
  }
  return faults;
}

function addressFaults({ uri, uriBaseId }: ArtifactLocation, bases: object): string[] {
  const isAbsolute = URL.canParse(uri);
  if (!/^(?:[\w.~!$&'()*+,;=:@/-]|%[\dA-F]{2})+$/i.test(uri)) return [`no address: ${uri}`];
  if (uriBaseId === undefined) return isAbsolute ? [] : [`relative to nothing: ${uri}`];
  return isAbsolute || !(uriBaseId in bases) ? [`not relative to ${uriBaseId}: ${uri}`] : [];
}

/** Lines and columns start at 1, and what ends before it starts is none. */
function isNoRegion({ startLine, startColumn, endLine, endColumn }: Region): boolean {
  if (startLine < 1 || startColumn < 1 || endColumn < 1) return true;
  return endLine < startLine || (endLine === startLine && endColumn < startColumn);
}

/** Whether a message is empty, or holds what would be a link or a placeholder, which ours have none of. */
function isNoPlainMessage(text: string): boolean {
  return text === '' || /[[\]{}]/.test(text.replaceAll(/\\[\\[\]]|\{\{|\}\}/g, ''));
}
