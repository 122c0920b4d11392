import type { JsonType } from '../catalog/schema.ts';
import type { LeftFile } from '../manifest/file-look.ts';
import type { KindName } from '../protocol.ts';
import type { AllocationProblem } from '../rules/shared/allocation.ts';
import type { Violation } from '../rules/shared/violation.ts';
import type { ServerWarning } from '../rules/shared/warning.ts';
import type { Span } from '../yaml/nodes.ts';
import type { Path } from '../yaml/path.ts';

/** What a finding is about: all that its sentence is made of (`sentences.ts`), and what other checks ask it. */
export type About =
  /** A field that its object does not have. */
  | {
      readonly is: 'unknown-field';
      readonly field: string;
      /** The field of that object that was meant. */
      readonly meant?: string;
      /**
       * The object that it was meant for: its path, empty for the whole object, what is marked of it, and the names of the
       * objects on the way that are not there, its own last.
       */
      readonly intended?: { readonly path: string; readonly mark: Span; readonly absent: readonly string[] };
    }
  /** `owner` lacks a field. */
  | { readonly is: 'missing-field'; readonly field: string; readonly owner: string }
  | { readonly is: 'empty-field'; readonly field: string }
  | { readonly is: 'null-value'; readonly field: string }
  | {
      readonly is: 'wrong-type';
      readonly field: string;
      readonly expected: readonly JsonType[];
      /** The type of what is written, and of a scalar its text; undefined where that is not worth telling. */
      readonly given?: { readonly type: JsonType | 'null'; readonly text?: string };
    }
  | {
      readonly is: 'unsupported-value';
      readonly field: string;
      readonly value: string;
      readonly supported: readonly unknown[];
      readonly meant?: string;
    }
  /** `form` is what the value should be, with an article. */
  | { readonly is: 'bad-format'; readonly field: string; readonly value: string; readonly form: string }
  | { readonly is: 'too-wide'; readonly field: string; readonly value: string; readonly bits: 32 | 64 }
  /** A bound of a custom resource's schema: `must` goes on with what the value should be or have. */
  | { readonly is: 'out-of-bounds'; readonly field: string; readonly must: string }
  /** What identifies an item of a list is that of an earlier one. */
  | { readonly is: 'repeated-item'; readonly field: string; readonly key: string }
  /** What the API server would refuse. */
  | { readonly is: 'violation'; readonly violation: Violation }
  /** What it takes with a warning. */
  | { readonly is: 'server-warning'; readonly warning: ServerWarning }
  /** What a cluster would not give out. */
  | { readonly is: 'allocation'; readonly problem: AllocationProblem }
  /** A field that the object of a cluster would not let change. */
  | {
      readonly is: 'immutable-field';
      readonly path: Path;
      /** Why, in the server's words. */
      readonly detail: string;
      readonly cluster: string;
      /** What the cluster has, in a few words; undefined where it has nothing. */
      readonly stored?: string;
      /** Whether another value takes another object. */
      readonly isIdentity: boolean;
    }
  | { readonly is: 'missing-type'; readonly field: 'kind' | 'apiVersion' }
  /** A document has but a part of an object: `lacking` are fields that the whole has to have. */
  | {
      readonly is: 'partial-object';
      readonly reason: 'patch' | 'stub' | 'local-config';
      readonly kind: string;
      readonly lacking: readonly string[];
    }
  | ({ readonly is: 'deprecated-version' | 'removed-version' } & DeprecatedVersion)
  | ({ readonly is: 'future-version'; readonly chosen: string; readonly introduced: string } & KindName)
  | ({ readonly is: 'unknown-kind'; readonly meant?: string } & KindName)
  | ({ readonly is: 'kind-of-other-version'; readonly meant: string } & KindName)
  | { readonly is: 'unknown-version'; readonly apiVersion: string; readonly meant?: string }
  | ({
      readonly is: 'unknown-group';
      /** Whether clusters are connected, none of which serves it. */
      readonly clusters: 'none' | 'without it';
      readonly meant?: string;
    } & KindName)
  /** A cluster serves it, and its schema could not be read. */
  | ({ readonly is: 'unread-schema'; readonly cluster: string; readonly problem: string } & KindName)
  | ({
      readonly is: 'not-served';
      /** Clusters that have it no more, and those that have it not yet. */
      readonly tooNew: readonly NamedCluster[];
      readonly tooOld: readonly NamedCluster[];
      readonly introduced?: string;
      /** Other versions of the kind that all of the older ones serve. */
      readonly served: readonly string[];
    } & DeprecatedVersion)
  | ({ readonly is: 'deprecated-in-cluster'; readonly clusters: readonly NamedCluster[] } & DeprecatedVersion)
  /** What the reader of YAML says, whose words these are. */
  | { readonly is: 'syntax'; readonly text: string }
  | { readonly is: 'missing-colon'; readonly word: string }
  | { readonly is: 'missing-space'; readonly word: string }
  /** A code in a comment that there is none of. */
  | { readonly is: 'unknown-code'; readonly unknown: string; readonly meant?: string }
  /** A code in a comment that ignores nothing. */
  | { readonly is: 'unused-ignore'; readonly unused: string }
  /** Sizes in characters. */
  | { readonly is: 'too-large'; readonly size: number; readonly most: number }
  | { readonly is: 'too-many'; readonly shown: number }
  /** A limit that a document is beyond; `most` is what is looked at. */
  | { readonly is: 'left-part'; readonly part: LeftPart; readonly most: number }
  | {
      readonly is: 'deprecated-field';
      readonly field: string;
      readonly replacement?: string;
      /** The replacement is the same field by another name. */
      readonly isAlias?: true;
    }
  /** Of kustomizations and their patches. */
  /** A path of a kustomization leads to what is not read. */
  | { readonly is: 'left-file'; readonly path: string; readonly why: LeftFile }
  /** A kustomization has more paths than are looked at. */
  | { readonly is: 'left-paths'; readonly most: number }
  /** A definition with more patterns than are read. */
  | { readonly is: 'left-patterns'; readonly most: number }
  | {
      readonly is: 'missing-file';
      readonly path: string;
      readonly leadsTo: 'file' | 'folder' | 'either';
    }
  | { readonly is: 'patch-without-target' }
  | { readonly is: 'patch-without-text' }
  | { readonly is: 'patch-with-path' }
  | { readonly is: 'no-operation' }
  | { readonly is: 'operation-without'; readonly operation: string; readonly member: string }
  | { readonly is: 'relative-pointer'; readonly pointer: string }
  | { readonly is: 'no-index'; readonly part: string };

