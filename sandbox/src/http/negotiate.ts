import { protobufType } from '../protobuf/protobuf-body.ts';
import type { Representation } from '../requests/representation.ts';
import { StatusError } from '../status-error.ts';

export interface MediaRange {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * Who refuses a media type that no API server writes: the routes of what is built in, which tell what each of them writes,
 * or what reads the header behind them.
 */
export type AcceptedBy = 'built-in' | 'built-in list' | 'other';

/**
 * The first representation of an `Accept` header that the sandbox can write; protobuf it cannot, and CBOR neither can an API
 * server. Throws a 406.
 */
export function negotiate(accept: string | undefined, by: AcceptedBy): Representation {
  const ranges = mediaRanges(accept);
  if (by !== 'other' && !ranges.some(({ type }) => routed.has(type))) {
    throw notWritten(by);
  }
  for (const { type, parameters } of ranges) {
    const format = formats.get(type);
    if (!format) continue;
    const as = parameters.get('as');
    if (as === undefined) return { format, as: 'object', asVersion: '' };
    const version = parameters.get('v') ?? '';
    if (parameters.get('g') !== 'meta.k8s.io' || !/^v1(beta1)?$/.test(version)) continue;
    if (as === 'Table' || as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList') {
      return { format, as, asVersion: `meta.k8s.io/${version}` };
    }
  }
  throw new StatusError(
    406,
    'NotAcceptable',
    `only the following media types are accepted: application/json, application/yaml${hasFormat(ranges) && by !== 'other' ? `, ${protobufType}` : ''}`,
  );
}

/** Protobuf is not said to be accepted where nothing else is asked for: the sandbox does not write it. */
function hasFormat(ranges: readonly MediaRange[]): boolean {
  return ranges.some(({ type }) => formats.has(type));
}

/** What watches are written as. Throws a 406. */
export function checkStreams({ format }: Representation, by: AcceptedBy): void {
  if (format === 'json') return;
  const types = by === 'other' ? ['application/json'] : ['application/json', protobufType];
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

/** In the words of an API server, protobuf among them: it is what the rest of it writes. */
function notWritten(by: AcceptedBy): StatusError {
  const written = ['application/json', 'application/yaml', protobufType];
  const watched = ['application/json', protobufType].map((type) => `${type};stream=watch`);
  const all = by === 'built-in list' ? [...written, ...watched] : written;
  const message = `406: Not Acceptable\n\nAvailable representations: ${all.join(', ')}`;
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

/** What the routes of what is built in compare letter by letter. */
const routed = new Set(['application/json', 'application/yaml', protobufType, '*/*']);

const formats = new Map<string, Representation['format']>([
  ['application/json', 'json'],
  ['application/yaml', 'yaml'],
  ['application/*', 'json'],
  ['*/*', 'json'],
]);
