import type { Representation } from '../requests/representation.ts';
import { StatusError } from '../status-error.ts';

export interface MediaRange {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * The first representation of an `Accept` header that the sandbox can write; protobuf and CBOR it cannot. Throws
 * a 406.
 */
export function negotiate(accept: string | undefined): Representation {
  for (const { type, parameters } of mediaRanges(accept)) {
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
    'only the following media types are accepted: application/json, application/yaml',
  );
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
