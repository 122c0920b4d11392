import { decodeMessage, type MessageLimits } from './decode-message.ts';
import { ProtobufError } from './protobuf-error.ts';
import type { ProtobufFacts } from './protobuf-facts.ts';

/** The media type of objects in protobuf. */
export const protobufType = 'application/vnd.kubernetes.protobuf';

/** What a body in protobuf says that it is, with the bytes of the object. */
export interface ProtobufBody {
  readonly apiVersion: string;
  readonly kind: string;
  readonly raw: Buffer;
}

/**
 * Opens the envelope in which an object in protobuf comes: a magic number, then the names of its version and kind, either of
 * which may be empty, and the object.
 * @throws ProtobufError where it is none.
 */
export function openEnvelope(bytes: Buffer, facts: ProtobufFacts, limits: MessageLimits): ProtobufBody {
  if (bytes.length === 0) throw new ProtobufError('empty data');
  if (!bytes.subarray(0, magic.length).equals(magic)) {
    const prefix = [...magic].join(' ');
    throw new ProtobufError(
      `provided data does not appear to be a protobuf message, expected prefix [${prefix}]`,
    );
  }
  if (bytes.length === magic.length) throw new ProtobufError('empty body');
  const envelope = decodeMessage(bytes.subarray(magic.length), unknownObject, facts, limits);
  const { apiVersion = '', kind = '', raw = '' } = envelope as Readonly<Record<string, string>>;
  return { apiVersion, kind, raw: Buffer.from(raw, 'base64') };
}

/** `k8s` and a zero. */
const magic = Buffer.from([0x6b, 0x38, 0x73, 0x00]);

/** The server's word for an object of which it knows only the names. */
const unknownObject = 'io.k8s.apimachinery.pkg.runtime.Unknown';
