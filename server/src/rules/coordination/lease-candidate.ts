import { compareSemanticVersions, parseSemanticVersion } from '../formats/semantic-version.ts';
import type { Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import { checkImmutable } from '../shared/immutable.ts';
import type { Rule } from '../shared/rule.ts';
import { checkStrategy } from './lease.ts';

const zero = { numbers: [0, 0, 0], prerelease: [] } as const;

/** What the API server refuses a LeaseCandidate for. */
export const leaseCandidate: Rule = (object, causes, attributes) => {
  const spec = object.at('spec');
  const [binary, emulation, strategy] = ['binaryVersion', 'emulationVersion', 'strategy'].map((name) =>
    spec.at(name),
  ) as [Field, Field, Field];
  if (!spec.map) return;
  if (spec.at('leaseName').text === '') causes.required(spec.at('leaseName'));
  const emulated = checkVersion(emulation, causes);
  if (binary.text === '') causes.required(binary);
  const own = checkVersion(binary, causes);
  if (binary.text && emulation.text && compareSemanticVersions(own, emulated) < 0) {
    causes.invalid(binary, 'must be greater than or equal to `emulationVersion`', { against: emulation });
  }
  if (strategy.text === '') causes.required(strategy);
  else {
    const isEmulated = emulation.text === undefined || compareSemanticVersions(emulated, zero) !== 0;
    if (strategy.text === 'OldestEmulationVersion' && !isEmulated) {
      causes.required(emulation, "must be specified when `strategy` is 'OldestEmulationVersion'");
    }
    checkStrategy(strategy, causes);
  }
  checkImmutable(spec.at('leaseName'), causes, attributes);
};

/** What is no version counts as 0.0.0. */
function checkVersion(field: Field, causes: Causes) {
  const version = field.text ? parseSemanticVersion(field.text) : undefined;
  if (field.text && !version) causes.invalid(field, 'must be a valid semantic version');
  return version ?? zero;
}
