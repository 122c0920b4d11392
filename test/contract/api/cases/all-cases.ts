import type { KubernetesVersion } from '../../../../server/src/catalog/catalog.ts';
import type { Case } from '../case.ts';
import { customKinds } from '../custom-kinds.ts';
import { customKindUnderTest, type KindUnderTest, kindUnderTest, servedKinds } from '../served-kinds.ts';
import { bindingCases } from './bindings.ts';
import { certificateCases } from './certificates.ts';
import { logCases, proxyCases, streamCases } from './connections.ts';
import { controllerCases } from './controllers.ts';
import { conversionCases } from './conversions.ts';
import { discoveryCases } from './discovery.ts';
import { evictionCases } from './evictions.ts';
import { finalizeCases } from './finalize.ts';
import { objectCases } from './objects.ts';
import { podPartCases } from './pod-parts.ts';
import { reviewCases } from './reviews.ts';
import { createdPartCases, subresourceCases } from './subresources.ts';
import { tokenCases } from './tokens.ts';
import { writeCases } from './writes.ts';

/** Every case for a server of this version. */
export function allCases(version: KubernetesVersion): Case[] {
  const served = servedKinds(version);
  const kinds = served
    .filter(({ verbs }) => verbs.includes('watch'))
    .map((each) => kindUnderTest(each, version));
  const custom = customKinds.map(({ served, smallest }) => customKindUnderTest(served, version, smallest));
  const core = (kind: string) => kinds.find((each) => each.group === '' && each.kind === kind)!;
  const reviews = served
    .filter(({ verbs, kind }) => verbs.length === 1 && kind !== 'Binding')
    .map((each) => kindUnderTest(each, version));
  return [
    ...[...byPrefix([...kinds, ...reviews, ...custom])].flatMap(([prefix, of]) => discoveryCases(prefix, of)),
    ...[...kinds, ...custom].flatMap(objectCases),
    ...conversionCases(kinds),
    ...[...kinds, ...custom].flatMap(subresourceCases),
    ...kinds.flatMap(createdPartCases),
    ...certificateCases(kinds.find((each) => each.kind === 'CertificateSigningRequest')!),
    ...evictionCases(core('Pod')),
    ...podPartCases(core('Pod')),
    ...tokenCases(core('ServiceAccount'), core('Pod')),
    ...reviews.flatMap(reviewCases),
    ...bindingCases(core('Pod')),
    ...finalizeCases(core('Namespace')),
    ...controllerCases(core('ResourceQuota'), core('Secret')),
    ...writeCases(),
    ...logCases(core('Pod')),
    ...streamCases(core('Pod')),
    ...[core('Pod'), core('Service'), core('Node')].flatMap(proxyCases),
  ];
}

function byPrefix(kinds: readonly KindUnderTest[]): Map<string, KindUnderTest[]> {
  const groups = new Map<string, KindUnderTest[]>();
  for (const kind of kinds) groups.set(kind.prefix, [...(groups.get(kind.prefix) ?? []), kind]);
  return groups;
}
