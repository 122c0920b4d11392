import { ProtobufError } from './protobuf-error.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Go's zero time is a message without a byte; one of zeros is the begin of 1970. */
type Sent = 'empty' | 'with bytes';

/**
 * The messages that JSON writes as something else than their fields, by name: how Go's types write themselves. A form gives
 * undefined for `null`.
 */
export const jsonForms: Readonly<Record<string, (fields: Fields, sent: Sent) => unknown>> = {
  'io.k8s.apimachinery.pkg.apis.meta.v1.Time': ({ seconds }, sent) => moment({ seconds }, sent),
  'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime': ({ nanos = 0, seconds }, sent) =>
    moment({ seconds, nanos }, sent),
  'io.k8s.apimachinery.pkg.api.resource.Quantity': ({ string = '0' }) => string,
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': intOrString,
  'io.k8s.apimachinery.pkg.runtime.RawExtension': ({ raw }) => parsed(raw, 'runtime.RawExtension'),
  'io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1': ({ Raw }) => parsed(Raw, '*v1.FieldsV1'),
  [inDefinitions('JSON')]: ({ raw }) => parsed(raw, 'v1.JSON'),
  [inDefinitions('JSONSchemaPropsOrArray')]: ({ schema, jSONSchemas }) => jSONSchemas ?? schema,
  [inDefinitions('JSONSchemaPropsOrBool')]: ({ allows, schema }) => schema ?? allows === true,
  [inDefinitions('JSONSchemaPropsOrStringArray')]: ({ schema, property }) => property ?? schema,
};

function inDefinitions(name: string): string {
  return `io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.${name}`;
}

/** A time as RFC 3339 writes it, in UTC; with microseconds where there are nanoseconds, be they 0. */
function moment(fields: Fields, sent: Sent): string | undefined {
  if (sent === 'empty') return undefined;
  const { seconds = 0, nanos } = fields as { seconds?: number; nanos?: number };
  const microseconds = Math.trunc((nanos ?? 0) / 1000);
  const milliseconds = (seconds + Math.floor(microseconds / 1_000_000)) * 1000;
  if (Math.abs(milliseconds) > 8.64e15) throw new ProtobufError(`${seconds} seconds are no time`);
  const whole = new Date(milliseconds).toISOString().slice(0, -'.000Z'.length);
  if (nanos === undefined) return `${whole}Z`;
  const fraction = ((microseconds % 1_000_000) + 1_000_000) % 1_000_000;
  return `${whole}.${String(fraction).padStart(6, '0')}Z`;
}

function intOrString(fields: Fields): unknown {
  const { type = 0, intVal = 0, strVal = '' } = fields;
  if (type === 0) return intVal;
  if (type === 1) return strVal;
  throw new ProtobufError(`impossible IntOrString.Type`);
}

/** JSON that is kept as bytes. */
function parsed(base64: unknown, goType: string): unknown {
  if (typeof base64 !== 'string' || base64 === '') return undefined;
  const text = Buffer.from(base64, 'base64').toString();
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    throw new ProtobufError(
      `json: error calling MarshalJSON for type ${goType}: ${text.slice(0, 30)} is no JSON`,
    );
  }
}
