import type { Catalog, KubernetesVersion } from '../catalog/catalog.ts';
import { mayBeOfUnknownKind } from '../checks/kind/meant-kinds.ts';
import type { MapNode } from '../yaml/nodes.ts';
import type { Branch } from './branches.ts';
import type { VersionCondition } from './version-condition.ts';

/** Tells which branches of a template are printed for the version of Kubernetes that it is judged by. */
export class BranchVersions {
  readonly #catalog: Catalog;
  readonly #minor: number;
  readonly #known = new Map<VersionCondition, Outcome>();

  constructor(catalog: Catalog, version: KubernetesVersion) {
    this.#catalog = catalog;
    this.#minor = minorOf(version);
  }

  /**
   * Whether a branch is for other versions alone. What is printed for the version at hand, whatever others it is for, is
   * judged by it; `perhaps` where that is worked out elsewhere.
   */
  isForOthers({ guard }: Branch): 'yes' | 'perhaps' | 'no' {
    const outcome = this.#outcome(guard);
    if (outcome === 'elsewhere') return 'perhaps';
    return outcome === 'fails' || outcome === 'unread' ? 'yes' : 'no';
  }

  /** Whether an object may be of a kind that is not known, by the fields that branches for other versions have. */
  mayBeOfUnknownKind(object: MapNode): boolean {
    return mayBeOfUnknownKind(object, this.#catalog);
  }

  #outcome(condition: VersionCondition): Outcome {
    const known = this.#known.get(condition);
    if (known) return known;
    const outcome = this.#asked(condition);
    this.#known.set(condition, outcome);
    return outcome;
  }

  #asked(condition: VersionCondition): Outcome {
    switch (condition.is) {
      case 'open':
        return 'may hold';
      case 'serves':
        return this.#serves(condition.what);
      case 'compares':
        return isAmong(this.#minor, condition.constraint);
      case 'not':
        return negated(this.#outcome(condition.condition));
      case 'and':
        return this.#strongest(condition.conditions, ['fails', 'unread', 'elsewhere', 'may hold', 'holds']);
      case 'or':
        return this.#strongest(condition.conditions, ['holds', 'unread', 'elsewhere', 'may hold', 'fails']);
      default:
        return condition.is;
    }
  }

  #strongest(conditions: readonly VersionCondition[], order: readonly Outcome[]): Outcome {
    const found = new Set(conditions.map((one) => this.#outcome(one)));
    return order.find((outcome) => found.has(outcome)) ?? 'may hold';
  }

  /** What is not stable may be switched off, and what is not Kubernetes' own may not be installed. */
  #serves(what: string): Outcome {
    const [, apiVersion = what, kind] = /^(.*)\/([A-Z]\w*)$/.exec(what) ?? [];
    const group = apiVersion.slice(0, Math.max(0, apiVersion.indexOf('/')));
    const served =
      kind === undefined
        ? this.#catalog.kinds().find((one) => one.apiVersion === apiVersion)
        : this.#catalog.find(apiVersion, kind);
    if (!served) return this.#catalog.ownsGroup(group) ? 'fails' : 'may hold';
    return served.origin.from === 'bundled' && /^v\d+$/.test(served.version) ? 'holds' : 'may hold';
  }
}

/** Of a condition for the version at hand: what it is for some cluster of it, or why that is not known. */
type Outcome = 'holds' | 'fails' | 'may hold' | 'elsewhere' | 'unread';

function negated(outcome: Outcome): Outcome {
  if (outcome === 'holds') return 'fails';
  return outcome === 'fails' ? 'holds' : outcome;
}

function minorOf(version: string): number {
  return Number(version.split('.')[1]);
}

/** Whether releases of a minor version of Kubernetes are among those that a constraint takes, as semverCompare reads it. */
function isAmong(minor: number, constraint: string): Outcome {
  const ways = constraint.split('||').map((way) => {
    if (/\s-\s/.test(way)) return 'unread';
    const comparisons = way
      .trim()
      .replace(/([<>=!~^])\s+/g, '$1')
      .split(/[\s,]+/);
    const found = new Set(comparisons.map((comparison) => compared(minor, comparison)));
    return and.find((outcome) => found.has(outcome)) ?? 'unread';
  });
  return or.find((outcome) => ways.includes(outcome)) ?? 'unread';
}

const and: readonly Outcome[] = ['fails', 'unread', 'may hold', 'holds'];
const or: readonly Outcome[] = ['holds', 'unread', 'may hold', 'fails'];

/** Of the releases of the same minor version some may be before a patch and others behind it. */
function compared(minor: number, comparison: string): Outcome {
  const match = /^(>=|=>|<=|=<|>|<|=|!=|~|\^)?\s*v?1\.(\d+)(?:\.(\d+|[xX*]))?(-[-.\w]+)?$/.exec(comparison);
  if (!match) return 'unread';
  const [, operator = '=', wanted, patch, preRelease] = match;
  const difference = minor - Number(wanted);
  const isFirst = preRelease !== undefined && Number(patch ?? 0) === 0;
  const isWhole = (patch === undefined || !/\d/.test(patch)) && !isFirst;
  switch (operator) {
    case '>=':
    case '=>':
    case '^':
      return outcomeOf(difference, 1, isWhole || isFirst || patch === '0' ? 'holds' : 'may hold');
    case '>':
      return outcomeOf(difference, 1, isWhole ? 'fails' : 'may hold');
    case '<':
      return outcomeOf(difference, -1, isWhole || isFirst || patch === '0' ? 'fails' : 'may hold');
    case '<=':
    case '=<':
      return outcomeOf(difference, -1, isWhole ? 'holds' : 'may hold');
    case '!=':
      return difference !== 0 ? 'holds' : isWhole ? 'fails' : 'may hold';
    default:
      return difference !== 0 ? 'fails' : isWhole ? 'holds' : 'may hold';
  }
}

function outcomeOf(difference: number, side: 1 | -1, same: Outcome): Outcome {
  if (difference === 0) return same;
  return Math.sign(difference) === side ? 'holds' : 'fails';
}
