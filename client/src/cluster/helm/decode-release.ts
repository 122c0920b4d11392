import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { JsonLimitError, parseJson } from '../http/parse-json.ts';
import type { KubeObject } from '../kube-object.ts';
import { asFields, type Fields, field, textOf } from '../wrong-answer.ts';

/** What Helm keeps of one revision of a release. */
export interface ReleaseBody {
  readonly name: string;
  /** What became of it, in Helm's words. */
  readonly description: string | undefined;
  /** What the chart tells who has deployed it. */
  readonly notes: string | undefined;
  /** RFC 3339. */
  readonly firstDeployed: string | undefined;
  readonly lastDeployed: string | undefined;
  readonly chart: ReleaseChart;
  /** The values that were given to it. */
  readonly given: Fields;
  /** YAML of what it put into the cluster. */
  readonly manifest: string;
}

/** The chart that a release was made of. */
export interface ReleaseChart {
  readonly name: string;
  readonly version: string | undefined;
  readonly appVersion: string | undefined;
  /** The values that hold where none are given. */
  readonly values: Fields;
}

/** A release that cannot be read; `message` goes on behind its name. */
export class ReleaseFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ReleaseFault';
  }
}

/** Bytes that a release may have unpacked: Helm keeps at most a megabyte of it packed. */
const largestRelease = 16 * 1024 * 1024;

const unpack = promisify(gunzip);

/**
 * The release that a Secret of Helm's holds.
 * @throws ReleaseFault where it holds none that can be read, or one that is too large
 */
export async function decodeRelease(secret: KubeObject): Promise<ReleaseBody> {
  const data = textOf(secret.data, 'release');
  if (data === undefined) throw new ReleaseFault('its Secret has no data.release');
  const packed = fromBase64(fromBase64(data).toString('latin1'));
  return readBody(await parsed(await unpacked(packed)));
}

function fromBase64(text: string): Buffer {
  const compact = text.replace(/[\r\n]+/g, '');
  if (compact.length % 4 !== 0 || !/^[A-Za-z\d+/]+={0,2}$/.test(compact)) {
    throw new ReleaseFault('its data.release is not base64 of base64');
  }
  return Buffer.from(compact, 'base64');
}

/** What Helm kept before it packed anything is JSON itself. */
async function unpacked(bytes: Buffer): Promise<string> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) {
    if (bytes.length > largestRelease) throw tooLarge();
    return bytes.toString('utf8');
  }
  try {
    return (await unpack(bytes, { maxOutputLength: largestRelease })).toString('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new ReleaseFault('what it packs with gzip is broken or cut', { cause: error });
  }
}

function tooLarge(): ReleaseFault {
  return new ReleaseFault(
    `it has more than ${largestRelease / 1024 / 1024} MB unpacked, the most that is read: ask Helm for it`,
  );
}

async function parsed(text: string): Promise<unknown> {
  try {
    return await parseJson(text);
  } catch (error) {
    if (error instanceof JsonLimitError) throw new ReleaseFault(error.message, { cause: error });
    throw new ReleaseFault('it is neither gzip nor JSON', { cause: error });
  }
}

function readBody(release: unknown): ReleaseBody {
  if (!asFields(release)) throw new ReleaseFault('its JSON is no map');
  const name = textOf(release, 'name');
  if (name === undefined) throw new ReleaseFault('it has no name');
  const chart = field(release, 'chart');
  const metadata = field(chart, 'metadata');
  const chartName = textOf(metadata, 'name');
  if (chartName === undefined) throw new ReleaseFault('it names no chart');
  const info = field(release, 'info');
  return {
    name,
    description: textOf(info, 'description'),
    notes: textOf(info, 'notes'),
    firstDeployed: textOf(info, 'first_deployed'),
    lastDeployed: textOf(info, 'last_deployed'),
    chart: {
      name: chartName,
      version: textOf(metadata, 'version'),
      appVersion: textOf(metadata, 'appVersion'),
      values: mapOf(field(chart, 'values'), "the chart's values are"),
    },
    given: mapOf(field(release, 'config'), 'its values (config) are'),
    manifest: manifestOf(field(release, 'manifest')),
  };
}

function mapOf(value: unknown, what: string): Fields {
  if (value === undefined || value === null) return {};
  const fields = asFields(value);
  if (!fields) throw new ReleaseFault(`${what} no map`);
  return fields;
}

function manifestOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw new ReleaseFault('its manifest is no text');
  return value;
}
