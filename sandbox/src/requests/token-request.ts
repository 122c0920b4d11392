import { ownField } from '../../../server/src/yaml/own-field.ts';
import { timestamp } from '../clock.ts';
import { badRequest, cause, conflict, invalid, notFound } from '../errors.ts';
import type { KubeObject, ResourceName } from '../object-store.ts';
import type { TokenClaims } from '../rights/service-account-tokens.ts';
import { apiAudiences } from '../rights/token-authenticator.ts';
import { existing } from './get-object.ts';
import type { ApiResponse, ResourceRequest } from './request.ts';
import { inWrittenForm, type PartKind, recordedPart, sentPart } from './sent-part.ts';

const group = 'authentication.k8s.io';
const tokenRequest: PartKind = { apiVersion: `${group}/v1`, kind: 'TokenRequest' };

/** Answers a POST of a TokenRequest to a ServiceAccount: the request with its token. */
export function createToken(request: ResourceRequest): ApiResponse {
  const sent = sentPart(request, tokenRequest);
  const spec: TokenRequestSpec = { ...(sent.object.spec as object) };
  spec.expirationSeconds ??= hour;
  const recorded = recordedPart(request, tokenRequest, { ...sent, object: { ...sent.object, spec } });
  const { metadata } = recorded;
  checkIdentity(request, metadata);
  const account = existing(request);
  checkUid(request, metadata, account);
  const audiences = spec.audiences?.length ? spec.audiences : apiAudiences;
  const { expirationSeconds } = spec;
  checkExpiration(expirationSeconds);
  const claims = {
    namespace: request.namespace!,
    serviceAccount: referenceTo(account),
    audiences,
    expirationSeconds,
    ...boundTo(request, spec.boundObjectRef),
  };
  const now = request.api.clock.now();
  const { name, namespace, uid } = account.metadata;
  const answer = inWrittenForm(request, tokenRequest, {
    ...recorded,
    metadata: {
      ...metadata,
      name,
      namespace,
      uid,
      creationTimestamp: timestamp(now),
    } as KubeObject['metadata'],
    // Go has no `omitempty` here.
    spec: { ...spec, audiences, boundObjectRef: spec.boundObjectRef ?? null },
    status: {
      token: request.tokens.serviceAccounts.issue(claims),
      expirationTimestamp: timestamp(now + expirationSeconds * 1000),
    },
  });
  return { code: 201, object: answer };
}

interface TokenRequestSpec {
  audiences?: readonly string[];
  expirationSeconds?: number;
  boundObjectRef?: BoundObjectReference | null;
}

interface BoundObjectReference {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly name?: string;
  readonly uid?: string;
}

const hour = 3600;
const shortest = 600;
const longest = 2 ** 32;

/** What a body says of whose it is must be true. */
function checkIdentity({ name, namespace }: ResourceRequest, metadata: KubeObject['metadata']): void {
  const wrong = (field: 'name' | 'namespace', value: string) =>
    invalid({ group, kind: tokenRequest.kind }, name!, [
      cause.invalid(`metadata.${field}`, value, `must match the service account ${field} if specified`),
    ]);
  if (metadata.name && metadata.name !== name) throw wrong('name', metadata.name);
  if (metadata.namespace && metadata.namespace !== namespace) throw wrong('namespace', metadata.namespace);
}

function checkUid({ name }: ResourceRequest, { uid }: KubeObject['metadata'], account: KubeObject): void {
  if (!uid || uid === account.metadata.uid) return;
  throw conflict(
    { group, plural: tokenRequest.kind },
    name!,
    `the UID in the token request (${uid}) does not match the UID of the service account (${account.metadata.uid})`,
  );
}

function checkExpiration(seconds: number): void {
  if (seconds >= shortest && seconds <= longest) return;
  const why =
    seconds < shortest
      ? 'may not specify a duration less than 10 minutes'
      : 'may not specify a duration larger than 2^32 seconds';
  throw invalid({ group, kind: tokenRequest.kind }, '', [
    cause.invalid('spec.expirationSeconds', seconds, why),
  ]);
}

/** The object that a token goes away with. Throws 404 where it is not there, 400 where a token cannot be bound to it. */
function boundTo(
  request: ResourceRequest,
  reference: BoundObjectReference | null | undefined,
): Pick<TokenClaims, 'pod' | 'secret' | 'node'> {
  if (!reference) return {};
  const { kind = '', apiVersion = '', name = '' } = reference;
  const bindable = isCore(apiVersion) ? ownField(bindables, kind) : undefined;
  if (!bindable) throw badRequest(`cannot bind token to object of type ${versionAndKind(apiVersion, kind)}`);
  if (name === '') throw badRequest('Name parameter required.');
  const { resource, scope } = bindable;
  const object = request.api.storage.get(resource, scope === 'Cluster' ? undefined : request.namespace, name);
  if (!object) throw notFound(resource, name);
  const claims = bindable.claims(request, object);
  if (reference.uid && reference.uid !== object.metadata.uid) {
    throw conflict(
      { group: '', plural: kind },
      name,
      `the UID in the bound object reference (${reference.uid}) does not match the UID in record. The object might have been deleted and then recreated`,
    );
  }
  return claims;
}

interface Bindable {
  readonly resource: ResourceName;
  readonly scope: 'Namespaced' | 'Cluster';
  claims(request: ResourceRequest, object: KubeObject): Pick<TokenClaims, 'pod' | 'secret' | 'node'>;
}

const nodes: ResourceName = { group: '', plural: 'nodes' };

const bindables: Readonly<Record<string, Bindable | undefined>> = {
  Pod: {
    resource: { group: '', plural: 'pods' },
    scope: 'Namespaced',
    claims({ api, name }, pod) {
      const { serviceAccountName = '', nodeName } = pod.spec as {
        serviceAccountName?: string;
        nodeName?: string;
      };
      if (serviceAccountName !== name) {
        throw badRequest(
          `cannot bind token for serviceaccount ${JSON.stringify(name)} to pod running with different serviceaccount name.`,
        );
      }
      if (!nodeName) return { pod: referenceTo(pod) };
      const node = api.storage.get(nodes, undefined, nodeName);
      return { pod: referenceTo(pod), node: node ? referenceTo(node) : { name: nodeName } };
    },
  },
  Secret: {
    resource: { group: '', plural: 'secrets' },
    scope: 'Namespaced',
    claims: (_request, secret) => ({ secret: referenceTo(secret) }),
  },
  Node: { resource: nodes, scope: 'Cluster', claims: (_request, node) => ({ node: referenceTo(node) }) },
};

function referenceTo({ metadata }: KubeObject) {
  return { name: metadata.name!, uid: metadata.uid };
}

/** Go reads a version that it cannot take apart as none. */
function isCore(apiVersion: string): boolean {
  return apiVersion.split('/').length !== 2 || apiVersion.startsWith('/');
}

function versionAndKind(apiVersion: string, kind: string): string {
  const parts = apiVersion.split('/');
  const known = parts.length > 2 ? '/' : parts.length === 1 ? `/${apiVersion}` : apiVersion;
  return `${known}, Kind=${kind}`;
}
