import type { CallOptions } from '../call-options.ts';
import { operationRequest } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import type { KubeObject, Resource } from '../kube-object.ts';
import type { AnswerTo, ObjectPage, Operation, RowsPage } from '../operation.ts';
import type { Clock } from '../watch/clock.ts';
import { type AnswerReader, asFields, field, textOf, WrongAnswer } from '../wrong-answer.ts';
import { deletedOf, kindOfDeletion, objectOf, readObject } from './read-object.ts';
import { checkVerb } from './served-verbs.ts';
import { itemsOf, objectsOfList, rowsOfList } from './table.ts';

/**
 * Asks for anything of a kind, and gives the answer as what it must be. Rejects with a `ClusterError`: without sending
 * anything, where the kind has no such verb; the signal's reason at an abort.
 */
export async function ask<Asked extends Operation>(
  transport: Transport,
  operation: Asked,
  signal?: AbortSignal,
  options?: CallOptions,
): Promise<AnswerTo<Asked>> {
  checkVerb(transport, operation.verb, operation.of);
  const read = readerOf(operation, transport.clock) as AnswerReader<AnswerTo<Asked>>;
  return await transport.json(operationRequest(operation), read, signal, options);
}

function readerOf(operation: Operation, clock: Pick<Clock, 'now'>): AnswerReader<unknown> {
  const rowsPage = (answer: unknown) => rowsPageOf(answer, clock.now());
  switch (operation.verb) {
    case 'list':
      return operation.as === 'table' ? rowsPage : (answer) => objectPageOf(operation, answer);
    case 'get':
      if (operation.as === 'table') return rowsPage;
      return operation.as === 'metadata' ? metadataOf : objectOf(operation.of);
    case 'create':
      return 'name' in operation.of ? answerOf : createdOf(operation.of.resource);
    case 'update':
    case 'patch':
      return objectOf(operation.of);
    case 'delete':
      return deletedOf;
    case 'deletecollection':
      return (answer) => void kindOfDeletion(answer);
  }
}

/** A server that knows no partial metadata answers with the whole, of which the rest is dropped. */
function metadataOf(answer: unknown): KubeObject {
  const { apiVersion, kind, metadata } = readObject(answer, 'the metadata of an object');
  return { apiVersion, kind, metadata };
}

/** What is created is answered, but by a `Status` where the kind is never stored: of a Binding the API server says that alone. */
function createdOf(resource: Resource): AnswerReader<unknown> {
  const readObject = objectOf({ resource });
  return (answer) => (textOf(answer, 'kind') === 'Status' ? answerOf(answer) : readObject(answer));
}

/** Of a subresource to which something is created: the object, an answer of its own kind, or a `Status`. */
function answerOf(answer: unknown): unknown {
  if (textOf(answer, 'kind') === undefined) throw WrongAnswer.of('an object', answer);
  return { ...asFields(answer), metadata: asFields(field(answer, 'metadata')) ?? {} };
}

function objectPageOf({ of, as }: Extract<Operation, { verb: 'list' }>, answer: unknown): ObjectPage {
  const items =
    as === 'metadata'
      ? itemsOf(answer).map((item) =>
          metadataOf({ apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', ...asFields(item) }),
        )
      : objectsOfList(of.resource, answer);
  return { items, ...placeOf(answer) };
}

function rowsPageOf(answer: unknown, now: number): RowsPage {
  return { ...rowsOfList(answer, now), ...placeOf(answer) };
}

function placeOf(answer: unknown): Omit<ObjectPage, 'items'> {
  const metadata = field(answer, 'metadata');
  const remaining = field(metadata, 'remainingItemCount');
  return {
    resourceVersion: textOf(metadata, 'resourceVersion') ?? '',
    continueToken: textOf(metadata, 'continue'),
    remainingItemCount: typeof remaining === 'number' ? remaining : undefined,
  };
}