/**
 * What is not looked at beyond so many: `levels` of fields in an object, `lists` in one another, `choices` that a word is
 * compared with, `comparisons` of a default with its schema, characters of a `pattern`, `codes` in comments that ignore them,
 * `patches` of a kustomization; `branches` of a template, each of which is thought to be printed, and `alternatives` in it that
 * cannot be read beside each other; `builds` that a file goes into, `built-files` of these, and characters of one (`built-text`); `live-objects` of a file that
 * are compared with a cluster; steps of a `match` of a text with a pattern; characters of what the rules say (`words`); `definitions` of one kind; `places` of
 * what a cluster would refuse to change; `blocks` of a template in one another; characters of a `kustomization`.
 */
export type LeftPart =
  | 'levels'
  | 'lists'
  | 'choices'
  | 'comparisons'
  | 'pattern'
  | 'codes'
  | 'patches'
  | 'branches'
  | 'alternatives'
  | 'builds'
  | 'built-files'
  | 'built-text'
  | 'live-objects'
  | 'match'
  | 'words'
  | 'definitions'
  | 'places'
  | 'blocks'
  | 'kustomization';

/** A version of a kind that goes or is gone, and what takes its place. */
export interface DeprecatedVersion extends KindName {
  /** Releases of Kubernetes: `1.25`. */
  readonly deprecated?: string | undefined;
  readonly removed?: string | undefined;
  readonly replacement?: KindName | undefined;
  /** What means something else in the version that takes its place, although it is written in the same way. */
  readonly caution?: 'empty-selector';
}

/** A cluster as a person knows it. */
export interface NamedCluster {
  readonly name: string;
  readonly version: string;
}
