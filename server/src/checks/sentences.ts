import { withArticle } from '../catalog/kind-article.ts';
import type { JsonType } from '../catalog/schema.ts';
import type { KindName } from '../protocol.ts';
import { lastPort, usualNodePorts } from '../rules/core/node-ports.ts';
import type { AllocationProblem } from '../rules/shared/allocation.ts';
import { serverMessage, type Violation } from '../rules/shared/violation.ts';
import type { ServerWarning } from '../rules/shared/warning.ts';
import { formatPath, isWithin } from '../yaml/path.ts';
import { visibleLine, visibleLines } from '../yaml/visible-text.ts';
import type { About, DeprecatedVersion, LeftPart, NamedCluster } from './about.ts';
import { faultHeadline, fieldHeadline } from './fault-headline.ts';

/** What a person reads of a finding; no Markdown but backticks around names. */
export interface Sentence {
  /** Names the field and the fault, never the whole path, in at most 80 characters: lists show no more. */
  readonly headline: string;
  /** The rest: what else is known, or the server's own words. */
  readonly detail?: string | undefined;
}

/** The longest headline, in characters. */
export const longestHeadline = 80;

/** The sentence of what a finding is about. Names and values of the file are in it: nothing is hidden by them. */
export function sentenceOf(about: About): Sentence {
  const said = made(about);
  const headline = visibleLine(said.headline);
  const rest = visibleLines(said.detail ?? '').trim();
  if (headline.length <= longestHeadline) return rest === '' ? { headline } : { headline, detail: rest };
  // The server's own words say all of it; what else there is goes on from the whole sentence.
  const whole =
    about.is === 'violation' || about.is === 'server-warning' ? rest : `${headline} ${rest}`.trim();
  return { headline: firstClause(headline), detail: whole === '' ? headline : whole };
}

/** A sentence as a text: the rest on a line of its own. */
export function textOf({ headline, detail }: Sentence): string {
  return detail === undefined ? headline : `${headline}\n${detail}`;
}

