import protobuf from 'protobufjs/minimal.js';
import { goYaml } from '../go-yaml.ts';

/**
 * A document of OpenAPI 2 as protobuf, an `openapi.v2.Document` of gnostic's: kubectl asks for it where it judges by itself
 * what `/openapi/v3` does not describe (a `kind: List`), and for `kubectl explain --output plaintext-openapiv2`. Of what a
 * document may have, all that an API server writes is written. Fields are named and numbered as in gnostic's OpenAPIv2.proto.
 */
export function openApiV2Protobuf(document: unknown): Buffer {
  const writer = protobuf.Writer.create();
  writeDocument(writer, document);
  return Buffer.from(writer.finish());
}

/** Writes the fields of one message: into a message of its own, without its length. */
type Content = (writer: protobuf.Writer, value: unknown) => void;

/** Writes a field with its tag, or nothing of a value that proto3 leaves out. */
type Form = (writer: protobuf.Writer, number: number, value: unknown) => void;

type Fields = readonly (readonly [key: string, number: number, form: Form])[];

/** A message of fields by their names in JSON, in the order of their numbers; whatever else it has is left out. */
function message(fields: Fields, extensions?: number): Content {
  return (writer, value) => {
    const object = value as Readonly<Record<string, unknown>>;
    for (const [key, number, form] of fields) {
      if (Object.hasOwn(object, key)) form(writer, number, object[key]);
    }
    if (extensions === undefined) return;
    const extended = Object.entries(object).filter(([key]) => key.startsWith('x-'));
    for (const entry of extended) field(writer, extensions, entry, writeNamedAny);
  };
}

function field(writer: protobuf.Writer, number: number, value: unknown, content: Content): void {
  writer.uint32((number << 3) | 2).fork();
  content(writer, value);
  writer.ldelim();
}

const text: Form = (writer, number, value) => {
  if (value !== '') writer.uint32((number << 3) | 2).string(String(value));
};

const flag: Form = (writer, number, value) => {
  if (value === true) writer.uint32(number << 3).bool(true);
};

const integer: Form = (writer, number, value) => {
  if (value !== 0) writer.uint32(number << 3).int64(Number(value));
};

const decimal: Form = (writer, number, value) => {
  if (value !== 0) writer.uint32((number << 3) | 1).double(Number(value));
};

const of =
  (content: Content): Form =>
  (writer, number, value) =>
    field(writer, number, value, content);

/** Of a list each item, and of one value that one. */
const each =
  (content: Content): Form =>
  (writer, number, value) => {
    for (const one of Array.isArray(value) ? value : [value]) field(writer, number, one, content);
  };

/** Texts are written even where they are empty. */
const texts: Form = (writer, number, value) => {
  for (const one of Array.isArray(value) ? value : [value]) {
    writer.uint32((number << 3) | 2).string(String(one));
  }
};

/** Of an object each field, as a message of its name and its value. */
const byName =
  (content: Content): Form =>
  (writer, number, value) => {
    for (const entry of Object.entries(value as object)) field(writer, number, entry, named(content));
  };

/** A message with one field, of which the value is the whole. */
const holding =
  (number: number, form: Form): Content =>
  (writer, value) =>
    form(writer, number, value);

function named(content: Content): Content {
  return (writer, entry) => {
    const [name, value] = entry as [string, unknown];
    text(writer, 1, name);
    field(writer, 2, value, content);
  };
}

/** Whatever a value is, it is told as YAML. */
const writeAny = holding(2, (writer, number, value) => text(writer, number, goYaml(value)));
const writeNamedAny = named(writeAny);

const writeSchema: Content = (writer, value) => message(schemaFields, 31)(writer, value);

const writeAdditional: Content = (writer, value) => {
  if (typeof value === 'boolean') writer.uint32(2 << 3).bool(value);
  else field(writer, 1, value, writeSchema);
};

