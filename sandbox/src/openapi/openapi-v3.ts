import type { Operation, PathOperations } from './operations.ts';
import type { Parameter } from './parameters.ts';

/** The `paths` of a document of OpenAPI 3. */
export function writePaths(paths: readonly PathOperations[]): Record<string, unknown> {
  return Object.fromEntries(
    paths.map(({ path, operations, parameters }) => [
      path,
      {
        ...Object.fromEntries(operations.map((operation) => [operation.method, written(operation)])),
        ...(parameters.length > 0 && { parameters: parameters.map(writtenParameter) }),
      },
    ]),
  );
}

/** The definitions that operations themselves name. */
export function definitionsIn(paths: readonly PathOperations[]): ReadonlySet<string> {
  const all = paths.flatMap(({ operations }) =>
    operations.flatMap(({ body, answers }) => [body?.definition, ...Object.values(answers)]),
  );
  return new Set(all.filter((name) => name !== undefined));
}

/** What each code says. */
export const answerTexts: Readonly<Record<string, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  401: 'Unauthorized',
};

function written({
  tag,
  id,
  parameters,
  body,
  answers,
  produces,
  about,
}: Operation): Record<string, unknown> {
  const responses = Object.entries(answers).map(([code, definition]) => [
    code,
    { description: answerTexts[code], content: contentOf(produces, schemaOf(definition)) },
  ]);
  return {
    tags: [tag],
    operationId: id,
    ...(parameters.length > 0 && { parameters: parameters.map(writtenParameter) }),
    ...(body && {
      requestBody: {
        content: contentOf(body.types, schemaOf(body.definition)),
        ...(body.isRequired && { required: true }),
      },
    }),
    responses: { ...Object.fromEntries(responses), 401: { description: answerTexts[401] } },
    ...(about && {
      'x-kubernetes-action': about.action,
      'x-kubernetes-group-version-kind': about.kind,
    }),
  };
}

function schemaOf(definition: string | undefined) {
  return definition === undefined ? { type: 'string' } : { $ref: `#/components/schemas/${definition}` };
}

function contentOf(types: readonly string[], schema: object): Record<string, unknown> {
  return Object.fromEntries([...types].sort().map((type) => [type, { schema }]));
}

function writtenParameter({ name, in: place, type }: Parameter): Record<string, unknown> {
  return {
    name,
    in: place,
    ...(place === 'path' && { required: true }),
    schema: { type, uniqueItems: true },
  };
}
