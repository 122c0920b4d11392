import type { CommandId } from '../../client/src/contributions/commands.ts';

/**
 * Where a command is tried. In each it is begun from the palette, on `subject` in the namespace `table`, but where it is said. A
 * manifest goes to the target that the folder's setting pins.
 */
export const scenes = {
  usual: 'whose user may do anything',
  viewer: 'whose user may only read',
  forbidden: 'whose user may do nothing',
  confirmed: 'that is protected, by who types its name',
  unconfirmed: 'that is protected, by who does not type its name',
  'read-only': 'that is read-only',
  gone: 'that has lost the object since it was picked',
  replaced: 'that has another object of that name since it was picked',
  twin: 'that shares its name, and those of its objects, with another one',
  large: 'where the object has 1 MB',
  line: 'on its line of the Clusters view',
  'line, read-only': 'on its line of the Clusters view, read-only',
} as const;

/** The name of a scene. */
export type Scene = keyof typeof scenes;

/** What comes of a command. */
export interface Expected {
  /**
   * The requests that may change something, in their order, without their queries: `PATCH configmaps/subject` is of the
   * namespace `table` of the picked cluster, as all of them must be.
   */
  readonly sends?: readonly string[];
  /** A request without which it has not been done, in the same words; undefined where none is needed. */
  readonly reads?: string;
  /** What the person is told, last; nothing where it is left out. */
  readonly tells?: RegExp;
}

/** How a command is tried. Whoever leaves it at any of its prompts changes nothing: that is tried of each. */
export interface CommandRow {
  /** What it is about: a manifest in the editor, an object, or a cluster. */
  readonly on: 'manifest' | 'ConfigMap' | 'Pod' | 'cluster' | 'schema' | 'nothing';
  /** What comes of it where it can be done. */
  readonly usual: Expected;
  /** What it asks beside the picked cluster, or beside the namespace in it; nothing where it is left out. */
  readonly reaches?: 'all that are open' | 'all namespaces';
  /** Where something else comes of it. */
  readonly otherwise: { readonly [In in Scene]?: Expected };
  /** Scenes that it has not, and why. */
  readonly without?: { readonly [In in Scene]?: string };
}

const nothing: Expected = {};
const noLine = { line: 'it takes no line', 'line, read-only': 'it takes no line' } as const;
const noObject = {
  gone: 'it is about no object',
  replaced: 'it is about no object',
  large: 'it is about no object',
} as const;

/** Every command that speaks to a cluster. */
export const commandRows: { readonly [Id in CommandId]?: CommandRow } = {
  'kubewright.apply': {
    on: 'manifest',
    usual: {
      sends: ['PATCH configmaps/subject'],
      tells: /^information: Applied to main \/ table: 1 changed\.$/,
    },
    otherwise: {
      // What may not be done is refused by the dry run, so that nothing is there to confirm.
      viewer: nothing,
      forbidden: nothing,
      unconfirmed: nothing,
      'read-only': { tells: /^error: main is read-only here/ },
      gone: {
        sends: ['PATCH configmaps/subject'],
        tells: /^information: Applied to main \/ table: 1 c(reat|hang)ed\.$/,
      },
    },
    without: noLine,
  },
  'kubewright.deleteManifest': {
    on: 'manifest',
    usual: {
      sends: ['DELETE configmaps/subject'],
      tells: /^information: Deleted ConfigMap subject from main \/ table/,
    },
    otherwise: {
      viewer: {
        sends: ['DELETE configmaps/subject'],
        tells: /^error: .*forbidden: User "viewer" cannot delete/,
      },
      forbidden: {
        sends: ['DELETE configmaps/subject'],
        tells: /^error: .*forbidden: User .* cannot delete/,
      },
      unconfirmed: nothing,
      'read-only': { tells: /^error: main is read-only here/ },
      gone: {
        sends: ['DELETE configmaps/subject'],
        tells: /^information: ConfigMap subject was not in main \/ table any more/,
      },
      replaced: {
        sends: ['DELETE configmaps/subject'],
        tells: /^warning: ConfigMap subject was not deleted .*: another one has its name by now/,
      },
    },
    without: noLine,
  },
  'kubewright.deleteObject': {
    on: 'ConfigMap',
    usual: {
      sends: ['DELETE configmaps/subject'],
      tells: /^information: Deleted ConfigMap subject from main \/ table/,
    },
    otherwise: {
      viewer: {
        sends: ['DELETE configmaps/subject'],
        tells: /^error: .*forbidden: User "viewer" cannot delete/,
      },
      forbidden: { tells: /^error: list configmaps in `table`.*forbidden/ },
      unconfirmed: nothing,
      'read-only': nothing,
      gone: { tells: /^information: ConfigMap subject was not in main \/ table any more/ },
      replaced: { tells: /^warning: ConfigMap subject was not deleted .*: another one has its name by now/ },
      'line, read-only': { tells: /^error: main is read-only here/ },
    },
  },
  'kubewright.openYaml': {
    on: 'ConfigMap',
    usual: { reads: 'GET configmaps/subject' },
    otherwise: { forbidden: { tells: /^error: list configmaps in `table`.*forbidden/ } },
  },
  'kubewright.copyAs': {
    on: 'ConfigMap',
    usual: { reads: 'GET configmaps/subject' },
    otherwise: {
      forbidden: { tells: /^error: list configmaps in `table`.*forbidden/ },
      gone: { tells: /^error: get configmaps `subject` in `table`.*not found/ },
    },
  },
  'kubewright.compareObjects': {
    on: 'ConfigMap',
    usual: {
      reads: 'GET configmaps/subject',
      tells: /^information: subject ↔ subject: there is no difference\.$/,
    },
    otherwise: {
      forbidden: { tells: /^error: list configmaps in `table`.*forbidden/ },
      // There is nothing of that name to compare it with.
      gone: nothing,
    },
  },
  'kubewright.searchObjects': {
    on: 'ConfigMap',
    usual: { reads: 'GET configmaps/subject' },
    // The search itself tells that nothing may be listed.
    otherwise: { forbidden: nothing },
    reaches: 'all namespaces',
    without: noLine,
  },
  'kubewright.goToKind': {
    on: 'cluster',
    usual: nothing,
    otherwise: {},
    without: noObject,
  },
  'kubewright.showLogs': {
    on: 'Pod',
    usual: { reads: 'GET pods/subject/log' },
    otherwise: {
      forbidden: { tells: /^error: list pods in `table`.*forbidden/ },
      gone: { tells: /^error: get pods `subject` in `table`.*not found/ },
    },
  },
  'kubewright.portForward': {
    on: 'Pod',
    usual: { reads: 'GET pods/subject', tells: /^information: http:\/\/\S+ leads to .*subject/ },
    otherwise: {
      forbidden: { tells: /^error: list pods in `table`.*forbidden/ },
      unconfirmed: nothing,
      'read-only': nothing,
      gone: { tells: /^error: get pods `subject` in `table`.*not found/ },
      'line, read-only': { tells: /^error: main is read-only here/ },
    },
  },
  'kubewright.selectNamespace': {
    on: 'cluster',
    usual: nothing,
    otherwise: {},
    without: noObject,
  },
  'kubewright.setTarget': {
    on: 'cluster',
    usual: nothing,
    otherwise: {},
    without: noObject,
  },
  'kubewright.useContext': {
    on: 'cluster',
    usual: { tells: /^information: main is the current context of \S+first now\.$/ },
    otherwise: {
      viewer: { tells: /^information: viewer is the current context of \S+first now\.$/ },
      forbidden: { tells: /^information: nobody is the current context of \S+first now\.$/ },
      twin: { tells: /^information: main is the current context of \S+second now\.$/ },
    },
    without: noObject,
  },
  'kubewright.logIn': {
    on: 'cluster',
    usual: { tells: /^error: Log In in a Terminal takes a cluster whose user has a credential plugin/ },
    otherwise: {},
    without: { ...noObject, ...noLine },
  },
  'kubewright.fetchSchema': {
    on: 'schema',
    usual: { reads: 'GET /version' },
    // What a server serves everybody may read who is known to it.
    otherwise: {},
    without: { ...noObject, ...noLine },
  },
  'kubewright.refresh': {
    on: 'nothing',
    usual: nothing,
    reaches: 'all that are open',
    otherwise: {},
    without: noObject,
  },
};

