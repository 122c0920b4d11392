import { createHash, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { setField } from '../../../server/src/yaml/own-field.ts';
import type { Clock } from '../clock.ts';
import type { KubeObject, ResourceName } from '../object-store.ts';
import { qualifiedResource } from '../qualified-names.ts';
import type { TokenVerdict } from './token-verdict.ts';
import { serviceAccountGroups, type User } from './user.ts';

/** Who issues the tokens of service accounts, and whom they are for where nobody else is named. */
export const issuer = 'https://kubernetes.default.svc';

/** An object that a token belongs to. */
export interface TokenReference {
  readonly name: string;
  /** Left out for a node that is not there. */
  readonly uid?: string | undefined;
}

/** What a token says: the service account, whom it is for, how long, and what it goes away with. */
export interface TokenClaims {
  readonly namespace: string;
  readonly serviceAccount: TokenReference;
  readonly audiences: readonly string[];
  readonly expirationSeconds: number;
  readonly pod?: TokenReference | undefined;
  readonly secret?: TokenReference | undefined;
  readonly node?: TokenReference | undefined;
}

/** Whom a token is of that a Secret keeps. */
export interface SecretToken {
  readonly namespace: string;
  readonly secret: string;
  readonly account: { readonly name: string; readonly uid: string };
}

/** Where the objects are that tokens are bound to. */
export interface TokenStore {
  get(resource: ResourceName, namespace: string | undefined, name: string): KubeObject | undefined;
}

/** Issues tokens of service accounts as JSON Web Tokens (RFC 7519), signed by a key of this run, and judges them. */
export class ServiceAccountTokens {
  readonly #store: TokenStore;
  readonly #clock: Clock;
  readonly #newId: () => string;
  #signer: TokenSigner | undefined;

  constructor(store: TokenStore, clock: Clock, newId: () => string) {
    this.#store = store;
    this.#clock = clock;
    this.#newId = newId;
  }

  /** By what others can judge the tokens: a JSON Web Key Set (RFC 7517). */
  keySet(): { keys: readonly object[] } {
    const { publicKey, kid } = this.#signing();
    const { kty, n, e } = publicKey.export({ format: 'jwk' });
    return { keys: [{ use: 'sig', kty, kid, alg: 'RS256', n, e }] };
  }

  /** Made when it is first needed: it takes a while to find a key. */
  #signing(): TokenSigner {
    this.#signer ??= newSigner();
    return this.#signer;
  }

  issue({ namespace, serviceAccount, audiences, expirationSeconds, ...bound }: TokenClaims): string {
    const now = Math.floor(this.#clock.now() / 1000);
    const payload = encoded({
      aud: audiences,
      exp: now + expirationSeconds,
      iat: now,
      iss: issuer,
      jti: this.#newId(),
      'kubernetes.io': { namespace, serviceaccount: serviceAccount, ...bound },
      nbf: now,
      sub: `system:serviceaccount:${namespace}:${serviceAccount.name}`,
    });
    return this.#signed(payload);
  }

  /** A token that a Secret keeps: it is worth something as long as the Secret is there with it. */
  issueForSecret({ namespace, secret, account }: SecretToken): string {
    const payload = encoded({
      iss: secretIssuer,
      'kubernetes.io/serviceaccount/namespace': namespace,
      'kubernetes.io/serviceaccount/secret.name': secret,
      'kubernetes.io/serviceaccount/service-account.name': account.name,
      'kubernetes.io/serviceaccount/service-account.uid': account.uid,
      sub: `system:serviceaccount:${namespace}:${account.name}`,
    });
    return this.#signed(payload);
  }

  #signed(payload: string): string {
    const { kid, privateKey } = this.#signing();
    const signed = `${encoded({ alg: 'RS256', kid })}.${payload}`;
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
  }

  /** What a token is worth to who is one of `audiences`; undefined where it is none of these tokens. */
  judge(token: string, audiences: readonly string[]): TokenVerdict | undefined {
    const parts = token.split('.');
    if (parts.length !== 3) return undefined;
    const claims = decoded(parts[1]!);
    if (claims?.iss !== issuer && claims?.iss !== secretIssuer) return undefined;
    const [header, payload, signature] = parts as [string, string, string];
    const bytes = Buffer.from(signature, 'base64url');
    if (!verify('sha256', Buffer.from(`${header}.${payload}`), this.#signing().publicKey, bytes)) {
      return { problem: 'go-jose/go-jose: error in cryptographic primitive' };
    }
    // Signed here, so it is what was written by `issue`, or by `issueForSecret`.
    if (claims.iss === secretIssuer) {
      return this.#judgeSecret(claims as unknown as SecretClaims, token, audiences);
    }
    return this.#judgeClaims(claims as unknown as SignedClaims, audiences);
  }

  #judgeClaims(claims: SignedClaims, audiences: readonly string[]): TokenVerdict {
    const common = audiences.filter((one) => claims.aud.includes(one));
    if (common.length === 0) {
      return {
        problem: `token audiences ${goList(claims.aud)} is invalid for the target audiences ${goList(audiences)}`,
      };
    }
    if (this.#clock.now() / 1000 > claims.exp) return { problem: 'service account token has expired' };
    const { namespace, serviceaccount, ...bound } = claims['kubernetes.io'];
    const account = this.#store.get(serviceAccounts, namespace, serviceaccount.name);
    if (!account) {
      return {
        problem: `${qualifiedResource(serviceAccounts)} ${JSON.stringify(serviceaccount.name)} not found`,
      };
    }
    if (account.metadata.uid !== serviceaccount.uid) {
      return {
        problem: `service account UID (${account.metadata.uid}) does not match claim (${serviceaccount.uid})`,
      };
    }
    const problem = this.#boundProblem(namespace, bound);
    return problem === undefined ? { user: userOf(claims), audiences: common } : { problem };
  }

  /** It is for the API server alone. */
  #judgeSecret(claims: SecretClaims, token: string, audiences: readonly string[]): TokenVerdict {
    const namespace = claims[`${secretPrefix}namespace`];
    const secretName = claims[`${secretPrefix}secret.name`];
    const name = claims[`${secretPrefix}service-account.name`];
    const uid = claims[`${secretPrefix}service-account.uid`];
    const common = audiences.filter((one) => one === issuer);
    if (common.length === 0) {
      const problem = `token audiences ${goList([issuer])} is invalid for the target audiences ${goList(audiences)}`;
      return { problem };
    }
    const secret = this.#store.get({ group: '', plural: 'secrets' }, namespace, secretName);
    const held = (secret?.data as { token?: string } | undefined)?.token ?? '';
    if (!secret || secret.metadata.deletionTimestamp) return { problem: 'Token has been invalidated' };
    if (Buffer.from(held, 'base64').toString('utf8') !== token) {
      return { problem: "Token does not match server's copy" };
    }
    const account = this.#store.get(serviceAccounts, namespace, name);
    if (!account) {
      return { problem: `${qualifiedResource(serviceAccounts)} ${JSON.stringify(name)} not found` };
    }
    if (account.metadata.uid !== uid) {
      return { problem: `ServiceAccount UID (${account.metadata.uid}) does not match claim (${uid})` };
    }
    const groups = [...serviceAccountGroups(namespace), 'system:authenticated'];
    return { user: { username: claims.sub, uid, groups }, audiences: common };
  }

  /** Why what a token is bound to invalidates it. The node of a Pod is only told. */
  #boundProblem(namespace: string, { pod, secret, node }: BoundClaims): string | undefined {
    if (secret) return this.#changed({ group: '', plural: 'secrets' }, namespace, secret);
    if (pod) return this.#changed({ group: '', plural: 'pods' }, namespace, pod);
    return node && this.#changed({ group: '', plural: 'nodes' }, undefined, node);
  }

  #changed(resource: ResourceName, namespace: string | undefined, { name, uid }: TokenReference) {
    const object = this.#store.get(resource, namespace, name);
    if (!object) return 'service account token has been invalidated';
    if (object.metadata.uid === uid) return undefined;
    return changedWords[resource.plural]!(object.metadata.uid, uid);
  }
}

