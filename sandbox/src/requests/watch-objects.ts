import { statusOf } from '../failure-status.ts';
import { templateGeneration } from '../lifecycle/read-object.ts';
import type { KubeObject } from '../object-store.ts';
import { inGoForm } from '../protobuf/go-form.ts';
import { inRequestedVersion } from '../resources/requested-version.ts';
import { StatusError } from '../status-error.ts';
import type { StoredEvent } from '../store/storage.ts';
import { integerParameter } from './integer-parameter.ts';
import { checkListOptions } from './list-options.ts';
import type { OpenWatches } from './open-watches.ts';
import type { ResourceRequest } from './request.ts';
import { versionProblem, versionTooLarge } from './resource-version.ts';
import { type ResponseTransformer, responseTransformer } from './response-transformer.ts';
import { selectionOf } from './selection.ts';
import { isSet } from './write-options.ts';

/** How often a quiet watch hears where the server is. */
const bookmarkInterval = 60_000;

/** Answers a watch: the response stays open until its time is over, the client goes or falls too far behind. */
export function watchObjects(request: ResourceRequest, watches: OpenWatches): void {
  const { api, resource, namespace, query, response } = request;
  checkListOptions(query, 'watch');
  const selection = selectionOf(query, resource);
  const start = startOf(query);
  const seconds = secondsOf(query);
  const transformer = responseTransformer(request);
  const stream = new WatchStream(request, transformer, watches);
  const wantsBookmarks = isSet(query, 'allowWatchBookmarks');
  const isSelected = (object: KubeObject) =>
    (namespace === undefined || object.metadata.namespace === namespace) &&
    (request.name === undefined || object.metadata.name === request.name) &&
    selection.matches(object);

  stream.open();
  if (start.atLeast > api.storage.revision) {
    stream.fail(versionTooLarge(start.atLeast, api.storage.revision, resource));
    return;
  }
  let seen = start.revision ?? api.storage.revision;
  if (start.initial === 'send') {
    const snapshot = api.storage.snapshot(resource.storage, namespace);
    seen = snapshot.revision;
    for (const object of snapshot.objects) if (isSelected(object)) stream.send('ADDED', object);
    if (start.endsWithBookmark && wantsBookmarks) stream.bookmark(seen, 'end-of-initial-events');
  }

  const deliver = (event: StoredEvent) => {
    if (event.revision <= seen) return;
    seen = event.revision;
    const isNow = event.type !== 'DELETED' && isSelected(event.object);
    const wasBefore = event.previous !== undefined && isSelected(event.previous);
    if (isNow) stream.send(wasBefore ? 'MODIFIED' : 'ADDED', event.object);
    else if (wasBefore) stream.send('DELETED', withVersionOf(event.previous!, event.object));
  };

  const missed = api.storage.eventsSince(resource.storage, seen);
  if (!missed) {
    stream.fail(tooOld(seen, api.storage.oldestKnown(resource.storage)));
    return;
  }
  for (const event of missed) deliver(event);

  const subscription = api.storage.subscribe(resource.storage, deliver, () => response.end());
  let bookmarks: { dispose(): void } | undefined;
  const waitForBookmark = () => {
    bookmarks = api.clock.after(bookmarkInterval, () => {
      stream.bookmark(Math.max(seen, api.storage.revision), 'progress');
      waitForBookmark();
    });
  };
  if (wantsBookmarks) waitForBookmark();
  const end = api.clock.after(seconds * 1000, () => response.end());
  const close = () => {
    subscription.dispose();
    bookmarks?.dispose();
    end.dispose();
  };
  response.once('close', close);
  response.once('finish', close);
}

class WatchStream {
  readonly #request: ResourceRequest;
  readonly #transformer: ResponseTransformer;
  readonly #watches: OpenWatches;

  constructor(request: ResourceRequest, transformer: ResponseTransformer, watches: OpenWatches) {
    this.#request = request;
    this.#transformer = transformer;
    this.#watches = watches;
    watches.add(request.response);
  }

