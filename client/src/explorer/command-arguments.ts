import { Uri } from 'vscode';
import { ClusterError } from '../cluster/errors.ts';
import { liveScheme } from '../connections/object-address.ts';
import type { Argument } from '../prompts/command-handler.ts';
import { isShownLine } from '../views/shown-lines.ts';
import { CategoryNode, ContextNode } from './nodes/context-node.ts';
import { KindNode } from './nodes/kind-node.ts';
import { ProblemNode } from './nodes/problem-node.ts';
import type { ReleaseLine } from './nodes/release-line.ts';
import { ReleaseNode } from './nodes/release-node.ts';
import { RevisionNode } from './nodes/revision-node.ts';
import { TurnNode } from './nodes/turn-node.ts';

/** A cluster's line. */
export const contextLine: Argument<ContextNode> = {
  what: 'the line of a cluster in the Clusters view',
  read: ([line]) => (isShownLine(line) && line instanceof ContextNode ? line : undefined),
};

/** Where a login is missed, or may be made: a cluster's line, one that tells of it, or the error itself; the context's id. */
export const loginPlace: Argument<string> = {
  what: 'the line of a cluster or of a problem in the Clusters view',
  read: ([place]) => {
    if (place instanceof ClusterError) return place.explanation.logIn;
    if (!isShownLine(place)) return undefined;
    if (place instanceof ContextNode) return place.context.id;
    return place instanceof ProblemNode ? place.why.logIn : undefined;
  },
};

/** A kind's line. */
export const kindLine: Argument<KindNode> = {
  what: 'the line of a kind in the Clusters view',
  read: ([line]) => (isShownLine(line) && line instanceof KindNode ? line : undefined),
};

/** A line with kinds under it, or that of one. */
export const countableLine: Argument<ContextNode | CategoryNode | KindNode> = {
  what: 'the line of a cluster, a heading or a kind in the Clusters view',
  read: ([line]) => {
    if (!isShownLine(line)) return undefined;
    const isCountable =
      line instanceof ContextNode || line instanceof CategoryNode || line instanceof KindNode;
    return isCountable ? line : undefined;
  },
};

/** A line that turns the page of a long list. */
export const turnLine: Argument<TurnNode> = {
  what: 'the line "Previous 500" or "Next 500" of the Clusters view',
  read: ([line]) => (isShownLine(line) && line instanceof TurnNode ? line : undefined),
};

/** The line of a release of Helm, or of one of its revisions. */
export const releaseLine: Argument<ReleaseLine> = {
  what: 'the line of a Helm release in the Clusters view',
  read: ([line]) => {
    if (!isShownLine(line)) return undefined;
    return line instanceof ReleaseNode || line instanceof RevisionNode ? line : undefined;
  },
};

/** A line that tells of a problem. */
export const problemLine: Argument<ProblemNode> = {
  what: 'the line of a problem in the Clusters view',
  read: ([line]) => (isShownLine(line) && line instanceof ProblemNode ? line : undefined),
};

/** What can be read again: any line, for a button above the view is given the one that has focus, or an object's document. */
export const refreshable: Argument<object | Uri> = {
  what: 'a line of the Clusters view or the document of an object',
  read: ([target]) => {
    if (isShownLine(target)) return target;
    return target instanceof Uri && target.scheme === liveScheme ? target : undefined;
  },
};