interface TokenSigner {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The name of the key. */
  readonly kid: string;
}

function newSigner(): TokenSigner {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = publicKey.export({ type: 'spki', format: 'der' });
  return { privateKey, publicKey, kid: createHash('sha256').update(key).digest('base64url') };
}

const serviceAccounts: ResourceName = { group: '', plural: 'serviceaccounts' };

const changedWords: Readonly<
  Record<string, (now: string | undefined, claimed: string | undefined) => string>
> = {
  secrets: (now, claimed) =>
    `secret UID (${now}) does not match service account secret ref claim (${claimed})`,
  pods: (now, claimed) => `pod UID (${now}) does not match service account pod ref claim (${claimed})`,
  nodes: (now, claimed) => `node UID (${now}) does not match service account node ref claim (${claimed})`,
};

type BoundClaims = Pick<TokenClaims, 'pod' | 'secret' | 'node'>;

/** Who issues the tokens that Secrets keep. */
const secretIssuer = 'kubernetes/serviceaccount';
const secretPrefix = 'kubernetes.io/serviceaccount/';

type SecretClaims = Readonly<
  Record<
    | 'sub'
    | `${typeof secretPrefix}${'namespace' | 'secret.name' | 'service-account.name' | 'service-account.uid'}`,
    string
  >
>;

interface SignedClaims {
  readonly aud: readonly string[];
  readonly exp: number;
  readonly jti: string;
  readonly sub: string;
  readonly 'kubernetes.io': BoundClaims & {
    readonly namespace: string;
    readonly serviceaccount: TokenReference;
  };
}

function userOf({ sub, jti, 'kubernetes.io': { namespace, serviceaccount, pod, node } }: SignedClaims): User {
  const extra: Record<string, readonly string[]> = { [`${extraPrefix}credential-id`]: [`JTI=${jti}`] };
  for (const [kind, reference] of Object.entries({ node, pod })) {
    if (!reference) continue;
    setField(extra, `${extraPrefix}${kind}-name`, [reference.name]);
    if (reference.uid) setField(extra, `${extraPrefix}${kind}-uid`, [reference.uid]);
  }
  return {
    username: sub,
    ...(serviceaccount.uid && { uid: serviceaccount.uid }),
    groups: [...serviceAccountGroups(namespace), 'system:authenticated'],
    extra,
  };
}

const extraPrefix = 'authentication.kubernetes.io/';

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function decoded(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** A list of texts as Go prints it: `["a" "b"]`. */
function goList(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`;
}