  open(): void {
    this.#request.response.writeHead(200, {
      'content-type': 'application/json',
      'cache-control': 'no-cache, private',
    });
    this.#request.response.flushHeaders();
  }

  send(type: string, object: KubeObject): void {
    this.#write(type, this.#transformer.event(inRequestedVersion(object, this.#request.resource)));
  }

  bookmark(revision: number, occasion: 'progress' | 'end-of-initial-events'): void {
    const { apiVersion, kind } = this.#request.resource.kind;
    const metadata: KubeObject['metadata'] = { resourceVersion: String(revision) };
    if (occasion === 'end-of-initial-events') metadata.annotations = { 'k8s.io/initial-events-end': 'true' };
    const empty = this.#inGoForm({ kind, apiVersion, metadata });
    this.#write('BOOKMARK', this.#transformer.event(withEmptyWorkload(empty)));
  }

  /** What Go writes of an object in which there is nothing but metadata. */
  #inGoForm(object: KubeObject): KubeObject {
    const { resource, body } = this.#request;
    const definition = resource.schema?.name;
    return definition === undefined
      ? object
      : (inGoForm(object, definition, body.protobufFacts) as KubeObject);
  }

  fail(error: StatusError): void {
    this.#write('ERROR', statusOf(error));
    this.#request.response.end();
  }

  #write(type: string, object: unknown): void {
    const { response } = this.#request;
    if (response.destroyed || response.writableEnded) return;
    response.write(`${JSON.stringify({ type, object })}\n`);
    this.#watches.judge(response);
  }
}

/** What an empty workload has on its way out of memory: a number and not none, and no selector. */
function withEmptyWorkload(object: KubeObject): KubeObject {
  if (object.apiVersion !== 'apps/v1' || object.kind === 'ControllerRevision') return object;
  const spec = object.spec as object;
  if (object.kind !== 'DaemonSet') return { ...object, spec: { replicas: 0, selector: null, ...spec } };
  const annotations = { [templateGeneration]: '0', ...object.metadata.annotations };
  return { ...object, metadata: { ...object.metadata, annotations }, spec: { selector: null, ...spec } };
}

interface WatchStart {
  readonly initial: 'send' | 'skip';
  readonly revision: number | undefined;
  readonly endsWithBookmark: boolean;
  /** What there is must be at least of this revision. */
  readonly atLeast: number;
}

/** Without a version, and with 0, a watch begins with what there is, as if it had asked for initial events. */
function startOf(query: URLSearchParams): WatchStart {
  const text = query.get('resourceVersion') ?? '';
  const problem = text === '' ? undefined : versionProblem(text);
  if (problem !== undefined) throw new StatusError(500, '', problem);
  const sendInitialEvents = query.get('sendInitialEvents');
  const asked = sendInitialEvents === null ? undefined : isSet(query, 'sendInitialEvents');
  const isFromNow = text === '' || text === '0';
  if (asked === true || (asked === undefined && isFromNow)) {
    return { initial: 'send', revision: undefined, endsWithBookmark: true, atLeast: Number(text) };
  }
  const revision = isFromNow ? undefined : Number(text);
  return { initial: 'skip', revision, endsWithBookmark: false, atLeast: 0 };
}

function secondsOf(query: URLSearchParams): number {
  const asked = integerParameter(query, 'timeoutSeconds') ?? 0;
  if (asked === 0) return 1800 + Math.random() * 1800;
  return Math.min(Math.max(asked, 0), 2_000_000);
}

/** An object that left a selection is sent as it was, at the version of the change. */
function withVersionOf(object: KubeObject, changed: KubeObject): KubeObject {
  const resourceVersion = changed.metadata.resourceVersion!;
  return { ...object, metadata: { ...object.metadata, resourceVersion } };
}

function tooOld(wanted: number, oldest: number): StatusError {
  return new StatusError(410, 'Expired', `too old resource version: ${wanted} (${oldest})`);
}
