import { byteLength } from '../formats/byte-length.ts';
import { qualifiedName } from '../formats/qualified-name.ts';
import type { Causes } from './causes.ts';
import type { Field } from './field.ts';

const mostBytes = 256 * 1024;

/** Keys of annotations are qualified names of any case; all annotations together have a size. */
export function checkAnnotations(annotations: Field, causes: Causes, named: Field = annotations): void {
  if (!annotations.isSet) return;
  let size = 0;
  for (const annotation of annotations.entries) {
    const key = String(annotation.name);
    size += byteLength(key) + byteLength(annotation.text ?? '');
    for (const problem of qualifiedName(key.toLowerCase())) {
      causes.invalid(annotations, problem, {
        code: 'annotation-key',
        shown: key,
        named,
        mark: annotation,
        at: 'key',
      });
    }
  }
  if (size > mostBytes) causes.tooLong(annotations, mostBytes, { code: 'annotations-size', named });
}
