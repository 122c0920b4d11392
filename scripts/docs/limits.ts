/** A test, by its file and by words of it that are about this limit. */
export interface ShownBy {
  readonly test: string;
  readonly words: string;
}

/** What becomes of what is beyond a limit. */
export type Beyond =
  /** It is said where its readers look, by these words; a test shows it. */
  | { readonly said: string; readonly shownBy: ShownBy }
  /** What comes of it is another thing than a part left out: one of `beyonds`. */
  | keyof typeof beyonds;

/** What becomes of it where nothing is left out that anybody would miss. */
export const beyonds = {
  server: 'An API server refuses it, or does the same: it is told, or done, as there.',
  turns: 'Nothing is left out: the rest waits for its turn, is taken in pieces, or is tried again later.',
  kept: 'Nothing is left out: what is not kept is made again when it is needed.',
  offers:
    'Less is offered (a suggestion, a fix, an icon, a colour): what is found in a text does not change.',
  first: 'Of much that is alike the first is shown: whoever mends that sees the next.',
  shortened: 'It is shown shortened, with an ellipsis or the number of the others.',
  careful: 'Nobody writes so much: what is behind it is taken for anything, and no fault is claimed of it.',
} as const;

const limitsOfChecks = 'test/unit/checks/limits.test.ts';
const limitsOfWorkspace = 'test/unit/workspace/limits.test.ts';
const workspaces = 'test/hostile/workspaces.test.ts';
const answers = 'test/hostile/cluster-answers.test.ts';
const streams = 'test/hostile/cluster-streams.test.ts';
const sandboxStreams = 'test/hostile/sandbox-streams.test.ts';
const bounds = 'test/hostile/sandbox-bounds.test.ts';
const login = 'test/contract/cluster/login.test.ts';
const webRequests = 'test/contract/cluster/web-request.test.ts';

type Shown = readonly [test: string, words: string];

const said = (words: string, [test, shown]: Shown): Beyond => ({
  said: words,
  shownBy: { test, words: shown },
});
const note = (words: string, ...shown: Shown): Beyond => said(`An information: “${words}”`, shown);
const message = (words: string, ...shown: Shown): Beyond => said(`A message: “${words}”`, shown);
const error = (words: string, ...shown: Shown): Beyond => said(`An error: “${words}”`, shown);

