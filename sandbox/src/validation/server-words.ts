import { serverMessage, type Violation } from '../../../server/src/rules/shared/violation.ts';
import { goJson } from '../go-json.ts';
import type { InternalStructs } from '../internal-structs.ts';
import { internalForm, internalTypeAt, internalTypeOf } from './internal-form.ts';
import { unifiedDiff } from './unified-diff.ts';

/** So much is shown of objects in one answer; beyond that each is cut. */
const mostShown = 1_000_000;

/** Of those a fault may show what is around it. */
const basicTypes = new Set(['string', 'bool', 'byte', 'int', 'int32', 'int64', 'float64']);

/** Says what is wrong with an object in the server's words, in which values are as Go has them in memory. */
export class ServerWords {
  readonly #structs: InternalStructs;
  readonly #type: string;
  #shown = 0;

  /** For objects of one kind. */
  constructor(structs: InternalStructs, kind: { group: string; kind: string }) {
    this.#structs = structs;
    this.#type = internalTypeOf(kind);
  }

  of(violation: Violation): string {
    const { struct, change } = violation;
    const value = struct && this.#shown < mostShown ? this.#valueOf(violation, struct) : undefined;
    const message = serverMessage(value === undefined ? violation : { ...violation, value });
    if (!change || this.#shown >= mostShown) return message;
    const [before, after] = [change.before, change.after].map((one) =>
      this.#noted(goJson(internalForm(this.#structs, change.type, one), 1)),
    ) as [string, string];
    return `${message}\n${unifiedDiff(before, after)}`;
  }

  #valueOf({ path, mark = path }: Violation, struct: object): string | undefined {
    for (const place of [path, mark, path.slice(0, -1)]) {
      const type = internalTypeAt(this.#structs, this.#type, place)?.replace(/^\*/, '');
      if (type === undefined || basicTypes.has(type)) continue;
      const form = internalForm(this.#structs, type, struct);
      if (typeof form === 'object' && form !== null) return this.#noted(goJson(form));
    }
    return this.#noted(goJson(struct));
  }

  #noted(text: string): string {
    this.#shown += text.length;
    return text;
  }
}
