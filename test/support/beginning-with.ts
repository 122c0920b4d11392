import { BaseSequencer, type TestSequencer, type TestSpecification } from 'vitest/node';

/**
 * Vitest's order of test files, but for these, which it begins with: it puts large files first where it knows nothing of an
 * earlier run, and a small one that takes long would run alone at the end.
 */
export function beginningWith(
  ...files: readonly string[]
): new (
  ...given: ConstructorParameters<typeof BaseSequencer>
) => TestSequencer {
  const placeOf = ({ moduleId }: TestSpecification) => {
    const place = files.findIndex((file) => moduleId.endsWith(`/${file}`));
    return place < 0 ? files.length : place;
  };
  return class extends BaseSequencer {
    override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(specifications);
      return sorted.sort((one, other) => placeOf(one) - placeOf(other));
    }
  };
}
