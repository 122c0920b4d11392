/** What a command does, and what it can be given by a menu, a key, a link or another extension: nobody has checked that. */
export interface CommandHandler {
  /** Behind "takes": `a line of an object in the Clusters view`. */
  readonly takes: string;
  /** What is to be done with these arguments; undefined where they are none that it takes. Never throws. */
  readonly prepare: (args: readonly unknown[]) => (() => Promise<void> | void) | undefined;
}

/** A kind of argument: its words, and how it is known. */
export interface Argument<Value> {
  /** Behind "takes". */
  readonly what: string;
  /** The value; undefined where the arguments are none of the kind. Reading may throw, as what is given may be anything. */
  readonly read: (args: readonly unknown[]) => Value | undefined;
}

/** A command that is run on something, or without it, when it asks the person. */
export function onOptional<Value>(
  { what, read }: Argument<Value>,
  work: (value: Value | undefined) => Promise<void> | void,
): CommandHandler {
  return {
    takes: `${what}, or nothing`,
    prepare: (args) => {
      if (areNothing(args)) return () => work(undefined);
      const value = tried(read, args);
      return value === undefined ? undefined : () => work(value);
    },
  };
}

/** A command that is run on something. */
export function on<Value>(
  { what, read }: Argument<Value>,
  work: (value: Value) => Promise<void> | void,
): CommandHandler {
  return {
    takes: what,
    prepare: (args) => {
      const value = areNothing(args) ? undefined : tried(read, args);
      return value === undefined ? undefined : () => work(value);
    },
  };
}

/** A command that is run on nothing. */
export function onNothing(work: () => Promise<void> | void): CommandHandler {
  return { takes: 'no argument', prepare: (args) => (areNothing(args) ? work : undefined) };
}

function areNothing(args: readonly unknown[]): boolean {
  return args.every((argument) => argument === undefined || argument === null);
}

/** A proxy may throw at any look. */
function tried<Value>(read: Argument<Value>['read'], args: readonly unknown[]): Value | undefined {
  try {
    return read(args);
  } catch {
    return undefined;
  }
}
