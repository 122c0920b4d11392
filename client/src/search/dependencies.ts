import type { KubeContext } from '../cluster/cluster.ts';
import type { Resource } from '../cluster/kube-object.ts';
import type { Log } from '../cluster/log.ts';
import type { Clock } from '../cluster/watch/clock.ts';
import type { Namespaces } from '../connections/namespaces.ts';
import type { ObjectTarget } from '../connections/object-target.ts';
import type { PickableContexts } from '../connections/pick-context.ts';
import type { LanguageService } from '../language/language-service.ts';
import type { KeptSearches } from './kept-searches.ts';

/** Shows lines of the Clusters view: selected, with the keyboard at them. Both reject with the way out where there is no such line. */
export interface ShownLines {
  showKind(context: KubeContext, resource: Resource): Promise<void>;
  showObject(target: ObjectTarget): Promise<void>;
}

/** What searching needs. */
export interface SearchDependencies extends PickableContexts {
  readonly namespaces: Namespaces;
  readonly lines: ShownLines;
  readonly language: Pick<LanguageService, 'request'>;
  readonly kept: KeptSearches;
  /** The cluster that was asked last. */
  readonly last: { context: KubeContext | undefined };
  readonly clock: Clock;
  readonly log: Log;
}
