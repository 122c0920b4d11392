import { Uri } from 'vscode';
import { ClusterError } from '../cluster/errors.ts';
import { liveScheme } from '../connections/object-address.ts';
import type { Argument } from '../prompts/command-handler.ts';
import { isShownLine } from '../views/shown-lines.ts';
import { ContextNode } from './nodes/context-node.ts';
import { MoreNode } from './nodes/kind-node.ts';
import { ProblemNode } from './nodes/problem-node.ts';

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

/** The line under a long list. */
export const moreLine: Argument<MoreNode> = {
  what: 'the line "Show more" of the Clusters view',
  read: ([line]) => (isShownLine(line) && line instanceof MoreNode ? line : undefined),
};

/** What can be read again: any line, for a button above the view is given the one that has focus, or an object's document. */
export const refreshable: Argument<object | Uri> = {
  what: 'a line of the Clusters view or the document of an object',
  read: ([target]) => {
    if (isShownLine(target)) return target;
    return target instanceof Uri && target.scheme === liveScheme ? target : undefined;
  },
};
