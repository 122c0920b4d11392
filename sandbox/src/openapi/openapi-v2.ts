import type { OpenApiSchema } from '../../../server/src/catalog/openapi.ts';
import { answerTexts } from './openapi-v3.ts';
import type { Operation, PathOperations } from './operations.ts';
import type { Parameter } from './parameters.ts';
import { sharedBodies, sharedParameterName } from './shared-parameters.ts';

/** The older description of the API, OpenAPI 2: the same operations and definitions in another notation. */
export function openApiV2(
  title: string,
  paths: readonly PathOperations[],
  schemas: Readonly<Record<string, OpenApiSchema>>,
): Record<string, unknown> {
  const writer = new SwaggerWriter();
  const written = [...paths]
    .sort((left, right) => (left.path < right.path ? -1 : 1))
    .map((one) => [one.path, writer.path(one)]);
  const definitions = Object.entries(schemas)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, schema]) => [name, older(schema)]);
  return {
    swagger: '2.0',
    info: { title: 'Kubernetes', version: title },
    paths: Object.fromEntries(written),
    definitions: Object.fromEntries(definitions),
    parameters: writer.parameters(),
    securityDefinitions: {
      BearerToken: {
        description: 'Bearer Token authentication',
        type: 'apiKey',
        name: 'authorization',
        in: 'header',
      },
    },
    security: [{ BearerToken: [] }],
  };
}

/** Writes paths, and gathers the parameters that they share. */
class SwaggerWriter {
  readonly #shared = new Map<string, unknown>();

  path({ operations, parameters }: PathOperations): Record<string, unknown> {
    const [first] = operations;
    return {
      ...Object.fromEntries(operations.map((operation) => [operation.method, this.#operation(operation)])),
      ...(first &&
        parameters.length > 0 && { parameters: parameters.map((one) => this.#parameter(one, first)) }),
    };
  }

  parameters(): Record<string, unknown> {
    return Object.fromEntries([...this.#shared].sort(([left], [right]) => (left < right ? -1 : 1)));
  }

  #operation(operation: Operation): Record<string, unknown> {
    const { tag, id, answers, produces, about, body } = operation;
    const parameters = operation.parameters.map((one) => this.#parameter(one, operation));
    const all = body ? [this.#body(body), ...parameters] : parameters;
    const responses = Object.entries(answers).map(([code, definition]) => [
      code,
      {
        description: answerTexts[code],
        schema: definition === undefined ? { type: 'string' } : reference(definition),
      },
    ]);
    const consumes = consumedBy(operation);
    return {
      ...(consumes && { consumes }),
      produces,
      schemes: ['https'],
      tags: [tag],
      operationId: id,
      ...(all.length > 0 && { parameters: all }),
      responses: { ...Object.fromEntries(responses), 401: { description: answerTexts[401] } },
      ...(about && {
        'x-kubernetes-action': about.action,
        'x-kubernetes-group-version-kind': about.kind,
      }),
    };
  }

  #parameter(parameter: Parameter, operation: Operation): unknown {
    const { name, in: place, type } = parameter;
    const written = { uniqueItems: true, type, name, in: place, ...(place === 'path' && { required: true }) };
    return this.#share(sharedParameterName(parameter, operation), written);
  }

  #body({ definition, isRequired }: NonNullable<Operation['body']>): unknown {
    const written = {
      name: 'body',
      in: 'body',
      ...(isRequired && { required: true }),
      schema: reference(definition),
    };
    return this.#share(sharedBodies[definition], written);
  }

  #share(name: string | undefined, written: unknown): unknown {
    if (name === undefined) return written;
    this.#shared.set(name, written);
    return { $ref: `#/parameters/${name}` };
  }
}

const protobuf = 'application/vnd.kubernetes.protobuf';

/** What is sent; an operation that is about no object takes what it gives, and nothing where that is a text. */
function consumedBy({ about, body, produces, answers }: Operation): readonly string[] | undefined {
  if (!about) return answers[200] === undefined ? undefined : produces;
  const isCustom = !produces.includes(protobuf) && about.action !== 'connect';
  if (about.action !== 'patch' || !body) return isCustom ? produces : (body?.types ?? ['*/*']);
  const isApply = (type: string) => type.includes('apply-patch');
  return [...body.types.filter((type) => !isApply(type)), ...body.types.filter(isApply)];
}

function reference(definition: string): { $ref: string } {
  return { $ref: `#/definitions/${definition}` };
}

/**
 * A schema of OpenAPI 3 as the document of OpenAPI 2 has it: no defaults, and no choices, so that what may be of several types is
 * told by a format.
 */
function older(schema: OpenApiSchema): Record<string, unknown> {
  const {
    default: _default,
    oneOf,
    anyOf,
    allOf,
    properties,
    items,
    additionalProperties,
    $ref,
    ...rest
  } = schema as OpenApiSchema & Record<string, unknown>;
  const [only] = allOf ?? [];
  // kubectl reads a type as a promise, and what may be anything, or a number, makes none.
  if (rest['x-kubernetes-preserve-unknown-fields'] === true || rest['x-kubernetes-int-or-string'] === true) {
    const { type: _type, ...untyped } = rest;
    return untyped;
  }
  return {
    ...rest,
    ...(($ref ?? only?.$ref) && {
      $ref: ($ref ?? only?.$ref)?.replace('#/components/schemas/', '#/definitions/'),
    }),
    ...((oneOf || anyOf) && { type: 'string' }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, older(one)])),
    }),
    ...(items && { items: older(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object' ? older(additionalProperties) : additionalProperties,
    }),
  };
}
