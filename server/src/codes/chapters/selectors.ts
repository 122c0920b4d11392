import { chapter, of } from '../code-entry.ts';
import { spread } from '../example-parts.ts';

/** Selectors. */
export const selectors = chapter('Selectors', {
  'selector-mismatch': of(
    'The labels of the template are not those that the selector selects, so the workload would not find its own Pods.',
    'Deployment',
    { 'spec/selector/matchLabels': { app: 'other' } },
  ),
  'empty-selector': of(
    'An empty selector would select everything; the server refuses it here.',
    'Deployment',
    { 'spec/selector': {} },
  ),
  'job-selector': of(
    "The selector of a Job is the server's to write, unless `manualSelector` says otherwise.",
    'Job',
    { 'spec/selector': { matchLabels: { app: 'a' } } },
  ),
  'job-label': of(
    'Labels of Jobs that the server writes may not be written with other values.',
    'Job',
    { 'spec/template/metadata': { labels: { 'batch.kubernetes.io~job-name': 'other' } } },
    {},
  ),
  'match-label-keys': of(
    "`matchLabelKeys` are taken from the Pod's labels: they may not stand in the selector too.",
    'Pod',
    {
      'spec/topologySpreadConstraints': [
        { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', matchLabelKeys: ['app'] },
      ],
    },
  ),
  'duplicate-constraint': of(
    'A topology key and an action stand together once among the spread constraints.',
    'Pod',
    {
      'spec/topologySpreadConstraints': [1, 2].map(() => spread({ labelSelector: {} })),
    },
    {
      'spec/topologySpreadConstraints': ['zone', 'host'].map((topologyKey) =>
        spread({ topologyKey, labelSelector: {} }),
      ),
    },
  ),
  'min-domains': of(
    '`minDomains` counts only where nothing is scheduled otherwise.',
    'Pod',
    {
      'spec/topologySpreadConstraints': [spread({ labelSelector: {}, minDomains: 2 })],
    },
    {
      'spec/topologySpreadConstraints': [
        spread({ labelSelector: {}, minDomains: 2, whenUnsatisfiable: 'DoNotSchedule' }),
      ],
    },
  ),
  toleration: of(
    "A toleration's operator, value and effect do not go together.",
    'Pod',
    { 'spec/tolerations': [{ operator: 'Exists', key: 'a', value: 'b' }] },
    { 'spec/tolerations': [{ operator: 'Exists', key: 'a' }] },
  ),
});
