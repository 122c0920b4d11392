/** A ConfigMap with some lines below its metadata. */
export const configMap = (rest: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n${rest}`;

/** A Pod with these lines as the arguments of its container. */
export const list = (items: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n    - name: web\n      image: nginx\n      args:\n        ${items}`;

/** A list of one container with further fields. */
export const container = (fields: object) => [{ name: 'web', image: 'nginx', ...fields }];

/** A volume by its name and source. */
export const volume = (name: string, source: object) => ({ name, ...source });

/** What a claim of a volume asks for. */
export const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

/** A constraint on how Pods are spread. */
export const spread = (fields: object) => ({
  maxSkew: 1,
  topologyKey: 'zone',
  whenUnsatisfiable: 'ScheduleAnyway',
  ...fields,
});

/** A list of one rule of admission with further fields. */
export const rules = (fields: object) => [
  { apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['deployments'], ...fields },
];
