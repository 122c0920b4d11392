import type { KubeObject, ObjectReference } from '../kube-object.ts';
import { type AnswerReader, asFields, field, textOf, WrongAnswer } from '../wrong-answer.ts';

/**
 * Reads the answer to a request on one object: it is of the kind that was asked for, and of its name where that is known. A
 * subresource has a kind of its own.
 */
export function objectOf({
  resource,
  name,
  subresource,
}: Pick<ObjectReference, 'resource'> & Partial<ObjectReference>): AnswerReader<KubeObject> {
  const kind =
    subresource === undefined
      ? resource.kind
      : resource.subresources.find((one) => one.name === subresource)?.kind;
  return (answer) => {
    const object = readObject(answer, `an object of kind ${kind || subresource}`);
    if (kind && object.kind !== kind) throw WrongAnswer.of(`an object of kind ${kind}`, answer);
    const own = object.metadata.name;
    if (name !== undefined && own !== name) {
      throw new WrongAnswer(`the answer is not about ${name} but about ${own ?? 'an object without a name'}`);
    }
    return object;
  };
}

/** The object that an answer is. @throws WrongAnswer when it is none. */
export function readObject(answer: unknown, expected: string): KubeObject {
  const metadata = field(answer, 'metadata');
  const isNamed = textOf(answer, 'kind') !== undefined && textOf(answer, 'apiVersion') !== undefined;
  if (!isNamed || !asFields(metadata)) throw WrongAnswer.of(expected, answer);
  const wrong = wrongFieldOf(metadata);
  if (wrong) throw new WrongAnswer(`the answer is not ${expected}: its metadata.${wrong}`);
  return answer as KubeObject;
}

/**
 * Answers to a deletion are the object, while something holds it, or a `Status`: undefined then. @throws WrongAnswer for
 * anything else.
 */
export function deletedOf(answer: unknown): KubeObject | undefined {
  return kindOfDeletion(answer) === 'Status' ? undefined : readObject(answer, deletion);
}

/** The kind of what answers a deletion of one object, or of many. @throws WrongAnswer when it has none. */
export function kindOfDeletion(answer: unknown): string {
  const kind = textOf(answer, 'kind');
  if (kind === undefined) throw WrongAnswer.of(deletion, answer);
  return kind;
}

const deletion = 'that of a deletion';

/** What in the metadata of an object is not of its type, in words; undefined where nothing is. */
export function wrongFieldOf(metadata: unknown): string | undefined {
  for (const name of metadataTexts) {
    const value = field(metadata, name);
    if (value !== undefined && value !== null && typeof value !== 'string') return `${name} is no text`;
  }
  for (const name of ['labels', 'annotations']) {
    const value = field(metadata, name);
    if (value === undefined || value === null) continue;
    const map = asFields(value);
    if (!map || Object.values(map).some((text) => typeof text !== 'string'))
      return `${name} is no map of texts`;
  }
  for (const name of ['ownerReferences', 'finalizers']) {
    const value = field(metadata, name);
    if (value !== undefined && value !== null && !Array.isArray(value)) return `${name} is no list`;
  }
  return undefined;
}

/** The fields of an object's metadata that are texts. */
export const metadataTexts = [
  'name',
  'generateName',
  'namespace',
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'deletionTimestamp',
];