function made(about: About): Sentence {
  switch (about.is) {
    case 'unknown-field':
      return {
        headline: `Unknown field ${name(about.field)}.${about.meant === undefined ? '' : ` Did you mean ${name(about.meant)}?`}`,
        detail: about.intended && belongsIn(about.intended.path),
      };
    case 'missing-field':
      return { headline: `${name(about.owner)} lacks the required field ${name(about.field)}.` };
    case 'empty-field':
      return { headline: `${name(about.field)} must not be empty.` };
    case 'null-value':
      return { headline: `${name(about.field)} must not be null.` };
    case 'wrong-type':
      return wrongType(about);
    case 'unsupported-value':
      return {
        headline: `${name(about.field)} does not take ${value(about.value)}.${meant(about.meant)}`,
        detail: `Supported: ${supported(about.supported)}.`,
      };
    case 'bad-format':
      return { headline: `${name(about.field)} ${value(about.value)} is not ${about.form}.` };
    case 'too-wide':
      return { headline: `${name(about.field)} ${about.value} does not fit into ${about.bits} bits.` };
    case 'out-of-bounds':
      return { headline: `${name(about.field)} must ${about.must}.` };
    case 'repeated-item':
      return {
        headline: `${name(about.field)} has this item twice.`,
        detail: `Already in this list: ${about.key}.`,
      };
    case 'violation':
      return violated(about.violation);
    case 'server-warning':
      return warned(about.warning);
    case 'allocation':
      return allocated(about.problem);
    case 'immutable-field':
      return immutable(about);
    case 'missing-type':
      return { headline: `This object lacks the required field ${name(about.field)}.` };
    case 'partial-object':
      return partialObject(about);
    case 'deprecated-version':
      return {
        headline: `${quoted(about.apiVersion)} is deprecated since Kubernetes ${about.deprecated}.`,
        detail: `${end(about)}${instead(about)}${caution(about)}`,
      };
    case 'removed-version':
      return {
        headline: `${quoted(about.apiVersion)} was removed in Kubernetes ${about.removed}.`,
        detail: `${instead(about)}${caution(about)}`,
      };
    case 'future-version':
      return {
        headline: `${quoted(about.apiVersion)} comes with Kubernetes ${about.introduced}.`,
        detail: `The version chosen here is ${about.chosen}.`,
      };
    case 'unknown-kind':
    case 'kind-of-other-version':
      return {
        headline: `${quoted(about.apiVersion)} has no kind ${quoted(about.kind)}.`,
        detail: meant(about.meant),
      };
    case 'unknown-version':
      return {
        headline: `Kubernetes has no API version ${quoted(about.apiVersion)}.`,
        detail: meant(about.meant),
      };
    case 'unknown-group':
      return { headline: `Nothing is known of the kind ${quoted(about.kind)}.`, detail: nowhere(about) };
    case 'unread-schema':
      return {
        headline: `The schema of ${quoted(about.kind)} could not be read.`,
        detail: `Cluster ${quoted(about.cluster)} serves ${titleOf(about)}, but its schema is not there: ${about.problem.replace(/\.$/, '')}.`,
      };
    case 'not-served':
      return notServed(about);
    case 'deprecated-in-cluster':
      return {
        headline: `${quoted(about.apiVersion)} is deprecated since Kubernetes ${about.deprecated}.`,
        detail: `${clusters(about.clusters, 'warns of', 'warn of')} ${titleOf(about)}.${end(about)}${instead(about)}${caution(about)}`,
      };
    case 'syntax':
      return { headline: /[.!?]$/.test(about.text) ? about.text : `${about.text}.` };
    case 'missing-colon':
      return { headline: `${name(about.word)} is no \`key: value\`.` };
    case 'missing-space':
      return { headline: `A space is missing after \`${shortened(about.word, longestName)}:\`.` };
    case 'unknown-code':
      return {
        headline: `No problem has the code ${value(about.unknown)}.${meant(about.meant)}`,
        detail: 'This comment ignores nothing by it.',
      };
    case 'unused-ignore':
      return { headline: `There is no ${value(about.unused)} left to ignore here.` };
    case 'too-large':
      return {
        headline: `This document has ${(about.size / 1e6).toFixed(1)} MB and is not checked.`,
        detail: `The largest that is checked has ${about.most / 1e6} MB.`,
      };
    case 'too-many':
      return {
        headline: `This file has more than ${about.shown} problems.`,
        detail: 'What is from here on is not shown.',
      };
    case 'left-part':
      return leftPart(about);
    case 'deprecated-field':
      return {
        headline: `${name(about.field)} is deprecated.${about.replacement ? ` Use ${name(about.replacement)}.` : ''}`,
      };
    case 'missing-file':
      return missingFile(about);
    case 'left-file':
      return {
        headline: `${quoted(about.path)} is not looked at.`,
        detail: leftFile[about.why],
      };
    case 'left-paths':
      return {
        headline: `This file names more than ${about.most} paths.`,
        detail:
          'Whether those from here on lead anywhere is not looked at, and they are no links. Cut the file into several, each in a folder of its own.',
      };
    case 'left-patterns':
      return {
        headline: `This definition has more than ${about.most} patterns.`,
        detail: 'Whether those from here on are regular expressions is not looked at.',
      };
    case 'patch-without-target':
      return { headline: 'A JSON patch needs a `target` that says what it is for.' };
    case 'patch-without-text':
      return { headline: 'A patch needs a `path` or a `patch`.' };
    case 'patch-with-path':
      return { headline: '`path` and `patch` cannot stand beside each other.' };
    case 'no-operation':
      return { headline: 'An operation of a JSON patch is a map with `op` and `path`.' };
    case 'operation-without':
      return { headline: `The operation ${value(about.operation)} lacks ${name(about.member)}.` };
    case 'relative-pointer':
      return {
        headline: 'The path of a JSON patch begins with "/".',
        detail: `Here: ${quoted(`/${about.pointer}`)}.`,
      };
    case 'no-index':
      return {
        headline: `${value(about.part)} is no item of a list.`,
        detail: 'Those are 0, 1, ... and "-" behind the last.',
      };
  }
}

