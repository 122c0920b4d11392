import { visibleLine } from '../../../server/src/yaml/visible-text.ts';

/** A text of any number of lines as one entry of a log: those behind the first are indented, so that none begins another. */
export function entry(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(visibleLine)
    .join('\n    ');
}
