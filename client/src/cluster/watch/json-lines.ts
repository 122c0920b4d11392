import { WrongAnswer } from '../wrong-answer.ts';

const newline = 0x0a;
const decoder = new TextDecoder();

/** A line longer than this is no event of any server: objects are at most some 3 MiB. */
const maximalLine = 16 * 1024 * 1024;

/** Cuts a stream of bytes into the texts of its lines, wherever the chunks are cut. */
export interface LineSplitter {
  /** The lines that `chunk` completes, without their ends. @throws WrongAnswer when a line has no end. */
  push(chunk: Uint8Array): string[];
  /** What has come of a line that has no end yet. */
  rest(): string;
}

export function splitLines(limit = maximalLine): LineSplitter {
  let begun: Uint8Array[] = [];
  let length = 0;
  return {
    push(chunk) {
      const lines: string[] = [];
      let start = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
        const rest = chunk.subarray(start, end);
        const line = begun.length === 0 ? rest : Buffer.concat([...begun, rest]);
        begun = [];
        length = 0;
        if (line.length > 0) lines.push(decoder.decode(line));
        start = end + 1;
      }
      if (start < chunk.length) {
        begun.push(chunk.subarray(start));
        length += chunk.length - start;
        if (length > limit) throw new WrongAnswer(`a line of the answer is longer than ${limit} bytes`);
      }
      return lines;
    },
    rest: () => decoder.decode(Buffer.concat(begun)),
  };
}
