import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiContext } from '../api-context.ts';
import type { Body } from '../decode/decode-body.ts';
import type { Resource } from '../resources/resource.ts';
import type { Authorizer } from '../rights/authorizer.ts';
import type { TokenAuthenticator } from '../rights/token-authenticator.ts';
import type { User } from '../rights/user.ts';
import type { Representation } from './representation.ts';

/** One request to a resource, read and authorised. Handlers answer by what they give or throw a `StatusError`. */
export interface ResourceRequest {
  readonly api: ApiContext;
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  readonly query: URLSearchParams;
  readonly body: Body;
  readonly representation: Representation;
  /** Who asks. */
  readonly user: User;
  readonly authorizer: Authorizer;
  readonly tokens: TokenAuthenticator;
  /** Whom managedFields name where the client names no field manager. */
  readonly userAgent: string | undefined;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Puts texts into Warning headers of the answer, whatever it will be. */
  warn(texts: readonly string[]): void;
}

/** The answer of a handler that does not stream. */
export interface ApiResponse {
  readonly code: number;
  readonly object: Record<string, unknown>;
}
