import { protobufType } from '../protobuf/protobuf-body.ts';
import type { Representation } from '../requests/representation.ts';
import { StatusError } from '../status-error.ts';

export interface MediaRange {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * Who refuses a media type that no API server writes: the routes of what is built in, which tell what each of them writes,
 * or what reads the header behind them: the lists of groups, and custom resources.
 */
export type AcceptedBy = 'built-in' | 'built-in list' | 'groups' | 'custom';

/** Whether a route writes anything that an `Accept` header asks for. Throws a 406. */
export function negotiateRoute(accept: string | undefined, by: AcceptedBy): void {
  if (!by.startsWith('built-in')) return;
  if (mediaRanges(accept).some(({ type }) => type === protobufType || isRouted(type))) return;
  throw notWritten(by === 'built-in list' ? [...written, ...watched] : written);
}

/**
 * The first representation of an `Accept` header that the sandbox can write; protobuf it cannot, and CBOR neither can an API
 * server. Throws a 406.
 */
export function negotiate(
  accept: string | undefined,
  by: AcceptedBy,
  forms: 'objects alone' | 'every form' = 'every form',
): Representation {
  negotiateRoute(accept, by);
  const ranges = mediaRanges(accept);
  for (const { type, parameters } of ranges) {
    const format = formats.get(type);
    if (!format) continue;
    const as = parameters.get('as');
    if (as === undefined) return { format, as: 'object', asVersion: '' };
    if (forms === 'objects alone') continue;
    const version = parameters.get('v') ?? '';
    if (parameters.get('g') !== 'meta.k8s.io' || !/^v1(beta1)?$/.test(version)) continue;
    if (as === 'Table' || as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList') {
      return { format, as, asVersion: `meta.k8s.io/${version}` };
    }
  }
  const isProtobufWanted = ranges.some(({ type }) => type === protobufType);
  const accepted = by === 'custom' || isProtobufWanted ? written.slice(0, 2) : written;
  throw new StatusError(
    406,
    'NotAcceptable',
    `only the following media types are accepted: ${accepted.join(', ')}`,
  );
}

/**
 * Judges what a client takes of a log, which is text: the route looks for one of its types, what reads the header behind
 * it for one of objects. Throws a 406, or the 500 of a log that should be an object.
 */
export function negotiateLog(accept: string | undefined): void {
  const ranges = mediaRanges(accept);
  const isObject = (type: string) => type === '*/*' || written.includes(type);
  if (!ranges.some(({ type }) => isObject(type) || type === 'text/plain')) {
    const message = `406: Not Acceptable\n\nAvailable representations: ${['text/plain', ...written].join(', ')}`;
    throw new StatusError(406, 'NotAcceptable', message, { details: {} });
  }
  const first = ranges.find(({ type, parameters }) => isObject(type) && parameters.get('as') !== 'Table');
  if (first?.parameters.has('as')) {
    throw new StatusError(500, '', 'object does not implement the Object interfaces');
  }
  if (first) return;
  const message = `only the following media types are accepted: ${written.join(', ')}`;
  throw new StatusError(406, 'NotAcceptable', message);
}

/** What watches are written as. Throws a 406. */
export function checkStreams({ format }: Representation, by: AcceptedBy): void {
  if (format === 'json') return;
  const types = by === 'custom' ? ['application/json'] : ['application/json', protobufType];
  const accepted = types.map((type) => `${type};stream=watch`).join(', ');
  throw new StatusError(406, 'NotAcceptable', `only the following media types are accepted: ${accepted}`);
}

/** How a refusal is written: as the first type of the header that can be. */
export function errorFormat(accept: string | undefined): Representation['format'] {
  for (const { type } of mediaRanges(accept)) {
    const format = formats.get(type);
    if (format) return format;
  }
  return 'json';
}

/** Throws a 406 where an `Accept` header leaves no room for a type, as the routes do that write nothing else. */
export function negotiateAlone(accept: string | undefined, only: string): void {
  if (mediaRanges(accept).some(({ type }) => type === only || type === '*/*')) return;
  throw notWritten([only]);
}

/** Routes know no half of a media type. */
function isRouted(type: string): boolean {
  return formats.has(type) && type !== 'application/*';
}

/** What an API server writes, protobuf among it: the sandbox does not. */
const written = ['application/json', 'application/yaml', protobufType];
const watched = ['application/json', protobufType].map((type) => `${type};stream=watch`);

function notWritten(available: readonly string[]): StatusError {
  const message = `406: Not Acceptable\n\nAvailable representations: ${available.join(', ')}`;
  return new StatusError(406, 'NotAcceptable', message, { details: {} });
}

/** The parts of an `Accept` header, the most wanted first; none at all means anything. */
export function mediaRanges(accept: string | undefined): MediaRange[] {
  const ranges = (accept?.trim() || '*/*').split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim());
    return {
      type: type.toLowerCase(),
      parameters: new Map(
        parameters.map((text) => {
          const equals = text.indexOf('=');
          return [text.slice(0, equals).trim(), text.slice(equals + 1).trim()];
        }),
      ),
    };
  });
  const quality = ({ parameters }: MediaRange) => Number(parameters.get('q') ?? 1) || 0;
  return ranges.sort((left, right) => quality(right) - quality(left));
}

const formats = new Map<string, Representation['format']>([
  ['application/json', 'json'],
  ['application/yaml', 'yaml'],
  ['application/*', 'json'],
  ['*/*', 'json'],
]);
