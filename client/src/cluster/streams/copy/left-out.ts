/** Why something is not copied. */
export type LeftOutReason =
  /** Neither a file, a folder nor a link. */
  | 'device'
  | 'pipe'
  | 'socket'
  | 'sparse file'
  | 'unknown kind'
  /** It would be written outside of the target. */
  | 'name leads out'
  | 'link leads out'
  /** A hard link to what has not been copied. */
  | 'link to nothing'
  /** This machine lets nobody make links, or not this user. */
  | 'link not allowed'
  /** This machine has no such names. */
  | 'name not possible'
  | 'name not readable'
  | 'name too long'
  /** Where upper and lower case are one, its name is taken. */
  | 'name differs in case'
  | 'name twice'
  | 'in a folder left out'
  | 'not readable'
  | 'gone'
  | 'changed meanwhile';

/** Something that is not copied. */
export interface LeftOut {
  /** From the root of what is copied on, with slashes. */
  readonly path: string;
  readonly reason: LeftOutReason;
  /** The reason in words that can follow the path. */
  readonly says: string;
}

/** A reason and, where there is one, what it is about: the target of a link, the other name. */
export interface Why {
  readonly reason: LeftOutReason;
  readonly about?: string;
}

/** What is not copied: the first of it, and how much it is in all. */
export interface LeftOutList {
  readonly items: readonly LeftOut[];
  readonly count: number;
  add(path: string, why: Why): void;
}

const mostKept = 1_000;
const longestSaid = 300;

/** An empty list. */
export function leftOutList(): LeftOutList {
  const items: LeftOut[] = [];
  let count = 0;
  return {
    items,
    get count() {
      return count;
    },
    add(path, { reason, about }) {
      count++;
      if (items.length >= mostKept) return;
      const shown = shortened(path);
      items.push({ path: shown, reason, says: words[reason](about === undefined ? '' : shortened(about)) });
    },
  };
}

/** A path or a text of a container's as it is shown: in one line, and no longer than one reads. */
export function shortened(text: string): string {
  const line = text.replace(/\p{Cc}/gu, '\uFFFD');
  return line.length > longestSaid ? `${line.slice(0, longestSaid)}...` : line;
}

const words: Readonly<Record<LeftOutReason, (about: string) => string>> = {
  device: () => 'is a device',
  pipe: () => 'is a named pipe',
  socket: () => 'is a socket',
  'sparse file': () => 'is stored with holes, in a form that is not read here',
  'unknown kind': () => 'is neither a file, a folder nor a link',
  'name leads out': () => 'would be written outside of the target',
  'link leads out': (target) => `is a link that leads out, to ${target}`,
  'link to nothing': (target) => `is a hard link to ${target}, which was not copied`,
  'link not allowed': () => 'is a link, which this machine does not let you make',
  'name not possible': (fault) => `cannot have this name here: ${fault}`,
  'name not readable': () => 'has a name that is no UTF-8',
  'name too long': () => 'has too long a name',
  'name differs in case': (other) => `differs from ${other} in upper and lower case alone, which is one here`,
  'name twice': () => 'comes twice: the first is copied',
  'in a folder left out': () => 'is in a folder that is left out',
  'not readable': () => 'may not be read',
  gone: () => 'was gone when it was its turn',
  'changed meanwhile': () => 'changed while it was copied',
};