function partialObject({ reason, kind, lacking }: Extract<About, { is: 'partial-object' }>): Sentence {
  const what = withArticle(shortened(kind, longestName));
  const subject = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  const named = lacking.slice(0, mostNamed).map(name);
  if (lacking.length > mostNamed) named.push('others');
  const lacks = named.length === 0 ? '' : `The whole has ${list(named)} too.`;
  switch (reason) {
    case 'patch':
      return {
        headline: `A part of ${what}, as in a patch.`,
        detail: `${lacks} What is missing in it is not told; what is in it is checked.`,
      };
    case 'stub':
      return {
        headline: `${subject} without ${named[0] ?? 'its fields'} can be found or deleted by this.`,
        detail: `It cannot be created. ${lacks}`,
      };
    case 'local-config':
      return {
        headline: `${subject} that stays local: what only a server asks for is not told.`,
        detail: `Its annotation keeps it out of clusters. ${lacks}`.trimEnd(),
      };
  }
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Nobody reads more of them. */
const mostSupported = 200;

function supported(choices: readonly unknown[]): string {
  const shown = choices.slice(0, mostSupported).map((one) => JSON.stringify(one));
  if (choices.length > mostSupported) shown.push(`and ${choices.length - mostSupported} more`);
  return shown.join(', ');
}

function belongsIn(path: string): string {
  return path === '' ? 'It belongs at the top of the object.' : `It belongs in \`${path}\`.`;
}

function meant(word: string | undefined): string {
  return word === undefined ? '' : ` Did you mean ${quoted(word)}?`;
}

const nouns: Record<JsonType | 'null', string> = {
  object: 'a map',
  array: 'a list',
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

function wrongType({ field, expected, given }: Extract<About, { is: 'wrong-type' }>): Sentence {
  const takes = `${name(field)} takes ${expected.map((type) => nouns[type]).join(' or ')}`;
  if (!given) return { headline: `${takes}.` };
  const { type, text } = given;
  if (text === undefined || type === 'null') return { headline: `${takes}, not ${nouns[type]}.` };
  const noun = type === 'integer' ? 'number' : type;
  const written = (length: number) => {
    const line = shortened(text, length);
    return type === 'string' ? `"${line}"` : line;
  };
  const sentence = `${takes}, not the ${noun} ${written(40)}.`;
  if (sentence.length <= longestHeadline) return { headline: sentence };
  return { headline: `${takes}, not the ${noun} ${written(12)}.`, detail: sentence };
}

/** The server's own words are the second line. */
function violated(violation: Violation): Sentence {
  const detail = `${violation.field}: ${withoutPattern(serverMessage(violation))}.`;
  if (violation.code !== 'selector-mismatch') {
    return { headline: faultHeadline(violation, name(nameIn(violation))), detail };
  }
  // Either may be the mistake, and be marked.
  const key = violation.mark?.at(-1);
  const where = key === undefined ? '' : ` in \`${shortened(String(key), 24)}\``;
  return { headline: `\`selector\` and the template's \`labels\` differ${where}.`, detail };
}

/** The server's words without the regular expression that it tells too: the sentence before it says the same. */
function withoutPattern(message: string): string {
  return message
    .replace(/, regex used for validation is '[^\n]*'\)/g, ')')
    .replace(/ \(regex used for validation is '[^\n]*'\)/g, '');
}

function warned({ field, text, path }: ServerWarning): Sentence {
  if (field !== undefined) {
    return { headline: fieldHeadline(name(nameIn({ field, path })), '', text), detail: `${field}: ${text}.` };
  }
  const headline = text.replace(/^(?:[a-z]\w*(?:\[\d+\])?\.)+(\w+)/, '`$1`');
  return headline === text ? { headline: `${text}.` } : { headline: `${headline}.`, detail: `${text}.` };
}

function allocated({ path, number, lacking }: AllocationProblem): Sentence {
  const { first, last } = usualNodePorts;
  const field = name(String(path.at(-1)));
  return lacking === 'everywhere'
    ? {
        headline: `${field} ${number} is no port that a cluster can open.`,
        detail: `Ports are 1 to ${lastPort}, and a cluster opens those of its \`--service-node-port-range\`, ${first} to ${last} unless it is configured otherwise. ${notInDryRun}`,
      }
    : {
        headline: `${field} ${number} is not between ${first} and ${last}.`,
        detail: `A cluster opens these ports unless its \`--service-node-port-range\` is configured otherwise. ${notInDryRun}`,
      };
}

const notInDryRun = 'The server asks for the port when it creates the object, and not in a dry run.';

function immutable({
  path,
  detail,
  cluster,
  stored,
  isIdentity,
}: Extract<About, { is: 'immutable-field' }>): Sentence {
  const [has, keep] =
    stored === undefined ? ['does not have it', 'Leave it out'] : [`has ${stored}`, 'Keep that'];
  const wayOut = isIdentity ? '' : ` ${keep}, or delete the object and create it anew.`;
  return {
    headline: `${name(nameIn({ field: formatPath(path), path }))} cannot be changed: cluster ${value(cluster)} ${hasShort(stored)}.`,
    detail: `${formatPath(path)}: ${detail.replace(/\.$/, '')}; cluster "${cluster}" ${has}.${wayOut}`,
  };
}

function hasShort(stored: string | undefined): string {
  if (stored === undefined) return 'does not have it';
  return stored.length <= 16 ? `has ${stored}` : 'has another';
}

function end({ removed }: DeprecatedVersion): string {
  return removed === undefined ? '' : ` It will be removed in ${removed}.`;
}

function instead({ kind, replacement }: DeprecatedVersion): string {
  if (replacement) return ` Use ${titleOf(replacement)}.`;
  return kind === 'PodSecurityPolicy'
    ? ' No kind replaces it: labels `pod-security.kubernetes.io/enforce` of Namespaces do.'
    : '';
}

function caution(about: DeprecatedVersion): string {
  return about.caution
    ? ' Beware: this empty selector selected no Pod, and selects every Pod of the namespace there.'
    : '';
}

function nowhere(about: Extract<About, { is: 'unknown-group' }>): string {
  const served = about.clusters === 'none' ? '' : ', and no connected cluster serves it';
  return `There is no CustomResourceDefinition for ${titleOf(about)} in this workspace${served}.${meant(about.meant)}`;
}

function notServed(about: Extract<About, { is: 'not-served' }>): Sentence {
  const { tooNew, tooOld, served } = about;
  const first = tooNew[0] ?? tooOld[0]!;
  const count = tooNew.length + tooOld.length;
  const who = count === 1 ? `Cluster ${value(first.name)} does` : `${count} clusters do`;
  const they = tooOld.length === 1 ? 'It serves' : 'They serve';
  return {
    headline: `${who} not serve ${quoted(about.apiVersion)}.`,
    detail: [
      tooNew.length > 0 &&
        `${clusters(tooNew, 'does not serve', 'do not serve')} ${titleOf(about)}: it was removed in Kubernetes ${about.removed}.${instead(about)}`,
      tooOld.length > 0 &&
        `${clusters(tooOld, 'does not serve', 'do not serve')} ${titleOf(about)}: it comes with Kubernetes ${about.introduced}.${served.length > 0 ? ` ${they} ${served.join(', ')}.` : ''}`,
      caution(about).trim(),
    ]
      .filter(Boolean)
      .join(' '),
  };
}

/** Further ones are counted. */
const mostNamed = 5;

function clusters(all: readonly NamedCluster[], one: string, several: string): string {
  const names = all.slice(0, mostNamed).map((cluster) => `"${cluster.name}" (${cluster.version})`);
  if (all.length > mostNamed) names.push(`${all.length - mostNamed} more`);
  if (names.length === 1) return `Cluster ${names[0]} ${one}`;
  return `Clusters ${names.slice(0, -1).join(', ')} and ${names.at(-1)} ${several}`;
}

function missingFile({ path, leadsTo }: Extract<About, { is: 'missing-file' }>): Sentence {
  if (leadsTo === 'file') return { headline: `There is no file ${quoted(path)}.` };
  if (leadsTo === 'folder')
    return { headline: `There is no folder ${quoted(path)} with a kustomization in it.` };
  return {
    headline: `There is no file ${quoted(path)}.`,
    detail: 'Nor is there a folder of that name with a kustomization in it.',
  };
}

const leftFile = {
  special: 'It is no regular file: a device or a pipe may have no end.',
  'too-large': 'It has more than 16 MB, the most that is read.',
  outside: 'It is outside of the workspace, and that is not trusted yet.',
} as const;

function leftPart({ part, most }: Extract<About, { is: 'left-part' }>): Sentence {
  const { what, wayOut } = leftParts[part];
  return { headline: `${what.replace('N', most.toLocaleString('en'))}.`, detail: wayOut };
}

/** What is not looked at, with `N` for the limit, and what to do about it. */
const leftParts: Readonly<Record<LeftPart, { readonly what: string; readonly wayOut: string }>> = {
  levels: {
    what: 'What is more than N levels deep is not checked',
    wayOut: 'Nest it less deeply, or have the server judge it by a dry run.',
  },
  lists: {
    what: 'A list in more than N others is not checked',
    wayOut: 'Write its items into the outer list, or as documents of their own.',
  },
  choices: {
    what: 'After N comparisons no name is suggested any more',
    wayOut: 'Mend the problems above, and suggestions come for the next.',
  },
  comparisons: {
    what: 'This default takes more than N comparisons and is not judged',
    wayOut: 'Make it shorter, or have fewer alternatives in its schema; the server judges it by a dry run.',
  },
  pattern: {
    what: 'A pattern of more than N characters is not read',
    wayOut: 'Write it in fewer; the server judges it by a dry run.',
  },
  codes: {
    what: 'Beyond N codes of ignore comments none is checked',
    wayOut: 'Ignore a code once for the whole document, by a comment above it.',
  },
  patches: {
    what: 'Beyond N patches in one file none is checked',
    wayOut: 'Put them into files of their own and name these by `path`.',
  },
  branches: {
    what: 'Beyond N branches of this object the rules judge none',
    wayOut: 'Cut the template into several, or have the server judge what it prints by a dry run.',
  },
  alternatives: {
    what: 'With more than N branches that do not fit together nothing is checked',
    wayOut: 'Let each branch print whole fields, or cut the template into several.',
  },
  builds: {
    what: 'Only N of the kustomizations that lead to this file are built',
    wayOut: 'What another one mends is told here all the same; `kustomize build` shows what it makes.',
  },
  'built-files': {
    what: 'A build of this file has more than N parts: the rest is not read',
    wayOut:
      'What a further patch or component mends is told here all the same; `kustomize build` shows what it makes.',
  },
  'built-text': {
    what: 'A patch of more than N characters is not read for this file',
    wayOut:
      'What it mends is told here all the same. Cut it into several; `kustomize build` shows what they make.',
  },
  'live-objects': {
    what: 'Only the first N objects of a file are compared with the cluster',
    wayOut: 'Cut the file into several; the server compares all of them when they are applied.',
  },
  definitions: {
    what: 'Of the definitions of this kind only N are asked',
    wayOut:
      'One of the others may take what is refused here: leave out of the workspace those that nobody uses.',
  },
  places: {
    what: 'Beyond N places of one refusal the others are not shown',
    wayOut: 'Mend these, and the next are shown; the server names all of them by a dry run.',
  },
  blocks: {
    what: 'Blocks in more than N others are not told apart',
    wayOut: 'Put the inner blocks into a template of their own, and include it.',
  },
  kustomization: {
    what: 'Of a kustomization of more than N characters nothing is built',
    wayOut: 'What it mends in other files is told there all the same. Cut it into several.',
  },
  match: {
    what: 'Matching this with its pattern takes more than N steps: it is not done',
    wayOut: 'Make it shorter; the server judges it by a dry run.',
  },
  words: {
    what: 'What is wrong here takes more than N characters: the rest is not told',
    wayOut: 'Mend the problems above, and the next are told.',
  },
};

function titleOf({ apiVersion, kind }: KindName): string {
  return `${apiVersion} ${kind}`;
}

/** Longer names and values are for the editor to show, not for a sentence to repeat. */
const longestName = 40;
const longestValue = 30;

/** A field in a sentence. */
function name(field: string): string {
  return `\`${shortened(field, longestName)}\``;
}

function value(text: string): string {
  return `"${shortened(text, longestValue)}"`;
}

function quoted(text: string): string {
  return `"${text}"`;
}

function shortened(text: string, length: number): string {
  const line = text.split('\n', 1)[0]!;
  return line.length > length || line !== text ? `${line.slice(0, length)}…` : line;
}

/**
 * A field by its own name, of that and the printed form: `containers[0]` of `spec.containers[0]`, `requests.cpu` of
 * `spec.resources.requests[cpu]`, `labels.app` where the server names the labels and one is marked.
 */
export function nameIn({ field, path, mark }: Pick<Violation, 'field' | 'path' | 'mark'>): string {
  const marked = mark && mark.length > path.length && isWithin(mark, path) ? mark : path;
  const last = marked.at(-1);
  const before = marked.at(-2);
  if (typeof last === 'number') return before === undefined ? `[${last}]` : `${before}[${last}]`;
  if (last === undefined) return 'object';
  const isKey = marked !== path || field.endsWith(`[${last}]`);
  return isKey && typeof before === 'string' ? `${before}.${last}` : last;
}

/** As much of a sentence as fits and makes sense alone; else what fits. */
function firstClause(text: string): string {
  for (const end of [...text.matchAll(/[.:;,] | \(/g)].map(({ index }) => index).reverse()) {
    if (end < longestHeadline && end > 20) return `${text.slice(0, end)}.`;
  }
  const end = text.lastIndexOf(' ', longestHeadline - 1);
  return `${text.slice(0, end > longestHeadline / 2 ? end : longestHeadline - 1)}…`;
}
