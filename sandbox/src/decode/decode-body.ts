import { isUtf8 } from 'node:buffer';
import type { KubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import type { Schema } from '../../../server/src/catalog/schema.ts';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';
import { openBrace } from '../../../server/src/yaml/json-text.ts';
import type { YamlProblem } from '../../../server/src/yaml/nodes.ts';
import { setField } from '../../../server/src/yaml/own-field.ts';
import { syntaxSeverities } from '../../../server/src/yaml/syntax-severities.ts';
import { toValue } from '../../../server/src/yaml/value.ts';
import { badRequest, cause, invalid } from '../errors.ts';
import { internalPackage } from '../internal-package.ts';
import type { KubeObject } from '../object-store.ts';
import { decodeMessage } from '../protobuf/decode-message.ts';
import { inGoForm } from '../protobuf/go-form.ts';
import { openEnvelope, protobufType } from '../protobuf/protobuf-body.ts';
import { ProtobufError } from '../protobuf/protobuf-error.ts';
import type { ProtobufFacts } from '../protobuf/protobuf-facts.ts';
import type { Resource } from '../resources/resource.ts';
import { StatusError } from '../status-error.ts';
import { checkJsonLimits, checkValueCount, countValues, deepestBody, exceedsDepth } from './body-limits.ts';
import { DecodeError, decodeBuiltIn, decodeCustom } from './decode-fields.ts';
import { duplicateFields } from './duplicate-fields.ts';
import { jsonProblem } from './json-problem.ts';
import { mediaTypeOf } from './media-type.ts';
import { noKindRegistered } from './no-kind-registered.ts';
import { numberLiterals } from './number-literals.ts';
import { goYamlProblem } from './yaml-problem.ts';

/** A request's body and what its header says that it is. */
export interface Body {
  readonly bytes: Buffer;
  readonly contentType: string | undefined;
  /** How Go reads and writes what the body may be. */
  readonly protobufFacts: ProtobufFacts;
  /** Of the server that reads it. */
  readonly kubernetesVersion: KubernetesVersion;
}

/** Of which kind what is parsed should be. */
export interface ExpectedKind {
  readonly kind: string;
  /** The name of its definition; undefined where it has none, and then it is nothing that protobuf could carry. */
  readonly definition: string | undefined;
  /** What is no object is refused with the kind that it should be, what is no options without. */
  readonly role: 'object' | 'options';
}

/** What a body must be. */
export interface ExpectedObject {
  readonly resource: Resource;
  /** Of the object, or of a subresource of another kind. */
  readonly apiVersion: string;
  readonly kind: string;
  /** Where it is no resource of its own: other versions of the kind that are taken for it. */
  readonly otherVersions?: readonly string[];
  readonly schema: Schema | undefined;
  /** How Go writes it. */
  readonly protobufFacts: ProtobufFacts;
  /** Whether the server knows a kind, one that it serves or not. */
  readonly isRegistered: (apiVersion: string, kind: string) => boolean;
}

export interface DecodedObject {
  readonly object: KubeObject;
  /** Unknown and duplicate fields, each in the server's words. */
  readonly complaints: readonly string[];
}

/**
 * Reads the object of a create or replace. Throws 400 for what is no object or of another kind or type, 415 for
 * other media types.
 */
export function decodeBody(body: Body, expected: ExpectedObject): DecodedObject {
  const { kind, schema } = expected;
  const { value, duplicates, literals } = parseBody(body, { kind, definition: schema?.name, role: 'object' });
  const object = checkKind(value, body, expected);
  const decoded = decodeObject(object, expected, literals);
  // A field that Go's reader of protobuf does not know, it says nothing of.
  if (isProtobuf(body.contentType)) return { object: decoded.object, complaints: [] };
  return { object: decoded.object, complaints: [...duplicates, ...decoded.complaints] };
}

/** An object that has been parsed or patched already, as the server decodes it. Throws 400. */
export function decodeObject(
  object: Record<string, unknown>,
  expected: ExpectedObject,
  literals: ReadonlyMap<string, string> = new Map(),
): DecodedObject {
  const { schema, kind, apiVersion } = expected;
  const identity = { apiVersion, kind };
  if (!schema) {
    return { object: withMetadata({ ...object, ...identity }), complaints: [] };
  }
  const decode =
    expected.resource.origin === 'custom' && kind === expected.resource.kind.kind
      ? decodeCustom
      : decodeBuiltIn;
  try {
    const { value, unknownFields } = decode(object, schema, kind, literals);
    const formed = schema.name === undefined ? value : inGoForm(value, schema.name, expected.protobufFacts);
    return {
      object: withMetadata({ ...(formed as Record<string, unknown>), ...identity }),
      complaints: unknownFields.map((field) => `unknown field ${JSON.stringify(field)}`),
    };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw badRequest(`${cannotBeHandled(expected)}: ${error.message}`);
  }
}

/** Whether a body's header says that it is protobuf. */
function isProtobuf(contentType: string | undefined): boolean {
  return mediaTypeOf(contentType) === protobufType;
}

/** What a body holds. */
export interface ParsedBody {
  readonly value: unknown;
  /** The words about fields that it sets twice. */
  readonly duplicates: readonly string[];
  /** Numbers as they are written, by `numberLiterals`. */
  readonly literals: ReadonlyMap<string, string>;
}

/** The JSON value of a body, whatever it is. Throws a 400, and a 415 for media types that are not known. */
export function parseBody(body: Body, expected: ExpectedKind): ParsedBody {
  const type = mediaTypeOf(body.contentType);
  if (type === protobufType) {
    return { value: parseProtobuf(body, expected), duplicates: [], literals: new Map() };
  }
  const text = body.bytes.toString('utf8');
  if (type === 'application/json') {
    const value = parseJson(text, expected);
    return {
      value,
      duplicates: duplicateFields(text).map((field) => `duplicate field ${JSON.stringify(field)}`),
      literals: numberLiterals(text),
    };
  }
  if (type === 'application/yaml') {
    const refuse = (problem: string) => notRecognized(expected, problem, body.bytes);
    return { ...parseYaml(yamlText(body.bytes), refuse), literals: new Map() };
  }
  throw unsupportedType(`application/json, application/yaml, ${protobufType}`);
}

function unsupportedType(accepted: string): StatusError {
  return new StatusError(
    415,
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${accepted}`,
  );
}

/** Throws a 400, and a 415 for what protobuf cannot carry: custom objects. */
function parseProtobuf({ bytes, protobufFacts }: Body, expected: ExpectedKind): Record<string, unknown> {
  const { kind, definition } = expected;
  if (definition === undefined || !protobufFacts.messages[definition]) {
    throw unsupportedType('application/json, application/yaml');
  }
  const limits = { depth: deepestBody, count: countValues() };
  const envelope = inWords(
    () => openEnvelope(bytes, protobufFacts, limits),
    (problem) => notRecognized(expected, problem, bytes),
  );
  const identity = {
    ...(envelope.apiVersion && { apiVersion: envelope.apiVersion }),
    ...(envelope.kind && { kind: envelope.kind }),
  };
  // What is of another kind is refused by its name.
  if (envelope.kind && envelope.kind !== kind) return identity;
  const object = inWords(
    () => decodeMessage(envelope.raw, definition, protobufFacts, limits),
    (problem) => notHandled(expected, versionOf(definition), problem),
  );
  checkValueCount(object);
  return { ...(object as Record<string, unknown>), ...identity };
}

function notHandled({ kind, role }: Refused, version: string, problem: string): StatusError {
  return badRequest(
    role === 'options' ? problem : `${cannotBeHandled({ kind, apiVersion: version })}: ${problem}`,
  );
}

/** `v1` of `io.k8s.api.apps.v1.Deployment`. */
function versionOf(definition: string): string {
  return definition.split('.').at(-2)!;
}

function inWords<Value>(decode: () => Value, refuse: (problem: string) => StatusError): Value {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof ProtobufError)) throw error;
    throw refuse(error.message);
  }
}

/** Complaints as the request asked for them: a 400, or what goes into Warning headers. */
export function reportComplaints(
  complaints: readonly string[],
  fieldValidation: 'Ignore' | 'Warn' | 'Strict',
  expected: ExpectedObject,
): readonly string[] {
  if (fieldValidation === 'Strict' && complaints.length > 0) {
    throw badRequest(`${cannotBeHandled(expected)}: strict decoding error: ${complaints.join(', ')}`);
  }
  return fieldValidation === 'Warn' ? complaints.flatMap(separateWarnings) : [];
}

/** What YAML's reader says of several lines is a warning for each of them. */
function separateWarnings(complaint: string): string[] {
  const prefix = 'yaml: unmarshal errors:\n';
  if (!complaint.startsWith(prefix)) return [complaint];
  return complaint
    .slice(prefix.length)
    .split('\n')
    .map((line) => line.trim());
}

/**
 * Parses YAML as the server reads it: the first document, Kubernetes' scalars. Throws what `refuse` makes of the words of
 * a problem. What a `<<` replaces is let pass, strict or not.
 */
export function parseYaml(
  text: string,
  refuse: (problem: string) => StatusError,
): { value: unknown; duplicates: string[] } {
  const [document] = parseDocuments(text);
  const problems = document?.problems ?? [];
  const fault = firstFault(problems, text);
  if (fault)
    throw refuse(
      fault.code === 'too-deep'
        ? `yaml: line ${lineAt(text, fault)}: ${exceedsDepth}`
        : goYamlProblem(fault, text),
    );
  const duplicates = problems
    .filter(({ code }) => code === 'duplicate-key')
    .map((problem) => {
      const key = text.slice(problem.span.start, problem.span.end);
      return `line ${lineAt(text, problem)}: key ${JSON.stringify(key)} already set in map`;
    });
  const value = withoutBigIntegers(toValue(document?.root));
  checkValueCount(value);
  const complaint = duplicates.length > 0 ? [`yaml: unmarshal errors:\n  ${duplicates.join('\n  ')}`] : [];
  return { value, duplicates: complaint };
}

/** What the server refuses a text for: it reads all of it before it makes keys and merges maps. */
function firstFault(problems: readonly YamlProblem[], text: string): YamlProblem | undefined {
  const faults = problems.filter(
    ({ code }) => code !== 'duplicate-key' && (!syntaxSeverities.has(code) || alwaysRefused.has(code)),
  );
  const isRead = ({ code, span }: YamlProblem) =>
    code !== 'complex-key' &&
    code !== 'bad-merge' &&
    !(code === 'unexpected-text' && text[span.start] === ':');
  return faults.find(isRead) ?? faults[0];
}

function lineAt(text: string, { span }: YamlProblem): number {
  return text.slice(0, span.start).split('\n').length;
}

/** Problems that the editor may grade, and no server takes. */
const alwaysRefused: ReadonlySet<string> = new Set(['too-deep', 'bad-escape']);

/**
 * The text of a YAML body. Throws a 400 for bytes that are no UTF-8 and for half of a surrogate pair, which the server's
 * reader refuses in what is JSON, too.
 */
export function yamlText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw unreadableYaml('yaml: invalid leading UTF-8 octet');
  const text = bytes.toString('utf8');
  const isJson = /^\s*\{/.test(text);
  if (isJson && /(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]/.test(text)) {
    throw unreadableYaml('yaml: found invalid Unicode character escape code');
  }
  return text;
}

/** A 400 for YAML that is read before its kind is asked for. */
export function unreadableYaml(problem: string): StatusError {
  return badRequest(`error decoding YAML: error converting YAML to JSON: ${problem}`);
}

function parseJson(text: string, expected: Refused): unknown {
  checkJsonLimits(text, (problem) => unrecognized(expected, problem, text));
  try {
    return JSON.parse(text);
  } catch {
    throw unrecognized(expected, jsonProblem(text), text);
  }
}

function unrecognized(expected: Refused, problem: string, text: string): StatusError {
  return notRecognized(
    expected,
    `couldn't get version/kind; json parse error: ${problem}`,
    Buffer.from(text),
  );
}

type Refused = Pick<ExpectedKind, 'kind' | 'role'>;

function notRecognized({ kind, role }: Refused, problem: string, bytes: Buffer): StatusError {
  if (role === 'options') return badRequest(problem);
  const what = `the object provided is unrecognized (must be of type ${kind})`;
  return badRequest(`${what}: ${problem} (${excerpt(bytes)})`);
}

/** The begin of a body as the server shows it: what is no JSON object as hexadecimal digits. */
function excerpt(bytes: Buffer): string {
  if (bytes.length === 0) return '<empty>';
  const shown = bytes.subarray(0, 30).toString(bytes[0] === openBrace ? 'utf8' : 'hex');
  return bytes.length <= 30 ? shown : `${shown} ...`;
}

function checkKind(value: unknown, body: Body, expected: ExpectedObject): Record<string, unknown> {
  const isCustom = expected.resource.origin === 'custom';
  const role = { kind: expected.kind, role: 'object' } as const;
  if (value !== null && (typeof value !== 'object' || Array.isArray(value))) {
    throw notRecognized(role, noObject(value), body.bytes);
  }
  const object = (value ?? {}) as Record<string, unknown>;
  for (const field of ['apiVersion', 'kind']) {
    const type = object[field] ?? '';
    if (typeof type === 'string') continue;
    const found = Array.isArray(type) ? 'array' : typeof type === 'boolean' ? 'bool' : typeof type;
    const problem = `json: cannot unmarshal ${found} into Go struct field .${field} of type string`;
    throw unrecognized(role, problem, body.bytes.toString('utf8'));
  }
  const { apiVersion, kind } = object;
  if (isCustom && (typeof kind !== 'string' || kind === '')) {
    const text = body.bytes.toString('utf8');
    throw badRequest(
      `the object provided is unrecognized (must be of type ${expected.kind}): Object 'Kind' is missing in '${text}' (${excerpt(body.bytes)})`,
    );
  }
  if (typeof apiVersion === 'string' && apiVersion.split('/').length > 2) {
    throw notRecognized(role, `unexpected GroupVersion string: ${apiVersion}`, body.bytes);
  }
  const isOtherVersion = apiVersion && apiVersion !== expected.apiVersion;
  if (isOtherVersion && expected.otherVersions && (!kind || kind === expected.kind)) {
    if (expected.otherVersions.includes(String(apiVersion))) return object;
    throw notRegistered(String(apiVersion), expected.kind, body.kubernetesVersion);
  }
  const named = typeof kind === 'string' && kind !== '' ? kind : expected.kind;
  const version = typeof apiVersion === 'string' && apiVersion !== '' ? apiVersion : expected.apiVersion;
  if (!isCustom && (isForeign(version, expected) || !expected.isRegistered(version, named))) {
    throw badRequest(
      `${named} in version ${JSON.stringify(shortVersion(version))} cannot be handled as a ${expected.kind}: ${noKindRegistered(named, version, body.kubernetesVersion)}`,
    );
  }
  if (isOtherVersion && kind === expected.kind) {
    throw badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${expected.apiVersion})`,
    );
  }
  if (!kind || kind === expected.kind) return object;
  const slash = expected.apiVersion.indexOf('/');
  const group = slash < 0 ? '' : expected.apiVersion.slice(0, slash);
  if (isCustom) {
    const { name } = (object.metadata ?? {}) as { name?: unknown };
    throw invalid({ group, kind: String(kind) }, typeof name === 'string' ? name : '', [
      cause.invalid('kind', kind, `must be ${expected.kind}`),
    ]);
  }
  throw badRequest(
    `${kind} in version ${JSON.stringify(shortVersion(version))} cannot be handled as a ${expected.kind}: converting (${shortVersion(version)}.${kind}) to (${internalPackage(group)}.${expected.kind}): unknown conversion`,
  );
}

/** Two servers are behind the one that is asked, each with types of its own group alone. */
function isForeign(apiVersion: string, { resource }: ExpectedObject): boolean {
  const { group } = resource.kind;
  return groupsOfTheirOwn.has(group) && !apiVersion.startsWith(`${group}/`);
}

const groupsOfTheirOwn: ReadonlySet<string> = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io']);

/** What is sent to a subresource may be of any version that the server knows, and of no other. */
function notRegistered(apiVersion: string, kind: string, version: KubernetesVersion): StatusError {
  const problem = noKindRegistered(kind, apiVersion, version);
  return badRequest(`${cannotBeHandled({ kind, apiVersion })}: ${problem}`);
}

/** What Go says of a value that is no object where it looks for the kind. */
export function noObject(value: unknown): string {
  const found = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  return `couldn't get version/kind; json parse error: json: cannot unmarshal ${found} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`;
}

/** `v1` of `apps/v1`. */
function shortVersion(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf('/') + 1);
}

function withMetadata(object: Record<string, unknown>): KubeObject {
  const metadata = object.metadata ?? {};
  return { ...object, metadata } as KubeObject;
}

function cannotBeHandled({ kind, apiVersion }: Pick<ExpectedObject, 'kind' | 'apiVersion'>): string {
  return `${kind} in version ${JSON.stringify(shortVersion(apiVersion))} cannot be handled as a ${kind}`;
}

/** The same value, changed in place where it holds integers of more than 53 bits. */
function withoutBigIntegers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  for (const [name, part] of Object.entries(value)) {
    const plain = withoutBigIntegers(part);
    if (plain !== part) setField(value, name, plain);
  }
  return value;
}
