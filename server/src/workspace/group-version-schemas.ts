import type { SchemaSource } from '../catalog/definitions.ts';
import type { OpenApiSchema } from '../catalog/openapi.ts';
import { PublishedSchemas } from '../catalog/published-schemas.ts';
import type { OpenApiDocument, OpenApiProblem } from '../protocol.ts';

/** What is known of a document that a cluster publishes. */
type State =
  /** Nobody has asked for it yet, or it may be there now though it was not before. */
  | { readonly phase: 'unread' }
  | { readonly phase: 'read'; readonly hash: string; readonly schemas: PublishedSchemas }
  /** Why it could not be read, in words for a person. */
  | { readonly phase: 'failed'; readonly reason: string };

/** How a document is had, by the hash of the one that is there already; null where there is none. */
export type FetchOpenApiDocument = (
  hash: string | undefined,
) => Promise<OpenApiDocument | OpenApiProblem | null>;

/** The schemas of a cluster's group-version: read when they are first wanted, and again when they may have changed. */
export class GroupVersionSchemas implements SchemaSource {
  readonly #read: FetchOpenApiDocument;
  readonly #changed: () => void;
  #state: State = { phase: 'unread' };
  #reading: 'no' | 'yes' | 'yes, and once more' = 'no';

  /** @param changed is called when `schemas` or `problem` have changed, but for `refresh` itself */
  constructor(read: FetchOpenApiDocument, changed: () => void) {
    this.#read = read;
    this.#changed = changed;
  }

  get schemas(): PublishedSchemas | undefined {
    return this.#state.phase === 'read' ? this.#state.schemas : undefined;
  }

  /** Why there are none, where they were asked for. */
  get problem(): string | undefined {
    return this.#state.phase === 'failed' ? this.#state.reason : undefined;
  }

  fetch(): void {
    if (this.#state.phase === 'unread' && this.#reading === 'no') void this.#fetch();
  }

  /** The cluster may have another document now: until that has come the old one counts. A failure is forgotten. */
  refresh(): void {
    if (this.#reading !== 'no') this.#reading = 'yes, and once more';
    else if (this.#state.phase === 'read') void this.#fetch();
    else this.#state = { phase: 'unread' };
  }

  async #fetch(): Promise<void> {
    this.#reading = 'yes';
    const before = this.#state;
    this.#state = await this.#next(before);
    const isOutdated = this.#isOutdated();
    this.#reading = 'no';
    if (this.#state !== before) this.#changed();
    if (isOutdated) this.refresh();
  }

  /** Set while it was being read, by `refresh`. */
  #isOutdated(): boolean {
    return this.#reading === 'yes, and once more';
  }

  /** A document that was read counts until there is another, or the cluster says that there is none. */
  async #next(before: State): Promise<State> {
    const read = before.phase === 'read' ? before : undefined;
    try {
      const answer = await this.#read(read?.hash);
      if (!answer) return { phase: 'failed', reason: 'it publishes none' };
      if ('problem' in answer) return read ?? { phase: 'failed', reason: answer.problem };
      if (!answer.schemas) return before;
      return {
        phase: 'read',
        hash: answer.hash,
        schemas: new PublishedSchemas(answer.schemas as Readonly<Record<string, OpenApiSchema>>),
      };
    } catch (error) {
      return read ?? { phase: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  }
}