/** Each limit of the sources: by its file, then by its name there. */
export const limits: Readonly<Record<string, Readonly<Record<string, Beyond>>>> = {
  'check/src/arguments/parse-arguments.ts': {
    mostThreads: error(
      'takes a number from 1 to 256',
      'test/hostile/limits.test.ts',
      'a number from 1 to 256',
    ),
  },
  'check/src/files/source-files.ts': {
    largestFile: error(
      'it has more than 64 MB, the most that is checked',
      'test/hostile/check.test.ts',
      'it has more than 64 MB',
    ),
    longestNamed: 'kept',
    mostKept: 'kept',
    mostNamed: 'kept',
  },
  'check/src/judging/judge-host.ts': {
    longestTurn: 'turns',
  },
  'check/src/judging/judge.ts': {
    mostKept: 'kept',
  },
  'check/src/output/buffered-output.ts': {
    mostHeld: 'turns',
  },
  'check/src/threads/thread-pool.ts': {
    mostWaiting: 'turns',
  },
  'client/src/cluster/changes/session-changes.ts': {
    longestMessage: 'shortened',
    mostChanges: said('The page ends with how many older ones are not kept', [
      'test/unit/client/session-changes.test.ts',
      'older ones are not kept',
    ]),
  },
  'client/src/cluster/discovery/document-files.ts': {
    mostBytes: 'kept',
  },
  'client/src/cluster/discovery/open-api.ts': {
    mostDocuments: 'kept',
  },
  'client/src/cluster/forwarding/local-listener.ts': {
    mostTries: said('In the message: “not on ::1: the local port … is taken”', [
      'test/contract/cluster/forward-targets.test.ts',
      'is taken',
    ]),
  },
  'client/src/cluster/forwarding/port-forward.ts': {
    longestDelay: 'turns',
    maximalConnections: error(
      'more than 1000 connections at once',
      'test/hostile/cluster-streams.test.ts',
      'more than 1000 connections at once',
    ),
    patience: error(
      'none of its Pods is ready',
      'test/contract/cluster/forward-targets.test.ts',
      'none of its Pods is ready',
    ),
  },
  'client/src/cluster/forwarding/server-forward.ts': {
    mostRequests: error(
      'Too many requests at once.',
      'test/contract/cluster/server-forward.test.ts',
      'Too many requests at once',
    ),
    patience: error(
      'none of its Pods is ready',
      'test/contract/cluster/forward-targets.test.ts',
      'none of its Pods is ready',
    ),
  },
  'client/src/cluster/helm/decode-release.ts': {
    largestRelease: error(
      'it has more than 16 MB unpacked, the most that is read: ask Helm for it',
      'test/unit/cluster/helm/decode-release.test.ts',
      'more than 16 MB unpacked',
    ),
  },
  'client/src/cluster/http/agents.ts': {
    maximalConnections: 'turns',
  },
  'client/src/cluster/http/connect.ts': {
    maximalProxyAnswer: error(
      'the proxy … answered …',
      'test/hostile/proxies.test.ts',
      'a head that does not end',
    ),
  },
  'client/src/cluster/http/read-status.ts': {
    longestCause: 'shortened',
    longestMessage: 'shortened',
    longestName: 'shortened',
    mostCauses: 'first',
  },
  'client/src/cluster/http/refusal-body.ts': {
    longestWait: error(
      'the server failed (500): …',
      streams,
      'whose refusal has no end is refused all the same',
    ),
  },
  'client/src/cluster/http/repeats.ts': {
    longestWait: 'turns',
    mostWaits: 'turns',
  },
  'client/src/cluster/http/request.ts': {
    longestAnswers: error(
      'cannot be taken: it is longer than … MiB',
      answers,
      'cannot be taken: it is longer than',
    ),
  },
  'client/src/cluster/http/retry-after.ts': {
    longest: 'turns',
  },
  'client/src/cluster/http/transport.ts': {
    maximalRefusal: 'shortened',
    mostToldWarnings: 'first',
  },
  'client/src/cluster/http/warnings.ts': {
    longestHeader: 'shortened',
    longestWarning: 'shortened',
    mostWarnings: said('A warning: “there are more than 50 warnings: the others are not shown”', [
      'test/unit/cluster/warnings.test.ts',
      'there are more than 50 warnings',
    ]),
  },
  'client/src/cluster/kubeconfig/credentials.ts': {
    largestCredential: error(
      'it is larger than 4 MiB',
      'test/hostile/limits.test.ts',
      'it is larger than 4 MiB',
    ),
  },
  'client/src/cluster/kubeconfig/end-processes.ts': {
    mostRounds: 'turns',
  },
  'client/src/cluster/kubeconfig/login-path.ts': {
    timeLimit: 'kept',
  },
  'client/src/cluster/kubeconfig/oidc.ts': {
    longestRefusal: 'shortened',
  },
  'client/src/cluster/kubeconfig/parse.ts': {
    largestKubeconfig: error(
      'cannot be read: it is larger than 16 MiB',
      'test/contract/cluster/trust.test.ts',
      'it is larger than 16 MiB',
    ),
  },
  'client/src/cluster/kubeconfig/relay.ts': {
    longestJob: error('its arguments and environment have more than 16 MiB', login, 'have more than 16 MiB'),
    mostOutput: error(
      'it printed more than 1 MiB',
      'test/contract/cluster/login.test.ts',
      'it printed more than 1 MiB',
    ),
  },
  'client/src/cluster/kubeconfig/terminal-runner.ts': {
    longestResult: error('it printed more than can be handed over', login, 'more than can be handed over'),
  },
  'client/src/cluster/kubeconfig/watch.ts': {
    maximalDelay: 'turns',
  },
  'client/src/cluster/kubeconfig/web-request.ts': {
    longestAnswer: error('its answer is too long', webRequests, 'its answer is too long'),
    timeLimit: error('the issuer … does not answer (no answer in time)', webRequests, 'no answer in time'),
  },
  'client/src/cluster/log.ts': {
    longestChain: 'shortened',
  },
  'client/src/cluster/objects/list.ts': {
    maximalRestarts: said('An error: what the server said last', [
      'test/contract/cluster/operations.test.ts',
      'begins again three times',
    ]),
  },
  'client/src/cluster/objects/pages.ts': {
    longestToken: error('endless token', answers, 'endless token'),
    mostItems: error(
      'more than 500000 objects: select a namespace',
      answers,
      'more than 500000 objects: select a namespace',
    ),
    mostPages: error('more than 1200 pages', answers, 'more than 1200 pages'),
  },
  'client/src/cluster/objects/table.ts': {
    longestComposed: 'shortened',
  },
  'client/src/cluster/streams/copy/check-files.ts': {
    longestSum: 'careful',
  },
  'client/src/cluster/streams/copy/container-script.ts': {
    longestLine: error('the container ended it too soon', 'test/hostile/copy.test.ts', 'ended it too soon'),
    mostComplaints: 'first',
  },
  'client/src/cluster/streams/copy/copy-from-container.ts': {
    defaultLimits: error(
      'it has more than 200000 files and folders, which is the limit',
      'test/hostile/copy.test.ts',
      'more than 200000 files',
    ),
  },
  'client/src/cluster/streams/copy/copy-to-container.ts': {
    defaultLimits: error(
      '… has more than 200000 files and folders',
      'test/contract/cluster/copy.test.ts',
      'more than 30 files and folders',
    ),
  },
  'client/src/cluster/streams/copy/file-writer.ts': {
    mostOpen: 'turns',
  },
  'client/src/cluster/streams/copy/left-out.ts': {
    longestSaid: 'shortened',
    mostKept: 'shortened',
  },
  'client/src/cluster/streams/copy/member-path.ts': {
    longestName: said('In the result: “has too long a name”', ['test/hostile/copy.test.ts', 'name too long']),
    longestPath: said('In the result: “has too long a name”', ['test/hostile/copy.test.ts', 'name too long']),
  },
  'client/src/cluster/streams/copy/read-tar.ts': {
    longestExtension: error(
      'the archive has a name without an end',
      'test/hostile/copy.test.ts',
      'name without an end',
    ),
    mostExtensions: error(
      'the archive has names without an end',
      'test/hostile/copy.test.ts',
      'names without an end',
    ),
  },
  'client/src/cluster/streams/copy/unpack.ts': {
    mostNames: error(
      'it has more than … files and folders, which is the limit',
      'test/hostile/copy.test.ts',
      'long names',
    ),
  },
  'client/src/cluster/streams/refused-upgrade.ts': {
    maximalRefusal: 'shortened',
  },
  'client/src/cluster/streams/retry-delay.ts': {
    longest: 'turns',
  },
  'client/src/cluster/streams/spdy-connections.ts': {
    mostPairs: 'turns',
    mostSilentPings: error('the connection broke', streams, 'the connection broke'),
    mostUnread: 'turns',
  },
  'client/src/cluster/streams/upgrade.ts': {
    patience: error(
      '… does not answer in time',
      'test/contract/cluster/silent-upgrade.test.ts',
      'does not answer in time',
    ),
  },
  'client/src/cluster/streams/web-socket-tunnel.ts': {
    mostUnsent: 'turns',
  },
  'client/src/cluster/watch/backoff.ts': {
    longest: 'turns',
    longestSoon: 'turns',
  },
  'client/src/cluster/watch/driver.ts': {
    longestAtOnce: 'turns',
  },
  'client/src/cluster/watch/json-lines.ts': {
    maximalLine: error('a line of the answer is longer', answers, 'a line of the answer is longer'),
  },
  'client/src/cluster/watch/pool.ts': {
    maximalWatches: 'turns',
  },
  'client/src/cluster/watch/route.ts': {
    longestQuiet: 'turns',
    longestUnready: 'turns',
    patience: 'turns',
  },
  'client/src/cluster/watch/watcher.ts': {
    longestRetryAfter: 'turns',
  },
  'client/src/cluster/wrong-answer.ts': {
    longestWords: 'shortened',
  },
  'client/src/cluster/watch/watch-namespaces.ts': { mostWatchesOfKind: 'turns' },
  'client/src/cluster/objects/count-objects.ts': { patience: 'turns' },
  'client/src/explorer/count-command.ts': {
    longestCount: said('A message: so many kinds were not counted within 60 s', [
      'test/unit/cluster/count-objects.test.ts',
      'ends when it is told to',
    ]),
  },
  'client/src/connections/namespaces.ts': { mostNamed: 'kept' },
  'client/src/connections/namespace-words.ts': { mostNamed: 'shortened' },
  'client/src/connections/offer-protection.ts': { mostRemembered: 'kept' },
  'client/src/connections/rights.ts': {
    mostNamespaces: said('What is not known is offered, and the server has the last word', [
      'test/unit/client/rights.test.ts',
      'is asked for at most 50 namespaces at a time',
    ]),
  },
  'client/src/connections/recent.ts': { mostRecentPicks: 'kept' },
  'client/src/search/gather-objects.ts': {
    mostSearchedObjects: said(
      'The last line of the search: “… kinds were not searched, or not whole: … (too many objects)”',
      ['test/unit/client/search.test.ts', 'are at most 100,000: the kinds beyond are said'],
    ),
  },
  'client/src/search/search-command.ts': {
    mostShownFound: said('A line of the search: “… more: type more of the name”', [
      'test/extension/search.test.ts',
      '50 more: type more of the name',
    ]),
  },
  'client/src/search/search-words.ts': { mostNamedKinds: 'shortened' },
  'client/src/explorer/cells.ts': { longestCell: 'shortened', mostFinalizers: 'shortened' },
  'client/src/explorer/event-words.ts': { longestMessage: 'shortened' },
  'client/src/journal/look-again.ts': { patience: 'turns' },
  'client/src/journal/perform-surely.ts': {
    longestWait: said('The object is told as unknown, with what was found of it', [
      'test/unit/client/perform-surely.test.ts',
      'that wants to be left alone',
    ]),
  },
  'client/src/journal/unknown-steps.ts': { mostNamed: 'shortened' },
  'client/src/journal/remove.ts': {
    mostTries: error(
      'the ResourceVersion in the precondition does not match',
      'test/unit/client/remove.test.ts',
      'as often as there are tries',
    ),
  },
  'client/src/journal/waiting-for.ts': { mostNamed: 'shortened' },
  'client/src/cluster/objects/what-goes.ts': {
    mostOfKind: said('In the list of what goes: “at least …”, or “Not known: …”', [
      'test/unit/cluster/what-goes.test.ts',
      'those of the first 500',
    ]),
    mostNamespaces: note(
      'Not looked through: the others',
      'test/contract/cluster/what-goes.test.ts',
      'the others are named',
    ),
  },
  'client/src/cluster/streams/attached-container.ts': { patience: 'kept' },
  'client/src/cluster/streams/carried-command.ts': { longestStatus: 'shortened' },
  'client/src/cluster/streams/channel-command.ts': { longestMessage: 'turns' },
  'client/src/cluster/streams/channel-socket.ts': { mostUnsent: 'turns' },
  'client/src/cluster/streams/command-refusal.ts': { mostOfMessage: 'shortened' },
  'client/src/cluster/streams/kept-alive.ts': {
    mostSilentPings: error('the connection broke', streams, 'the connection broke'),
    mostUnanswered: 'turns',
  },
  'client/src/cluster/streams/kept-bytes.ts': { mostKept: 'shortened' },
  'client/src/cluster/streams/web-socket-sender.ts': { mostFree: 'kept' },
  'client/src/cluster/streams/web-socket.ts': {
    longestMessage: error('the connection broke', streams, 'a frame of 2^62 bytes'),
  },
  'client/src/cluster/streams/logs/follow-containers.ts': { mostNamed: 'shortened' },
  'client/src/cluster/streams/logs/follow-log.ts': {
    lookingPatience: 'turns',
    firstPatience: 'turns',
    longestPatience: 'turns',
  },
  'client/src/cluster/streams/logs/follow-logs.ts': {
    mostStreams: said('A line of the log names the containers that wait', [
      'test/unit/cluster/logs/follow-logs.test.ts',
      'mostStreams: 2',
    ]),
  },
  'client/src/cluster/streams/logs/line-decoder.ts': { defaultLimit: 'turns' },
  'client/src/cluster/streams/logs/log-ring.ts': { longestText: 'turns', longestFault: 'shortened' },
  'client/src/cluster/streams/logs/merge-lines.ts': { mostWaiting: 'turns', mostLines: 'turns' },
  'client/src/cluster/streams/logs/name-filter.ts': {
    largestProgram: error(
      'it repeats too much to be tried on every name',
      'test/hostile/limits.test.ts',
      'it repeats too much',
    ),
    mostRemembered: 'kept',
  },
  'client/src/cluster/streams/logs/queued-stream.ts': { longestDisorder: 'turns' },
  'client/src/cluster/streams/logs/ring-block.ts': {
    longestTimestamp: 'shortened',
    mostOrigins: 'turns',
  },
  'client/src/cluster/streams/logs/seen-lines.ts': {
    mostHeld: said('A line of the log says that lines may be missing', [
      'test/unit/cluster/follow-log.test.ts',
      'onDidMiss: (gap)',
    ]),
    longestReach: 'turns',
  },
  'client/src/editing/first-column.ts': {
    deepest: 'offers',
  },
  'client/src/editing/open-levels.ts': {
    mostKeys: 'offers',
  },
  'client/src/editing/paste-edit.ts': {
    longestPaste: 'offers',
  },
  'client/src/editing/paste-watch.ts': {
    longestWait: 'offers',
  },
  'client/src/live/open-yaml-command.ts': {
    mostUnasked: said('A question: “11 objects are selected”', [
      'test/unit/client/keys-on-lines.test.ts',
      '11 objects are selected',
    ]),
  },
  'client/src/explorer/clusters-view.ts': { focusPatience: 'turns' },
  'client/src/explorer/filter-suggestions.ts': { mostSuggestions: 'offers', mostValues: 'offers' },
  'client/src/explorer/first-rows.ts': {
    patience: 'turns',
  },
  'client/src/explorer/found-labels.ts': { mostLooked: 'offers' },
  'client/src/explorer/nodes/extent-node.ts': {
    mostRows: said('A line under them: “Showing 4,501 to 5,000 of 100,000: filter”', [
      'test/extension/clusters.test.ts',
      'Showing 500 of 1,200: filter',
    ]),
  },
  'client/src/views/refresh-schedule.ts': {
    mostKept: said('Their lines, or all of the view, are shown anew in place of each', [
      'test/unit/client/refresh-schedule.test.ts',
      'a line is kept in place of many under it',
    ]),
  },
  'client/src/language/command-arguments.ts': {
    longest: error(
      '… takes a kind and a cluster: choose …',
      'test/unit/client/command-arguments.test.ts',
      'a kind of a longer name',
    ),
  },
  'client/src/language/holds-manifest.ts': {
    longestLook: 'offers',
  },
  'client/src/language/json-manifests.ts': {
    longestLook: 'offers',
  },
  'client/src/language/live-object.ts': {
    longestWait: 'turns',
  },
  'client/src/logs/log-terminal.ts': {
    longestPending: said('A line of the terminal: “… lines came too fast to be shown.”', [
      'test/hostile/limits.test.ts',
      'droppedLines: 3',
    ]),
  },
  'client/src/logs/log-text.ts': {
    longestParameters: 'careful',
    longestString: 'careful',
  },
  'client/src/manifests/difference.ts': {
    longestEdit: said('On the page of the apply: “@@ everything @@”', [
      'test/hostile/limits.test.ts',
      '@@ everything @@',
    ]),
  },
  'client/src/manifests/run-apply.ts': {
    servedWithin: said(
      'In the result of the object: “CustomResourceDefinition … is not there, or not served yet”',
      ['test/unit/client/apply.test.ts', 'waits half a minute for a definition'],
    ),
  },
  'client/src/manifests/sources.ts': {
    fileLimit: error(
      '… has more than 10000 YAML and JSON files: select fewer.',
      'test/extension/apply.test.ts',
      'has more than 10000 YAML and JSON files',
    ),
  },
  'client/src/prompts/document-lines.ts': {
    longestName: 'shortened',
  },
  'client/src/prompts/lines-of-menu.ts': {
    patience: said('A message: it is not known on which line the menu was opened; open it again', [
      'test/unit/client/lines-of-menu.test.ts',
      'VS Code never says which line is in focus',
    ]),
  },
  'client/src/prompts/plain-text.ts': {
    longestText: 'shortened',
  },
  'client/src/prompts/status-item.ts': {
    longestStatus: 'shortened',
  },
  'client/src/prompts/terminal.ts': {
    longestName: 'shortened',
  },
  'client/src/sandbox/last-words.ts': {
    longestWords: 'shortened',
  },
  'client/src/sandbox/when-ready.ts': {
    longestOutput: 'shortened',
    readyWithin: error(
      'The sandbox did not answer within 30 s: …',
      'test/unit/client/when-ready.test.ts',
      'within 30 s: no room',
    ),
  },
  'sandbox/src/apply/cap-managers.ts': {
    mostUpdaters: 'server',
  },
  'sandbox/src/apply/json-patch.ts': {
    mostCopied: 'server',
  },
  'sandbox/src/controllers/certificate-requests.ts': {
    longest: 'server',
  },
  'sandbox/src/controllers/pod-limit.ts': {
    mostPods: said('An event: “the sandbox runs at most 5000 pods”', [
      bounds,
      'the sandbox runs at most 5000 pods',
    ]),
  },
  'sandbox/src/decode/body-limits.ts': {
    deepestBody: error(
      'exceeded max depth: the sandbox takes 500 levels, an API server 10,000',
      'test/contract/sandbox-requests.test.ts',
      'the sandbox takes 500 levels',
    ),
    mostFields: error(
      'Request entity too large: the sandbox takes at most 32768 fields in one map',
      'test/hostile/limits.test.ts',
      'takes at most 32768 fields in one map',
    ),
    mostValues: error(
      'Request entity too large: the sandbox takes at most 106496 fields and items in one body',
      'test/hostile/limits.test.ts',
      'takes at most 106496 fields and items',
    ),
  },
  'sandbox/src/decode/decode-fields.ts': {
    mostUnknownFields: 'server',
  },
  'sandbox/src/decode/number-literals.ts': {
    most: 'first',
  },
  'sandbox/src/decode/stored-quantity.ts': {
    mostDigits: 'server',
  },
  'sandbox/src/failure-status.ts': {
    longestCause: 'shortened',
    longestMessage: 'shortened',
    mostCauses: 'shortened',
    mostInFull: 'shortened',
  },
  'sandbox/src/go-yaml.ts': {
    longestKey: 'server',
  },
  'sandbox/src/http/read-body.ts': {
    longestBody: 'server',
  },
  'sandbox/src/http/warning-headers.ts': {
    mostCharacters: 'server',
    mostOfEach: 'server',
  },
  'sandbox/src/requests/eviction.ts': {
    mostDisruptedPods: 'server',
  },
  'sandbox/src/requests/integer-parameter.ts': {
    largest: 'server',
  },
  'sandbox/src/requests/open-watches.ts': {
    mostOfAll: said('The watch ends; its client begins another', [
      bounds,
      'watches that nobody reads are ended before they fill the memory',
    ]),
    mostOfOne: said('The watch ends; its client begins another', [
      bounds,
      'watches that nobody reads are ended before they fill the memory',
    ]),
  },
  'sandbox/src/requests/patch-object.ts': {
    mostOperations: 'server',
  },
  'sandbox/src/requests/resource-version.ts': {
    largest: 'server',
  },
  'sandbox/src/requests/token-request.ts': {
    longest: 'server',
  },
  'sandbox/src/requests/write-options.ts': {
    longestManager: 'server',
  },
  'sandbox/src/shell/byte-pipe.ts': {
    mostWaiting: 'turns',
  },
  'sandbox/src/shell/commands/sh.ts': {
    longestScript: error('sh: …: script too long', 'test/hostile/limits.test.ts', 'script too long'),
    longestUnfinished: error(
      'sh: syntax error: …',
      'test/hostile/limits.test.ts',
      'lines that are no whole script',
    ),
  },
  'sandbox/src/shell/commands/system.ts': {
    longestTimer: 'turns',
  },
  'sandbox/src/shell/commands/tar.ts': {
    longestName: error(
      'tar: file name too long',
      'test/unit/sandbox/shell/shell.test.ts',
      'tar: file name too long',
    ),
  },
  'sandbox/src/shell/commands/text.ts': {
    longestInput: error('input too long', 'test/hostile/limits.test.ts', 'input of tail'),
  },
  'sandbox/src/shell/commands/xargs.ts': {
    longestItem: error(
      'xargs: argument line too long',
      'test/unit/sandbox/shell/shell.test.ts',
      'argument line too long',
    ),
    mostBytesInOneCall: 'turns',
    mostInOneCall: 'turns',
  },
  'sandbox/src/shell/file-system.ts': {
    largestFile: error('File too large', 'test/hostile/limits.test.ts', 'File too large'),
    longestName: 'server',
    longestPath: 'server',
  },
  'sandbox/src/shell/process-quota.ts': {
    mostRunning: error(
      "can't fork: Resource temporarily unavailable",
      'test/hostile/limits.test.ts',
      'processes at a time',
    ),
    mostStarted: error(
      "can't fork: Resource temporarily unavailable",
      'test/hostile/limits.test.ts',
      "can't fork: Resource temporarily unavailable",
    ),
  },
  'sandbox/src/shell/read-line.ts': {
    longestLine: 'turns',
  },
  'sandbox/src/shell/run-script.ts': {
    deepest: error(
      'sh: too many shells in one another',
      'test/hostile/limits.test.ts',
      'too many shells in one another',
    ),
    longestSubstitution: error(
      'input too long',
      'test/hostile/limits.test.ts',
      'what a command prints for a word',
    ),
    longestWord: error('sh: argument list too long', 'test/hostile/limits.test.ts', 'argument list too long'),
    mostArguments: error(
      'sh: argument list too long',
      'test/hostile/limits.test.ts',
      'argument list too long',
    ),
    mostVariables: error('sh: too many variables', 'test/hostile/limits.test.ts', 'too many variables'),
  },
  'sandbox/src/shell/terminal.ts': {
    longestLine: 'server',
  },
  'sandbox/src/store/generated-name.ts': {
    longestBase: 'server',
  },
  'sandbox/src/streams/container-log.ts': {
    mostLines: 'server',
  },
  'sandbox/src/streams/exec.ts': {
    patience: 'server',
  },
  'sandbox/src/streams/containers.ts': {
    mostBytes: error('No space left on device', sandboxStreams, 'No space left on device'),
    mostContainers: 'kept',
  },
  'sandbox/src/streams/log-options.ts': {
    largest: 'server',
  },
  'sandbox/src/streams/spdy-forward.ts': {
    patience: 'server',
  },
  'sandbox/src/streams/spdy-streams.ts': {
    patience: 'server',
  },
  'sandbox/src/validation/pod-certificate-key.ts': {
    mostBytes: 'server',
  },
  'sandbox/src/validation/server-words.ts': {
    mostShown: 'shortened',
  },
  'sandbox/src/validation/status/conditions.ts': {
    longest: 'server',
  },
  'sandbox/src/validation/status/particular.ts': {
    mostConditions: 'server',
  },
  'sandbox/src/validation/unified-diff.ts': {
    mostLines: said('In its place: “(more than 4000 lines are not compared)”', [
      'test/unit/sandbox/validation/unified-diff.test.ts',
      '(more than 4000 lines are not compared)',
    ]),
  },
  'server/src/catalog/deprecation.ts': {
    longestProse: 'offers',
  },
  'server/src/catalog/distinct-definitions.ts': {
    mostDefinitions: note(
      'Of the definitions of this kind only 50 are asked',
      limitsOfWorkspace,
      'Of the definitions of this kind only 50 are asked',
    ),
  },
  'server/src/catalog/make-schema.ts': {
    longestReferenceChain: 'careful',
  },
  'server/src/catalog/same-schema.ts': {
    deepest: 'careful',
  },
  'server/src/catalog/union-schema.ts': {
    deepest: 'offers',
  },
  'server/src/catalog/version.ts': {
    mostVersions: 'kept',
  },
  'server/src/checks/closest.ts': {
    longestWord: 'offers',
  },
  'server/src/checks/finding.ts': {
    mostFound: note(
      'Only the first 10000 problems are shown',
      limitsOfChecks,
      "'too-many', shown: mostFound",
    ),
  },
  'server/src/checks/listed-objects.ts': {
    deepestList: note('A list in more than 8 others is not checked', limitsOfChecks, "['lists'"),
  },
  'server/src/checks/schema/check-schema.ts': {
    deepest: note('What is more than 256 levels deep is not checked', limitsOfChecks, "['levels'"),
    longestKept: 'kept',
    mostCompared: note(
      'After 500,000 comparisons no name is suggested any more',
      limitsOfChecks,
      "part: 'choices'",
    ),
    mostGuessed: 'offers',
    mostNames: 'offers',
  },
  'server/src/checks/schema/closest-choice.ts': {
    mostKept: 'kept',
  },
  'server/src/checks/schema/intended-object.ts': {
    mostHosts: 'offers',
    mostItems: 'offers',
    mostSteps: 'offers',
  },
  'server/src/checks/schema/misplaced-fields.ts': {
    mostFields: 'offers',
  },
  'server/src/checks/sentences.ts': {
    longestHeadline: 'shortened',
    longestName: 'shortened',
    longestValue: 'shortened',
    mostNamed: 'shortened',
    mostSupported: 'shortened',
  },
  'server/src/checks/stored/immutable-fields.ts': {
    longestShown: 'shortened',
    mostPlaces: note('Beyond 10 places of one refusal the others are not shown', limitsOfChecks, 'places 10'),
  },
  'server/src/checks/stored/named-objects.ts': {
    longestName: 'server',
  },
  'server/src/checks/syntax/cascading-errors.ts': {
    mostBroken: 'careful',
  },
  'server/src/defaults/fill-structs.ts': {
    deepest: note('What is more than 256 levels deep is not checked', limitsOfChecks, "['levels'"),
  },
  'server/src/defaults/image-tag.ts': {
    longestName: 'server',
  },
  'server/src/defaults/schema-search.ts': {
    mostSearched: 'careful',
  },
  'server/src/diagnostics/limits.ts': {
    largestDocument: note(
      'This object has … characters and is not checked',
      'test/hostile/limits.test.ts',
      "is: 'too-large'",
    ),
    mostFindings: note(
      'Only the first 999 problems are shown',
      'test/hostile/limits.test.ts',
      "is: 'too-many', shown: 999",
    ),
  },
  'server/src/diagnostics/suppression.ts': {
    mostCodes: note('Beyond 500 codes of ignore comments none is checked', limitsOfChecks, 'told(502)'),
  },
  'server/src/features/code-actions/code-actions.ts': {
    mostForAll: 'offers',
  },
  'server/src/features/code-actions/fetch-schema.ts': {
    mostChoices: 'offers',
  },
  'server/src/features/code-actions/fix-all.ts': {
    mostFindings: 'offers',
    mostRounds: 'offers',
  },
  'server/src/features/code-actions/fixes/choose-supported.ts': {
    mostWords: 'offers',
  },
  'server/src/features/code-actions/fixes/complete-draft.ts': {
    mostSteps: 'offers',
  },
  'server/src/features/code-actions/fixes/into-block-scalar.ts': {
    mostLines: 'offers',
  },
  'server/src/features/code-actions/fixes/judge.ts': {
    longestJudged: 'offers',
  },
  'server/src/features/code-actions/fixes/known-placeholder.ts': {
    mostChoices: 'offers',
    mostUsual: 'offers',
  },
  'server/src/features/code-actions/fixes/mend-syntax.ts': {
    farthestBlank: 'offers',
  },
  'server/src/features/code-actions/fixes/mending-fixes.ts': {
    mostFixes: 'offers',
    mostTries: 'offers',
  },
  'server/src/features/code-actions/fixes/move-field.ts': {
    mostPlaces: 'offers',
  },
  'server/src/features/code-actions/fixes/name-referred.ts': {
    mostNames: 'offers',
  },
  'server/src/features/code-actions/fixes/reindent-lines.ts': {
    mostColumns: 'offers',
    mostLines: 'offers',
  },
  'server/src/features/code-actions/fixes/rename-validly.ts': {
    longestName: 'offers',
  },
  'server/src/features/code-actions/fixes/skeleton.ts': {
    deepest: 'offers',
  },
  'server/src/features/code-actions/fixes/without-tabs.ts': {
    longestCompared: 'offers',
  },
  'server/src/features/code-actions/insert-all-missing.ts': {
    mostInserted: 'offers',
  },
  'server/src/features/completion/file-objects.ts': {
    mostDocuments: 'offers',
  },
  'server/src/features/completion/fitting-values.ts': {
    mostJudged: 'offers',
  },
  'server/src/features/completion/labels.ts': {
    mostItems: 'offers',
  },
  'server/src/features/completion/occasion.ts': {
    longestWord: 'offers',
  },
  'server/src/features/completion/snippet.ts': {
    deepestRequired: 'offers',
  },
  'server/src/features/completion/supported-values.ts': {
    mostDecisions: 'offers',
  },
  'server/src/features/semantic-tokens/cel-tokens.ts': {
    longest: 'offers',
  },
  'server/src/features/semantic-tokens/document-tokens.ts': {
    deepestList: 'offers',
  },
  'server/src/features/semantic-tokens/object-tokens.ts': {
    deepest: 'offers',
  },
  'server/src/features/symbols.ts': {
    mostParts: said(
      'An entry of the outline: “the outline has 20,000 fields; cut the file into several for the rest”',
      ['test/unit/features/features.test.ts', '20,000 fields'],
    ),
  },
  'server/src/helm/branches.ts': {
    deepestBlock: note(
      'Blocks in more than 200 others are not told apart',
      'test/unit/helm/many-branches.test.ts',
      "['blocks']",
    ),
    mostTurns: 'careful',
  },
  'server/src/helm/known-parts.ts': {
    mostBranches: note(
      'Beyond 50 branches of this object the rules judge none',
      'test/unit/helm/many-branches.test.ts',
      "['branches']",
    ),
    mostParts: note(
      'Beyond … branches of this object the rules judge none',
      'test/unit/helm/many-branches.test.ts',
      "['branches']",
    ),
  },
  'server/src/helm/masked-line.ts': {
    farthest: 'careful',
  },
  'server/src/helm/masked-template.ts': {
    farthestBelow: 'careful',
  },
  'server/src/helm/readable-text.ts': {
    mostInTheWay: note(
      'With more than 8 branches that do not fit together nothing is checked',
      'test/unit/helm/helm.test.ts',
      "['alternatives', 'unknown-field']",
    ),
  },
  'server/src/helm/version-condition.ts': {
    deepestCondition: 'careful',
    longestCondition: 'careful',
  },
  'server/src/kustomize/inline-patches.ts': {
    mostPatches: note('Beyond 500 patches in one file none is checked', limitsOfChecks, "part: 'patches'"),
  },
  'server/src/kustomize/kustomization-file.ts': {
    longestKustomization: note(
      'Of a kustomization of more than 1,000,000 characters nothing is built',
      limitsOfWorkspace,
      'nothing is built',
    ),
  },
  'server/src/kustomize/kustomization-findings.ts': {
    mostPaths: note('This file names more than 500 paths', limitsOfWorkspace, 'more than 500 paths'),
  },
  'server/src/manifest/cursor-interpretations.ts': {
    farthestAway: 'offers',
  },
  'server/src/manifest/excerpt.ts': {
    mostSiblings: 'offers',
  },
  'server/src/manifest/fields.ts': {
    longestSearch: 'kept',
  },
  'server/src/node/bounded-input.ts': {
    largestMessage: error(
      'a message of … bytes is too large',
      'test/hostile/protocol.test.ts',
      'has a length beyond all room',
    ),
    longestHeader: error(
      'the header of a message has no end',
      'test/hostile/protocol.test.ts',
      'has lines without an end',
    ),
  },
  'server/src/node/node-files.ts': {
    deepestFolder: message(
      'Kubewright has read the first 24 levels of folders … and no more',
      workspaces,
      'first 24 levels of folders',
    ),
    largestFile: note('It has more than 16 MB, the most that is read', workspaces, 'It has more than 16 MB'),
  },
  'server/src/placeholders/placeholders.ts': {
    longestPattern: message(
      '… is left out, because it is longer than 1000 characters',
      'test/hostile/limits.test.ts',
      'it is longer than 1000 characters',
    ),
    mostPatterns: message(
      '… is left out, because it is beyond the first 50',
      'test/hostile/limits.test.ts',
      'it is beyond the first 50',
    ),
  },
  'server/src/publishing/live-objects.ts': {
    mostAtOnce: 'turns',
    mostLiveObjects: note(
      'Only the first 50 objects of a file are compared with the cluster',
      'test/unit/publishing/live-objects.test.ts',
      '250 3 not-checked',
    ),
  },
  'server/src/publishing/turns.ts': {
    longestTurn: 'turns',
  },
  'server/src/server.ts': {
    mostLogged: 'first',
  },
  'server/src/workspace/indexed-cluster.ts': {
    mostKinds: message(
      'The cluster … says that it serves more than 10000 kinds',
      workspaces,
      'more than 10000 kinds',
    ),
  },
  'server/src/workspace/kustomize-builds.ts': {
    limits: note(
      'Only 30 of the kustomizations …; … more than 300 parts: …; A patch of more than 1,000,000 characters …',
      limitsOfWorkspace,
      'Only 30 of the kustomizations',
    ),
  },
  'server/src/workspace/neighbour-index.ts': {
    longestText: 'offers',
    mostFiles: 'offers',
    mostFolders: 'offers',
    mostText: 'offers',
  },
  'server/src/yaml/block-map.ts': {
    longestKey: 'server',
  },
  'server/src/yaml/documents.ts': {
    longestSecondOpinion: note(
      'Of a text with so long broken documents the grammar is read once',
      'test/unit/yaml/documents.test.ts',
      'read once',
    ),
    longestSecondOpinions: note(
      'Of a text with so long broken documents the grammar is read once',
      'test/unit/yaml/documents.test.ts',
      'read once',
    ),
  },
  'server/src/yaml/key-text.ts': {
    longestShared: 'kept',
    mostShared: 'kept',
  },
  'server/src/yaml/reader.ts': {
    depthLimit: error(
      'Beyond 500 levels nothing is read',
      'test/unit/yaml/documents.test.ts',
      '500 levels of %s are read, and 501 are not',
    ),
  },
  'server/src/yaml/reread.ts': {
    mostTries: 'turns',
  },
  'server/src/yaml/tree.ts': {
    aliasLimit: 'server',
    problemLimit: note(
      'This document has more than 100 faults of YAML',
      'test/unit/yaml/documents.test.ts',
      'says what it leaves',
    ),
  },
  'server/src/yaml/visible-text.ts': {
    longestEmojiPart: 'shortened',
  },
  'server/src/rules/apiextensions/custom-schema.ts': {
    mostPatterns: note('Patterns beyond 10,000 are not read', limitsOfChecks, 'left-patterns'),
  },
  'server/src/rules/apiextensions/custom-value.ts': {
    mostJudged: note(
      'This default takes more than 500,000 comparisons and is not judged',
      limitsOfChecks,
      "['comparisons'",
    ),
  },
  'server/src/rules/batch/cron-job.ts': {
    longestName: 'server',
    mostZones: 'kept',
  },
  'server/src/rules/cel/check-expression.ts': {
    mostNames: 'first',
  },
  'server/src/rules/cel/syntax.ts': {
    deepest: 'server',
    longestChain: 'server',
    mostCodePoints: 'server',
  },
  'server/src/rules/core/pod/port-warnings.ts': {
    mostShared: 'first',
  },
  'server/src/rules/patterns/compiled-pattern.ts': {
    longestPattern: note(
      'A pattern of more than 10,000 characters is not read',
      limitsOfChecks,
      "['pattern'",
    ),
    mostPatterns: 'kept',
  },
  'server/src/rules/patterns/pattern-problem.ts': {
    longestPlain: 'kept',
  },
  'server/src/rules/patterns/pattern.ts': {
    mostSteps: note(
      'Matching this with its pattern takes more than 5,000,000 steps',
      limitsOfChecks,
      "['match']",
    ),
  },
  'server/src/rules/shared/causes.ts': {
    longestShown: 'shortened',
    longestText: note(
      'What is wrong here takes more than 4,000,000 characters',
      limitsOfChecks,
      "toEqual(['words'])",
    ),
    mostCauses: note('Only the first 10000 problems are shown', limitsOfChecks, 'what a rule refuses'),
  },
  'server/src/rules/shared/field.ts': {
    mostKnown: 'kept',
  },
  'server/src/rules/shared/group-kind.ts': {
    mostKinds: 'kept',
    mostVersions: 'kept',
  },
  'server/src/rules/shared/warning.ts': {
    mostWarned: note(
      'What is wrong here takes more than 200,000 characters',
      limitsOfChecks,
      "['words', 200_000]",
    ),
  },
  'server/src/rules/apiextensions/custom-selectable-fields.ts': {
    mostFields: 'server',
  },
  'server/src/rules/autoscaling/horizontal-pod-autoscaler.ts': {
    longestPeriod: 'server',
    longestWindow: 'server',
  },
  'server/src/rules/batch/job-policies.ts': {
    mostExitCodes: 'server',
    mostRules: 'server',
  },
  'server/src/rules/batch/job.ts': {
    most: 'server',
    mostBesideMany: 'server',
  },
  'server/src/rules/certificates/cluster-trust-bundle.ts': {
    mostBytes: 'server',
  },
  'server/src/rules/certificates/pod-certificate-request.ts': {
    longestId: 'server',
  },
  'server/src/rules/core/config-map.ts': {
    mostBytes: 'server',
  },
  'server/src/rules/core/event.ts': {
    longest: 'server',
    longestNote: 'server',
  },
  'server/src/rules/core/pod/dns.ts': {
    mostNameservers: 'server',
    mostSearchCharacters: 'server',
    mostSearches: 'server',
  },
  'server/src/rules/core/pod/pod-spec.ts': {
    longestDeadline: 'server',
  },
  'server/src/rules/core/secret.ts': {
    mostBytes: 'server',
  },
  'server/src/rules/discovery/endpoint-slice.ts': {
    mostAddresses: 'server',
    mostEndpoints: 'server',
    mostHints: 'server',
    mostPorts: 'server',
  },
  'server/src/rules/flowcontrol/flow-schema.ts': {
    mostPrecedence: 'server',
  },
  'server/src/rules/flowcontrol/priority-level-configuration.ts': {
    mostBits: 'server',
    mostQueues: 'server',
  },
  'server/src/rules/formats/dns-subdomain.ts': {
    longest: 'server',
  },
  'server/src/rules/formats/quantity.ts': {
    largest: 'server',
  },
  'server/src/rules/formats/user-id.ts': {
    largest: 'server',
  },
  'server/src/rules/networking/ingress-class.ts': {
    longestController: 'server',
  },
  'server/src/rules/resource/device-configuration.ts': {
    longestExpression: 'server',
    mostItems: 'server',
  },
  'server/src/rules/resource/device-name.ts': {
    longestDomain: 'server',
    longestName: 'server',
  },
  'server/src/rules/resource/resource-claim.ts': {
    mostChoices: 'server',
    mostRequests: 'server',
  },
  'server/src/rules/resource/resource-slice.ts': {
    longestValue: 'server',
    mostDevices: 'server',
    mostProperties: 'server',
  },
  'server/src/rules/scheduling/priority-class.ts': {
    highestOfUsers: 'server',
  },
  'server/src/rules/shared/annotations.ts': {
    mostBytes: 'server',
  },
  'server/src/rules/shared/driver-name.ts': {
    longest: 'server',
  },
  'server/src/rules/shared/signer-name.ts': {
    longestDomain: 'server',
    longestName: 'server',
  },
  'server/src/rules/storage/csi.ts': {
    longestExpiration: 'server',
    longestNodeId: 'server',
  },
  'server/src/rules/storage/storage-class.ts': {
    mostParameters: 'server',
  },
  'spdy/src/frame-reader.ts': {
    longestControlFrame: error('a control frame of … bytes', streams, 'a control frame of 16777215 bytes'),
  },
  'spdy/src/frames.ts': {
    longestData: 'turns',
  },
  'spdy/src/header-block.ts': {
    mostHeaders: error('headers too long', 'test/unit/spdy/headers.test.ts', 'of a billion headers'),
  },
  'spdy/src/header-compression.ts': {
    longestBlock: error('headers too long', 'test/unit/spdy/headers.test.ts', 'half a gigabyte'),
    longestStored: 'turns',
  },
  'spdy/src/session.ts': {
    mostStreams: error(
      'the stream is refused',
      'test/hostile/spdy-sessions.test.ts',
      'streams without an end are refused beyond so many',
    ),
    mostUnsent: 'turns',
  },
  'spdy/src/text-stream.ts': {
    longestText: 'shortened',
  },
};