/** Every other command, and why it has no row. */
export const withoutCluster: { readonly [Id in CommandId]?: string } = {
  'kubewright.openForward': 'it opens a browser',
  'kubewright.copyForwardUrl': 'it writes to the clipboard',
  'kubewright.stopForward': 'it closes a port of this machine',
  'kubewright.startSandbox': 'it starts a process',
  'kubewright.stopSandbox': 'it ends a process',
  'kubewright.dismissSandbox': 'it takes a line away',
  'kubewright.showLog': 'it opens a page',
  'kubewright.nameKubeconfig': 'it changes a setting',
  'kubewright.deleteByKey': 'it takes the lines that the keyboard is at: `test/e2e/delete-keys.test.ts`',
  'kubewright.openByKey': 'it takes the lines that the keyboard is at: `test/e2e/delete-keys.test.ts`',
  'kubewright.copyByKey': 'it takes the lines that the keyboard is at: `test/e2e/delete-keys.test.ts`',
  'kubewright.whoCan': 'it lists roles and bindings alone: `test/contract/api/client-who-can.test.ts`',
  'kubewright.selectForCompare': 'it remembers a line',
  'kubewright.compareWithSelected': 'it is `kubewright.compareObjects` with the line that was remembered',
  'kubewright.copyName': 'it writes to the clipboard',
  'kubewright.showProblem': 'it opens a page',
  'kubewright.copyProblem': 'it writes to the clipboard',
  'kubewright.retryProblem': 'it asks again what has failed',
  'kubewright.countObjects': 'it counts what is under a line: `test/extension/clusters.test.ts`',
  'kubewright.pinKind': 'it says where the line of a kind stands',
  'kubewright.unpinKind': 'it says where the line of a kind stands',
  'kubewright.filterObjects':
    'it takes a kind that is shown, and reads it as the line does: `test/extension/clusters.test.ts`',
  'kubewright.sortObjects': 'it shows what is there in another order',
  'kubewright.groupObjects': 'it shows what is there in groups',
  'kubewright.showOnlyUnhealthy': 'it shows less of what is there',
  'kubewright.showAllObjects': 'it shows more of what is there',
  'kubewright.openReleaseValues': 'it reads the Secret of a release: `test/extension/helm.test.ts`',
  'kubewright.openReleaseManifest': 'it reads the Secret of a release: `test/extension/helm.test.ts`',
  'kubewright.turnPage': 'it shows more of what is there',
  'kubewright.showRules': 'it opens a page',
  'kubewright.showChanges': 'it opens a page',
  'kubewright.revealInClusters': 'it selects a line: `test/extension/search.test.ts`',
  'kubewright.revealManifest': 'it opens a file: `test/extension/search.test.ts`',
  'kubewright.indentListItem': 'it changes the text of an editor',
  'kubewright.outdentListItem': 'it changes the text of an editor',
};