const schemaFields: Fields = [
  ['$ref', 1, text],
  ['format', 2, text],
  ['title', 3, text],
  ['description', 4, text],
  ['default', 5, of(writeAny)],
  ['multipleOf', 6, decimal],
  ['maximum', 7, decimal],
  ['exclusiveMaximum', 8, flag],
  ['minimum', 9, decimal],
  ['exclusiveMinimum', 10, flag],
  ['maxLength', 11, integer],
  ['minLength', 12, integer],
  ['pattern', 13, text],
  ['maxItems', 14, integer],
  ['minItems', 15, integer],
  ['uniqueItems', 16, flag],
  ['maxProperties', 17, integer],
  ['minProperties', 18, integer],
  ['required', 19, texts],
  ['enum', 20, each(writeAny)],
  ['additionalProperties', 21, of(writeAdditional)],
  ['type', 22, of(holding(1, texts))],
  ['items', 23, of(holding(1, each(writeSchema)))],
  ['allOf', 24, each(writeSchema)],
  ['properties', 25, of(holding(1, byName(writeSchema)))],
  ['discriminator', 26, text],
  ['readOnly', 27, flag],
  [
    'externalDocs',
    29,
    of(
      message(
        [
          ['description', 1, text],
          ['url', 2, text],
        ],
        3,
      ),
    ),
  ],
  ['example', 30, of(writeAny)],
];

const bodyParameterFields: Fields = [
  ['description', 1, text],
  ['name', 2, text],
  ['in', 3, text],
  ['required', 4, flag],
  ['schema', 5, of(writeSchema)],
];

const pathParameterFields: Fields = [
  ['required', 1, flag],
  ['in', 2, text],
  ['description', 3, text],
  ['name', 4, text],
  ['type', 5, text],
  ['uniqueItems', 19, flag],
];

const queryParameterFields: Fields = [
  ['required', 1, flag],
  ['in', 2, text],
  ['description', 3, text],
  ['name', 4, text],
  ['type', 6, text],
  ['uniqueItems', 20, flag],
];

const writeReference = message([
  ['$ref', 1, text],
  ['description', 2, text],
]);

/** Which of the two kinds of parameters, and of those that are not the body, which place it is in. */
const writeParameter: Content = (writer, value) => {
  const place = (value as { in?: unknown }).in;
  if (place === 'body') field(writer, 1, value, message(bodyParameterFields, 6));
  else field(writer, 2, value, place === 'path' ? writePathParameter : writeQueryParameter);
};
const writeQueryParameter = holding(3, of(message(queryParameterFields, 23)));
const writePathParameter = holding(4, of(message(pathParameterFields, 22)));

const writeParametersItem: Content = (writer, value) => {
  if (Object.hasOwn(value as object, '$ref')) field(writer, 2, value, writeReference);
  else field(writer, 1, value, writeParameter);
};

const writeResponse = message(
  [
    ['description', 1, text],
    ['schema', 2, of(holding(1, of(writeSchema)))],
  ],
  5,
);

const writeOperation = message(
  [
    ['tags', 1, texts],
    ['summary', 2, text],
    ['description', 3, text],
    ['operationId', 5, text],
    ['produces', 6, texts],
    ['consumes', 7, texts],
    ['parameters', 8, each(writeParametersItem)],
    ['responses', 9, of(holding(1, byName(holding(1, of(writeResponse)))))],
    ['schemes', 10, texts],
    ['deprecated', 11, flag],
  ],
  13,
);

const writePathItem = message(
  [
    ['get', 2, of(writeOperation)],
    ['put', 3, of(writeOperation)],
    ['post', 4, of(writeOperation)],
    ['delete', 5, of(writeOperation)],
    ['options', 6, of(writeOperation)],
    ['head', 7, of(writeOperation)],
    ['patch', 8, of(writeOperation)],
    ['parameters', 9, each(writeParametersItem)],
  ],
  10,
);

const writeApiKey = message(
  [
    ['type', 1, text],
    ['name', 2, text],
    ['in', 3, text],
    ['description', 4, text],
  ],
  5,
);

const writeInfo = message(
  [
    ['title', 1, text],
    ['version', 2, text],
    ['description', 3, text],
  ],
  7,
);

const writeDocument = message(
  [
    ['swagger', 1, text],
    ['info', 2, of(writeInfo)],
    ['paths', 8, of(holding(2, byName(writePathItem)))],
    ['definitions', 9, of(holding(1, byName(writeSchema)))],
    ['parameters', 10, of(holding(1, byName(writeParameter)))],
    ['security', 12, each(holding(1, byName(holding(1, texts))))],
    ['securityDefinitions', 13, of(holding(1, byName(holding(2, of(writeApiKey)))))],
  ],
  16,
);
