import type { Clock } from '../clock.ts';
import { keyOf, splitKey, WorkQueue } from '../controllers/work-queue.ts';
import type { KubeObject, ObjectStore } from '../object-store.ts';
import type { ServiceAccountTokens } from '../rights/service-account-tokens.ts';

const secrets = { group: '', plural: 'secrets' };
const serviceAccounts = { group: '', plural: 'serviceaccounts' };
const manager = 'kube-controller-manager';
const nameAnnotation = 'kubernetes.io/service-account.name';
const uidAnnotation = 'kubernetes.io/service-account.uid';

export interface AccountTokenOptions {
  readonly tokens: ServiceAccountTokens;
  /** The certificate that pods trust the API by, as PEM. */
  readonly authority: string;
}

/** Puts a token into every Secret that is made for one, and takes away those whose ServiceAccount is not there. */
export class AccountTokenSecrets {
  readonly #store: ObjectStore;
  readonly #options: AccountTokenOptions;
  readonly #queue: WorkQueue;
  readonly #subscriptions: readonly { dispose(): void }[];

  constructor(store: ObjectStore, clock: Clock, options: AccountTokenOptions) {
    this.#store = store;
    this.#options = options;
    this.#queue = new WorkQueue(clock, (key) => this.#reconcile(key));
    this.#subscriptions = [
      store.subscribe(secrets, ({ type, object }) => {
        if (type !== 'DELETED' && isForToken(object)) this.#queue.add(keyOf(object.metadata));
      }),
      store.subscribe(serviceAccounts, ({ type, object }) => {
        if (type === 'DELETED') this.#accountGone(object);
      }),
    ];
    for (const secret of store.list(secrets)) {
      if (isForToken(secret)) this.#queue.add(keyOf(secret.metadata));
    }
  }

  dispose(): void {
    this.#queue.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #accountGone({ metadata }: KubeObject): void {
    for (const secret of this.#store.list(secrets, metadata.namespace)) {
      const { annotations } = secret.metadata;
      if (isForToken(secret) && annotations?.[nameAnnotation] === metadata.name) {
        this.#queue.add(keyOf(secret.metadata));
      }
    }
  }

  #reconcile(key: string): void {
    const { namespace, name } = splitKey(key);
    const secret = this.#store.get(secrets, namespace, name);
    if (!secret || secret.metadata.deletionTimestamp || !isForToken(secret)) return;
    const { annotations = {} } = secret.metadata;
    const account = this.#store.get(serviceAccounts, namespace, annotations[nameAnnotation]!);
    const wantedUid = annotations[uidAnnotation];
    if (!account || (wantedUid && wantedUid !== account.metadata.uid)) {
      this.#store.delete(secrets, namespace, name);
      return;
    }
    this.#store.update(secrets, namespace, name, manager, (copy) => this.#fill(copy, account));
  }

  #fill(secret: KubeObject, account: KubeObject): void {
    const { namespace = '', name = '' } = secret.metadata;
    const { name: accountName = '', uid = '' } = account.metadata;
    const held = (secret.data ?? {}) as Record<string, string>;
    const { tokens, authority } = this.#options;
    const token = () =>
      tokens.issueForSecret({ namespace, secret: name, account: { name: accountName, uid } });
    secret.metadata.annotations = { ...secret.metadata.annotations, [uidAnnotation]: uid };
    secret.data = {
      ...held,
      'ca.crt': base64(authority),
      namespace: held.namespace || base64(namespace),
      token: held.token || base64(token()),
    };
  }
}

function isForToken({ type, metadata }: KubeObject): boolean {
  return type === 'kubernetes.io/service-account-token' && Boolean(metadata.annotations?.[nameAnnotation]);
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
