import type { KubernetesVersion } from '../../../../server/src/catalog/catalog.ts';
import { seededRandom } from '../../../support/random.ts';
import { type KindUnderTest, kindUnderTest, servedKinds } from '../../api/served-kinds.ts';
import type { Scene } from '../scene.ts';
import { createScenes } from './creates.ts';
import { deleteScenes } from './deletes.ts';
import { everydayScenes } from './everyday.ts';
import { everydayRequestScenes } from './everyday-requests.ts';
import { mutationScenes } from './mutations.ts';
import { oddScenes } from './odd-requests.ts';
import { particularScenes } from './particular.ts';
import { patchScenes } from './patches.ts';
import { readScenes } from './reads.ts';
import { replaceScenes } from './replaces.ts';
import { schemaFacts } from './schema-facts.ts';
import { variationScenes } from './variations.ts';

/** Every scene, of every kind that has all operations; the same for the same seed. */
export function allScenes(version: KubernetesVersion, seed: number): Scene[] {
  const random = seededRandom(seed);
  const facts = schemaFacts(version);
  const kinds = servedKinds(version)
    .filter(({ verbs }) => verbs.includes('create') && verbs.includes('get'))
    .map((served) => withoutToken(kindUnderTest(served, version)));
  return [
    ...kinds.flatMap((kind) => [
      ...createScenes(kind),
      ...replaceScenes(kind),
      ...patchScenes(kind),
      ...deleteScenes(kind),
      ...readScenes(kind),
      ...oddScenes(kind),
      ...variationScenes(kind, facts, random),
    ]),
    ...particularScenes(),
    ...everydayScenes(),
    ...everydayRequestScenes(),
    ...mutationScenes(kinds, seededRandom(seed)),
  ];
}

/** Of a Pod; admission would add a volume with a generated name. */
function withoutToken(kind: KindUnderTest): KindUnderTest {
  if (kind.group !== '' || kind.kind !== 'Pod') return kind;
  const spec = {
    ...(kind.object.spec as object),
    serviceAccountName: 'default',
    automountServiceAccountToken: false,
  };
  const object = { ...kind.object, spec };
  return { ...kind, object, made: { ...kind.made, body: object } };
}
