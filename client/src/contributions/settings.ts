import { kubernetesVersions, newestKubernetesVersion } from '../../../server/src/catalog/catalog.ts';

/** Every setting by its name behind `kubewright.`, as package.json describes it. `npm run docs` writes it there. */
export const settings = {
  kubernetesVersion: {
    type: 'string',
    enum: [...kubernetesVersions],
    default: newestKubernetesVersion,
    scope: 'resource',
    order: 1,
    markdownDescription: 'The Kubernetes version that manifests are completed and checked for.',
  },
  'diagnostics.enabled': {
    type: 'boolean',
    default: true,
    scope: 'resource',
    order: 1,
    markdownDescription: 'Whether problems of manifests are reported at all.',
  },
  'diagnostics.severity': {
    type: 'object',
    additionalProperties: { type: 'string', enum: ['error', 'warning', 'information', 'hint', 'off'] },
    default: {},
    scope: 'resource',
    order: 1,
    markdownDescription:
      'Severities of problems by their codes, such as `{ "deprecated-api-version": "information", "unknown-group": "off" }`. One place is left out by a comment `# kubewright-ignore CODE`.',
  },
  placeholders: {
    type: 'array',
    items: { type: 'string' },
    uniqueItems: true,
    default: [] as readonly string[],
    scope: 'resource',
    order: 1,
    markdownDescription:
      'Regular expressions (RE2, as Go has them) of what your tools fill in of a manifest later, besides the notations that are known: `["REPLACE_\\\\w+", "~[a-z]+~"]`. What one matches, in a value or in the name of a field, may be anything.',
  },
  'files.limit': {
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000,
    default: 20_000,
    scope: 'window',
    order: 1,
    markdownDescription:
      'How many YAML and JSON files of a folder are read for the kinds that CustomResourceDefinitions in them define and the files that kustomizations name. Those nearest to the folder come first.',
  },
  kubeconfigs: {
    type: 'array',
    items: { type: 'string' },
    uniqueItems: true,
    default: [] as readonly string[],
    scope: 'machine',
    order: 2,
    markdownDescription:
      'Kubeconfig files whose contexts the Clusters view shows, besides those of `KUBECONFIG` (else `~/.kube/config`). Absolute paths; `~/` is the home folder. They are watched and never written.',
  },
  protectedClusters: {
    type: 'object',
    additionalProperties: {
      type: 'string',
      enum: ['confirm', 'read-only'],
      markdownEnumDescriptions: [
        "Who changes something, or forwards a port, types the cluster's name first.",
        'Nothing is sent that may change something, and no port is forwarded.',
      ],
    },
    default: {} as Readonly<Record<string, 'confirm' | 'read-only'>>,
    // A repository cannot lift it.
    scope: 'application',
    order: 2,
    markdownDescription:
      'Clusters that are protected from a slip of the hand, such as `{ "*prod*": "confirm", "https://api.example.com*": "read-only" }`. A pattern matches the name of a context, the name of a cluster or the URL of its server, in which `*` stands for any text; every context to the same server is protected then. Of several patterns that match, the strictest counts.',
  },
  clusterLabels: {
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: {
        label: { type: 'string', maxLength: 40 },
        color: { type: 'string', enum: ['red', 'orange', 'yellow', 'green', 'blue', 'purple'] },
      },
      additionalProperties: false,
    },
    default: {} as Readonly<Record<string, { readonly label?: string; readonly color?: string }>>,
    // A repository cannot make a cluster look like another one.
    scope: 'application',
    order: 2,
    markdownDescription:
      'What you call clusters, and their colours, by patterns such as those of `#kubewright.protectedClusters#`: `{ "*prod*": { "label": "Production", "color": "red" } }`. Said beside the name of the cluster in the status bar, in the tree and in questions, the colour as a word, too. Of several patterns that match, the first that gives a label or a colour counts.',
  },
  target: {
    type: 'object',
    properties: {
      context: { type: 'string', description: 'The name of a context.' },
      cluster: { type: 'string', description: "The name of a context's cluster." },
      server: { type: 'string', description: "The URL of a context's server." },
      namespace: { type: 'string', description: 'The namespace for objects that name none.' },
    },
    additionalProperties: false,
    default: {} as Readonly<Partial<Record<'context' | 'cluster' | 'server' | 'namespace', string>>>,
    scope: 'resource',
    order: 2,
    markdownDescription:
      'Pins where the manifests of a folder go, such as `{ "server": "https://api.example.com", "namespace": "shop" }`: to the context that all of the given names fit, and to a namespace for objects that name none. What is not pinned is chosen by a click in the status bar. Where several contexts fit you are asked once which one is meant.',
  },
  'logs.tailLines': {
    type: 'integer',
    minimum: 0,
    maximum: 100000,
    default: 1000,
    scope: 'window',
    order: 3,
    markdownDescription: 'How many of the last lines of a log are shown before it is followed.',
  },
  'trace.server': {
    type: 'string',
    enum: ['off', 'messages', 'verbose'],
    default: 'off',
    scope: 'window',
    order: 4,
    markdownDescription:
      'Writes the messages between the editor and the language server to the output channel *Kubewright*.',
  },
};
