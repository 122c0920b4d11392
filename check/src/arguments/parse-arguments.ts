import { kubernetesVersions, newestKubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import { closest } from '../../../server/src/checks/closest.ts';
import type { Severity } from '../../../server/src/checks/finding.ts';
import { codeNames } from '../../../server/src/codes/code-names.ts';
import { Placeholders } from '../../../server/src/placeholders/placeholders.ts';
import { severities } from '../severities.ts';
import { type CheckOptions, type Command, outputs } from './options.ts';

/** No machine gains by more. */
export const mostThreads = 256;

/**
 * Reads the words behind the program's name. Flags may stand before and behind paths, their value is the next word or
 * stands behind `=`; behind `--` every word is a path, and with `--hook` before it every word behind the first path, which is one
 * where there is such a file, whatever it is called. The command `check` may be left out. `isThere` says whether there is
 * anything at a path.
 */
export function parseArguments(words: readonly string[], isThere: (path: string) => boolean): Command {
  const options: Draft = {
    paths: [],
    pathsAre: 'named',
    output: 'text',
    kubernetesVersion: newestKubernetesVersion,
    schemas: [],
    workspace: undefined,
    placeholders: [],
    severities: {},
    show: 'hint',
    failOn: 'error',
    stdinName: undefined,
    threads: undefined,
    rulePage: undefined,
  };
  const pending = words[0] === 'check' ? words.slice(1) : [...words];
  for (let word = pending.shift(); word !== undefined; word = pending.shift()) {
    if (word === '--') options.paths.push(...pending.splice(0));
    else if (word === hook) options.pathsAre = 'found';
    else if (word === '-' || !word.startsWith('-') || (options.pathsAre === 'found' && isThere(word))) {
      options.paths.push(word, ...(options.pathsAre === 'found' ? pending.splice(0) : []));
    } else if (!Object.hasOwn(flags, nameOf(word)) && !helps.has(word) && isThere(word))
      return { do: 'refuse', problem: `there is no flag ${word}; the file of that name is ./${word}` };
    else if (word === '--help' || word === '-h') return { do: 'help' };
    else if (word === '--version' || word === '-V') return { do: 'version' };
    else {
      const problem = readFlag(word, pending, options);
      if (problem !== undefined) return { do: 'refuse', problem };
    }
  }
  return commandOf(options);
}

type Draft = { -readonly [Name in keyof CheckOptions]: CheckOptions[Name] } & {
  paths: string[];
  schemas: string[];
  placeholders: string[];
  severities: Record<string, Severity | 'off'>;
};

/** A flag with a value. */
interface Flag {
  /** What its value may be, as "NAME takes ..." goes on. */
  readonly takes: string;
  /** Takes a value; gives the part of it that makes no sense, where there is one. */
  read(value: string, options: Draft): string | undefined;
}

const flags: Readonly<Record<string, Flag>> = {
  '--output': choice(outputs, (output, options) => {
    options.output = output;
  }),
  '--kubernetes-version': {
    takes: listed(kubernetesVersions),
    read(value, options) {
      const minor = /^v?(\d+\.\d+)(?:\.\d+)?$/.exec(value)?.[1];
      const known = kubernetesVersions.find((version) => version === minor);
      if (known) options.kubernetesVersion = known;
      return known ? undefined : value;
    },
  },
  '--schemas': {
    takes: 'a file or a folder',
    read(value, options) {
      options.schemas.push(value);
      return undefined;
    },
  },
  '--workspace': {
    takes: 'a folder',
    read(value, options) {
      options.workspace = value;
      return undefined;
    },
  },
  '--placeholder': {
    takes: 'a regular expression as Go has them',
    read(value, options) {
      options.placeholders.push(value);
      return new Placeholders([value]).bad.length > 0 ? value : undefined;
    },
  },
  '--severity': {
    takes: `CODE=SEVERITY with a code of docs/rules.md and ${listed([...severities, 'off'])}`,
    read(value, options) {
      const [code = '', ...words] = value.split('=');
      const severity = ([...severities, 'off'] as const).find((one) => one === words.join('='));
      if (!severity || !codeNames.includes(code)) return value;
      options.severities[code] = severity;
      return undefined;
    },
  },
  '--ignore': {
    takes: 'codes of docs/rules.md, with commas between them',
    read(value, options) {
      const codes = value.split(',').map((code) => code.trim());
      for (const code of codes) options.severities[code] = 'off';
      return codes.find((code) => !codeNames.includes(code));
    },
  },
  '--show': choice(severities, (severity, options) => {
    options.show = severity;
  }),
  '--fail-on': choice([...severities, 'never'] as const, (severity, options) => {
    options.failOn = severity;
  }),
  '--stdin-name': {
    takes: 'a path',
    read(value, options) {
      options.stdinName = value;
      return undefined;
    },
  },
  '--threads': {
    takes: `a number from 1 to ${mostThreads}`,
    read(value, options) {
      const threads = /^\d{1,3}$/.test(value) ? Number(value) : 0;
      options.threads = threads;
      return threads >= 1 && threads <= mostThreads ? undefined : value;
    },
  },
  '--rule-page': {
    takes: 'an address with CODE in it',
    read(value, options) {
      options.rulePage = value;
      return URL.canParse(value) && value.includes('CODE') ? undefined : value;
    },
  },
};

/** A flag whose value is one of a list. */
function choice<Word extends string>(
  words: readonly Word[],
  take: (word: Word, options: Draft) => void,
): Flag {
  return {
    takes: listed(words),
    read(value, options) {
      const word = words.find((one) => one === value);
      if (word !== undefined) take(word, options);
      return word === undefined ? value : undefined;
    },
  };
}

/** Flags without a value. */
const hook = '--hook';
const helps: ReadonlySet<string> = new Set(['--help', '-h', '--version', '-V']);

/** The part of a flag before its `=`. */
function nameOf(word: string): string {
  const equals = word.startsWith('--') ? word.indexOf('=') : -1;
  return equals < 0 ? word : word.slice(0, equals);
}

/** Gives what is wrong with a flag, in one line. */
function readFlag(word: string, pending: string[], options: Draft): string | undefined {
  const name = nameOf(word);
  if (name === hook || helps.has(name)) return `${name} takes no value`;
  const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
  if (!flag) return unknownFlag(name);
  const value = name === word ? pending.shift() : word.slice(name.length + 1);
  if (value === undefined || value === '') return `${name} needs a value: ${flag.takes}`;
  const wrong = flag.read(value, options);
  return wrong === undefined ? undefined : `${name} takes ${flag.takes}, not ${JSON.stringify(wrong)}`;
}

function unknownFlag(name: string): string {
  const meant = closest(name, new Set([...Object.keys(flags), hook, '--help', '--version']));
  return `there is no flag ${name}${meant === undefined ? '' : `; did you mean ${meant}?`}`;
}

function commandOf(options: Draft): Command {
  const { stdinName, paths, schemas } = options;
  if (paths.length === 0)
    return { do: 'refuse', problem: 'name what to check: files, folders, or - for standard input' };
  if (stdinName !== undefined && !paths.includes('-'))
    return { do: 'refuse', problem: '--stdin-name says what standard input is: name - as a path, too' };
  if (paths.includes('-') && schemas.includes('-'))
    return { do: 'refuse', problem: 'standard input is read once: - is a path or what --schemas names' };
  return { do: 'check', options: { ...options, paths: [...new Set(paths)] } };
}

/** `a, b or c`. */
function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
